"""Agents that choose by lot: among the legal actions, by cards, and by cards without harm to guessed allies.

Source of the latter two: M. Daniláková, bachelor thesis, 2017, as RAI and RAIR.
"""

from __future__ import annotations

import numpy as np

from bang_env.agents.guess import guess_roles, without_harm
from bang_env.agents.lots import random_by_cards
from bang_env.compiled_agents import CompiledAgent, compiled_choice
from bang_env.core.records import DRAWING, PLAYING, Info
from cardkit.agents import choose_any
from cardkit.compiled.jit import jit
from cardkit.compiled.protocol import Actions, Slot, Stream
from cardkit.compiled.slots import legal_of


def random_agent() -> CompiledAgent:
    """Play a legal action, each with the same probability."""
    return CompiledAgent(choose_any)


def rai() -> CompiledAgent:
    """Draw a lot by cards, know nothing of roles, and answer whenever it can."""
    return CompiledAgent(choose_rai)


def rair() -> CompiledAgent:
    """Play like ``rai``, but leave out what harms its allies, guessed by who has attacked the Sheriff."""
    return CompiledAgent(choose_rair)


@compiled_choice
def choose_rai(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    """Choose a random action by cards."""
    return random_by_cards(info, legal_of(info), stream)


@compiled_choice
def choose_rair(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    """Choose a random action by cards among those that do not harm guessed allies."""
    return random_without_harm(info, legal_of(info), stream)


@jit
def random_without_harm(info: Info, legal: Actions, stream: Stream) -> Slot:
    """Draw an action by cards among those that do not harm guessed allies."""
    if info.phase == PLAYING or info.phase == DRAWING:
        legal = without_harm(info, guess_roles(info, stream), legal)
    return random_by_cards(info, legal, stream)
