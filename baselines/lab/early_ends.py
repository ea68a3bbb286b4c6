"""The thesis' program ends some games early; this counts the same games its way and ours.

In its program, an attacker who plays the last card of the hand wins even if the talon still has cards, which its text
would let the attacker draw. Up to that moment both versions play the same games, so it is enough to count who is ahead
there. Searches that would foresee such an end do not know of it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from baselines.arena.match import play_match
from baselines.lab.decided import Decided
from baselines.lab.finding import Finding, Scale, Verdict
from cardkit.arena.game_loop import PythonGame
from durak_env.cards import count

_DUELS = (
    ("greedy", "random", True),
    ("smart", "greedy", True),
    ("smart", "greedy", False),
    ("minimax:depth=3,eval=playout,samples=30,order=deck", "greedy", False),
    ("mcts:limit=30,c=1.4,simulation=greedy,samples=30", "greedy", False),
)
"""Agents, and whether they see all cards, of figure 3.5 and tables 5.1 and 5.2."""


@dataclass(frozen=True)
class EarlyEnds:
    """Shares of wins, with games ending as in ours and as in the thesis' program."""

    name: str = "early-ends"
    title: str = "Attackers who have won with an empty hand before the talon is empty"

    def run(self, scale: Scale) -> Finding:
        """Play each match once and count it twice."""
        games = scale.games(500, 60)
        rows, same = [], []
        for a, b, open_world in _DUELS:
            world = "open" if open_world else "closed"
            scale.progress(f"{self.name}: {a} v {b}, {world} world")
            outcomes: list[tuple[int, int]] = []
            play_match(a, b, games, scale.seed, open_world, on_game=lambda game, to=outcomes: to.append(_both(game)))
            ours, early = np.array(outcomes).T
            by_ours, by_program = _decided(ours), _decided(early)
            same.append(by_ours.interval[0] <= by_program.share <= by_ours.interval[1])
            ended = f"{np.mean(ours != early):.1%}"
            rows.append((a.split(":")[0], b, world, str(by_ours), str(by_program), ended))
        said = "counted its way, every share stays within its interval here, so the early ends change no figure"
        return Finding(
            self.name,
            self.title,
            f"{games:,} games each",
            games * len(rows),
            ("agent", "against", "world", "won of decided", "counted as the program does", "games ended otherwise"),
            tuple(rows),
            (Verdict(said, all(same)),),
        )


def _both(game: PythonGame) -> tuple[int, int]:
    """The outcome for agent a under our rules, and under those of the thesis' program."""
    outcome, winner = int(np.sign(game.result.returns[0])), early_winner(game)
    return outcome, outcome if winner is None else 1 if winner == int(game.result.seating[0]) else -1


def early_winner(game: PythonGame) -> int | None:
    """The first attacker whose hand was empty while the talon had cards; None if there was none."""
    for state, _, _ in game.replay():
        attacker = int(state.attacker)
        if state.talon_size > 0 and count(state.hands[attacker]) == 0:
            return attacker
    return None


def _decided(outcomes: np.ndarray) -> Decided:
    return Decided(int(np.sum(outcomes == 1)), int(np.sum(outcomes == -1)))
