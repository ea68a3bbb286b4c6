"""The solution of an endgame for people: who wins, how soon, and by which line."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from baselines.durak.endgames.search import LONG
from baselines.durak.endgames.solver import begin_question, endgame_memory, load, score_moves
from baselines.durak.endgames.tablebase import CARDS
from cardkit.checks import whole
from durak_env.actions import actions_of, slots_of_actions
from durak_env.core.play import step
from durak_env.core.records import GAME_OVER, STATE, State
from durak_env.information import InformationSet
from durak_env.rules import Rules

SOLVE_NODES = 20_000_000
SOLVE_TABLE_BITS = 18


@dataclass(frozen=True, slots=True)
class Score:
    """A seat's result from a position under best play of both seats.

    Attributes:
        value: 1 for a win, 0 for a draw, -1 for a loss.
        distance: plies to the end if the winner hurries and the loser delays; None for a draw, or if it was not found
            within the allowed nodes.
    """

    value: int
    distance: int | None


@dataclass(frozen=True, slots=True)
class Solution:
    """The solution of an endgame, for the seat to move.

    Attributes:
        value, distance: as in `Score`.
        moves: the score of each legal action id; distances include its own ply.
        line: the action ids of both seats under best play, to the end of the game.
    """

    value: int
    distance: int | None
    moves: dict[int, Score]
    line: tuple[int, ...]

    @property
    def best(self) -> tuple[int, ...]:
        """The actions with the best score, ascending."""
        top = Score(self.value, self.distance)
        return tuple(action for action, score in self.moves.items() if score == top)


def solve(info: InformationSet, nodes: int = SOLVE_NODES, cards: int = CARDS) -> Solution:
    """Solve a game whose talon is empty.

    The first search finds the outcome; a second one, with as many nodes again, finds the distance.

    Args:
        info: either seat's knowledge.
        nodes: limit of the positions searched for each question, at least 1; about ten million take a second.
        cards: cards of the largest positions to look up in the tablebase, 2..10, or 0 to use none.

    Raises:
        ValueError: there is a talon, the game is over, the nodes do not suffice, or a value is out of range.
    """
    if not info.rules.is_plain:
        raise ValueError(f"only games of two seats without transfers can be solved; the rules are {info.rules}")
    if info.talon_size > 0:
        raise ValueError(f"only a game without a talon can be solved; {info.talon_size} cards are left in it")
    if info.phase == GAME_OVER:
        raise ValueError("the game is over: there is nothing to solve")
    whole("nodes", nodes, 1, None, SOLVE_NODES)
    memory = endgame_memory(nodes, SOLVE_TABLE_BITS, cards, info.rules.draws)
    state = np.zeros(1, STATE)[0]
    load(info.record, state)
    found = _solution(state, info.rules, memory, 1, 0)
    if found is None:
        raise ValueError(f"not solved within nodes={nodes} (default {SOLVE_NODES}): allow more")
    return _solution(state, info.rules, memory, LONG, 1) or found


def _solution(start: State, rules: Rules, memory: np.ndarray, win: int, ply_cost: int) -> Solution | None:
    """Solve for all moves of a STATE and a best line, with distances if ``ply_cost`` is 1; None if nodes run out."""
    state, slots = start.copy(), slots_of_actions(rules)
    begin_question(state, memory, win, ply_cost)
    line: list[int] = []
    first = values = np.full(64, -LONG, np.int64)
    while state.phase != GAME_OVER:
        values[:] = -LONG
        if not score_moves(state, memory, values):
            return None
        if not line:
            first = values.copy()
        action = max(actions_of(state.legal, rules), key=lambda action: values[slots[action]])
        line.append(action)
        step(state, slots[action])
    moves = {action: _score(int(first[slots[action]]), win, ply_cost) for action in actions_of(start.legal, rules)}
    best = moves[line[0]]
    return Solution(best.value, best.distance, moves, tuple(line))


def _score(value: int, win: int, ply_cost: int) -> Score:
    return Score((value > 0) - (value < 0), win - abs(value) if value and ply_cost else None)
