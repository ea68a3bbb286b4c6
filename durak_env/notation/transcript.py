"""Tells a recorded game in words, ply by ply, with all cards or as one seat saw it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from cardkit.notation.records import Ply
from cardkit.notation.transcript import Teller
from cardkit.playing_cards import Card
from cardkit.render.card_text import card_text, cards_text, suit_text
from durak_env.action_errors import action_text
from durak_env.core.records import ATTACK, DEFENCE, GAME_OVER, THROW_IN_AFTER_TAKE
from durak_env.notation.records import GameRecord
from durak_env.render.pictures import result_words, scene_lines, table_text
from durak_env.render.scene import Scene, scene_of

Names = Sequence[str]


class DurakTeller(Teller[Scene]):
    """Bouts: who attacks, what is played, who takes, who draws."""

    def scene(self, state: Any) -> Scene:
        """What the viewer sees of a STATE record."""
        return scene_of(state, self.viewer)

    def heading(self, scene: Scene) -> Iterator[str]:
        """The sides, the rules, the trumps."""
        sides = [
            " and ".join(name for name, other in zip(self.names, scene.sides, strict=True) if other == side)
            for side in sorted(set(scene.sides))
        ]
        yield (" against " if len(sides) == 2 else ", ").join(sides)
        yield f"rules   {self.record.rules}"
        card = f", named by {card_text(scene.trump_card)}" if scene.trump_card else ""
        yield f"trumps  {suit_text(scene.trump_suit)}{card}"

    def opening(self, scene: Scene) -> Iterator[str]:
        """A bout."""
        if scene.phase == ATTACK:
            attacked = f" {self.names[scene.defender]}" if scene.seats > 2 else ""
            yield f"bout {scene.bout}: {self.names[scene.attacker]} attacks{attacked}"

    def due(self, scene: Scene) -> str:
        """The phase."""
        return scene.phase_name

    def picture(self, scene: Scene) -> Sequence[str]:
        """The scene without its first line, which repeats the heading."""
        return scene_lines(scene, self.names)[1:]

    def played(self, action: int, before: Scene, after: Scene) -> str:
        """What the mover does: ``beats 7♣ with 9♣``."""
        return played(action_text(action, self.record.rules), before, after, self.names)

    def ending(self, action: int, before: Scene, after: Scene) -> Iterator[str]:
        """The end of a bout."""
        return bout_end(action_text(action, self.record.rules), before, after, self.names, self.viewer)

    def result(self, scene: Scene) -> str:
        """Who is the fool."""
        return result_words(scene, self.names)


tell = DurakTeller.tell


def played(word: str, before: Scene, after: Scene, names: Names) -> str:
    """What the mover of a scene does, as a verb and what goes with it: ``beats 7♣ with 9♣``."""
    if word == "take":
        return "takes"
    if word == "done":
        return "is done"
    if word == "show" or word[0] == ">":
        verb = "shows" if word == "show" else "plays"
        return f"{verb} {card_text(before.transferred_card(word))}: the attack passes to {names[after.defender]}"
    card = card_text(Card(word))
    if before.phase == DEFENCE:
        return f"beats {card_text(before.card_to_beat)} with {card}"
    return f"attacks with {card}" if before.phase == ATTACK else f"throws in {card}"


def bout_end(word: str, before: Scene, after: Scene, names: Names, viewer: int | None) -> Iterator[str]:
    """If this ply ended the bout: how, which seats drew from the talon, and which are out now."""
    if after.phase not in (ATTACK, GAME_OVER):
        return
    laid = [] if word in ("take", "done") else [Card(word)]
    cards = [card for pair in before.table for card in pair if card is not None] + laid
    taken = _is_taken(word, before)
    if taken:
        yield f"taken: {names[before.defender]} takes up {cards_text(cards)}"
    else:
        yield f"beaten off: {cards_text(cards)}"
    for seat in _drawing_order(before):
        gained = len(cards) if taken and seat == before.defender else 0
        lost = len(laid) if seat == before.mover else 0
        drawn = len(after.hands[seat]) - (len(before.hands[seat]) - lost + gained)
        if drawn:
            old = {*before.hands[seat], *cards}
            new = [card for card in after.hands[seat] if card not in old]
            which = f": {cards_text(new)}" if viewer in (None, seat) else ""
            yield f"{names[seat]} draws {drawn} card{'' if drawn == 1 else 's'}{which}"
    yield from (f"{names[seat]} is out" for seat in after.just_out)


def short_line(ply: Ply, record: GameRecord, viewer: int | None, names: Names) -> str:
    """A ply in one line: who played what, then the table after it, or how the bout ended."""
    before, after = scene_of(ply.before, viewer), scene_of(ply.after, viewer)
    word = action_text(ply.action, record.rules)
    width = max(map(len, names))
    return (
        f"{names[ply.seat]:<{width}}  {_short_word(word, before):<7}  {_outcome(word, before, after, names)}".rstrip()
    )


def _short_word(word: str, scene: Scene) -> str:
    if word in ("take", "done"):
        return word
    if word == "show" or word[0] == ">":
        return f"{word.rstrip('cdhs')} {card_text(scene.transferred_card(word))}"
    return card_text(Card(word))


def _outcome(word: str, before: Scene, after: Scene, names: Names) -> str:
    if after.phase in (ATTACK, GAME_OVER):
        out = [names[seat] for seat in after.just_out]
        end = f"taken by {names[before.defender]}" if _is_taken(word, before) else "beaten off"
        return f"{end}; out: {', '.join(out)}" if out else end
    if word in ("take", "done"):
        return ""
    attacked = before.phase == ATTACK or after.defender != before.defender
    return table_text(after) + f"  against {names[after.defender]}" * (attacked and after.seats > 2)


def _is_taken(word: str, before: Scene) -> bool:
    return word == "take" or before.phase == THROW_IN_AFTER_TAKE


def _drawing_order(scene: Scene) -> Iterator[int]:
    """The attacker, then the others clockwise, the defender last."""
    for places in range(scene.seats):
        seat = (scene.attacker + places) % scene.seats
        if seat != scene.defender:
            yield seat
    yield scene.defender
