"""Pictures of a game as text, SVG and pixels; `durak_env.render.window` shows them on the screen.

Each function accepts an `InformationSet` and shows what its seat knows, or a STATE record and shows all cards. With
``seat`` it shows what that seat knows of a state.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from durak_env.cards import SUIT_SYMBOLS, SUITS, Card
from durak_env.render.layout import PICTURE_HEIGHT, PICTURE_WIDTH, WOOD, lay_out
from durak_env.render.painters import paint_pixels, paint_svg
from durak_env.render.scene import Scene, scene_of

SEATS = ("seat 0", "seat 1")
HIDDEN = "??"


def render_text(view: Any, seat: int | None = None, players: tuple[str, str] = SEATS) -> str:
    """The game as a few lines of text without a final line break; ``??`` is a hidden card.

    Raises:
        TypeError: the view is neither an information set nor a state.
    """
    return "\n".join(scene_lines(scene_of(view, seat), players))


def render_svg(view: Any, seat: int | None = None, players: tuple[str, str] = SEATS) -> str:
    """The game as an SVG document of 960 by 640.

    Raises:
        TypeError: the view is neither an information set nor a state.
    """
    return paint_svg(lay_out(scene_of(view, seat), players), PICTURE_WIDTH, PICTURE_HEIGHT)


def render_rgb(
    view: Any,
    width: int = PICTURE_WIDTH,
    height: int = PICTURE_HEIGHT,
    seat: int | None = None,
    players: tuple[str, str] = SEATS,
) -> np.ndarray:
    """The game as pixels: uint8 array of shape (height, width, 3). Needs the extra ``render``; opens no window.

    Raises:
        TypeError: the view is neither an information set nor a state.
        ValueError: width or height is less than 1.
        ImportError: pygame-ce is missing.
    """
    if width < 1 or height < 1:
        raise ValueError(f"width and height must be at least 1 pixel, got {width} and {height}")
    shapes = lay_out(scene_of(view, seat), players)
    return paint_pixels(shapes, (PICTURE_WIDTH, PICTURE_HEIGHT), width, height, WOOD)


# --- text -----------------------------------------------------------------------------------------------------------


def card_text(card: Card | None) -> str:
    """``7♣``, or ``??`` for a hidden card."""
    return HIDDEN if card is None else card.symbol


def cards_text(cards: Sequence[Card | None]) -> str:
    """Cards in a row; ``-`` for none."""
    return " ".join(map(card_text, cards)) or "-"


def legal_text(words: Sequence[str]) -> str:
    """The legal actions: ``7♣ 7♥ done``."""
    return " ".join(word.symbol if isinstance(word, Card) else word for word in words)


def suit_text(suit: str | None) -> str:
    """``♣``, or ``none``."""
    return "none" if suit is None else SUIT_SYMBOLS[SUITS.index(suit)]


def scene_lines(scene: Scene, players: tuple[str, str]) -> list[str]:
    """The lines of `render_text`; the near seat comes last."""
    lines = [
        ("bout", f"{scene.bout}, {_doing(scene, players)}"),
        ("trumps", suit_text(scene.trump_suit)),
        ("talon", _talon_text(scene)),
        ("discard", cards_text(scene.discard)),
        (players[1 - scene.near], _hand_text(scene, 1 - scene.near)),
        ("table", _table_text(scene)),
        (players[scene.near], _hand_text(scene, scene.near)),
    ]
    if scene.legal:
        lines.append(("may play", legal_text(scene.legal)))
    width = max(len(name) for name, _ in lines)
    return [f"{name:<{width}}  {text}" for name, text in lines]


def _doing(scene: Scene, players: tuple[str, str]) -> str:
    if scene.mover is not None:
        return f"{scene.phase_name}, {players[scene.mover]} to move"
    return f"game over: {result_words(scene.returns, players)}"


def result_words(returns: tuple[int, int] | None, players: tuple[str, str]) -> str:
    """The result in words."""
    if returns is None:
        return "not over"
    if returns == (0, 0):
        return "a draw"
    winner = returns.index(1)
    return f"{players[winner]} wins, {players[1 - winner]} is the fool"


def _talon_text(scene: Scene) -> str:
    bottom = f", {card_text(scene.bottom_card)} face up at the bottom" if scene.bottom_card else ""
    count = len(scene.talon)
    return f"{count} card{'' if count == 1 else 's'}{bottom}" if count else "-"


def _hand_text(scene: Scene, seat: int) -> str:
    role = "attacker" if scene.attacker == seat else "defender"
    return f"{cards_text(scene.hands[seat])}  ({len(scene.hands[seat])}, {role})"


def _table_text(scene: Scene) -> str:
    pairs = [card_text(attack) + (f"/{card_text(defence)}" if defence else "") for attack, defence in scene.table]
    return "  ".join(pairs) or "-"
