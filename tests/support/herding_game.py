"""Herding for the kit's Python side: the game object, information sets, agents."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from cardkit import agents
from cardkit.agents import choose_any, compiled_choice
from cardkit.compiled.bits import highest as highest_bit
from cardkit.compiled.bits import lowest as lowest_bit
from cardkit.compiled.memory import address_of
from cardkit.compiled.protocol import implement, observe, play_out
from cardkit.game import Game, IllegalSlotError, Plies, Telling
from cardkit.search.ismcts import choose_by_ismcts
from cardkit.search.memory import VISITS, SearchMemory, Table, search_record
from cardkit.search.tree import play_uniformly
from tests.support.herding import (
    CALLS,
    CARDS,
    FIRST_CARD,
    INFO,
    MOST_PLIES,
    MOST_POINTS,
    NUM_ACTIONS,
    SEATS,
    STATE,
    TRICKS,
    points_of,
)


def id_of(record: Any, slot: int) -> int:
    """Return the action id of a slot: a call in the first round, else a card."""
    return slot if record.plies < SEATS else FIRST_CARD + slot


class HerdingInfo:
    """The knowledge of a seat of Herding."""

    def __init__(self, record: Any, plies: Plies) -> None:
        self.record, self.plies = record, tuple(plies)
        self.seat, self.to_move = int(record.seat), bool(record.legal)

    @property
    def legal_actions(self) -> tuple[int, ...]:
        return tuple(id_of(self.record, slot) for slot in range(64) if int(self.record.legal) >> slot & 1)

    def copy(self) -> HerdingInfo:
        return HerdingInfo(self.record.copy(), self.plies)

    def action_of(self, slot: int) -> int:
        if not (0 <= slot < 64 and int(self.record.legal) >> slot & 1):
            raise IllegalSlotError(f"slot {slot} is not legal")
        return id_of(self.record, slot)


class Herding(Game):
    """The game Herding in a world."""

    NAME, STATE, INFO = "herding", STATE, INFO
    AGENTS: ClassVar[str] = "herding.agents"
    SEAT_COUNTS: ClassVar[tuple[str, ...]] = ("tricks",)
    forgotten_actions: ClassVar[range] = range(NUM_ACTIONS)
    seats, num_actions, most_plies = SEATS, NUM_ACTIONS, MOST_PLIES
    return_range = (0.0, MOST_POINTS * TRICKS)

    @property
    def action_ids(self) -> np.ndarray:
        ids = np.full((2, 64), -1)
        ids[0, :CALLS], ids[1, :CARDS] = np.arange(CALLS), FIRST_CARD + np.arange(CARDS)
        return ids

    def information_set(self, state: Any, seat: int, plies: Plies = ()) -> HerdingInfo:
        info = self.new_info()[0]
        observe(state, seat, self.open_world, info)
        return HerdingInfo(info, plies)

    def action_of(self, state: Any, slot: Any) -> int:
        return id_of(state, int(slot))

    def read_action(self, state: Any, action: Any) -> int:
        slot = action if state.plies < SEATS else action - FIRST_CARD
        if not 0 <= action < NUM_ACTIONS or not 0 <= slot < 64 or not int(state.legal) >> slot & 1:
            raise ValueError(f"action {action} is not legal")
        return slot

    def forfeit(self, state: Any, seat: int, beside: Collection[int] = ()) -> Sequence[float]:
        """Let the agent's seats pay ten points; the tricks that are left bring each of the others all that they can."""
        left, own = MOST_POINTS * (TRICKS - int(sum(state.tricks))), {seat, *beside}
        return [float(points_of(state, one)) + (-10 if one in own else left) for one in range(SEATS)]

    def text_of(self, action: int) -> str:
        return f"call {action}" if action < CALLS else f"card {action - CALLS}"

    @property
    def tell(self) -> HerdingTelling:
        return HerdingTelling(self)


class HerdingTelling(Telling[Herding]):
    """Records without the variant, and a transcript of hands."""

    def record_text(self, start: Any, plies: Plies, players: Sequence[str], states: Sequence[Any] = ()) -> str:
        return json.dumps({"start": start.tobytes().hex(), "plies": list(plies), "players": list(players)})

    def read_records(self, text: str) -> Sequence[Any]:
        return [json.loads(line) for line in text.splitlines()]

    def transcript(
        self, record: Any, seat: int | None = None, notes: Mapping[int, Iterable[str]] | None = None
    ) -> Iterator[str]:
        if seat not in (None, *range(SEATS)):
            raise ValueError(f"seat must be None or from 0 to {SEATS - 1}, got {seat}")
        hands = np.frombuffer(bytes.fromhex(record["start"]), STATE)[0]["hands"]
        for one, player in enumerate(record["players"]):
            yield f"seat {one} ({player}) holds {hands[one] if seat in (None, one) else '??'}"
        for number, (one, action) in enumerate(record["plies"], 1):
            yield f"{number}. seat {one} plays {action}"
            yield from (notes or {}).get(number, ())


class CompiledAgent(agents.CompiledAgent):
    info_dtypes = (INFO,)


SEARCH = search_record("herding", SEATS)
LAYOUT = SearchMemory(Table(INFO, STATE, SEARCH))
search_in, leaf_in = LAYOUT.search_in, LAYOUT.leaf_in
implement(play_out, SEARCH, play_uniformly)


@compiled_choice
def choose_lowest(info, stream, memory):  # type: ignore[no-untyped-def]
    return lowest_bit(info.legal)


@compiled_choice
def choose_highest(info, stream, memory):  # type: ignore[no-untyped-def]
    return highest_bit(info.legal)


@compiled_choice
def choose_ismcts(info, stream, memory):  # type: ignore[no-untyped-def]
    address = address_of(memory)
    return choose_by_ismcts(search_in(info, address), address, info, leaf_in(info, address), stream)


def compiled_random() -> CompiledAgent:
    """Play any legal action."""
    return CompiledAgent(choose_any)


def lowest() -> CompiledAgent:
    """Play the first legal slot."""
    return CompiledAgent(choose_lowest)


def highest() -> CompiledAgent:
    """Play the last legal slot."""
    return CompiledAgent(choose_highest)


def ismcts(simulations: int = 100) -> CompiledAgent:
    """Search with the kit's ISMCTS."""
    return CompiledAgent(choose_ismcts, LAYOUT.new(simulations, limit=simulations, c=0.3, choice=VISITS))


class Random:
    """An agent from Python that plays any legal action."""

    def act(self, info: HerdingInfo, rng: np.random.Generator) -> int:
        return int(rng.choice(info.legal_actions))


class Talking(Random):
    """An agent that plays any legal action, and prints."""

    def __init__(self, times: int = 1) -> None:
        self.times = times

    def act(self, info: HerdingInfo, rng: np.random.Generator) -> int:
        print("I choose" * self.times)
        return super().act(info, rng)


class Failing:
    """An agent that answers what is not legal once it has cards to play."""

    def act(self, info: HerdingInfo, rng: np.random.Generator) -> int:
        return info.legal_actions[0] if info.record.plies < SEATS else NUM_ACTIONS
