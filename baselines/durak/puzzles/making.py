"""Draws puzzles from games between agents."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from baselines.durak.endgames.drawing import SolvedEndgame, solved_endgames
from baselines.durak.puzzles.grading import GRADING, missed
from baselines.durak.puzzles.puzzle import LEVELS, Puzzle
from cardkit.checks import check_whole
from durak_env.core.records import DEFENCE
from durak_env.information import InformationSet

PLAYERS = ("smart", "champion")
"""The players of the games that puzzles are drawn from."""
FEWEST_CARDS, FEWEST_ACTIONS = 8, 3
"""The least that a puzzle has: cards in both hands, and actions to choose from. With fewer it is trivial."""
MOST_PUZZLES = 100_000


def make_puzzles(count: int, seed: int, progress: Callable[[int], None] | None = None) -> list[Puzzle]:
    """Draw puzzles, as many of each level, in mixed order.

    A game gives one puzzle at most, and no puzzle is another one with its suits renamed.

    Args:
        count: how many to draw.
        seed: of the games and of the agents that grade; it alone decides the result.
        progress: called with the number of puzzles drawn.

    Raises:
        ValueError: the count is out of range.
    """
    check_whole("count", count, 1, MOST_PUZZLES)
    room = [count // len(LEVELS) + (level < count % len(LEVELS)) for level in range(len(LEVELS))]
    found: list[Puzzle] = []
    seen: set[object] = set()
    used = -1
    for endgame in solved_endgames(PLAYERS, seed):
        key = suitless(endgame.info)
        if endgame.game.number == used or key in seen or not _is_puzzle(endgame):
            continue
        used = endgame.game.number
        seen.add(key)
        puzzle = _graded(endgame, seed)
        if puzzle.grade == 0 or room[puzzle.level] == 0:
            continue
        room[puzzle.level] -= 1
        found.append(puzzle)
        if progress is not None:
            progress(len(found))
        if len(found) == count:
            break
    return [found[place] for place in np.random.default_rng(seed).permutation(count)]


def suitless(info: InformationSet) -> object:
    """Return a key of an endgame that ignores the names of plain suits: equal for equivalent puzzles.

    It holds, suit by suit, the ranks in both hands and on the table; the suits other than trumps in sorted order.
    """
    record = info.record
    focus = 1 << int(record.table[record.table_size - 1]) if record.phase == DEFENCE else 0
    hands = [int(record.hands[seat]) for seat in (info.seat, 1 - info.seat)]
    words = [*hands, int(record.attacks), int(record.defences), focus]
    suits = [tuple(word >> 16 * suit & 0xFFFF for word in words) for suit in range(4)]
    trumps = suits.pop(record.trump_suit)
    return int(record.phase), info.seat == info.attacker, trumps, tuple(sorted(suits))


def _is_puzzle(endgame: SolvedEndgame) -> bool:
    enough = sum(endgame.info.hand_sizes) >= FEWEST_CARDS and len(endgame.values) >= FEWEST_ACTIONS
    return enough and len(endgame.best) == 1


def _graded(endgame: SolvedEndgame, seed: int) -> Puzzle:
    (best,), number = endgame.best, endgame.game.number
    grade = float(np.mean(missed(endgame.info, best, GRADING, (seed, number))))
    return Puzzle(endgame.record, dict(endgame.values), round(grade, 3), seed, number)
