"""Measures the value of knowing the hidden cards, a fault of the thesis' program that no honest agent can share.

Its closed world leaks: playouts mark hidden cards as seen, about half of those in the other hand, and later samples
then deal these correctly. Our agents cannot know what their seat does not, so they cannot repeat that. But knowing no
hidden card is our closed world and knowing all is the open one, so the thesis' figures should lie between the two.
"""

from __future__ import annotations

from dataclasses import dataclass

from baselines.arena.match import play_match
from baselines.lab.decided import Decided, percent
from baselines.lab.finding import Finding, Scale, Verdict
from cardkit.statistics.intervals import Interval

_AGENTS = {
    "minimax": ("minimax:depth=3,eval=playout,samples=30,order=deck",) * 2,
    "mcts": ("mcts:limit=30,c=1.4,simulation=greedy,samples=30", "mcts:limit=900,c=1.4,simulation=greedy"),
}
"""The thesis' agents of the closed world, and their counterparts in the open one with as many simulations."""

_THESIS: dict[tuple[str, str], Interval] = {
    ("minimax", "greedy"): (0.508, 0.543),
    ("minimax", "smart"): (0.425, 0.499),
    ("mcts", "greedy"): (0.768, 0.851),
    ("mcts", "smart"): (0.684, 0.778),
}
"""Table 5.2."""


@dataclass(frozen=True)
class HiddenCards:
    """The searching agents of table 5.2, knowing no hidden card and knowing all."""

    name: str = "hidden-cards"
    title: str = "What knowing the hidden cards is worth"

    def run(self, scale: Scale) -> Finding:
        """Play each match in both worlds."""
        games = scale.games(1000, 60)
        rows, verdicts = [], []
        for (name, opponent), thesis in _THESIS.items():
            closed, opened = (
                self._won(spec, opponent, games, open_world, scale)
                for spec, open_world in zip(_AGENTS[name], (False, True), strict=True)
            )
            rows.append((name, opponent, percent(closed), percent(thesis), percent(opened)))
            lies_between = closed[0] <= thesis[1] and thesis[0] <= opened[1]
            said = (
                f"{name} against {opponent}: the thesis' figure lies between those with no and all hidden cards known"
            )
            verdicts.append(Verdict(said, lies_between))
        return Finding(
            self.name,
            self.title,
            f"{games:,} games each; the thesis' program knows about half of the hidden cards in the other hand",
            2 * games * len(rows),
            ("agent", "against", "none known", "thesis", "all known"),
            tuple(rows),
            tuple(verdicts),
        )

    def _won(self, spec: str, opponent: str, games: int, open_world: bool, scale: Scale) -> Interval:
        scale.progress(f"{self.name}: {spec} v {opponent}")
        result = play_match(spec, opponent, games, scale.seed, open_world, jobs=scale.jobs)
        return Decided(result.wins, result.losses).interval
