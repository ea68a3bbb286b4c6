"""The layout of a game's picture: a scene becomes a list of shapes in the order of painting.

::

    +--------------------------------------------------+
    |    seat              seat              seat      |
    |                                                  |
    |  seat    round, trick, who is to move      seat  |
    |          the trick, or the bids so far,          |
    |  undealt each before its seat            trumps  |
    |  cards   what the near seat may bid              |
    |               hand of the near seat              |
    |  name of the near seat                           |
    +--------------------------------------------------+
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import cos, pi, sin

from cardkit.playing_cards import Card, by_suit
from cardkit.render.card_faces import GOLD, PAPER, card_shapes
from cardkit.render.labels import CHALK, FAINT, FELT_DARK, FELT_LINE, INK, pill, shortened_to, text_width
from cardkit.render.seats import NAME_SIZE, Scene, detail_in, hand_in, name_in, panels
from cardkit.render.shapes import Rect, Shape, Text, placed
from cardkit.render.table import (
    MIDDLE,
    NEAR_HAND,
    NEAR_NAME,
    STATUS,
    caption,
    felt,
    hand_grounds,
    hand_row,
    pile,
    trump_sign,
    word_of_a_click,
)
from oh_hell_env.core.records import Phase
from oh_hell_env.information import InformationSet
from oh_hell_env.render.words import doing, result_words, standing

LONGEST_NAME = 22  # letters of a name shown
TRICK_CENTRE = 328  # row of its middle
LABEL_SIZE, LABEL_LETTERS = 12, 8
LAST_TRICK = 0.8  # how much smaller the trick before is drawn
PILE, SIGN, CORNER_SCALE = (104, 405), (868, 410), 0.75
BID_ROW, BID_SIZE, BID_GAP = 446, 15, 6
BID_SPACE = 680
DEALER_SIZE = 12


@dataclass(frozen=True, slots=True)
class Spread:
    """The size of a trick's cards in a picture, and their distance from its middle."""

    scale: float
    across: float
    down: float


FEW, MANY = Spread(0.74, 185, 84), Spread(0.6, 200, 88)  # for up to five seats, and for more


def lay_out(scene: Scene[InformationSet], players: Sequence[str]) -> list[Shape]:
    """Draw the whole picture, PICTURE_WIDTH by PICTURE_HEIGHT."""
    return [
        *felt(),
        *_other_seats(scene, players),
        *_undealt(scene),
        *_trumps(scene),
        *_status(scene, players),
        *_middle(scene, players),
        *hand_row(_hand(scene, scene.near), NEAR_HAND, _playable(scene, scene.near)),
        *_near_name(scene, players),
    ]


def word_at(scene: Scene[InformationSet], x: float, y: float) -> str | None:
    """Return the word that the near seat plays by a click there: a card's text, or a bid such as ``b3``; or None."""
    grounds = [*hand_grounds(_hand(scene, scene.near), NEAR_HAND, _playable(scene, scene.near))]
    grounds += [(word, ground) for word, ground, _ in _bid_buttons(scene)]
    word = word_of_a_click(grounds, x, y)
    return word if word in scene.info.legal_words and scene.info.mover == scene.near else None


def _playable(scene: Scene[InformationSet], seat: int) -> tuple[str, ...]:
    return scene.info.legal_words if scene.info.mover == seat else ()


def _hand(scene: Scene[InformationSet], seat: int) -> tuple[Card | None, ...]:
    return by_suit(scene.info.all_hands[seat], scene.info.trump)


# --- seats ----------------------------------------------------------------------------------------------------------


def _other_seats(scene: Scene[InformationSet], players: Sequence[str]) -> list[Shape]:
    shapes: list[Shape] = []
    for seat, panel in zip(scene.others, panels(scene.seats - 1), strict=True):
        name = name_in(replace(panel, width=panel.width - 2 * DEALER_SIZE), players[seat])
        shapes += _name_pill(scene, seat, panel.x, panel.name_y, name, NAME_SIZE)
        shapes.append(detail_in(panel, " · ".join(standing(scene.info, seat))))
        shapes += hand_in(panel, _hand(scene, seat), _playable(scene, seat))
    return shapes


def _near_name(scene: Scene[InformationSet], players: Sequence[str]) -> list[Shape]:
    name = shortened_to(players[scene.near], LONGEST_NAME)
    text = "  ·  ".join([name, *standing(scene.info, scene.near)])
    return _name_pill(scene, scene.near, MIDDLE, NEAR_NAME, text, 16)


def _name_pill(scene: Scene[InformationSet], seat: int, x: float, y: float, text: str, size: float) -> list[Shape]:
    """Draw a seat's name, gold for the mover and for the winners at the end; the dealer's has a D beside it."""
    gold = scene.info.mover == seat or (scene.info.mover is None and seat in scene.info.first_place)
    name = pill(x, y, text, size, GOLD if gold else FELT_DARK, INK if gold else CHALK)
    if seat != scene.info.dealer:
        return name
    right = x + text_width(text, size) / 2 + size + DEALER_SIZE + 2
    ground = Rect(right, y, 1.6 * DEALER_SIZE, 1.6 * DEALER_SIZE, PAPER, 0.8 * DEALER_SIZE)
    return [*name, ground, Text(right, y, "D", DEALER_SIZE, INK)]


# --- the corners ----------------------------------------------------------------------------------------------------


def _undealt(scene: Scene[InformationSet]) -> list[Shape]:
    """Draw the cards that nobody holds, the turned card crosswise beneath them."""
    (x, y), scale = PILE, CORNER_SCALE
    if scene.info.turned is None:
        return [*pile(x, y, scale, scene.info.undealt), caption(x, y, scale, _undealt_text(scene))]
    turned = placed(card_shapes(scene.info.turned), x + 36 * scale, y, scale, turn=1)
    above = pile(x - 20 * scale, y, scale, scene.info.undealt) if scene.info.undealt else []
    return [*turned, *above, caption(x, y, scale, _undealt_text(scene))]


def _undealt_text(scene: Scene[InformationSet]) -> str:
    return f"{scene.info.undealt} undealt" if scene.info.undealt else "all dealt"


def _trumps(scene: Scene[InformationSet]) -> list[Shape]:
    if scene.info.trump in (None, "?"):
        text = "no trumps" if scene.info.trump is None else "trumps unknown"
        return [Text(*SIGN, text, 14, CHALK)]
    return trump_sign(scene.info.trump, *SIGN, CORNER_SCALE)


def _status(scene: Scene[InformationSet], players: Sequence[str]) -> list[Shape]:
    names = [shortened_to(name, LONGEST_NAME) for name in players]
    info = scene.info
    if info.mover is None:
        text = f"game over  ·  {result_words(scene.info, names)}"
    else:
        text = f"round {info.round + 1} of {len(info.schedule)}  ·  {doing(info)}  ·  {names[info.mover]} to move"
    size = min(15, 540 / text_width(text, 1))
    return pill(MIDDLE, STATUS, text, size, FELT_DARK, CHALK)


# --- the middle -----------------------------------------------------------------------------------------------------


def _middle(scene: Scene[InformationSet], players: Sequence[str]) -> list[Shape]:
    """Draw the trick; while the table is empty, the trick before; while bidding, the bids."""
    if scene.info.phase == Phase.BID:
        return [*_bids(scene, players), *(shape for *_, button in _bid_buttons(scene) for shape in button)]
    scale = _spread(scene).scale
    shapes: list[Shape] = []
    if not scene.info.laid and scene.info.last_laid:
        shapes.append(Text(MIDDLE, TRICK_CENTRE, "last trick", LABEL_SIZE, FAINT))
        scale *= LAST_TRICK
    for seat, card in scene.info.laid or scene.info.last_laid:
        x, y = _place(scene, seat)
        shapes += placed(card_shapes(card, seat == scene.info.winning), x, y, scale)
        shapes.append(_label(players[seat], x, y + 51 * scale + 10))
    return shapes


def _place(scene: Scene[InformationSet], seat: int) -> tuple[float, float]:
    """Return the place of a seat's card: before the seat, on an ellipse round the middle."""
    angle = 2 * pi * ((seat - scene.near) % scene.seats) / scene.seats
    spread = _spread(scene)
    return MIDDLE - spread.across * sin(angle), TRICK_CENTRE + spread.down * cos(angle)


def _spread(scene: Scene[InformationSet]) -> Spread:
    return MANY if scene.seats > 5 else FEW


def _label(player: str, x: float, y: float) -> Shape:
    return Text(x, y, shortened_to(player, LABEL_LETTERS), LABEL_SIZE, FAINT)


def _bids(scene: Scene[InformationSet], players: Sequence[str]) -> list[Shape]:
    shapes: list[Shape] = []
    for seat, bid in enumerate(scene.info.called):
        if bid is not None:
            x, y = _place(scene, seat)
            shapes += [*pill(x, y, str(bid), 22, FELT_LINE, CHALK), _label(players[seat], x, y + 30)]
    return shapes


def _bid_buttons(scene: Scene[InformationSet]) -> Iterator[tuple[str, Rect, list[Shape]]]:
    """Yield the near seat's possible bids, in one row: each word with its ground and its shapes."""
    if scene.info.phase != Phase.BID or scene.info.mover != scene.near or not scene.info.legal_words:
        return
    step = min(2.6 * BID_SIZE, BID_SPACE / len(scene.info.legal_words))
    for place, word in enumerate(scene.info.legal_words):
        x = MIDDLE + (place - (len(scene.info.legal_words) - 1) / 2) * step
        ground = Rect(x, BID_ROW, step - BID_GAP, 1.8 * BID_SIZE, PAPER, 0.8 * BID_SIZE, GOLD, 2)
        yield word, ground, [ground, Text(x, BID_ROW, word[1:], min(BID_SIZE, step / 2), INK)]
