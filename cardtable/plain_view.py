"""Base class for the view of a `cardkit.plain_game.PlainGame`: plain buttons and lines of text, no page of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from cardkit.plain_game import PlainGame
from cardtable.view import Json, Option, Recorded


@dataclass(frozen=True)
class PlainView:
    """What such a game brings to the table; a subclass names the game, and overrides what its page should do better."""

    GAME: ClassVar[type[PlainGame]]
    name: ClassVar[str]
    agents: ClassVar[str]
    seats: ClassVar[tuple[int, int]]
    page: ClassVar[Path | None] = None
    module: ClassVar[str] = ""
    deal: ClassVar[Sequence[str]] = ()
    options: ClassVar[Sequence[Option]] = ()

    def __init_subclass__(cls) -> None:
        game = cls.GAME()
        cls.name, cls.agents, cls.seats = game.NAME, game.AGENTS, (game.seats, game.seats)

    def variant(self, rules: Mapping[str, Any], seats: int, open_world: bool) -> PlainGame:
        """The game, which has no rules to choose; raises ValueError for any."""
        if rules:
            raise ValueError(f"rules must be empty, got {rules}")
        return self.GAME(open_world)

    def named(self, variant: str) -> PlainGame:
        """The game in the world that its name tells."""
        return self.GAME(variant.endswith("open"))

    def rules(self, game: PlainGame) -> Json:
        """None to choose."""
        return {}

    def opened(self, game: PlainGame) -> PlainGame:
        """The game in the open world."""
        return self.GAME(True)

    def show(self, info: Any) -> Json:
        """The game's lines."""
        return {"lines": list(info.rules.lines_of(info))}

    def public(self, shown: Json) -> Json:
        """No line: which of them hold what is hidden, only the game knows."""
        return {"lines": []}

    def public_events(self, events: Sequence[Json]) -> list[Json]:
        """The same: everybody sees actions."""
        return list(events)

    def action(self, info: Any, action: int) -> Json:
        """The action in the game's words."""
        return {"text": info.rules.text_of(action)}

    def events(self, before: Any, seat: int, action: int, after: Any) -> list[Json]:
        """The action alone."""
        return [{"kind": "played", "seat": seat, "text": before.rules.text_of(action)}]

    def recorded(self, record: Mapping[str, Any]) -> Recorded:
        """A record of the game."""
        actions = [action for _, action in record["plies"]]
        return Recorded(self.named(record["game"]), bytes.fromhex(record["start"]), actions, record["players"])
