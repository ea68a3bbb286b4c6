"""Tables 8.1 to 8.8: who wins more, as printed and here; searches by playouts in place of seconds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from baselines.bang.lab.duels import SIZES, SPLITS, Wins, duel, three
from cardkit.lab.answers import CELL_RISK, SIDE_RISK, Answer, more, same
from cardkit.lab.estimates import Estimate, margin_at, share
from cardkit.lab.finding import Finding, Verdict
from cardkit.lab.scale import Scale

HALF, ONE = 400, 800
"""Playouts a ply in place of 0.5 s and 1 s."""
MCAI, HAI = "mcai:n=8,playouts={}", "hai:n=16,playouts={}"
EVOLVED = "eai:weights=es"
"""The individual of evolution in tables 8.7 and 8.8: of our trainings the one that loses least."""
FULL, QUICK = 24_000, 6000
"""Games of a duel of agents that do not search."""
SEARCHED, SEARCHED_QUICK = 480, len(SIZES) * SPLITS
"""Games with a search."""
HEADER = ("agent", "printed", "here", "law, Outlaws, Renegade, %")
OTHER_MACHINE = "the thesis' seconds are those of its machine and program, ours are playouts"
OTHER_WEIGHTS = "its individual is not printed; ours has other weights"
OTHER_TRAINING = "its individual is not printed; our training weakened ours, the thesis' gained 0.5 points"
MCAI_WINS, HAI_WINS = ((548, 1000), (279, 500)), ((579, 1000), (299, 500))
"""Games won of those played against rair, as printed: with half a second a ply, and with a second."""


def row(agent: str, printed: str, wins: Wins) -> tuple[str, ...]:
    """Make a row of a table."""
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
        """The title: who plays whom."""
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
    """Count all games of a duel."""
    return int(wins.hits.size)


@dataclass(frozen=True)
class Curve:
    """The gain of more playouts a ply.

    Attributes:
        search: the agent, to be formatted with a number of playouts.
        printed: games won of those played against rair, with half a second a ply and with a second.
    """

    search: str
    printed: Sequence[tuple[int, int]]

    @property
    def name(self) -> str:
        """The experiment's name."""
        return f"playouts-{name_in(self.search)}"

    @property
    def title(self) -> str:
        """The heading of its results."""
        return f"More playouts a ply, {name_in(self.search)} against rair"

    def run(self, scale: Scale) -> Finding:
        """Play each number of playouts on the same deals."""
        games = scale.games(288, SEARCHED_QUICK)
        numbers = (40, HALF) if scale.quick else (40, HALF, 2000)
        wins = [against_rair(scale, self.search.format(number), games) for number in numbers]
        rows = [row(self.search.format(number), "", one) for number, one in zip(numbers, wins, strict=True)]
        return Finding(
            f"{games} games each, all on the same deals",
            games * len(rows),
            (HEADER[0], *HEADER[2:]),
            tuple((name, *rest) for name, _, *rest in rows),
            (twice_the_time(scale, self.search, self.printed), more_time(self.search, numbers, wins)),
        )


def name_in(search: str) -> str:
    """Return the name of an agent, without its parameters."""
    return search.partition(":")[0]


def against_rair(scale: Scale, search: str, games: int) -> Wins:
    """Play a search against the agent of all tables, and return its wins."""
    return duel(scale, "rair", search, games)[1]


def twice_the_time(scale: Scale, search: str, printed: Sequence[tuple[int, int]]) -> Verdict:
    """Compare tables 8.2 and 8.3, or 8.4 and 8.5: our gain, on the same deals, less the thesis' gain."""
    games = scale.games(SEARCHED, SEARCHED_QUICK)
    once, twice = (against_rair(scale, search.format(number), games) for number in (HALF, ONE))
    gain, (half, one) = twice.ahead_of(once), (share(*wins) for wins in printed)
    theirs = one.less(half)
    return Verdict(
        f"twice the time improves {name_in(search)} by {100 * theirs.value:.1f} points, not significantly",
        same(gain.less(theirs)),
        f"from {HALF} to {ONE} playouts {gain.points()}; less the thesis' {gain.less(theirs).points()}",
        OTHER_MACHINE,
        risk=CELL_RISK,
    )


def more_time(search: str, numbers: Sequence[int], wins: Sequence[Wins]) -> Verdict:
    """Judge the gain from the fewest playouts to the most."""
    gain = wins[-1].ahead_of(wins[0])
    return Verdict(
        f"more time improves {name_in(search)}",
        more(gain),
        f"from {numbers[0]} to {numbers[-1]} playouts {gain.points()}",
        OTHER_MACHINE,
        risk=SIDE_RISK,
    )


class Three:
    """Table 8.8: the two searches and the agent that evolution has found, a team each."""

    name = "table-8.8"
    title = "mcai, hai and the evolved eai, a team each"

    def run(self, scale: Scale) -> Finding:
        """Play three of the six splits of the teams: each agent has each team once a deal."""
        agents = (MCAI.format(HALF), HAI.format(HALF), EVOLVED)
        printed = (243, 270, 487)
        found = three(scale, agents, scale.games(SEARCHED, SEARCHED_QUICK))
        mcai, hai, evolved = found
        return Finding(
            f"{ours_games(mcai):,} games, each deal in three of the six splits, 4 to 7 players equally often",
            ours_games(mcai),
            HEADER,
            tuple(row(name, f"{won / 10:.1f}%", wins) for name, won, wins in zip(agents, printed, found, strict=True)),
            (
                *(self._cell(*one) for one in zip(agents, printed, found, strict=True)),
                self._side(agents[2], agents[0], evolved.ahead_of(mcai)),
                weakened(self._side(agents[2], agents[1], evolved.ahead_of(hai))),
                self._side(agents[1], agents[0], hai.ahead_of(mcai)),
            ),
        )

    def _cell(self, name: str, won: int, ours: Wins) -> Verdict:
        theirs = share(won, 1000)
        apart = ours.share.less(theirs)
        return Verdict(
            f"{name} wins {theirs.value:.1%} of 1,000 games",
            same(apart, margin_at(theirs.value)),
            f"{ours.share.percent()}; {apart.points()}",
            f"{_other(name)}; {OTHER_MACHINE}",
            risk=CELL_RISK,
        )

    def _side(self, name: str, other: str, ahead: Estimate) -> Verdict:
        return Verdict(f"{name} is ahead of {other}", more(ahead), ahead.points(), _other(name), risk=SIDE_RISK)


def weakened(verdict: Verdict) -> Verdict:
    """Weaken a verdict on the agent that our training has weakened.

    That ours is behind does not tell of the thesis' agent.
    """
    if verdict.answer is not Answer.DIFFERS:
        return verdict
    return replace(verdict, answer=Answer.UNTOLD, shown=f"{verdict.shown}; {verdict.because}")


def _other(agent: str) -> str:
    """Say why an agent's games may differ from those of the thesis' agent."""
    return OTHER_TRAINING if agent == EVOLVED else OTHER_WEIGHTS


TABLES = (
    Duel("table-8.1", "rai", "rair", 2958, 5000, "perhaps a rule that the thesis leaves open is played otherwise"),
    Duel("table-8.2", "rair", MCAI.format(HALF), *MCAI_WINS[0], OTHER_MACHINE, True),
    Duel("table-8.3", "rair", MCAI.format(ONE), *MCAI_WINS[1], OTHER_MACHINE, True),
    Duel("table-8.4", "rair", HAI.format(HALF), *HAI_WINS[0], f"{OTHER_WEIGHTS}; {OTHER_MACHINE}", True),
    Duel("table-8.5", "rair", HAI.format(ONE), *HAI_WINS[1], f"{OTHER_WEIGHTS}; {OTHER_MACHINE}", True),
    Duel("table-8.6", "rair", "eai", 3377, 5000, OTHER_WEIGHTS),
    Duel("table-8.7", "rair", EVOLVED, 3402, 5000, OTHER_TRAINING),
    Three(),
    Curve(MCAI, MCAI_WINS),
    Curve(HAI, HAI_WINS),
)
