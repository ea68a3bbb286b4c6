"""Lines of text in a picture: names, details of seats, and the words that may be played."""

from __future__ import annotations

from cardkit.render.card_faces import GOLD, PAPER, SUIT_COLOURS
from cardkit.render.labels import CHALK, FELT_DARK, FELT_LINE, INK, pill, text_width
from cardkit.render.shapes import Rect, Shape, Text, placed, suit_shapes
from durak_env.render.scene import Scene

ROLE_LINES = {"attacker": "#e0603f", "defender": "#6fb1e8"}
"""The outline of a name, where more than two play."""


def name_pill(scene: Scene, seat: int, x: float, y: float, text: str, size: float) -> list[Shape]:
    """A seat's name, gold for the mover. With more than two seats, partners are lighter and roles have an outline."""
    partner = scene.sides[seat] == scene.sides[scene.near] and seat != scene.near
    fill = GOLD if scene.mover == seat else FELT_LINE if partner else FELT_DARK
    line = ROLE_LINES.get(scene.role(seat) or "") if scene.seats > 2 and scene.returns is None else None
    return pill(x, y, text, size, fill, INK if scene.mover == seat else CHALK, line, 3 if line else 1)


def word_pill(scene: Scene, word: str, x: float, y: float, size: float) -> list[Shape]:
    """A word that may be played; its background comes first. A transfer shows the card."""
    text, suit = word_label(scene, word)
    if suit is None:
        return pill(x, y, text, size, PAPER, INK, GOLD)
    width = word_width(scene, word, size)
    return [
        Rect(x, y, width, 1.75 * size, PAPER, 0.87 * size, GOLD),
        Text(x - 0.55 * size, y, text, size, INK),
        *placed(suit_shapes(suit, SUIT_COLOURS[suit]), x + width / 2 - 1.2 * size, y, 0.48 * size),
    ]


def word_width(scene: Scene, word: str, size: float) -> float:
    """The width of `word_pill`."""
    text, suit = word_label(scene, word)
    return text_width(text, size) + (2 if suit is None else 3.1) * size


def word_label(scene: Scene, word: str) -> tuple[str, str | None]:
    """The text of a word, and the suit drawn behind it: ``> 7`` and ``h``."""
    if word in ("take", "done"):
        return word, None
    card = scene.transferred_card(word)
    rank = "10" if card[0] == "T" else card[0]
    return f"{'show' if word == 'show' else '>'} {rank}", card[1]


def said_of(scene: Scene, seat: int, gap: str = "  ·  ") -> str:
    """The details beside or below a seat's name: ``attacker  ·  6 cards``."""
    cards, standing = len(scene.hands[seat]), scene.standing(seat)
    counted = scene.seats == 2 or not scene.is_out(seat)
    return gap.join([*standing, *[f"{cards} card{'' if cards == 1 else 's'}"] * counted])
