"""Analyses of Oh Hell! for the table's page: its search, and where the hidden cards may be."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cardtable.analyses.beliefs import SAMPLES, beliefs_of
from cardtable.analyses.by_search import SearchAnalysis
from cardtable.view import Json
from oh_hell_env.information import InformationSet, determinize


@dataclass(frozen=True)
class OhHellAnalysis(SearchAnalysis):
    """Positions of Oh Hell! as agents judge them."""

    def beliefs(self, info: InformationSet) -> Json | None:
        """Return, by other seat and card, the share of determinizations with the card in that hand."""
        rng = np.random.default_rng(0)
        return beliefs_of(np.array([determinize(info, rng)["hands"] for _ in range(SAMPLES)]), info.seat)
