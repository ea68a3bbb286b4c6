"""The value of knowing the hidden cards, a fault of the thesis' program that no honest agent can share.

Its closed world leaks: playouts mark hidden cards as seen, and later samples then deal these rightly: 513 of 966 cards
of the other hand that were never shown. Our agents cannot know what their seat does not. So here they play in games
that show them that share of the other hand, while their opponents stay honest: with the leak the thesis' figures should
come out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from baselines.durak.lab.duels import PAIR, outcomes_of, play
from baselines.durak.lab.experiments.tables import CLOSED_AGENTS, CLOSED_CELLS, STOPPED
from cardkit.agents import as_agent
from cardkit.arena.compiled_games import roots_of
from cardkit.arena.game_loop import PythonGame
from cardkit.arena.lineups import SeatingPlan
from cardkit.arena.match_result import outcomes
from cardkit.lab.answers import CELL_RISK, SIDE_RISK, more, same
from cardkit.lab.estimates import Estimate, gain, in_deals, less_printed, margin_at, mean_of, won_of_decided
from cardkit.lab.finding import Finding, Verdict
from cardkit.lab.scale import Scale
from durak_env.durak import SEATS, Durak

_PAIRS = [(agent, opponent) for agent in ("minimax", "mcts") for opponent in ("greedy", "smart")]

LEAK = 513 / 966  # each hidden card is shown with this probability, for the whole game


class HiddenCards:
    """The searching agents of table 5.2, shown nothing of the other hand, as much as the leak shows, and all."""

    name = "hidden-cards"
    title = "What knowing the hidden cards is worth"

    def run(self, scale: Scale) -> Finding:
        """Play each match three times on the same deals."""
        games = scale.games(2000, 20)
        rows, cells, leaks, short = [], [], [], []
        for name, opponent in _PAIRS:
            low, high = (end / 100 for end in CLOSED_CELLS[name, opponent])
            seed = scale.seed_of(self.name, name, opponent)
            honest = outcomes_of(play(scale, CLOSED_AGENTS[name], CLOSED_AGENTS[opponent], games, seed))
            leaking, seeing = (self._shown(name, opponent, games, seed, part, scale) for part in (LEAK, 1.0))
            shares = [won_of_decided(each) for each in (honest, leaking, seeing)]
            rows.append((name, opponent, *(share.percent() for share in shares), f"{low:.1%} to {high:.1%}"))
            apart = less_printed(shares[1], low, high)
            short.append(apart)
            cells.append(
                Verdict(
                    f"{name} against {opponent}: with that share of cards shown, the thesis' figure comes out",
                    same(apart, margin_at(shares[1].value)),
                    apart.points(),
                    risk=CELL_RISK,
                )
            )
            leaks.append(gain(leaking, honest))
        return Finding(
            f"{games:,} games each, the same deals along a row; the opponent stays in the closed world",
            3 * games * len(rows),
            ("agent", "against", "none shown", f"{LEAK:.0%} shown, as by the leak", "all shown", "thesis"),
            tuple(rows),
            (*cells, leak_wins(leaks)),
            answers=(_explained(mean_of(short)),),
            notes=(
                "the thesis itself does not speak of the leak: its program was run again and its samples looked at",
                f"as in table-5.2, {STOPPED}",
            ),
        )

    def _shown(self, name: str, opponent: str, games: int, seed: int, part: float, scale: Scale) -> np.ndarray:
        scale.progress(f"{self.name}: {name} v {opponent}, {part:.0%} of the hidden cards shown")
        one, other = CLOSED_AGENTS[name], CLOSED_AGENTS[opponent]
        what = f"{self.name}: {one} v {other}, {part:.3f} shown, {games} games, seed {seed}"
        shown = scale.kept.measured(what, lambda: play_shown(one, other, games, seed, part))
        return in_deals(shown, PAIR)


def leak_wins(gains: Sequence[Estimate]) -> Verdict:
    """Make one statement of all matches: of several tested alone, one would be shown by chance too often."""
    of_all = mean_of(gains)
    each = ", ".join(
        f"{agent} against {other} {won.points()}" for (agent, other), won in zip(_PAIRS, gains, strict=True)
    )
    return Verdict(
        "the leak wins games, in the mean of the four matches",
        more(of_all),
        f"{of_all.points()}; {each}",
        risk=SIDE_RISK,
    )


def _explained(off: Estimate) -> str:
    said = f"with that share shown, the four figures are off the thesis' by {off.points()} in the mean"
    return f"{said}: so knowing a random half of the other hand does not explain the distance" if off.high < 0 else said


def play_shown(a: str, b: str, games: int, seed: int, part: float) -> np.ndarray:
    """Play a match in the closed world in which a is shown a part of the hidden cards in b's hand.

    Returns:
        The outcomes for a, array (games,).
    """
    variant = Durak()
    agents, roots = [as_agent(spec, variant) for spec in (a, b)], roots_of(seed, SEATS)
    plan, rows = SeatingPlan((a, b), seed), []
    for number in range(games):
        game = _ShowingGame(variant, agents, (a, b), roots, plan, number)
        game.shown = _some_cards(part, np.random.default_rng((seed, number)))
        game.play()
        rows.append(game.result)
    return outcomes(np.array(rows))


def _some_cards(part: float, rng: np.random.Generator) -> np.uint64:
    """Draw a set that holds each card with this probability."""
    return np.uint64(sum(1 << slot for slot in np.flatnonzero(rng.random(64) < part).tolist()))


class _ShowingGame(PythonGame[Durak]):
    """A game that shows the first agent some cards of the other hand: those of the set ``shown``."""

    shown: np.uint64

    def next_choice(self) -> tuple[int, Any] | None:
        choice = super().next_choice()
        if choice is not None and choice[0] == 0:
            record = choice[1].record
            other = 1 - int(record.seat)
            found = self._state.hands[other] & self.shown & record.unseen
            record.hands[other] |= found
            record.unseen &= ~found
        return choice
