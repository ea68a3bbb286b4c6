"""Tells a recorded game in words, ply by ply, with all cards or as one seat saw it.

The transcript of a seat is built from that seat's scenes and plies only, so it cannot leak hidden cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from durak_env.game import ATTACK, DEFENCE, GAME_OVER, THROW_IN_AFTER_TAKE
from durak_env.notation import GameRecord, Ply, replay
from durak_env.render.pictures import card_text, cards_text, result_words, scene_lines, suit_text
from durak_env.render.scene import Scene, scene_of
from durak_env.rules import Rules

Names = tuple[str, str]


def tell(
    record: GameRecord,
    show_hidden: bool = False,
    seat: int | None = 0,
    notes: Mapping[int, Iterable[str]] | None = None,
) -> Iterator[str]:
    """The lines of a game: a heading, each ply with the mover's options, the end of each bout, the result.

    Args:
        record: the game.
        show_hidden: show all cards.
        seat: the seat whose knowledge is shown. Cards that it does not know appear as ``??``, and of the other seat
            the lines show what it plays but neither its options nor its draws. None shows all cards, and so does any
            game with an open world.
        notes: further lines for a ply, by its number.

    Raises:
        ValueError: ``seat`` is out of range, or on reaching an illegal ply.
    """
    if seat not in (None, 0, 1):
        raise ValueError(f"seat must be 0, 1 or None, got {seat!r}")
    viewer = None if show_hidden or record.open_world else seat
    names = f"seat 0 ({record.players[0]})", f"seat 1 ({record.players[1]})"
    scene = scene_of(record.deal.lay_out(record.rules), viewer)
    yield from _heading(record, scene, names)
    for ply in replay(record):
        before, scene = scene, scene_of(ply.after, viewer)
        yield from _ply_lines(ply, record.rules, before, names)
        yield from (f"       {line}" for line in (notes or {}).get(ply.number, ()))
        if scene.phase in (ATTACK, GAME_OVER):
            yield from _bout_end(ply, record.rules, before, scene, names, viewer)
    yield ""
    yield f"result  {result_words(scene.returns, names)}"


def _heading(record: GameRecord, scene: Scene, names: Names) -> Iterator[str]:
    yield f"{names[0]} against {names[1]}"
    yield f"rules   {record.rules}"
    card = f", named by {card_text(scene.trump_card)}" if scene.trump_card else ""
    yield f"trumps  {suit_text(scene.trump_suit)}{card}"


def _ply_lines(ply: Ply, rules: Rules, scene: Scene, names: Names) -> Iterator[str]:
    if scene.phase == ATTACK:
        yield ""
        yield f"bout {scene.bout}: {names[ply.seat]} attacks"
    yield ""
    yield f"  ply {ply.number}: {names[ply.seat]}, {scene.phase_name}"
    for line in scene_lines(scene, names)[1:]:  # the first line repeats the heading
        yield f"    {line}"
    yield f"    -> {_played(ply.action, rules, scene)}"


def _played(action: int, rules: Rules, scene: Scene) -> str:
    if action == rules.take:
        return "takes"
    if action == rules.done:
        return "is done"
    card = card_text(rules.deck[action])
    if scene.phase == DEFENCE:
        return f"beats {card_text(scene.table[-1][0])} with {card}"
    return f"attacks with {card}" if scene.phase == ATTACK else f"throws in {card}"


def _bout_end(ply: Ply, rules: Rules, before: Scene, after: Scene, names: Names, viewer: int | None) -> Iterator[str]:
    """How the bout ended and which seats drew from the talon."""
    attacker, defender = before.attacker, 1 - before.attacker
    played = [rules.deck[ply.action]] if ply.action < rules.take else []
    cards = [card for pair in before.table for card in pair if card is not None] + played
    taken = ply.action == rules.take or before.phase == THROW_IN_AFTER_TAKE
    yield ""
    if taken:
        yield f"  taken: {names[defender]} takes up {cards_text(cards)}"
    else:
        yield f"  beaten off: {cards_text(cards)}"
    for seat in (attacker, defender):
        gained = len(cards) if taken and seat == defender else 0
        laid = len(played) if seat == ply.seat else 0
        drawn = len(after.hands[seat]) - (len(before.hands[seat]) - laid + gained)
        if drawn:
            old = {*before.hands[seat], *cards}
            new = [card for card in after.hands[seat] if card not in old]
            which = f": {cards_text(new)}" if viewer in (None, seat) else ""
            yield f"  {names[seat]} draws {drawn} card{'' if drawn == 1 else 's'}{which}"
