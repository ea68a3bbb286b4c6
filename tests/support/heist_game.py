"""Heist for the kit's arena: the game from Python, and agents."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from cardkit import agents
from cardkit.agents import choose_any, compiled_choice
from cardkit.compiled.bits import ZERO, bit, random_bit
from cardkit.compiled.protocol import Slot, Stream
from cardkit.game import Game, KnownGame, Plies
from cardkit.notation.lines import Lines
from tests.support.heist import CARDS, INFO, LAW, MOST_PLIES, PARTIES, SEATS, STATE, Info


class Heist(Game):
    """The game Heist."""

    NAME = "heist"
    AGENTS: ClassVar[str] = "heist.agents"
    STATE, INFO = STATE, INFO
    COUNTS: ClassVar[tuple[str, ...]] = ("plies", "lots")
    SEAT_COUNTS: ClassVar[tuple[str, ...]] = ("role",)
    OPTIONS: ClassVar[tuple[str, ...]] = ("state",)
    PARTY_NAMES: ClassVar[tuple[str, ...]] = ("law", "outlaws", "renegade")
    seats, num_actions, num_cards, most_plies = SEATS, CARDS, CARDS, MOST_PLIES
    parties = PARTIES
    return_range = (-1.0, 1.0)

    @property
    def action_ids(self) -> np.ndarray:
        return np.array([[slot if slot < CARDS else -1 for slot in range(64)]])

    def text_of(self, action: int) -> str:
        return f"card {action}"

    def start(self, options: Mapping[str, Any]) -> Any:
        return options.get("state")

    def forfeit(self, state: Any, seat: int, beside: Collection[int] = ()) -> Sequence[float]:
        """Let the parties that fail lose, and the first of the others win."""
        failed = {int(state.roles[one]) for one in (seat, *beside)}
        won = min(set(range(PARTIES)) - failed, default=None)
        return [1.0 if role == won else -1.0 for role in state.roles]

    @property
    def tell(self) -> HeistTelling:
        return HeistTelling(self)


class HeistTelling(Lines):
    """Records that tell the outcomes of chance."""

    def record_text(self, start: Any, plies: Plies, players: Sequence[str], states: Sequence[Any] = ()) -> str:
        told = {"roles": start.roles.tolist(), "hands": start.hands.tolist()}
        told["deck"] = start.deck[: start.deck_size].tolist()
        told["lots"] = start.given[: start.fed].tolist()
        return json.dumps({**told, "plies": list(plies), "players": list(players)}) + "\n"

    def read_records(self, text: str) -> Sequence[Any]:
        return [json.loads(line) for line in text.splitlines() if line]

    def start_of(self, told: Mapping[str, Any]) -> Any:
        """Return the start that a record tells; it has no stream."""
        start = self.game.new_states()[0]
        start.roles[:], start.hands[:] = told["roles"], told["hands"]
        start.deck[: len(told["deck"])], start.deck_size = told["deck"], len(told["deck"])
        start.given[: len(told["lots"])], start.fed = told["lots"], len(told["lots"])
        start.sheriff, start.legal = told["roles"].index(LAW), start.hands[0]
        return start


class HeistBySeats(Heist):
    """Heist where an agent plays a seat."""

    ROLES: ClassVar[tuple[str, ...]] = Heist.PARTY_NAMES
    parties = None


class CompiledAgent(agents.CompiledAgent):
    info_dtypes = (INFO,)


@compiled_choice
def choose_high(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    slot = CARDS - 1
    while info.legal & bit(slot) == ZERO:
        slot -= 1
    return slot


@compiled_choice
def choose_talking(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    """Write the seat into the memory; answer what is illegal if another seat stands there."""
    if memory[0] not in (0, info.seat + 1):
        return 63
    memory[0] = info.seat + 1
    return random_bit(info.legal, stream)


def random_agent() -> CompiledAgent:
    """Play any card."""
    return CompiledAgent(choose_any)


def high() -> CompiledAgent:
    """Play the highest card."""
    return CompiledAgent(choose_high)


def talking() -> CompiledAgent:
    """Fail once the memory has served two seats."""
    return CompiledAgent(choose_talking, np.zeros(8, np.uint8))


class Anything:
    """An agent from Python that plays any card."""

    def act(self, info: KnownGame, rng: np.random.Generator) -> int:
        return int(rng.choice(info.legal_actions))


class Talking(Anything):
    """An agent that fails once its object has served two seats."""

    def __init__(self) -> None:
        self.hands: dict[int, tuple[int, ...]] = {}

    def act(self, info: KnownGame, rng: np.random.Generator) -> int:
        self.hands[info.seat] = info.legal_actions
        if len(self.hands) > 1:
            raise RuntimeError(f"the hands are {self.hands}")
        return super().act(info, rng)


class TalkingInBatches(Talking):
    """An agent that fails so when it is asked about many games at once."""

    def act_batch(self, infos: Sequence[KnownGame], rngs: Sequence[np.random.Generator]) -> list[int]:
        return [self.act(info, rng) for info, rng in zip(infos, rngs, strict=True)]


class Failing(Anything):
    """An agent that plays a card that it does not have in the second round."""

    def act(self, info: KnownGame, rng: np.random.Generator) -> int:
        return -1 if int(info.record.plies) >= SEATS else super().act(info, rng)
