"""Lays out the picture of a game: turns a scene into a list of shapes in the order of painting.

::

    +--------------------------------------------------+
    |  name of the far seat                            |
    |               hand of the far seat               |
    |  talon          phase, who is to move    discard |
    |  and trump      attack and defence               |
    |  suit           cards, in pairs                  |
    |               hand of the near seat              |
    |  name of the near seat                           |
    +--------------------------------------------------+
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

from durak_env.cards import Card
from durak_env.render.card_faces import GOLD, HEIGHT, PAPER, SUIT_COLOURS, WIDTH, card_shapes
from durak_env.render.scene import Pair, Scene
from durak_env.render.shapes import Rect, Shape, Text, placed, suit_shapes

PICTURE_WIDTH, PICTURE_HEIGHT = 960, 640
WOOD, WOOD_LINE, FELT, FELT_LINE, FELT_DARK = "#4a2f1d", "#6d4a30", "#1f6b45", "#2c8257", "#185738"
INK, CHALK, FAINT = "#10261a", "#f3efe2", "#b9d4c3"

FAR_HAND, NEAR_HAND = 105, 535  # vertical centres of the hands
FAR_NAME, NEAR_NAME = 34, 606
HAND_SPACE = 880
LONGEST_NAME = 36  # letters of a name shown
RAISED = 16  # how far a playable card stands out
LEFT, RIGHT, MIDDLE = 112, 856, 480  # columns of the talon, the discard and the table
STATUS = 190
TABLE_LEFT, TABLE_TOP, TABLE_WIDTH, TABLE_HEIGHT = 214, 214, 532, 244
PILES = 264  # height of the talon and the discard
DEFENCE_SHIFT = (20, 26)  # from an attack card to the card that beats it


def lay_out(scene: Scene, players: tuple[str, str]) -> list[Shape]:
    """The whole picture, PICTURE_WIDTH by PICTURE_HEIGHT."""
    far = 1 - scene.near
    players = _short(players[0]), _short(players[1])
    return [
        *_felt(),
        *_name(scene, far, players, FAR_NAME),
        *_hand(scene, far, FAR_HAND),
        *_talon(scene),
        *_trump_sign(scene),
        *_discard(scene),
        *_status(scene, players),
        *_table(scene.table),
        *_hand(scene, scene.near, NEAR_HAND),
        *_name(scene, scene.near, players, NEAR_NAME),
    ]


def word_at(scene: Scene, players: tuple[str, str], x: float, y: float) -> str | None:
    """What the near seat plays by a click there: a card's text, ``take`` or ``done``; None for nothing."""
    places = _hand_places(scene, scene.near, NEAR_HAND)
    hand = [(card, Rect(middle, height, WIDTH, HEIGHT, PAPER)) for card, middle, height in places]
    words = _word_pills(scene, scene.near, (_short(players[0]), _short(players[1])), NEAR_NAME)
    grounds = [*hand, *((word, pill[0]) for word, pill in words)]
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


def _pill(x: float, y: float, text: str, size: float, fill: str, ink: str, line: str | None = None) -> list[Shape]:
    """A line of text on a rounded background about as wide."""
    return [
        Rect(x, y, _text_width(text, size) + 2 * size, 1.75 * size, fill, 0.87 * size, line),
        Text(x, y, text, size, ink),
    ]


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"


def _text_width(text: str, size: float) -> float:
    """The approximate width of bold text; painters use different fonts."""
    return 0.58 * size * len(text)


def _name(scene: Scene, seat: int, players: tuple[str, str], y: float) -> list[Shape]:
    """A seat's name, role and number of cards; gold for the mover, with the words that it may play."""
    moves = scene.mover == seat
    text = _name_text(scene, seat, players)
    shapes = _pill(MIDDLE, y, text, 16, GOLD if moves else FELT_DARK, INK if moves else CHALK)
    for _, pill in _word_pills(scene, seat, players, y):
        shapes += pill
    return shapes


def _name_text(scene: Scene, seat: int, players: tuple[str, str]) -> str:
    cards = len(scene.hands[seat])
    return f"{players[seat]}  ·  {_role(scene, seat)}  ·  {cards} card{'' if cards == 1 else 's'}"


def _word_pills(scene: Scene, seat: int, players: tuple[str, str], y: float) -> Iterator[tuple[str, list[Shape]]]:
    """The words that the seat may play, beside its name; each word's background comes first."""
    x = MIDDLE + _text_width(_name_text(scene, seat, players), 16) / 2 + 70
    for word in scene.legal if scene.mover == seat else ():
        if not isinstance(word, Card):
            yield word, _pill(x, y, word, 15, PAPER, INK, GOLD)


def _role(scene: Scene, seat: int) -> str:
    if scene.returns is None:
        return "attacker" if scene.attacker == seat else "defender"
    return {1: "winner", 0: "draw", -1: "fool"}[scene.returns[seat]]


def _status(scene: Scene, players: tuple[str, str]) -> list[Shape]:
    if scene.mover is None:
        text = "game over"
    else:
        text = f"bout {scene.bout}  ·  {scene.phase_name}  ·  {players[scene.mover]} to move"
    return _pill(MIDDLE, STATUS, text, 15, FELT_DARK, CHALK)


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


def _talon(scene: Scene) -> list[Shape]:
    """The talon, the face-up card crosswise beneath it, and its size."""
    shapes: list[Shape] = []
    bottom = scene.bottom_card
    size = len(scene.talon)
    if bottom is not None:
        shapes += placed(card_shapes(bottom), LEFT + 36, PILES, turn=1)
    shapes += _pile(LEFT - 20 if bottom is not None else LEFT, size - (bottom is not None), size == 0)
    return [*shapes, *_caption(LEFT, f"talon {size}" if size else "no talon left")]


def _discard(scene: Scene) -> list[Shape]:
    size = len(scene.discard)
    return [*_pile(RIGHT, size, size == 0), *_caption(RIGHT, f"discard {size}")]


def _pile(x: float, size: int, empty: bool) -> list[Shape]:
    """Stacked cards, face down, or an empty place."""
    if empty:
        return [Rect(x, PILES, WIDTH, HEIGHT, FELT, 7, FELT_LINE, 2)]
    shapes: list[Shape] = []
    for layer in range(min(size, 1 + ceil(size / 5))):
        shapes += placed(card_shapes(None), x - 2 * layer, PILES - 2 * layer)
    return shapes


def _caption(x: float, text: str) -> list[Shape]:
    return [Text(x, PILES + 70, text, 16, CHALK)]


def _trump_sign(scene: Scene) -> list[Shape]:
    """The trump suit, large, whether or not its card is still visible."""
    y = PILES + 130
    if scene.trump_suit is None:
        return [Text(LEFT, y, "no trumps", 16, CHALK)]
    return [
        Rect(LEFT, y, 64, 64, PAPER, 32, GOLD, 4),
        *placed(suit_shapes(scene.trump_suit, SUIT_COLOURS[scene.trump_suit]), LEFT, y, 19),
        Text(LEFT, y + 50, "trumps", 16, CHALK),
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
