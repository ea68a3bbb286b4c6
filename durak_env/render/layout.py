"""Lays out the picture of a game: turns a scene into a list of shapes in the order of painting.

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

from durak_env.cards import Card
from durak_env.render.card_faces import GOLD, HEIGHT, PAPER, SUIT_COLOURS, WIDTH, card_shapes
from durak_env.render.labels import (
    CHALK,
    FELT,
    FELT_DARK,
    FELT_LINE,
    name_pill,
    pill,
    said_of,
    shortened_to,
    text_width,
    word_pill,
    word_width,
)
from durak_env.render.other_seats import other_seats
from durak_env.render.scene import Pair, Scene
from durak_env.render.shapes import Rect, Shape, Text, placed, suit_shapes

PICTURE_WIDTH, PICTURE_HEIGHT = 960, 640
WOOD, WOOD_LINE = "#4a2f1d", "#6d4a30"

FAR_HAND, NEAR_HAND = 105, 535  # vertical centres of the hands
FAR_NAME, NEAR_NAME = 34, 606
HAND_SPACE = 880
LONGEST_NAMES = 36, 22  # letters of a name shown, where two play and where more do
RAISED = 16  # how far a playable card stands out
MIDDLE = 480  # column of the table
STATUS = 190
TABLE_LEFT, TABLE_TOP, TABLE_WIDTH, TABLE_HEIGHT = 214, 214, 532, 244
DEFENCE_SHIFT = (20, 26)  # from an attack card to the card that beats it
WORD_SIZE, WORD_GAP, EDGE = 15, 8, 26


@dataclass(frozen=True, slots=True)
class Piles:
    """Where the talon, the discard and the sign of the trump suit are drawn, and how large."""

    talon: float
    discard: float
    y: float
    scale: float
    trumps: tuple[float, float]


PILES_OF_TWO, PILES_OF_MORE = Piles(112, 856, 264, 1, (112, 394)), Piles(104, 872, 405, 0.75, (788, 418))


def lay_out(scene: Scene, players: Sequence[str]) -> list[Shape]:
    """The whole picture, PICTURE_WIDTH by PICTURE_HEIGHT."""
    short, piles = _short(scene, players), PILES_OF_TWO if scene.seats == 2 else PILES_OF_MORE
    return [
        *_felt(),
        *(_far_seat(scene, short) if scene.seats == 2 else other_seats(scene, players)),
        *_talon(scene, piles),
        *_trump_sign(scene, piles),
        *_discard(scene, piles),
        *_status(scene, short),
        *_table(scene.table),
        *_hand(scene, scene.near, NEAR_HAND),
        *_name(scene, scene.near, short, NEAR_NAME),
    ]


def word_at(scene: Scene, players: Sequence[str], x: float, y: float) -> str | None:
    """What the near seat plays by a click there: a card's text or another word; None for nothing."""
    places = _hand_places(scene, scene.near, NEAR_HAND)
    hand = [(card, Rect(middle, height, WIDTH, HEIGHT, PAPER)) for card, middle, height in places]
    words = _word_pills(scene, scene.near, _short(scene, players), NEAR_NAME)
    grounds = [*hand, *((word, shapes[0]) for word, shapes in words)]
    there = (word for word, ground in reversed(grounds) if _holds(ground, x, y))
    word = next(there, None)  # the topmost
    return word if word in scene.legal else None


def _holds(ground: Shape, x: float, y: float) -> bool:
    assert isinstance(ground, Rect)
    return abs(x - ground.x) <= ground.width / 2 and abs(y - ground.y) <= ground.height / 2


def _felt() -> list[Shape]:
    width, height = PICTURE_WIDTH, PICTURE_HEIGHT
    return [
        Rect(width / 2, height / 2, width, height, WOOD),
        Rect(width / 2, height / 2, width - 8, height - 8, WOOD, 16, WOOD_LINE, 2),
        Rect(width / 2, height / 2, width - 24, height - 24, FELT, 14, FELT_DARK, 4),
        Rect(width / 2, height / 2, width - 34, height - 34, FELT, 10, FELT_LINE, 1),
    ]


def _short(scene: Scene, players: Sequence[str]) -> list[str]:
    letters = LONGEST_NAMES[scene.seats > 2]
    return [shortened_to(name, letters) for name in players]


def _far_seat(scene: Scene, players: Sequence[str]) -> list[Shape]:
    far = 1 - scene.near
    return [*_name(scene, far, players, FAR_NAME), *_hand(scene, far, FAR_HAND)]


def _name(scene: Scene, seat: int, players: Sequence[str], y: float) -> list[Shape]:
    """A seat's name, role and number of cards, with the words that it may play."""
    shapes = name_pill(scene, seat, MIDDLE, y, _name_text(scene, seat, players), 16)
    for _, word in _word_pills(scene, seat, players, y):
        shapes += word
    return shapes


def _name_text(scene: Scene, seat: int, players: Sequence[str]) -> str:
    return f"{players[seat]}  ·  {said_of(scene, seat)}"


def _word_pills(scene: Scene, seat: int, players: Sequence[str], y: float) -> Iterator[tuple[str, list[Shape]]]:
    """The words that the seat may play: take and done to the right of its name, transfers to the left."""
    half = text_width(_name_text(scene, seat, players), 16) / 2
    words = [word for word in scene.legal if not isinstance(word, Card)] if scene.mover == seat else []
    for word in words:
        if word in ("take", "done"):
            yield word, word_pill(scene, word, MIDDLE + half + 70, y, WORD_SIZE)
    transfers = [word for word in words if word not in ("take", "done")]
    needed = sum(word_width(scene, word, WORD_SIZE) + WORD_GAP for word in transfers)
    right = MIDDLE - half - 16 - WORD_GAP
    size = WORD_SIZE * min(1, (right - EDGE) / max(1, needed))
    for word in reversed(transfers):
        width = word_width(scene, word, size)
        yield word, word_pill(scene, word, right - width / 2, y, size)
        right -= width + WORD_GAP


def _status(scene: Scene, players: Sequence[str]) -> list[Shape]:
    if scene.mover is None:
        text = "game over"
    else:
        text = f"bout {scene.bout}  ·  {scene.phase_name}  ·  {players[scene.mover]} to move"
    return pill(MIDDLE, STATUS, text, 15, FELT_DARK, CHALK)


def _hand(scene: Scene, seat: int, y: float) -> list[Shape]:
    """A row of cards, overlapping if necessary; playable cards stand out towards the table."""
    shapes: list[Shape] = []
    for card, x, height in _hand_places(scene, seat, y):
        shapes += placed(card_shapes(card, _playable(scene, seat, card)), x, height)
    return shapes


def _hand_places(scene: Scene, seat: int, y: float) -> Iterator[tuple[Card | None, float, float]]:
    """Each card with its centre; a card may overlap the one before."""
    hand = scene.hands[seat]
    step = min(WIDTH + 8, (HAND_SPACE - WIDTH) / max(1, len(hand) - 1))
    first = MIDDLE - step * (len(hand) - 1) / 2
    towards_table = -RAISED if seat == scene.near else RAISED
    for place, card in enumerate(hand):
        yield card, first + place * step, y + _playable(scene, seat, card) * towards_table


def _playable(scene: Scene, seat: int, card: Card | None) -> bool:
    return scene.mover == seat and card in scene.legal


def _talon(scene: Scene, piles: Piles) -> list[Shape]:
    """The talon, the face-up card crosswise beneath it, and its size."""
    shapes: list[Shape] = []
    bottom = scene.bottom_card
    size, x = len(scene.talon), piles.talon
    if bottom is not None:
        shapes += placed(card_shapes(bottom), x + 36 * piles.scale, piles.y, piles.scale, turn=1)
    pile_x = x - 20 * piles.scale if bottom is not None else x
    shapes += _pile(piles, pile_x, size - (bottom is not None), size == 0)
    return [*shapes, *_caption(piles, x, f"talon {size}" if size else "no talon left")]


def _discard(scene: Scene, piles: Piles) -> list[Shape]:
    size = len(scene.discard)
    return [*_pile(piles, piles.discard, size, size == 0), *_caption(piles, piles.discard, f"discard {size}")]


def _pile(piles: Piles, x: float, size: int, empty: bool) -> list[Shape]:
    """Stacked cards, face down, or an empty place."""
    y, scale = piles.y, piles.scale
    if empty:
        return [Rect(x, y, WIDTH * scale, HEIGHT * scale, FELT, 7, FELT_LINE, 2)]
    shapes: list[Shape] = []
    for layer in range(min(size, 1 + ceil(size / 5))):
        shapes += placed(card_shapes(None), x - 2 * layer * scale, y - 2 * layer * scale, scale)
    return shapes


def _caption(piles: Piles, x: float, text: str) -> list[Shape]:
    return [Text(x, piles.y + 70 * piles.scale, text, max(14, 16 * piles.scale), CHALK)]


def _trump_sign(scene: Scene, piles: Piles) -> list[Shape]:
    """The trump suit, large, whether or not its card is still visible."""
    (x, y), scale = piles.trumps, piles.scale
    size = max(14, 16 * scale)
    if scene.trump_suit is None:
        return [Text(x, y, "no trumps", size, CHALK)]
    return [
        Rect(x, y, 64 * scale, 64 * scale, PAPER, 32 * scale, GOLD, 4),
        *placed(suit_shapes(scene.trump_suit, SUIT_COLOURS[scene.trump_suit]), x, y, 19 * scale),
        Text(x, y + 50 * scale, "trumps", size, CHALK),
    ]


def _table(pairs: Sequence[Pair]) -> list[Shape]:
    """The bout's attack cards in rows, each with the card that beats it on top; more cards are drawn smaller."""
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
    """Columns and scale that show ``count`` pairs as large as fits."""
    fits = [
        (min(1.0, TABLE_WIDTH / (columns * width), TABLE_HEIGHT / (ceil(count / columns) * height)), columns)
        for columns in range(1, count + 1)
    ]
    scale, columns = max(fits)
    return columns, scale
