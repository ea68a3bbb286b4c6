"""A recorded game in words, ply by ply, with all cards or as one seat saw it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardkit.game import Event
from cardkit.notation.transcript import Teller
from cardkit.render.card_text import card_text, cards_text, suit_text
from cardkit.render.seats import Scene
from cardkit.wording import counted
from durak_env.core.records import ATTACK
from durak_env.information import InformationSet
from durak_env.render.pictures import result_words, scene_lines, table_text

PLAYED = {
    "take": "takes",
    "done": "is done",
    "show": "shows {card}: the attack passes to {to}",
    "transfer": "plays {card}: the attack passes to {to}",
    "beat": "beats {beats} with {card}",
    "attack": "attacks with {card}",
    "throw_in": "throws in {card}",
}
SHORT = {"take": "take", "done": "done", "show": "show {card}", "transfer": "> {card}"}


class GameTeller(Teller[InformationSet]):
    """A teller of bouts: who attacks, what is played, who takes, who draws."""

    def heading(self, info: InformationSet) -> Iterator[str]:
        """Yield the sides, the rules, the trumps."""
        sides = [
            " and ".join(name for name, other in zip(self.names, info.sides, strict=True) if other == side)
            for side in sorted(set(info.sides))
        ]
        yield (" against " if len(sides) == 2 else ", ").join(sides)
        yield f"rules   {self.record.rules}"
        card = f", named by {card_text(info.trump_card)}" if info.trump_card else ""
        yield f"trumps  {suit_text(info.trump_suit)}{card}"

    def opening(self, info: InformationSet) -> Iterator[str]:
        """Yield the number of a bout that begins."""
        if info.phase == ATTACK:
            attacked = f" {self.names[info.defender]}" if len(self.names) > 2 else ""
            yield f"bout {info.bout}: {self.names[info.attacker]} attacks{attacked}"

    def due(self, info: InformationSet) -> str:
        """Name the phase."""
        return info.phase_name

    def picture(self, scene: Scene[InformationSet]) -> Sequence[str]:
        """Draw the scene without its first line, which repeats the heading."""
        return scene_lines(scene, self.names)[1:]

    def played(self, event: Event) -> str:
        """Describe the mover's action: ``beats 7♣ with 9♣``."""
        card, beats = (None if event[name] is None else card_text(event[name]) for name in ("card", "beats"))
        to = None if event["to"] is None else self.names[event["to"]]
        return PLAYED[event["kind"]].format(card=card, beats=beats, to=to)

    def ending(self, events: Sequence[Event], before: InformationSet, after: InformationSet) -> Iterator[str]:
        """Yield the end of a bout: how, which seats drew from the talon, and which are out now."""
        for event in events:
            if event["kind"] == "taken":
                yield f"taken: {self.names[event['seat']]} takes up {cards_text(event['cards'])}"
            elif event["kind"] == "beaten_off":
                yield f"beaten off: {cards_text(event['cards'])}"
            elif event["kind"] == "draw":
                which = f": {cards_text(event['cards'])}" if self.viewer in (None, event["seat"]) else ""
                yield f"{self.names[event['seat']]} draws {counted(event['count'], 'card')}{which}"
            elif event["kind"] == "out":
                yield f"{self.names[event['seat']]} is out"

    def short(self, events: Sequence[Event], before: InformationSet, after: InformationSet) -> Iterator[str]:
        """Yield the seat and its action, then the table after it, or the end of the bout."""
        first, *ends = events
        card = "" if first["card"] is None else card_text(first["card"])
        word = SHORT.get(first["kind"], "{card}").format(card=card)
        yield f"{self.aligned(first['seat'])}{word:<7}  {self._outcome(first, ends, after)}".rstrip()

    def _outcome(self, played: Event, ends: Sequence[Event], after: InformationSet) -> str:
        if ends:
            end = f"taken by {self.names[ends[0]['seat']]}" if ends[0]["kind"] == "taken" else "beaten off"
            out = ", ".join(self.names[event["seat"]] for event in ends if event["kind"] == "out")
            return f"{end}; out: {out}" if out else end
        if played["card"] is None:
            return ""
        attacked = played["to"] is not None and len(self.names) > 2
        return table_text(after) + f"  against {self.names[after.defender]}" * attacked

    def result(self, info: InformationSet) -> str:
        """Name the fool."""
        return result_words(info, self.names)


tell = GameTeller.tell
