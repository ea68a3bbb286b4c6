"""Effect of transposition tables on the thesis' minimax: one search with three kinds of table (figure 4.12).

For each position, in full detail, the thesis' program keeps the value of the first action tried, whatever the others
bring. A correct table keeps the best value with the bound that alpha-beta leaves open, and treats positions as equal if
the same games follow from them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from baselines.durak.arena.match import play_match
from baselines.durak.lab.duels import PAIR
from baselines.durak.lab.experiments.counting_search import Bounds, CountingSearch, FirstValues, Nothing
from cardkit.arena.game_loop import PythonGame
from cardkit.lab.answers import CELL_RISK, SIDE_RISK, Answer, more, within
from cardkit.lab.estimates import Estimate, difference_of_ratios, ratio
from cardkit.lab.finding import Finding, Verdict
from cardkit.lab.scale import Scale

DEPTHS = (4, 6, 8)
NONE, RIGHT, FAULTY = "none", "right", "first action's value"
_TABLES = {NONE: Nothing, RIGHT: Bounds, FAULTY: FirstValues}


@dataclass(frozen=True)
class Tally:
    """Counts of searches of the same positions with one depth and one kind of table.

    Attributes:
        met, asked, found, wrong: of each search, as `CountingSearch` counts; ``met`` counts its positions.
        chosen: slot of the action chosen in each position.
    """

    met: np.ndarray
    asked: np.ndarray
    found: np.ndarray
    wrong: np.ndarray
    chosen: np.ndarray

    def row(self, plain: Tally) -> tuple[str, ...]:
        """Write the figures, compared with those of searches without a table."""
        other = int(np.sum(self.chosen != plain.chosen))
        wrong = f"{self.wrong.sum() / self.found.sum():.1%}" if self.found.any() else "-"
        return f"{self.met.mean():.0f}", f"{self.found.sum() / self.asked.sum():.1%}", wrong, str(other)


class KeptPositions:
    """Figure 4.12 explained: positions met with no table, with a correct one, and with the program's fault."""

    name = "kept-positions"
    title = "Why keeping positions did not help minimax"

    def run(self, scale: Scale) -> Finding:
        """Search positions of games of greedy."""
        games, seed = scale.games(20, 2), scale.seed_of(self.name)
        depths = DEPTHS[: scale.games(3, 2)]
        scale.progress(f"{self.name}: positions of {games} games")
        counts = scale.kept.measured(
            f"{self.name}: depths {depths}, {games} deals, seed {seed}",
            lambda: _searched(games, seed, depths),
        )
        deals, rest = counts[0], counts[1:].reshape(len(depths), len(_TABLES), 5, -1)
        tallies = {
            (depth, table): Tally(*each)
            for depth, found in zip(depths, rest, strict=True)
            for table, each in zip(_TABLES, found, strict=True)
        }
        return Finding(
            f"{len(deals):,} positions with a choice of {games} different greedy games, open world, thesis' order of "
            "equals; the tables are compared deal by deal",
            games,
            ("depth", "table", "positions a move", "found again", "wrong of those", "other moves"),
            tuple((str(depth), table, *one.row(tallies[depth, NONE])) for (depth, table), one in tallies.items()),
            tuple(_verdicts(tallies, depths, deals)),
        )


def _searched(games: int, seed: int, depths: Sequence[int]) -> np.ndarray:
    """Search positions, and return the deal of each; then the counts of a `Tally`, for each depth and table."""
    positions = _positions(games, seed)
    rows = [[deal for deal, _ in positions]]
    for depth in depths:
        for table in _TABLES.values():
            searches = [CountingSearch(depth, table(), check=True) for _ in positions]
            chosen = [search.choose(state) for search, (_, state) in zip(searches, positions, strict=True)]
            rows += [
                [getattr(search, count) for search in searches] for count in ("positions", "asked", "found", "wrong")
            ]
            rows.append(chosen)
    return np.array(rows)


def _verdicts(tallies: dict[tuple[int, str], Tally], depths: Sequence[int], deals: np.ndarray) -> Iterator[Verdict]:
    for depth in depths:
        none, right, faulty = (tallies[depth, table] for table in _TABLES)
        saved = _by_deal(deals, none.met - right.met, none.met)
        yield Verdict(
            f"depth {depth}: keeping positions saves little, since even a right table leaves three quarters of them",
            within(saved, -1.0, 0.25),
            f"it saves {saved.percent()}",
            risk=CELL_RISK,
        )
        rarer = difference_of_ratios(
            *(np.bincount(deals, each) for each in (right.found, right.asked, faulty.found, faulty.asked))
        )
        yield Verdict(
            f"depth {depth}: the program's fault makes it less, since fewer are found again",
            more(rarer),
            rarer.points(),
            risk=SIDE_RISK,
        )
    wrong = sum(int(tallies[depth, FAULTY].wrong.sum()) for depth in depths)
    found = sum(int(tallies[depth, FAULTY].found.sum()) for depth in depths)
    yield Verdict(
        "and some of those found have a wrong value",
        Answer.AGREES if wrong else Answer.UNTOLD,  # one is enough
        f"{wrong} of {found}",
    )


def _by_deal(deals: np.ndarray, counts: np.ndarray, sizes: np.ndarray) -> Estimate:
    """Compute the ratio of two sums; the positions of a deal belong together."""
    return ratio(np.bincount(deals, counts), np.bincount(deals, sizes))


def _positions(games: int, seed: int) -> list[tuple[int, Any]]:
    """Collect every fifth state with a choice in games of greedy, one of each deal, with the deal's number."""
    found: list[tuple[int, Any]] = []

    def look(game: PythonGame) -> None:
        if game.number % 2 == 0:  # greedy against greedy plays the same game twice
            choices = (state for state, _, _ in game.replay() if int(state.legal).bit_count() > 1)
            found.extend((game.number // 2, state.copy()) for state in choices)

    play_match("greedy", "greedy", games=PAIR * games, seed=seed, on_game=look)
    return found[::5]
