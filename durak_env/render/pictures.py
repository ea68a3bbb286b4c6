"""Pictures of a game as text, SVG and pixels; `durak_env.render.window` shows them on the screen.

Each function accepts an `InformationSet` and shows what its seat knows, or a STATE record and shows all cards. With
``seat`` it shows what that seat knows of a state.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cardkit.render.card_text import card_text, cards_text, suit_text
from cardkit.render.pictures import SEATS, in_columns, table_pixels, table_svg
from cardkit.render.table import PICTURE_HEIGHT, PICTURE_WIDTH
from durak_env.cards import Card
from durak_env.render.layout import lay_out
from durak_env.render.scene import Scene, scene_of


def render_text(view: Any, seat: int | None = None, players: Sequence[str] = SEATS) -> str:
    """The game as a few lines of text without a final line break; ``??`` is a hidden card.

    Raises:
        TypeError: the view is neither an information set nor a state.
    """
    return "\n".join(scene_lines(scene_of(view, seat), players))


def render_svg(view: Any, seat: int | None = None, players: Sequence[str] = SEATS) -> str:
    """The game as an SVG document of 960 by 640.

    Raises:
        TypeError: the view is neither an information set nor a state.
    """
    return table_svg(lay_out(scene_of(view, seat), players))


def render_rgb(
    view: Any,
    width: int = PICTURE_WIDTH,
    height: int = PICTURE_HEIGHT,
    seat: int | None = None,
    players: Sequence[str] = SEATS,
) -> np.ndarray:
    """The game as pixels: uint8 array of shape (height, width, 3). Needs the extra ``render``; opens no window.

    Raises:
        TypeError: the view is neither an information set nor a state.
        ValueError: width or height is less than 1.
        ImportError: pygame-ce is missing.
    """
    return table_pixels(lay_out(scene_of(view, seat), players), width, height)


# --- text -----------------------------------------------------------------------------------------------------------


def legal_text(words: Sequence[str]) -> str:
    """The legal actions: ``7♣ 7♥ >♥ done``."""
    return " ".join(map(word_text, words))


def word_text(word: str) -> str:
    """An action for people: ``7♣``, ``>♥``, ``take``."""
    if isinstance(word, Card):
        return word.symbol
    return f">{suit_text(word[1])}" if word[0] == ">" else word


def scene_lines(scene: Scene, players: Sequence[str]) -> list[str]:
    """The lines of `render_text`; the near seat comes last."""
    lines = [
        ("bout", f"{scene.bout}, {_doing(scene, players)}"),
        ("trumps", suit_text(scene.trump_suit)),
        ("talon", _talon_text(scene)),
        ("discard", cards_text(scene.discard)),
        *((players[seat], _hand_text(scene, seat)) for seat in scene.others),
        ("table", table_text(scene)),
        (players[scene.near], _hand_text(scene, scene.near)),
    ]
    if scene.legal:
        lines.append(("may play", legal_text(scene.legal)))
    return in_columns(lines)


def _doing(scene: Scene, players: Sequence[str]) -> str:
    if scene.mover is not None:
        return f"{scene.phase_name}, {players[scene.mover]} to move"
    return f"game over: {result_words(scene, players)}"


def result_words(scene: Scene, players: Sequence[str]) -> str:
    """The result in words."""
    if scene.returns is None:
        return "not over"
    if not any(scene.returns):
        return "a draw, as the cards go in circles" if any(scene.hands) else "a draw"
    fools = [players[seat] for seat, paid in enumerate(scene.returns) if paid < 0]
    losing = f"{' and '.join(fools)} {'is the fool' if len(fools) == 1 else 'are the fools'}"
    return losing if scene.seats > 2 else f"{players[scene.returns.index(1)]} wins, {losing}"


def _talon_text(scene: Scene) -> str:
    bottom = f", {card_text(scene.bottom_card)} face up at the bottom" if scene.bottom_card else ""
    count = len(scene.talon)
    return f"{count} card{'' if count == 1 else 's'}{bottom}" if count else "-"


def _hand_text(scene: Scene, seat: int) -> str:
    return f"{cards_text(scene.hands[seat])}  ({', '.join([str(len(scene.hands[seat])), *scene.marks(seat)])})"


def table_text(scene: Scene) -> str:
    """The table's pairs of attack and defence cards: ``7♣/9♣  7♥``; ``-`` for none."""
    pairs = [card_text(attack) + (f"/{card_text(defence)}" if defence else "") for attack, defence in scene.table]
    return "  ".join(pairs) or "-"
