"""Volley for the kit's arena: the game from Python, and agents."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, ClassVar

import numpy as np

from cardkit import agents
from cardkit.agents import choose_any, compiled_choice
from cardkit.compiled import protocol
from cardkit.compiled.bits import random_bit
from cardkit.compiled.jit import jit_inline
from cardkit.compiled.memory import address_of
from cardkit.compiled.protocol import implement
from cardkit.compiled.slots import first_slot, is_empty, legal_of, without_first
from cardkit.game import Game, KnownGame
from cardkit.search.ismcts import choose_by_ismcts
from cardkit.search.memory import VISITS, SearchMemory, Table, begin_move, search_record
from cardkit.search.puct import by_playout, puct_fields, search_with_priors
from cardkit.search.tree import deadline_of, end_search, play_uniformly
from cardkit.search.uct import search_state
from tests.support.wide import CARDS, GAP, INFO, PASS, PLIES, SEATS, SLOT_OF, STATE, WORDS, determinize

ACTIONS = len(SLOT_OF)


class Volley(Game):
    """The game Volley in a world."""

    NAME = "volley"
    AGENTS: ClassVar[str] = "volley.agents"
    STATE, INFO = STATE, INFO
    seats, num_actions, num_cards, most_plies = SEATS, ACTIONS, CARDS, PLIES
    return_range = (0.0, 1.0)
    forgotten_actions = range(ACTIONS)  # what lies on the table is not kept
    public_fields = ("points",)

    @property
    def action_ids(self) -> np.ndarray:
        ids = np.full((1, 64 * WORDS), -1)
        ids[0, SLOT_OF] = np.arange(ACTIONS)
        return ids

    def text_of(self, action: int) -> str:
        return text_of(action)

    def lines_of(self, info: KnownGame) -> Sequence[str]:
        return [f"points: {', '.join(map(str, info.record.points))}"]

    def forfeit(self, state: Any, seat: int, beside: Collection[int] = ()) -> Sequence[float]:
        return [0.0 if one in (seat, *beside) else 1.0 for one in range(SEATS)]


def text_of(action: int) -> str:
    """Return an action in words."""
    slot = SLOT_OF[action]
    return "pass" if slot == PASS else f"card {slot % GAP} at seat +{slot // GAP}"


class CompiledAgent(agents.CompiledAgent):
    info_dtypes = (INFO,)


SEARCH = search_record("volley", SEATS, puct_fields(INFO), WORDS)
MEMORY = SearchMemory(Table(INFO, STATE, SEARCH))
search_in, root_in, leaf_in = MEMORY.search_in, MEMORY.root_in, MEMORY.leaf_in


@jit_inline
def like_own_points(search, info):  # type: ignore[no-untyped-def]
    """Write priors that prefer cards played at oneself."""
    left = legal_of(info)
    while not is_empty(left):
        slot = first_slot(left)
        left = without_first(left)
        search.priors[slot] = 0.2 if slot < GAP else 0.01


implement(protocol.play_out, SEARCH, play_uniformly)
implement(protocol.fill_priors, SEARCH, like_own_points)
implement(protocol.evaluate, SEARCH, by_playout)


@compiled_choice
def choose_first(info, stream, memory):  # type: ignore[no-untyped-def]
    return first_slot(legal_of(info))


@compiled_choice
def choose_beyond(info, stream, memory):  # type: ignore[no-untyped-def]
    return PASS + 1


@compiled_choice
def choose_as_if_one_word(info, stream, memory):  # type: ignore[no-untyped-def]
    return random_bit(info.legal, stream)


@compiled_choice
def choose_ismcts(info, stream, memory):  # type: ignore[no-untyped-def]
    address = address_of(memory)
    return choose_by_ismcts(search_in(info, address), address, info, leaf_in(info, address), stream)


@compiled_choice
def choose_uct(info, stream, memory):  # type: ignore[no-untyped-def]
    address = address_of(memory)
    search, root = search_in(info, address), root_in(info, address)
    begin_move(search, address)
    determinize(info, stream, root)
    search_state(search, root, leaf_in(info, address), stream, search.limit, deadline_of(search))
    return end_search(search)


@compiled_choice
def choose_puct(info, stream, memory):  # type: ignore[no-untyped-def]
    address = address_of(memory)
    search = search_in(info, address)
    begin_move(search, address)
    search_with_priors(search, info, leaf_in(info, address), stream)
    return end_search(search)


def random_agent() -> CompiledAgent:
    """Play any legal action."""
    return CompiledAgent(choose_any)


def first() -> CompiledAgent:
    """Play the first legal slot."""
    return CompiledAgent(choose_first)


def beyond() -> CompiledAgent:
    """Answer a slot that no action has."""
    return CompiledAgent(choose_beyond)


def narrow() -> CompiledAgent:
    """Read the legal actions as one word."""
    return CompiledAgent(choose_as_if_one_word)


def _searching(choose: Any, simulations: int, **settings: Any) -> CompiledAgent:
    return CompiledAgent(choose, MEMORY.new(simulations, limit=simulations, choice=VISITS, **settings))


def ismcts(simulations: int = 200) -> CompiledAgent:
    """Search with the kit's ISMCTS."""
    return _searching(choose_ismcts, simulations, c=0.5)


def uct(simulations: int = 200) -> CompiledAgent:
    """Search with the kit's UCT in one determinization."""
    return _searching(choose_uct, simulations, c=0.5)


def puct(simulations: int = 200) -> CompiledAgent:
    """Search with the kit's PUCT."""
    return _searching(choose_puct, simulations, c=1.4, mix=0.25, patience=4)


class Random:
    """An agent from Python that plays any legal action."""

    def act(self, info: KnownGame, rng: np.random.Generator) -> int:
        return int(rng.choice(info.legal_actions))
