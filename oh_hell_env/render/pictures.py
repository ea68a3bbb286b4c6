"""Pictures of a game as text, SVG and pixels; `oh_hell_env.render.window` shows them on the screen.

Each function accepts an `InformationSet` and shows what its seat knows, or a STATE record and shows all cards. With
``seat`` it shows what that seat knows of a state. Of a hidden hand a text tells the number of cards.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardkit.playing_cards import Card
from cardkit.render.card_text import card_text, cards_text, suit_text
from cardkit.render.pictures import TablePictures, in_columns
from oh_hell_env.core.records import Phase
from oh_hell_env.render.layout import lay_out
from oh_hell_env.render.scene import Laid, Scene, scene_of
from oh_hell_env.render.words import result_words, word_text


def scene_lines(scene: Scene, players: Sequence[str]) -> list[str]:
    """The lines of `render_text`; the near seat comes last."""
    lines = [
        ("round", f"{scene.round} of {scene.rounds}, {_doing(scene, players)}"),
        ("trumps", trumps_text(scene)),
        *((players[seat], _seat_text(scene, seat)) for seat in scene.others),
        ("trick", trick_text(scene.trick, players)),
        (players[scene.near], _seat_text(scene, scene.near)),
    ]
    if scene.last_trick:
        won = f", won by {players[scene.winning]}" if scene.winning is not None and not scene.trick else ""
        lines.insert(-2, ("before", trick_text(scene.last_trick, players) + won))
    if scene.legal:
        verb = "bid" if scene.phase == Phase.BID else "play"
        lines.append((f"may {verb}", " ".join(map(word_text, scene.legal))))
    return in_columns(lines)


def trumps_text(scene: Scene) -> str:
    """``♥, turned up Q♥``; ``none``; ``unknown``."""
    if scene.trump_suit == "?":
        return "unknown"
    return suit_text(scene.trump_suit) + (f", turned up {card_text(scene.turned)}" if scene.turned else "")


def trick_text(trick: Laid, players: Sequence[str]) -> str:
    """The cards of a trick, each after its player: ``ann 7♣, bob 9♣``; ``-`` for none."""
    return ", ".join(f"{players[seat]} {card_text(card)}" for seat, card in trick) or "-"


def _doing(scene: Scene, players: Sequence[str]) -> str:
    if scene.mover is not None:
        return f"{scene.doing}, {players[scene.mover]} to move"
    return f"game over: {result_words(scene, players)}"


def _seat_text(scene: Scene, seat: int) -> str:
    marks = [*["dealer"] * (seat == scene.dealer), *scene.standing(seat)]
    return f"{_hand_text(scene.hands[seat])}  ({', '.join(marks)})"


def _hand_text(hand: Sequence[Card | None]) -> str:
    if hand and not any(hand):
        return f"{len(hand)} card{'' if len(hand) == 1 else 's'}"
    return cards_text(hand)


PICTURES = TablePictures(scene_of, scene_lines, lay_out)
render_text, render_svg, render_rgb = PICTURES.render_text, PICTURES.render_svg, PICTURES.render_rgb
