"""The report on a match whose deals draw the parties: how often each agent wins, in all and as each party."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from cardkit.arena.tournament_result import TournamentResult
from cardkit.game import Game, parties_of
from cardkit.report.lineup_report import Mean
from cardkit.report.match_report import percent
from cardkit.report.win_report import WinReport
from cardkit.statistics.intervals import Interval, clustered_interval


class PartyReport(WinReport):
    """Rates of wins, in all and as each party.

    Attributes:
        by_party: `rates` for each party alone.
    """

    def _find_figures(self) -> None:
        super()._find_figures()
        won, seating = self.result.won, self.result.results["seating"]
        self.by_party = [self._shares_as(won, seating == party) for party in range(len(self.result.names))]

    def party_rows(self) -> Iterator[tuple[str, ...]]:
        """Rates of wins as each party."""
        for party, means in enumerate(self.by_party):
            yield from self.mean_rows(f"won as {party_name(self.result.game, party)}", means, percent)

    def values(self) -> dict[str, Any]:
        """All figures by name."""
        by_party = tuple(tuple(one.value for one in means) for means in self.by_party)
        return {**super().values(), "win_rates_by_party": by_party}

    def _shares_as(self, won: np.ndarray, played: np.ndarray) -> list[Mean]:
        """The shares of wins among those places and games that are ``played``."""
        found = []
        for (hits, _), (games, _) in zip(
            self._by_deal(won & played).swapaxes(0, 1), self._by_deal(played).swapaxes(0, 1), strict=True
        ):
            of_these = np.stack([hits, games])[:, games > 0]
            never = Mean(math.nan, (0.0, 1.0))
            found.append(Mean.of(of_these, clustered_interval, self.confidence) if of_these.size else never)
        return found


class WinRates:
    """A tournament's rates of wins by agent, with their intervals: in all, and as each party.

    Attributes:
        parties: their names.
    """

    def __init__(self, result: TournamentResult, confidence: float) -> None:
        game = result.matches[0].game
        numbers = range(parties_of(game))
        self.parties = [party_name(game, party) for party in numbers]
        self._rates = [result.win_rates(confidence, party) for party in (None, *numbers)]

    def of(self, agent: int) -> list[tuple[float, Interval]]:
        """Those of an agent: in all, then as each party."""
        return [rates[agent] for rates in self._rates]

    def figures(self, agent: int) -> dict[str, Any]:
        """The same by name; None stands for a party that the agent never was."""
        (rate, interval), *by_party = self.of(agent)
        return {
            "win_rate": rate,
            "win_rate_interval": [*interval],
            "win_rates_by_party": [None if math.isnan(one) else one for one, _ in by_party],
        }


def party_name(game: Game, party: int) -> str:
    """The game's name of a party, or else its number."""
    names = getattr(game, "PARTY_NAMES", ())
    return names[party] if names else f"party {party}"
