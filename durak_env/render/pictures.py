"""Pictures of a game as text, SVG and pixels; `durak_env.render.window` shows them on the screen.

Each function accepts an `InformationSet` and shows what its seat knows, or a STATE record and shows all cards. With
``seat`` it shows what that seat knows of a state. In a text ``??`` is a hidden card.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardkit.playing_cards import Card
from cardkit.render.card_text import card_text, cards_text, suit_text
from cardkit.render.pictures import TablePictures, in_columns
from durak_env.render.layout import lay_out
from durak_env.render.scene import Scene, scene_of


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


PICTURES = TablePictures(scene_of, scene_lines, lay_out)
render_text, render_svg, render_rgb = PICTURES.render_text, PICTURES.render_svg, PICTURES.render_rgb
