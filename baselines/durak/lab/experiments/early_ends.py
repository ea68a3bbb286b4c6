"""The thesis' program ends some games early; this counts the same games its way and ours.

In its program, an attacker who plays the last card of the hand wins even if the talon still has cards, which its text
would let the attacker draw. Up to that moment both versions play the same games, so it is enough to count who is ahead
there. Searches that would foresee such an end do not know of it.
"""

from __future__ import annotations

import numpy as np

from baselines.durak.arena.match import play_match
from baselines.durak.lab.duels import PAIR
from baselines.durak.lab.experiments.tables import CLOSED_AGENTS
from cardkit.arena.game_loop import PythonGame
from cardkit.lab.answers import CELL_RISK, within
from cardkit.lab.estimates import gain_of_decided, in_deals, won_of_decided
from cardkit.lab.finding import Finding, Verdict
from cardkit.lab.scale import Scale
from durak_env.cards import count

DUELS = (
    ("greedy", "random", True),
    (CLOSED_AGENTS["smart"], "greedy", True),
    (CLOSED_AGENTS["smart"], "greedy", False),
    (CLOSED_AGENTS["minimax"], "greedy", False),
    (CLOSED_AGENTS["mcts"], "greedy", False),
)
"""Agents, and whether they see all cards, of figure 3.5 and tables 5.1 and 5.2."""

SMALL = 0.02
"""A share that changes by less leaves a figure of the thesis as it is."""


class EarlyEnds:
    """Shares of wins, with games ending as in ours and as in the thesis' program."""

    name = "early-ends"
    title = "Attackers who have won with an empty hand before the talon is empty"

    def run(self, scale: Scale) -> Finding:
        """Play each match once and count it twice."""
        games = scale.games(500, 60)
        rows, verdicts = [], []
        for a, b, open_world in DUELS:
            world, short = "open" if open_world else "closed", a.split(":")[0]
            seed = scale.seed_of(self.name, short, b, world)
            scale.progress(f"{self.name}: {a} v {b}, {world} world")
            both = scale.kept.measured(
                f"{self.name}: {a} v {b}, {world} world, {games} games, seed {seed}",
                lambda match=(a, b, games, seed, open_world): _counted_twice(*match),
            )
            ours, early = (in_deals(counted, PAIR) for counted in both)
            change = gain_of_decided(early, ours)
            ended = f"{np.mean(ours != early):.1%}"
            rows.append((short, b, world, won_of_decided(ours).percent(), won_of_decided(early).percent(), ended))
            verdicts.append(
                Verdict(
                    f"{short} against {b}, {world} world: games that end early change the share by less than "
                    f"{100 * SMALL:.0f} points",
                    within(change, -SMALL, SMALL),
                    change.points(),
                    risk=CELL_RISK,
                )
            )
        return Finding(
            f"{games:,} games each, counted both ways",
            games * len(rows),
            ("agent", "against", "world", "won of decided", "counted as the program does", "games ended otherwise"),
            tuple(rows),
            tuple(verdicts),
        )


def _counted_twice(a: str, b: str, games: int, seed: int, open_world: bool) -> np.ndarray:
    """Return the outcomes for agent a under our rules, and under those of the thesis' program; array (2, games)."""
    found: list[tuple[int, int]] = []
    play_match(a, b, games=games, seed=seed, open_world=open_world, on_game=lambda game: found.append(_both(game)))
    return np.array(found, np.int8).T


def _both(game: PythonGame) -> tuple[int, int]:
    outcome, winner = int(np.sign(game.result.returns[0])), early_winner(game)
    return outcome, outcome if winner is None else 1 if winner == int(game.result.seating[0]) else -1


def early_winner(game: PythonGame) -> int | None:
    """Find the first attacker whose hand was empty while the talon had cards; None if there was none."""
    for state, _, _ in game.replay():
        attacker = int(state.attacker)
        if state.talon_size > 0 and count(state.hands[attacker]) == 0:
            return attacker
    return None
