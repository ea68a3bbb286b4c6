"""Bang! for the table's page: a seat's view as JSON and as lines."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from bang_env.actions import seen_text
from bang_env.bang import Bang
from bang_env.cards import card_text
from bang_env.core.records import Phase
from bang_env.information import InformationSet
from bang_env.notation.events import parts_of
from bang_env.rules import Rules
from bang_env.table.barred import why_barred
from cardkit.known import fields, plain
from cardtable.view import Json, VariantView


@dataclass(frozen=True)
class BangView(VariantView):
    """Bang!'s part of the table."""

    GAME: ClassVar[type[Bang]] = Bang
    RULES: ClassVar[type[Rules]] = Rules
    SHOWN = fields("emporio", "looked", "round", "turn", "mover", "cause", "source", deck="deck_size")
    name: ClassVar[str] = "bang"
    page: ClassVar[Path | None] = Path(__file__).with_name("page")
    module: ClassVar[str] = "bang.js"

    def named(self, variant: str) -> Bang:
        """Return the variant of ``str(game)``, for agents that play seats or teams."""
        game, _, lineup = variant.partition(", lineup by ")
        named = super().named(game)
        return Bang(named.rules, named.open_world, named.returns, lineup) if lineup else named

    def show(self, info: InformationSet) -> Json:
        """Return a seat's knowledge; None stands for a card that it does not know."""
        return super().show(info) | {
            "seats": [_seat(info, seat) for seat in range(info.rules.num_players)],
            "pile": len(info.pile),
            "top": card_text(info.pile[-1]) if info.pile else None,
            "phase": info.phase.name.lower().replace("_", " "),
            "over": info.phase == Phase.OVER,
            "barred": why_barred(info),
            "lines": str(info).splitlines(),
        }

    def action(self, info: InformationSet, action: int) -> Json:
        """Return an action's text, the kind of card that it plays, and whom it meets where."""
        return parts_of(seen_text(action, info.rules, info.seat if info.mover is None else info.mover))


def _seat(info: InformationSet, seat: int) -> Json:
    """Describe a seat for the viewer: the known facts, its distance, and whether the viewer can shoot it."""
    far = info.distances[seat]
    return {
        "character": info.characters[seat],
        "role": info.roles[seat],
        "alive": info.alive[seat],
        "lives": info.lives[seat],
        "most": info.most_lives[seat],
        "hand": plain(info.all_hands[seat], card_text),
        "table": plain(info.tables[seat], card_text),
        "distance": far,
        "in_reach": far is not None and far <= info.reach,
    }
