"""The tables of a tournament of more than two seats, with each agent's rate as the fool."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from baselines.durak.report.fool_report import chance_level, fools, mean_places
from cardkit.arena.faults import MOST_FAILURES
from cardkit.arena.tournament_result import TournamentResult
from cardkit.report import tournament_tables
from cardkit.report.match_report import percent
from cardkit.report.text_table import TextTable
from cardkit.statistics.estimate import Estimate
from cardkit.statistics.intervals import clustered_interval

if TYPE_CHECKING:
    from durak_env.durak import Durak


class FoolStandings(tournament_tables.Standings):
    """A tournament's agents in rating order, with the fool rate of each over all its seats in all its games.

    Attributes:
        fooled: how often each agent, by number, is the fool, with deals as clusters.
        places: the mean place of each agent; None if returns do not go by places.
        chance: how often a seat is the fool if all play alike and no game is drawn.
        draw_rate: the share of all games without a fool.
    """

    def __init__(self, result: TournamentResult, confidence: float, most_failures: float = MOST_FAILURES) -> None:
        super().__init__(result, confidence, most_failures)
        self.fooled = [Estimate.of(deals, clustered_interval, confidence) for deals in result.by_deal(fools)]
        self.places = mean_places(cast("Durak", result.matches[0].game), result.mean_returns.tolist())
        self.chance = chance_level(result.matches[0])
        self.draw_rate = 1 - float(np.concatenate([fools(match).any(axis=1) for match in result.matches]).mean())

    def strength_table(self) -> TextTable:
        """Make the kit's table, with fool rates, and mean places if returns go by them."""
        table = super().strength_table()
        columns = {"fool, %": [self.fooled[agent].give_or_take(".1f", 100) for agent in self.order]}
        note = (
            "Fool: share of its games that an agent ended as the fool, over all its seats; "
            f"by chance {percent(self.chance)}. Draws: {percent(self.draw_rate)} of all games."
        )
        if self.places is not None:
            columns = {"place": [f"{self.places[agent]:.2f}" for agent in self.order]} | columns
            note = f"Place: mean over all games; 1 is the first to go out. {note}"
        rows = [(*row, *cells) for row, *cells in zip(table.rows, *columns.values(), strict=True)]
        return replace(table, header=(*table.header, *columns), rows=rows, notes=(*table.notes, note))

    def csv(self) -> str:
        """Write each agent's fool rate, mean return and strength, with the ends of their intervals."""
        header = ["agent", *(f"{name}{end}" for name in ("fool_rate", "mean_return", "strength") for end in _ENDS)]
        rows = [
            (
                each["agent"],
                *(f"{value:.6f}" for value in (each["fool_rate"], *each["fool_interval"])),
                *(f"{value:.6f}" for value in (each["mean_return"], *each["return_interval"])),
                *(f"{value:.1f}" for value in (each["strength"], *each["strength_interval"])),
            )
            for each in self.figures()["agents"]
        ]
        return TextTable(self.title, header, rows).csv()

    def figures(self) -> dict[str, Any]:
        """Return all figures by name, those of fools among them."""
        figures = super().figures()
        for figure, agent in zip(figures["agents"], self.order, strict=True):
            figure["fool_rate"], figure["fool_interval"] = self.fooled[agent].value, [*self.fooled[agent].interval]
            figure["mean_place"] = None if self.places is None else self.places[agent]
        return figures | {"chance": self.chance, "draw_rate": self.draw_rate}


_ENDS = ("", "_low", "_high")
