"""Searches that heed hard evidence: their worlds are those in which the whole game could have gone as it did.

An agent needs all plies of the game for this, which compiled loops do not keep. So games with it are played from
Python, one ply at a time; its searches are as compiled as ever.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from baselines.durak.agents.exact import with_endgames
from baselines.durak.search.agent import SearchAgent
from cardkit.agents import Analyst
from cardkit.checks import chosen
from cardkit.notation.analysis import Analysis
from durak_env.compiled_agents import CompiledAgent
from durak_env.evidence.draw import EVIDENT_INFO
from durak_env.information import InformationSet
from durak_env.knowledge import INFO
from durak_env.rules import PLAIN_ALONE, Rules

EVIDENCE = {"no": False, "yes": True}


class HeedfulAgent:
    """A search whose determinizations heed the evidence of the game; see `durak_env.evidence`.

    Attributes:
        policy_file: that of the search.

    Args:
        search: searches in positions with hidden cards.
        otherwise: plays all others.
    """

    def __init__(self, search: SearchAgent, otherwise: Any) -> None:
        self._search, self._otherwise = search, otherwise
        self.policy_file = search.policy_file
        search.info_dtypes = INFO, EVIDENT_INFO

    def prepare(self, rules: Rules, open_world: bool) -> None:
        """Refuse games for which evidence is not counted.

        Raises:
            ValueError: it is not the plain game of two seats.
        """
        if not rules.is_plain:
            raise ValueError(f"evidence=yes plays {PLAIN_ALONE}; the rules are {rules}")
        self._search.prepare(rules, open_world)

    def act(self, info: InformationSet, rng: np.random.Generator) -> int:
        """Choose an action, and return its id.

        Raises:
            ValueError: ``info`` does not have all plies of the game.
        """
        return self._player(info).act(_with_evidence(info), rng)

    def analyse(self, info: InformationSet, rng: np.random.Generator) -> Analysis:
        """Judge the legal actions; with the same ``rng`` the analysis chooses the action that `act` chooses."""
        return self._player(info).analyse(_with_evidence(info), rng)

    def _player(self, info: InformationSet) -> Analyst:
        return self._search if info.record.unseen != 0 else self._otherwise


def _with_evidence(info: InformationSet) -> InformationSet:
    return info.with_evidence() if info.record.unseen != 0 else info


def as_told(search: SearchAgent, endgame: str, evidence: str) -> CompiledAgent | HeedfulAgent:
    """Return the search, with exact endgames unless ``endgame`` is ``search``.

    It heeds evidence if ``evidence`` is ``yes``.

    Raises:
        ValueError: ``endgame`` or ``evidence`` is not one of the values that they take.
    """
    agent = with_endgames(search, endgame, default="exact")
    return HeedfulAgent(search, agent) if chosen("evidence", evidence, EVIDENCE, "no") else agent
