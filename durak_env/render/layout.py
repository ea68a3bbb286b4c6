"""The layout of a game's picture: a scene becomes a list of shapes in the order of painting.

::

    +--------------------------------------------------+    +--------------------------------------------------+
    |  name of the far seat                            |    |    seat              seat              seat      |
    |               hand of the far seat               |    |                                                  |
    |  talon          phase, who is to move    discard |    |  seat       phase, who is to move          seat  |
    |  and trump      attack and defence               |    |             attack and defence                   |
    |  suit           cards, in pairs                  |    |  talon      cards, in pairs     trumps   discard |
    |               hand of the near seat              |    |               hand of the near seat              |
    |  name of the near seat                           |    |  name of the near seat                           |
    +--------------------------------------------------+    +--------------------------------------------------+
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from cardkit.playing_cards import Card
from cardkit.render.card_faces import HEIGHT, WIDTH, card_shapes
from cardkit.render.labels import CHALK, FELT_DARK, pill, shortened_to, text_width
from cardkit.render.seats import NAME_SIZE, Scene, detail_in, hand_in, name_in, panels
from cardkit.render.shapes import Rect, Shape, Text, placed
from cardkit.render.table import (
    MIDDLE,
    NEAR_HAND,
    NEAR_NAME,
    RAISED,
    STATUS,
    caption,
    felt,
    hand_grounds,
    hand_row,
    pile,
    trump_sign,
    word_of_a_click,
)
from durak_env.information import InformationSet
from durak_env.render.labels import name_pill, said_of, word_pill, word_width

FAR_HAND, FAR_NAME = 105, 34  # rows
LONGEST_NAMES = 36, 22  # letters of a name shown, where two play and where more do
TABLE_LEFT, TABLE_TOP, TABLE_WIDTH, TABLE_HEIGHT = 214, 214, 532, 244
DEFENCE_SHIFT = (20, 26)  # from an attack card to the card that beats it
WORD_SIZE, WORD_GAP, EDGE = 15, 8, 26


@dataclass(frozen=True, slots=True)
class Piles:
    """The places of the talon, the discard and the sign of the trump suit in a picture, and their size."""

    talon: float
    discard: float
    y: float
    scale: float
    trumps: tuple[float, float]


PILES_OF_TWO, PILES_OF_MORE = Piles(112, 856, 264, 1, (112, 394)), Piles(104, 872, 405, 0.75, (788, 418))


def lay_out(scene: Scene[InformationSet], players: Sequence[str]) -> list[Shape]:
    """Draw the whole picture, PICTURE_WIDTH by PICTURE_HEIGHT."""
    short, piles = _short(scene, players), PILES_OF_TWO if scene.seats == 2 else PILES_OF_MORE
    return [
        *felt(),
        *(_far_seat(scene, short) if scene.seats == 2 else _other_seats(scene, players)),
        *_talon(scene, piles),
        *_trump_sign(scene, piles),
        *_discard(scene, piles),
        *_status(scene, short),
        *_table(scene.info.pairs),
        *hand_row(scene.info.hands_by_suit[scene.near], NEAR_HAND, _playable(scene, scene.near)),
        *_name(scene, scene.near, short, NEAR_NAME),
    ]


def word_at(scene: Scene[InformationSet], players: Sequence[str], x: float, y: float) -> str | None:
    """Return the word that the near seat plays by a click there: a card's text or another word; None for nothing."""
    words = _word_pills(scene, scene.near, _short(scene, players), NEAR_NAME)
    grounds = [*hand_grounds(scene.info.hands_by_suit[scene.near], NEAR_HAND, _playable(scene, scene.near))]
    grounds += [(word, shapes[0]) for word, shapes in words if isinstance(shapes[0], Rect)]
    word = word_of_a_click(grounds, x, y)
    return word if word in scene.info.legal_words else None


def _short(scene: Scene[InformationSet], players: Sequence[str]) -> list[str]:
    letters = LONGEST_NAMES[scene.seats > 2]
    return [shortened_to(name, letters) for name in players]


def _far_seat(scene: Scene[InformationSet], players: Sequence[str]) -> list[Shape]:
    far = 1 - scene.near
    return [
        *_name(scene, far, players, FAR_NAME),
        *hand_row(scene.info.hands_by_suit[far], FAR_HAND, _playable(scene, far), RAISED),
    ]


def _other_seats(scene: Scene[InformationSet], players: Sequence[str]) -> list[Shape]:
    """Draw the names, roles and hands of all seats but the near one, where more than two play."""
    shapes: list[Shape] = []
    for seat, panel in zip(scene.others, panels(scene.seats - 1), strict=True):
        shapes += name_pill(scene, seat, panel.x, panel.name_y, name_in(panel, players[seat]), NAME_SIZE)
        shapes.append(detail_in(panel, said_of(scene.info, seat, " · ")))
        shapes += hand_in(panel, scene.info.hands_by_suit[seat], _playable(scene, seat))
    return shapes


def _name(scene: Scene[InformationSet], seat: int, players: Sequence[str], y: float) -> list[Shape]:
    """Draw a seat's name, role and number of cards, with the words that it may play."""
    shapes = name_pill(scene, seat, MIDDLE, y, _name_text(scene, seat, players), 16)
    for _, word in _word_pills(scene, seat, players, y):
        shapes += word
    return shapes


def _name_text(scene: Scene[InformationSet], seat: int, players: Sequence[str]) -> str:
    return f"{players[seat]}  ·  {said_of(scene.info, seat)}"


def _word_pills(
    scene: Scene[InformationSet], seat: int, players: Sequence[str], y: float
) -> Iterator[tuple[str, list[Shape]]]:
    """Yield the words that the seat may play: take and done to the right of its name, transfers to the left."""
    half = text_width(_name_text(scene, seat, players), 16) / 2
    words = [word for word in scene.info.legal_words if not isinstance(word, Card)] if scene.info.mover == seat else []
    for word in words:
        if word in ("take", "done"):
            yield word, word_pill(scene.info, word, MIDDLE + half + 70, y, WORD_SIZE)
    transfers = [word for word in words if word not in ("take", "done")]
    needed = sum(word_width(scene.info, word, WORD_SIZE) + WORD_GAP for word in transfers)
    right = MIDDLE - half - 16 - WORD_GAP
    size = WORD_SIZE * min(1, (right - EDGE) / max(1, needed))
    for word in reversed(transfers):
        width = word_width(scene.info, word, size)
        yield word, word_pill(scene.info, word, right - width / 2, y, size)
        right -= width + WORD_GAP


def _status(scene: Scene[InformationSet], players: Sequence[str]) -> list[Shape]:
    if scene.info.mover is None:
        text = "game over"
    else:
        text = f"bout {scene.info.bout}  ·  {scene.info.phase_name}  ·  {players[scene.info.mover]} to move"
    return pill(MIDDLE, STATUS, text, 15, FELT_DARK, CHALK)


def _playable(scene: Scene[InformationSet], seat: int) -> tuple[str, ...]:
    return scene.info.legal_words if scene.info.mover == seat else ()


def _talon(scene: Scene[InformationSet], piles: Piles) -> list[Shape]:
    """Draw the talon, the face-up card crosswise beneath it, and its size."""
    shapes: list[Shape] = []
    bottom = scene.info.bottom_card
    size, x = scene.info.talon_size, piles.talon
    if bottom is not None:
        shapes += placed(card_shapes(bottom), x + 36 * piles.scale, piles.y, piles.scale, turn=1)
    pile_x = x - 20 * piles.scale if bottom is not None else x
    if size != 1 or bottom is None:
        shapes += pile(pile_x, piles.y, piles.scale, size - (bottom is not None))
    return [*shapes, caption(x, piles.y, piles.scale, f"talon {size}" if size else "no talon left")]


def _discard(scene: Scene[InformationSet], piles: Piles) -> list[Shape]:
    size = len(scene.info.discard)
    return [
        *pile(piles.discard, piles.y, piles.scale, size),
        caption(piles.discard, piles.y, piles.scale, f"discard {size}"),
    ]


def _trump_sign(scene: Scene[InformationSet], piles: Piles) -> list[Shape]:
    """Draw the trump suit, large, whether or not its card is still visible."""
    (x, y), scale = piles.trumps, piles.scale
    if scene.info.trump_suit is None:
        return [Text(x, y, "no trumps", max(14, 16 * scale), CHALK)]
    return trump_sign(scene.info.trump_suit, x, y, scale)


def _table(pairs: Sequence[tuple[Card, Card | None]]) -> list[Shape]:
    """Draw the bout's attack cards in rows, each below the card that beats it; more cards are drawn smaller."""
    if not pairs:
        return []
    width, height = WIDTH + DEFENCE_SHIFT[0] + 14, HEIGHT + DEFENCE_SHIFT[1] + 12
    columns, scale = _grid(len(pairs), width, height)
    rows = ceil(len(pairs) / columns)
    shapes: list[Shape] = []
    for place, (attack, defence) in enumerate(pairs):
        row, column = divmod(place, columns)
        in_row = min(columns, len(pairs) - row * columns)
        x = TABLE_LEFT + TABLE_WIDTH / 2 + (column - (in_row - 1) / 2) * width * scale
        y = TABLE_TOP + TABLE_HEIGHT / 2 + (row - (rows - 1) / 2) * height * scale
        right, down = DEFENCE_SHIFT[0] / 2 * scale, DEFENCE_SHIFT[1] / 2 * scale
        shapes += placed(card_shapes(attack), x - right, y - down, scale)
        if defence is not None:
            shapes += placed(card_shapes(defence), x + right, y + down, scale)
    return shapes


def _grid(count: int, width: float, height: float) -> tuple[int, float]:
    """Return columns and scale that show ``count`` pairs as large as fits."""
    fits = [
        (min(1.0, TABLE_WIDTH / (columns * width), TABLE_HEIGHT / (ceil(count / columns) * height)), columns)
        for columns in range(1, count + 1)
    ]
    scale, columns = max(fits)
    return columns, scale
