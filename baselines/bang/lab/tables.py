"""Tables 8.1 to 8.8: who wins more, as printed and here; searches by playouts in place of seconds."""

from __future__ import annotations

from dataclasses import dataclass

from baselines.bang.lab.duels import SIZES, SPLITS, Wins, duel, three
from cardkit.lab.answers import CELL_RISK, SIDE_RISK, more, same
from cardkit.lab.estimates import Estimate, margin_at, share
from cardkit.lab.finding import Finding, Verdict
from cardkit.lab.scale import Scale

HALF, ONE = 400, 800
"""Playouts a ply in place of 0.5 s and 1 s."""
MCAI, HAI = "mcai:n=8,playouts={}", "hai:n=16,playouts={}"
FULL, QUICK = 24_000, 6000
"""Games of a duel of agents that do not search."""
SEARCHED, SEARCHED_QUICK = 480, len(SIZES) * SPLITS
"""Games of a duel with a search."""
HEADER = ("agent", "printed", "here", "law, Outlaws, Renegade, %")
OTHER_MACHINE = "the thesis' seconds are those of its machine and program, ours are playouts"
OTHER_WEIGHTS = "its individual is not printed; ours has other weights"


def row(agent: str, printed: str, wins: Wins) -> tuple[str, ...]:
    """A row of a table."""
    return agent, printed, wins.share.percent(), wins.by_team


@dataclass(frozen=True)
class Duel:
    """A table of two agents.

    Attributes:
        name: of the experiment.
        first, second: the agents; the thesis has the second ahead.
        wins, games: of the second, as printed.
        because: why our share may differ.
        searches: whether one of them searches.
    """

    name: str
    first: str
    second: str
    wins: int
    games: int
    because: str
    searches: bool = False

    @property
    def title(self) -> str:
        """Who plays whom."""
        return f"{self.second} against {self.first}"

    def run(self, scale: Scale) -> Finding:
        """Play the games of the table."""
        full, quick = (SEARCHED, SEARCHED_QUICK) if self.searches else (FULL, QUICK)
        games = scale.games(full, quick)
        first, second = duel(scale, self.first, self.second, games)
        theirs = share(self.wins, self.games)
        ours = second.share
        return Finding(
            f"{ours_games(second):,} games, each deal in all six splits of the teams, 4 to 7 players equally often",
            ours_games(second),
            HEADER,
            (
                row(self.first, f"{1 - theirs.value:.1%}", first),
                row(self.second, f"{theirs.value:.1%}", second),
            ),
            (
                Verdict(
                    f"{self.second} wins {theirs.value:.2%} of {self.games:,} games",
                    same(ours.less(theirs), margin_at(theirs.value)),
                    f"{ours.percent()}; {ours.less(theirs).points()}",
                    self.because,
                    risk=CELL_RISK,
                ),
                Verdict(
                    f"{self.second} is ahead of {self.first}",
                    more(ours.shifted(-0.5)),
                    ours.percent(),
                    self.because,
                    risk=SIDE_RISK,
                ),
            ),
        )


def ours_games(wins: Wins) -> int:
    """All games of a duel."""
    return int(wins.hits.size)


class Curve:
    """More playouts a ply: what they gain."""

    name = "playouts"
    title = "More playouts a ply, against rair"

    def run(self, scale: Scale) -> Finding:
        """Play each number of playouts on the same deals."""
        games = scale.games(288, SEARCHED_QUICK)
        rows: list[tuple[str, ...]] = []
        shares: dict[str, list[Estimate]] = {}
        numbers = (40, HALF) if scale.quick else (40, HALF, 2000)
        for search in (MCAI, HAI):
            for number in numbers:
                _, wins = duel(scale, "rair", search.format(number), games)
                rows.append((search.format(number), wins.share.percent(), wins.by_team))
                shares.setdefault(search, []).append(wins.share)
        return Finding(
            f"{games} games each, all on the same deals",
            games * len(rows),
            (HEADER[0], *HEADER[2:]),
            tuple(rows),
            (
                Verdict(
                    "more time improves mcai, but not significantly",
                    same(shares[MCAI][-1].less(shares[MCAI][0])),
                    f"from {numbers[0]} to {numbers[-1]} playouts {shares[MCAI][-1].less(shares[MCAI][0]).points()}",
                    "the thesis doubles the time alone; so many times more playouts help",
                    risk=CELL_RISK,
                ),
            ),
        )


class Three:
    """Table 8.8: the searches and the evolved agent, a team each."""

    name = "table-8.8"
    title = "mcai, hai and eai, a team each"

    def run(self, scale: Scale) -> Finding:
        """Play all six splits of the teams."""
        agents = (MCAI.format(HALF), HAI.format(HALF), "eai")
        printed = (243, 270, 487)
        found = three(scale, agents, scale.games(SEARCHED, SEARCHED_QUICK))
        best, others = found[2].share, [wins.share for wins in found[:2]]
        return Finding(
            f"{ours_games(found[0]):,} games, each deal in three of the six splits, 4 to 7 players equally often",
            ours_games(found[0]),
            HEADER,
            tuple(row(name, f"{won / 10:.1f}%", wins) for name, won, wins in zip(agents, printed, found, strict=True)),
            tuple(
                Verdict(
                    f"eai is ahead of {name}",
                    more(best.less(other)),
                    best.less(other).points(),
                    OTHER_WEIGHTS,
                    risk=SIDE_RISK,
                )
                for name, other in zip(agents, others, strict=False)
            ),
        )


TABLES = (
    Duel("table-8.1", "rai", "rair", 2958, 5000, "one of the rules that the thesis leaves open is played otherwise"),
    Duel("table-8.2", "rair", MCAI.format(HALF), 548, 1000, OTHER_MACHINE, True),
    Duel("table-8.3", "rair", MCAI.format(ONE), 279, 500, OTHER_MACHINE, True),
    Duel("table-8.4", "rair", HAI.format(HALF), 579, 1000, f"{OTHER_WEIGHTS}; {OTHER_MACHINE}", True),
    Duel("table-8.5", "rair", HAI.format(ONE), 299, 500, f"{OTHER_WEIGHTS}; {OTHER_MACHINE}", True),
    Duel("table-8.6", "rair", "eai", 3377, 5000, OTHER_WEIGHTS),
    Duel("table-8.7", "rair", "eai:weights=es", 3402, 5000, OTHER_WEIGHTS),
    Three(),
    Curve(),
)
