"""Lines of text in a picture: names, details of seats, and the words that may be played."""

from __future__ import annotations

from cardkit.render.card_faces import GOLD, PAPER, SUIT_COLOURS
from cardkit.render.labels import CHALK, FELT_DARK, FELT_LINE, INK, pill, text_width
from cardkit.render.seats import Scene
from cardkit.render.shapes import Rect, Shape, Text, placed, suit_shapes
from cardkit.wording import counted
from durak_env.information import InformationSet

ROLE_LINES = {"attacker": "#e0603f", "defender": "#6fb1e8"}
"""The outline of a name, where more than two play."""


def name_pill(scene: Scene[InformationSet], seat: int, x: float, y: float, text: str, size: float) -> list[Shape]:
    """Draw a seat's name, gold for the mover.

    With more than two seats, partners are lighter and roles have an outline.
    """
    partner = scene.info.sides[seat] == scene.info.sides[scene.near] and seat != scene.near
    fill = GOLD if scene.info.mover == seat else FELT_LINE if partner else FELT_DARK
    line = ROLE_LINES.get(role(scene.info, seat) or "") if scene.seats > 2 and scene.info.results is None else None
    return pill(x, y, text, size, fill, INK if scene.info.mover == seat else CHALK, line, 3 if line else 1)


def word_pill(info: InformationSet, word: str, x: float, y: float, size: float) -> list[Shape]:
    """Draw a word that may be played; its background comes first. A transfer shows the card."""
    text, suit = word_label(info, word)
    if suit is None:
        return pill(x, y, text, size, PAPER, INK, GOLD)
    width = word_width(info, word, size)
    return [
        Rect(x, y, width, 1.75 * size, PAPER, 0.87 * size, GOLD),
        Text(x - 0.55 * size, y, text, size, INK),
        *placed(suit_shapes(suit, SUIT_COLOURS[suit]), x + width / 2 - 1.2 * size, y, 0.48 * size),
    ]


def word_width(info: InformationSet, word: str, size: float) -> float:
    """Return the width of `word_pill`."""
    text, suit = word_label(info, word)
    return text_width(text, size) + (2 if suit is None else 3.1) * size


def word_label(info: InformationSet, word: str) -> tuple[str, str | None]:
    """Return the text of a word, and the suit drawn behind it: ``> 7`` and ``h``."""
    if word in ("take", "done"):
        return word, None
    card = info.transferred_card(word)
    rank = "10" if card[0] == "T" else card[0]
    return f"{'show' if word == 'show' else '>'} {rank}", card[1]


def said_of(info: InformationSet, seat: int, gap: str = "  ·  ") -> str:
    """Write the details beside or below a seat's name: ``attacker  ·  6 cards``."""
    cards = [counted(info.hand_sizes[seat], "card")]
    return gap.join([*standing(info, seat), *cards * (info.rules.num_players == 2 or seat not in info.out)])


def standing(info: InformationSet, seat: int) -> tuple[str, ...]:
    """Return the marks of a seat, at the end of the game with its result in place of its role."""
    if info.results is None:
        return marks(info, seat)
    return (info.results[seat], *(mark for mark in marks(info, seat) if mark not in (role(info, seat), "out")))


def marks(info: InformationSet, seat: int) -> tuple[str, ...]:
    """Return the words beside a seat's name: its role, its team, whether it is out or has shown a trump."""
    found = {
        role(info, seat): True,
        "out": info.rules.num_players > 2 and seat in info.out,
        f"team {seat % info.rules.teams}": info.rules.num_teams is not None,
        "has shown": seat in info.shown,
    }
    return tuple(mark for mark, holds in found.items() if mark and holds)


def role(info: InformationSet, seat: int) -> str | None:
    """Name the role of a seat in this bout, ``attacker`` or ``defender``; None for the other seats."""
    return {info.attacker: "attacker", info.defender: "defender"}.get(seat)
