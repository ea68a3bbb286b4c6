"""Searches that heed the whole game: their worlds are those in which it could have gone as it did.

An agent needs all plies of the game for this, which compiled loops do not keep. So games with it are played from
Python, one ply at a time; its searches are as compiled as ever.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from baselines.durak.agents.exact import with_endgames
from baselines.durak.search.agent import SearchAgent
from baselines.durak.search.known_opponent import KnowingSearch
from baselines.durak.search.particles import PARTICLE_INFO, Particles
from cardkit.agents import Analyst
from cardkit.checks import chosen
from cardkit.notation.analysis import Analysis
from durak_env.compiled_agents import CompiledAgent
from durak_env.evidence.draw import EVIDENT_INFO
from durak_env.information import InformationSet
from durak_env.knowledge import INFO
from durak_env.rules import PLAIN_ALONE, Rules

NO, BY_RULES, BY_OPPONENT = "no", "yes", "opponent"
Heed = Callable[[InformationSet, np.random.Generator], InformationSet]
"""Adds what the game tells of the hidden cards to a seat's knowledge."""


class HeedfulAgent:
    """A search whose determinizations heed the evidence of the game.

    Attributes:
        policy_file: that of the search.

    Args:
        search: searches in positions with hidden cards.
        otherwise: plays all others.
        evidence: what it heeds, as its option says: ``yes``, see `durak_env.evidence`; ``opponent``, see
            `baselines.durak.search.particles`.
    """

    def __init__(self, search: SearchAgent, otherwise: Any, evidence: str) -> None:
        self._search, self._otherwise, self._evidence = search, otherwise, evidence
        self._heed: Heed = _by_rules if evidence == BY_RULES else Particles(_opponent_of(search))
        self.policy_file = search.policy_file
        search.info_dtypes = INFO, EVIDENT_INFO, PARTICLE_INFO

    def prepare(self, rules: Rules, open_world: bool) -> None:
        """Refuse games for which evidence is not counted.

        Raises:
            ValueError: it is not the plain game of two seats.
        """
        if not rules.is_plain:
            raise ValueError(f"evidence={self._evidence} plays {PLAIN_ALONE}; the rules are {rules}")
        self._search.prepare(rules, open_world)

    def act(self, info: InformationSet, rng: np.random.Generator) -> int:
        """Choose an action, and return its id.

        Raises:
            ValueError: ``info`` does not have all plies of the game.
        """
        return self._player(info).act(self._heeding(info, rng), rng)

    def analyse(self, info: InformationSet, rng: np.random.Generator) -> Analysis:
        """Judge the legal actions; with the same ``rng`` the analysis chooses the action that `act` chooses."""
        return self._player(info).analyse(self._heeding(info, rng), rng)

    def _player(self, info: InformationSet) -> Analyst:
        return self._search if info.record.unseen != 0 else self._otherwise

    def _heeding(self, info: InformationSet, rng: np.random.Generator) -> InformationSet:
        return self._heed(info, rng) if info.record.unseen != 0 and len(info.legal_actions) > 1 else info


def _by_rules(info: InformationSet, rng: np.random.Generator) -> InformationSet:
    return info.with_evidence()


def _opponent_of(search: SearchAgent) -> CompiledAgent:
    if not isinstance(search, KnowingSearch):
        raise ValueError("evidence=opponent needs an opponent: name the agent whose plies are the evidence")
    return search.opponent


def as_told(search: SearchAgent, endgame: str, evidence: str, *more: str) -> CompiledAgent | HeedfulAgent:
    """Return the search, with exact endgames unless ``endgame`` is ``search``.

    It heeds evidence unless ``evidence`` is ``no``; ``more``: values that it takes beside ``yes``.

    Raises:
        ValueError: ``endgame`` or ``evidence`` is not one of the values that they take, or ``evidence`` is
            ``opponent`` and the search knows none.
    """
    agent = with_endgames(search, endgame, default="exact")
    evidence = chosen("evidence", evidence, {one: one for one in (NO, BY_RULES, *more)}, NO)
    return agent if evidence == NO else HeedfulAgent(search, agent, evidence)
