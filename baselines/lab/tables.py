"""Tables 5.1 and 5.2: the tournaments of the thesis, and the one that it left out, without trumps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from baselines.lab.decided import may_be_equal, percent
from baselines.lab.finding import Finding, Scale, Verdict
from baselines.lab.thesis_schedule import play_until_decided
from cardkit.statistics.intervals import Interval
from durak_env.rules import Rules

Cells = Mapping[tuple[str, str], Interval]

_OPEN_CELLS: Cells = {
    ("greedy", "random"): (88.7, 94.4),
    ("smart", "random"): (92.0, 96.7),
    ("smart", "greedy"): (50.1, 54.3),
    ("minimax", "random"): (95.4, 98.8),
    ("minimax", "greedy"): (56.4, 66.5),
    ("minimax", "smart"): (55.0, 65.3),
    ("mcts", "random"): (98.9, 100.0),
    ("mcts", "greedy"): (95.6, 98.9),
    ("mcts", "smart"): (92.8, 97.2),
    ("mcts", "minimax"): (75.2, 83.6),
}
"""Table 5.1: the interval of the row's wins, in % of the decided games."""

_CLOSED_CELLS: Cells = {
    ("greedy", "random"): (88.7, 94.4),
    ("smart", "random"): (91.3, 96.2),
    ("smart", "greedy"): (48.1, 50.6),
    ("minimax", "random"): (90.5, 95.7),
    ("minimax", "greedy"): (50.8, 54.3),
    ("minimax", "smart"): (42.5, 49.9),
    ("mcts", "random"): (97.3, 99.6),
    ("mcts", "greedy"): (76.8, 85.1),
    ("mcts", "smart"): (68.4, 77.8),
    ("mcts", "minimax"): (78.4, 87.3),
}
"""Table 5.2."""

_LEAK = (
    "the thesis' program marks hidden cards as seen in its playouts, and so deals them correctly; the experiment "
    "hidden-cards measures the value of knowing cards"
)
_TIES = (
    "its program breaks ties, of which playouts leave many, by the card first in hand, by age and suit; "
    "minimax+ differs only in that order"
)
_SMART = "our smart agent uses everything that the seen cards reveal"
_OPEN_REASONS = {"minimax": _TIES, "smart": _SMART}
_CLOSED_REASONS = {"mcts": _LEAK, "minimax": _LEAK, "smart": _SMART}


@dataclass(frozen=True)
class ThesisTournament:
    """A round robin on the thesis' schedule.

    Attributes:
        name, title: of the experiment.
        agents: specs by short name.
        open_world, rules: of the games.
        cells: the thesis' intervals by (row, column), in %; empty for a tournament that the thesis did not play.
        reasons: why an agent's figures may differ.
    """

    name: str
    title: str
    agents: Mapping[str, str]
    open_world: bool
    rules: Rules
    cells: Cells
    reasons: Mapping[str, str]

    def run(self, scale: Scale) -> Finding:
        """Play all pairs."""
        found: dict[tuple[str, str], tuple[float, Interval, int]] = {}
        for column, row in combinations(self.agents, 2):
            scale.progress(f"{self.name}: {row} v {column}")
            found[row, column] = play_until_decided(
                self.agents[row], self.agents[column], self.open_world, self.rules, scale
            )
        verdicts = tuple(self._judge(pair, *found[pair][:2]) for pair in self.cells)
        rows = tuple(_row(pair, *found[pair], self.cells.get(pair)) for pair in found)
        return Finding(
            self.name,
            self.title,
            f"{'open' if self.open_world else 'closed'} world, rules: {self.rules}; 500 games, then 500 more while the "
            "interval holds 50 %, at most 10,000"
            if not scale.quick
            else f"{'open' if self.open_world else 'closed'} world, rules: {self.rules}; a quick look",
            sum(games for *_, games in found.values()),
            ("agent", "against", "won of decided", "98 % interval", "games", "thesis"),
            rows,
            verdicts,
            lambda figure: _draw(figure, list(self.agents), {pair: share for pair, (share, *_) in found.items()}),
            () if self.cells else (_unbeaten({pair: interval for pair, (_, interval, _) in found.items()}),),
        )

    def _judge(self, pair: tuple[str, str], share: float, interval: Interval) -> Verdict:
        low, high = (end / 100 for end in self.cells[pair])
        because = next((f": {self.reasons[name]}" for name in pair if name in self.reasons), "")
        claim = f"{pair[0]} wins {percent((low, high))} against {pair[1]}"
        return Verdict(claim, may_be_equal(interval, (low, high)), f"{share:.1%}{because}")


def _unbeaten(intervals: Mapping[tuple[str, str], Interval]) -> str:
    losers = {
        row if high < 0.5 else column for (row, column), (low, high) in intervals.items() if not low <= 0.5 <= high
    }
    names = dict.fromkeys(name for pair in intervals for name in pair)
    open_pairs = [f"{row} and {column}" for (row, column), (low, high) in intervals.items() if low <= 0.5 <= high]
    return (
        f"unbeaten: {', '.join(name for name in names if name not in losers) or 'none'}; "
        f"undecided: {', '.join(open_pairs) or 'none'}"
    )


def _row(pair: tuple[str, str], share: float, interval: Interval, games: int, cell: Interval | None) -> tuple[str, ...]:
    thesis = f"{cell[0]:.1f} % to {cell[1]:.1f} %" if cell else ""
    return (*pair, f"{share:.1%}", percent(interval), f"{games:,}", thesis)


def _draw(figure: Any, names: Sequence[str], shares: Mapping[tuple[str, str], float]) -> None:
    panel = figure.subplots()
    table = [[shares.get((row, column), 1 - shares.get((column, row), 0.5)) for column in names] for row in names]
    panel.imshow(table, cmap="RdBu", vmin=0, vmax=1)
    for row, line in enumerate(table):
        for column, share in enumerate(line):
            text = "" if row == column else f"{100 * share:.0f} %"
            panel.text(column, row, text, ha="center", va="center", color="black" if 0.2 < share < 0.8 else "white")
    panel.set_xticks(range(len(names)), names, rotation=30)
    panel.set_yticks(range(len(names)), names)
    panel.set_xlabel("against")
    panel.set_ylabel("decided games won by")


_SIMPLE = {"random": "random", "greedy": "greedy", "smart": "smart"}
_OPEN_AGENTS = {
    **_SIMPLE,
    "minimax": "minimax:depth=9,eval=playout,order=deck",  # breaks ties like the thesis: the deck's first card
    "minimax+": "minimax:depth=9,eval=playout",  # breaks ties by greedy's choice
    "mcts": "mcts:limit=800,c=1.0,simulation=greedy",
}
_CLOSED_AGENTS = {
    **_SIMPLE,
    "minimax": "minimax:depth=3,eval=playout,samples=30,order=deck",
    "minimax+": "minimax:depth=3,eval=playout,samples=30",
    "mcts": "mcts:limit=30,c=1.4,simulation=greedy,samples=30",
}

TABLES = (
    ThesisTournament("table-5.1", "Tournament, open world", _OPEN_AGENTS, True, Rules(), _OPEN_CELLS, _OPEN_REASONS),
    ThesisTournament(
        "table-5.2", "Tournament, closed world", _CLOSED_AGENTS, False, Rules(), _CLOSED_CELLS, _CLOSED_REASONS
    ),
    ThesisTournament(
        "no-trumps",
        "Tournament without trumps, closed world",
        _CLOSED_AGENTS,
        False,
        Rules(include_trumps=False),
        {},
        {},
    ),
)
