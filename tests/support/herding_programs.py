"""Herding for programs: its codec, and an agent ``exec``."""

from __future__ import annotations

from typing import Any

from cardkit.programs.agent import ProgramAgent
from cardkit.programs.codec import Codec
from cardkit.specs.marks import runs_foreign_code
from tests.support.herding import NUM_ACTIONS
from tests.support.herding_game import Herding, HerdingInfo


class HerdingCodec(Codec):
    """Action ids as numbers; the closed world alone."""

    def variant(self, info: HerdingInfo) -> tuple[Any, ...]:
        return (Herding(),)

    def greeting(self, *variant: Any) -> dict[str, Any]:
        return {"game": str(*variant)}

    def knowledge(self, info: HerdingInfo) -> dict[str, Any]:
        hands = list(map(int, info.record.hands))
        return {"seat": info.seat, "hands": hands, "legal": info.legal_actions, "plies": info.plies}

    def action(self, text: Any, info: HerdingInfo) -> int:
        if not isinstance(text, int) or not 0 <= text < NUM_ACTIONS:
            raise ValueError(f"{text!r} is not an action of Herding")
        return text


@runs_foreign_code
def program(command: str, /) -> ProgramAgent:
    """Run a program that plays Herding."""
    return ProgramAgent(command, HerdingCodec())
