"""The layout of a game's picture: a scene becomes a list of shapes in the order of painting.

::

    +--------------------------------------------------+
    |    seat              seat              seat      |
    |    its cards, then what lies before it           |
    |  seat    round, phase, who is asked        seat  |
    |          deck, pile, cards that are shown        |
    |          what the near seat may play             |
    |          what lies before the near seat          |
    |               hand of the near seat              |
    |  name of the near seat                           |
    +--------------------------------------------------+
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bang_env.cards import FACES, KIND_OF, KINDS, card_text
from bang_env.core.records import Phase
from bang_env.information import InformationSet
from cardkit.render.card_faces import GOLD, HEIGHT, WIDTH, card_shapes
from cardkit.render.labels import CHALK, FAINT, FELT_DARK, FELT_LINE, INK, pill, shortened_to, text_width
from cardkit.render.seats import CARDS, NAME_SIZE, SCALES, Panel, Scene, detail_in, hand_in, name_in, panels
from cardkit.render.shapes import Rect, Shape, Text, placed
from cardkit.render.table import (
    MIDDLE,
    NEAR_HAND,
    NEAR_NAME,
    STATUS,
    caption,
    felt,
    hand_places,
    hand_row,
    pile,
    word_of_a_click,
)

LONGEST_NAME = 22  # letters of a name shown
LAID = CARDS + HEIGHT * SCALES[0] + 10  # from a panel's top to its first line of cards laid before the seat
LINE, LINE_SIZE = 13, 11
STOCK, STOCK_SCALE = 256, 0.55  # row and size of the deck, the pile and the cards that are shown
KIND_SIZE = 9
WORDS, WORD_SIZE, WORD_GAP = 316, 11, 5
WORD_SPACE = 520
NEAR_LAID = NEAR_HAND - HEIGHT / 2 - 24


def lay_out(scene: Scene[InformationSet], players: Sequence[str]) -> list[Shape]:
    """Draw the whole picture, PICTURE_WIDTH by PICTURE_HEIGHT."""
    return [
        *felt(),
        *_other_seats(scene, players),
        *_status(scene, players),
        *_stock(scene),
        *(shape for word, ground in _words(scene) for shape in (ground, _word_text(word, ground))),
        *_near_seat(scene, players),
    ]


def word_at(scene: Scene[InformationSet], x: float, y: float) -> str | None:
    """Return the action that the near seat plays by a click there; None for nothing."""
    return word_of_a_click(_words(scene), x, y) if scene.info.mover == scene.near else None


# --- seats ----------------------------------------------------------------------------------------------------------


def _other_seats(scene: Scene[InformationSet], players: Sequence[str]) -> list[Shape]:
    shapes: list[Shape] = []
    for seat, panel in zip(scene.others, panels(len(scene.others)), strict=True):
        shapes += _name(scene, seat, panel.x, panel.name_y, name_in(panel, _named(players, seat)), NAME_SIZE)
        shapes.append(detail_in(panel, " · ".join(standing(scene.info, seat))))
        shapes += hand_in(panel, tuple(card if card is None else FACES[card] for card in scene.info.all_hands[seat]))
        shapes += _laid(scene, seat, panel)
    return shapes


def _laid(scene: Scene[InformationSet], seat: int, panel: Panel) -> Iterator[Shape]:
    """Yield the cards before a seat, two a line."""
    texts = [card_text(card) for card in scene.info.tables[seat].values()]
    for row, first in enumerate(range(0, len(texts), 2)):
        yield Text(panel.x, panel.y + LAID + LINE * row, " · ".join(texts[first : first + 2]), LINE_SIZE, CHALK)


def _near_seat(scene: Scene[InformationSet], players: Sequence[str]) -> Iterator[Shape]:
    cards = scene.info.all_hands[scene.near]
    hand = tuple(card if card is None else FACES[card] for card in cards)
    yield from hand_row(hand, NEAR_HAND)
    for card, (_, x, y) in zip(cards, hand_places(hand, NEAR_HAND), strict=True):
        yield Text(x, y - HEIGHT / 2 - KIND_SIZE, "" if card is None else _kind(card), KIND_SIZE, CHALK)
    laid = " · ".join(card_text(card) for card in scene.info.tables[scene.near].values())
    yield Text(MIDDLE, NEAR_LAID, laid, LINE_SIZE, GOLD)
    name = shortened_to(_named(players, scene.near), LONGEST_NAME)
    yield from _name(scene, scene.near, MIDDLE, NEAR_NAME, "  ·  ".join([name, *standing(scene.info, scene.near)]), 16)


def _named(players: Sequence[str], seat: int) -> str:
    """Write a player's name behind the seat, by which actions call it."""
    return players[seat] if players[seat] == f"seat {seat}" else f"{seat} {players[seat]}"


def _name(scene: Scene[InformationSet], seat: int, x: float, y: float, text: str, size: float) -> list[Shape]:
    """Draw a seat's name, gold for the seat that is asked, faint for the dead."""
    is_asked = scene.info.mover == seat
    ink = INK if is_asked else CHALK if scene.info.alive[seat] else FELT_LINE
    return pill(x, y, text, size, GOLD if is_asked else FELT_DARK, ink)


def standing(info: InformationSet, seat: int) -> tuple[str, ...]:
    """Describe a seat's standing: ``("jourdonnais", "outlaw", "3/4 lives")``."""
    return info.characters[seat], info.roles[seat], info.lives_text(seat)


# --- the middle -----------------------------------------------------------------------------------------------------


def _status(scene: Scene[InformationSet], players: Sequence[str]) -> list[Shape]:
    info = scene.info
    parts = [f"round {info.round}", f"turn of {_named(players, info.turn)}", info.phase.name.lower().replace("_", " ")]
    if info.phase in (Phase.SHOT, Phase.DYING) and info.cause != "none":
        parts[-1] += f" ({info.cause})"
    if info.mover is not None:
        parts.append(f"{_named(players, info.mover)} is asked")
    text = "  ·  ".join(parts)
    return pill(MIDDLE, STATUS + 12, text, min(14, WORD_SPACE / text_width(text, 1)), FELT_DARK, CHALK)


def _stock(scene: Scene[InformationSet]) -> list[Shape]:
    """Draw the deck, the pile with its top, and the cards of an emporio or those that Kit Carlson looks at."""
    info, width = scene.info, 1.5 * WIDTH * STOCK_SCALE
    shown = [*info.emporio, *info.looked]
    x = MIDDLE - width * (len(shown) + 1) / 2
    shapes = [*pile(x, STOCK, STOCK_SCALE, info.deck_size), caption(x, STOCK, STOCK_SCALE, f"{info.deck_size}")]
    x += width
    shapes += _open_card(info.pile[-1], x) if info.pile else pile(x, STOCK, STOCK_SCALE, 0)
    for card in shown:
        x += width
        shapes += _open_card(card, x)
    return shapes


def _open_card(card: int, x: float) -> list[Shape]:
    label = Text(x, STOCK + STOCK_SCALE * HEIGHT / 2 + KIND_SIZE, _kind(card), KIND_SIZE, FAINT)
    return [*placed(card_shapes(FACES[card]), x, STOCK, STOCK_SCALE), label]


def _words(scene: Scene[InformationSet]) -> list[tuple[str | None, Rect]]:
    """List the playable actions, row by row: each action's text with its ground."""
    found: list[tuple[str | None, Rect]] = []
    x, y = 0.0, float(WORDS)
    for word in scene.info.legal_words:
        width = text_width(word, WORD_SIZE) + WORD_SIZE
        if x + width > WORD_SPACE:
            x, y = 0.0, y + 1.7 * WORD_SIZE
        middle = MIDDLE - WORD_SPACE / 2 + x + width / 2
        found.append((word, Rect(middle, y, width, 1.5 * WORD_SIZE, FELT_LINE, 5, GOLD)))
        x += width + WORD_GAP
    return found


def _word_text(word: str | None, ground: Rect) -> Shape:
    return Text(ground.x, ground.y, word or "", WORD_SIZE, CHALK)


def _kind(card: int) -> str:
    return KINDS[KIND_OF[card]]
