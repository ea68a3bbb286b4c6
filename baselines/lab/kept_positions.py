"""Why keeping positions did not help the thesis' minimax: one search with three kinds of table (figure 4.12).

For each position, in full detail, the thesis' program keeps the value of the first action tried, whatever the others
bring. A correct table keeps the best value with the bound that alpha-beta leaves open, and treats positions as equal if
the same games follow from them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from baselines.arena.match import play_match
from baselines.lab.counting_search import Bounds, CountingSearch, FirstValues, Nothing
from baselines.lab.finding import Finding, Scale, Verdict
from cardkit.arena.game_loop import PythonGame

DEPTHS = (4, 6, 8)
NONE, RIGHT, FAULTY = "none", "right", "first action's value"
_TABLES = {NONE: Nothing, RIGHT: Bounds, FAULTY: FirstValues}


@dataclass(frozen=True)
class Tally:
    """Totals over searches of many positions with one depth and one kind of table.

    Attributes:
        met, asked, found, wrong: sums of the counts of `CountingSearch`; ``met`` counts its positions.
        chosen: slot of the action chosen in each position.
    """

    met: int
    asked: int
    found: int
    wrong: int
    chosen: tuple[int, ...]

    @classmethod
    def of(cls, positions: Sequence[Any], depth: int, table: str) -> Tally:
        """Search all positions, each with a new table."""
        searches = [CountingSearch(depth, _TABLES[table](), check=True) for _ in positions]
        chosen = tuple(search.choose(state) for search, state in zip(searches, positions, strict=True))
        return cls(
            sum(search.positions for search in searches),
            sum(search.asked for search in searches),
            sum(search.found for search in searches),
            sum(search.wrong for search in searches),
            chosen,
        )

    def row(self, plain: Tally) -> tuple[str, ...]:
        """The figures, compared with those of searches without a table."""
        moves = len(self.chosen)
        other = sum(mine != its for mine, its in zip(self.chosen, plain.chosen, strict=True))
        wrong = f"{self.wrong / self.found:.1%}" if self.found else "-"
        return f"{self.met / moves:.0f}", f"{self.found / self.asked:.1%}", wrong, str(other)


@dataclass(frozen=True)
class KeptPositions:
    """Figure 4.12 explained: positions met with no table, with a correct one, and with the program's fault."""

    name: str = "kept-positions"
    title: str = "Why keeping positions did not help minimax"

    def run(self, scale: Scale) -> Finding:
        """Search positions of games of greedy."""
        games = scale.games(20, 4)
        positions, depths = _positions(games, scale.seed), DEPTHS[: scale.games(3, 2)]
        tallies: dict[tuple[int, str], Tally] = {}
        for depth in depths:
            for table in _TABLES:
                scale.progress(f"{self.name}: depth {depth}, table: {table}")
                tallies[depth, table] = Tally.of(positions, depth, table)
        return Finding(
            self.name,
            self.title,
            f"{len(positions):,} positions of greedy games with a choice, open world, thesis' order of equals",
            games,
            ("depth", "table", "positions a move", "found again", "wrong of those", "other moves"),
            tuple((str(depth), table, *one.row(tallies[depth, NONE])) for (depth, table), one in tallies.items()),
            tuple(_judge(tallies, depths)),
        )


def _judge(tallies: dict[tuple[int, str], Tally], depths: Sequence[int]) -> list[Verdict]:
    none, right, faulty = ([tallies[depth, table] for depth in depths] for table in _TABLES)
    left = all(kept.met > 0.75 * plain.met for kept, plain in zip(right, none, strict=True))
    rarer = all(one.found / one.asked < kept.found / kept.asked for one, kept in zip(faulty, right, strict=True))
    return [
        Verdict("keeping positions saves little: even a right table leaves three quarters of them", left),
        Verdict("the program's fault makes it less: fewer are found again", rarer),
        Verdict("and some of those found have a wrong value", any(one.wrong for one in faulty)),
    ]


def _positions(games: int, seed: int) -> list[Any]:
    """Every fifth state with a choice in games of greedy."""
    found: list[Any] = []

    def look(game: PythonGame) -> None:
        found.extend(state.copy() for state, _, _ in game.replay() if int(state.legal).bit_count() > 1)

    play_match("greedy", "greedy", games, seed, on_game=look)
    return found[::5]
