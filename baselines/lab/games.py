"""Chapters 2 and 3: the first mover, the branching factor, the length of games (figures 2.1 and 3.5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from baselines.arena.match import play_match
from baselines.arena.match_result import CONFIDENCE, MatchResult
from baselines.lab.decided import may_be_equal
from baselines.lab.finding import Finding, Scale, Verdict
from cardkit.arena.game_loop import PythonGame
from cardkit.statistics.intervals import wilson
from durak_env.cards import DONE_BIT, TAKE_BIT, count

_FIRST_MOVERS = {
    "random": ("random", 48),
    "greedy": ("greedy", 44),
    "minimax": ("minimax:depth=4,eval=playout", 53),
    "mcts": ("mcts:limit=50,c=1.41,simulation=greedy", 53),
}
"""Agents that play themselves, and how many of 100 games the first mover won in the thesis."""

_AGAIN = {"greedy": ", in 20,000 games of the thesis' program run again 56.2 %"}


@dataclass(frozen=True)
class FirstMover:
    """Figure 2.1: is it an advantage to attack first?"""

    name: str = "figure-2.1"
    title: str = "Games won by the first attacker"

    def run(self, scale: Scale) -> Finding:
        """Each agent against itself."""
        games = scale.games(10_000, 400)
        rows, verdicts, ahead = [], [], []
        for name, (spec, thesis) in _FIRST_MOVERS.items():
            scale.progress(f"{self.name}: {spec} v itself")
            result = play_match(spec, spec, games, scale.seed, open_world=True, jobs=scale.jobs)
            share = result.first_mover_share
            trials = (games - result.draws) / 2  # without chance, the two games of a mirrored pair are the same
            low, high = wilson(share * trials, trials, CONFIDENCE)
            ahead.extend([name] if low > 0.5 else [])
            rows.append((name, f"{share:.1%}", f"{low:.1%} to {high:.1%}", f"{thesis} %"))
            claim_low, claim_high = wilson(thesis, 100, CONFIDENCE)
            said = f"{name}: {thesis} of 100 games"
            because = (
                f"100 games only give {claim_low:.0%} to {claim_high:.0%}; here it is {share:.1%}{_AGAIN.get(name, '')}"
            )
            verdicts.append(Verdict(said, may_be_equal((low, high), (claim_low, claim_high)), because))
        return Finding(
            self.name,
            self.title,
            f"{games:,} games of each agent against itself, open world",
            games * len(rows),
            ("agent", "won by the first attacker", "98 % interval", "thesis"),
            tuple(rows),
            tuple(verdicts),
            answers=(
                f"attacking first is an advantage for {', '.join(ahead) or 'none'}; for the others none is shown",
            ),
        )


@dataclass(frozen=True)
class Branching:
    """Section 2.6: the number of actions to choose from."""

    name: str = "section-2.6"
    title: str = "Branching factor of greedy games"

    def run(self, scale: Scale) -> Finding:
        """Count the legal actions of every ply of greedy against greedy."""
        games = scale.games(1000, 100)
        counts: list[tuple[int, int]] = []
        scale.progress(f"{self.name}: greedy v greedy")
        play_match("greedy", "greedy", games, scale.seed, on_game=lambda game: counts.extend(_legal_counts(game)))
        actions, cards = np.array(counts).T
        means = {
            "legal actions of a ply": _geometric_mean(actions),
            "legal actions where there is a choice": _geometric_mean(actions[actions > 1]),
            "legal cards of a ply, where there is one": _geometric_mean(cards[cards > 0]),
            "legal cards of a ply, none counted as one": _geometric_mean(np.maximum(cards, 1)),
        }
        mean = means["legal cards of a ply, none counted as one"]
        return Finding(
            self.name,
            self.title,
            f"{games:,} games of greedy against itself; the thesis counts cards, and one if there is none",
            games,
            ("counted", "geometric mean"),
            tuple((name, f"{value:.2f}") for name, value in means.items()),
            (Verdict("2.17 actions a ply", abs(mean - 2.17) < 0.1, f"counted as the thesis does, {mean:.2f} here"),),
        )


def _legal_counts(game: PythonGame) -> Iterator[tuple[int, int]]:
    """The number of legal actions, and of cards among them, at each ply."""
    for state, _, _ in game.replay():
        yield int(count(state.legal)), int(count(state.legal & ~(TAKE_BIT | DONE_BIT)))


def _geometric_mean(values: np.ndarray) -> float:
    return float(np.exp(np.log(values).mean()))


_ONE_MORE = ", one bout more"


@dataclass(frozen=True)
class Duration:
    """Section 2.7: how long games last."""

    name: str = "section-2.7"
    title: str = "Bouts and plies of a game"

    def run(self, scale: Scale) -> Finding:
        """Greedy and random games."""
        games = scale.games(10_000, 1000)
        results = {name: _self_match(name, games, scale, self.name) for name in ("greedy", "random")}
        printed = {"greedy": ("8.3", "5.3", "44.0"), "random": ("24.0", "2.9", "68.0")}
        rows = tuple(
            (name + note, f"{bouts:.1f}", f"{result.plies / bouts:.1f}", f"{result.plies:.1f}", *printed[name])
            for name, result in results.items()
            for note, bouts in (("", result.bouts), (_ONE_MORE, result.bouts + 1))
        )
        greedy, random = results["greedy"], results["random"]
        return Finding(
            self.name,
            self.title,
            f"{games:,} games of each agent against itself",
            2 * games,
            ("agent", "bouts", "plies a bout", "plies", "thesis: bouts", "plies a bout", "plies"),
            rows,
            (
                Verdict("random games last longer", random.plies > greedy.plies),
                Verdict(
                    "greedy games have 8.3 bouts of 5.3 plies",
                    abs(greedy.bouts - 8.3) < 0.5,
                    "the thesis' own program, run again, prints 12.7; we know no way of counting that gives 8.3",
                ),
                Verdict(
                    "random games have 24.0 bouts",
                    abs(random.bouts - 24.0) < 1.5,
                    f"its program counts one bout too many in every game; this way there are {random.bouts + 1:.1f}",
                ),
            ),
        )


@dataclass(frozen=True)
class MatchStatistics:
    """Figure 3.5: the statistics of a match."""

    name: str = "figure-3.5"
    title: str = "Greedy against random, open world"

    def run(self, scale: Scale) -> Finding:
        """Play the match that the thesis shows."""
        games = scale.games(10_000, 1000)
        scale.progress(f"{self.name}: greedy v random")
        result = play_match("greedy", "random", games, scale.seed, open_world=True, jobs=scale.jobs)
        low, high = result.win_interval()
        rows = (
            ("won by greedy, of all games", f"{result.wins / games:.1%} ({low:.1%} to {high:.1%})", "91.3 %"),
            ("drawn, of all games", f"{result.draws / games:.1%}", "0.8 %"),
            ("bouts a game", f"{result.bouts:.1f}", "17.1"),
            (f"bouts a game{_ONE_MORE}", f"{result.bouts + 1:.1f}", "17.1"),
            ("plies a bout", f"{result.plies_per_bout:.1f}", "3.1"),
        )
        thesis_low, thesis_high = wilson(913, 1000, CONFIDENCE)
        return Finding(
            self.name,
            self.title,
            f"{games:,} games, open world",
            games,
            ("", "here", "thesis"),
            rows,
            (
                Verdict("greedy wins 913 of 1,000 games", thesis_low <= high and low <= thesis_high),
                Verdict(
                    "17.1 bouts a game",
                    abs(result.bouts - 17.1) < 0.5,
                    f"its program counts one bout too many in every game; this way there are {result.bouts + 1:.1f}",
                ),
            ),
        )


def _self_match(spec: str, games: int, scale: Scale, name: str) -> MatchResult:
    scale.progress(f"{name}: {spec} v itself")
    return play_match(spec, spec, games, scale.seed, jobs=scale.jobs)


GAMES: tuple[Any, ...] = (FirstMover(), Branching(), Duration(), MatchStatistics())
