"""Pictures of a game as text, SVG and pixels; `oh_hell_env.render.window` shows them on the screen.

Each function accepts an `InformationSet` and shows what its seat knows, or a STATE record and shows all cards. With
``seat`` it shows what that seat knows of a state. Of a hidden hand a text tells the number of cards.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardkit.playing_cards import Card, by_suit, cards_of
from cardkit.render.card_text import card_text, cards_text, suit_text
from cardkit.render.pictures import TablePictures, in_columns
from cardkit.render.seats import Scene
from cardkit.wording import counted
from oh_hell_env.core.records import SIZE_MASK, STATES, Phase, State
from oh_hell_env.information import InformationSet, Laid
from oh_hell_env.render.layout import lay_out
from oh_hell_env.render.words import doing, result_words, standing, word_text
from oh_hell_env.rules import Rules


def scene_lines(scene: Scene[InformationSet], players: Sequence[str]) -> list[str]:
    """Write the lines of `render_text`; the near seat comes last."""
    info = scene.info
    lines = [
        ("round", f"{info.round + 1} of {len(info.schedule)}, {_doing(info, players)}"),
        ("trumps", trumps_text(info)),
        *((players[seat], _seat_text(info, seat)) for seat in scene.others),
        ("trick", trick_text(info.laid, players)),
        (players[scene.near], _seat_text(info, scene.near)),
    ]
    if info.last_laid:
        won = f", won by {players[info.leader]}" if not info.trick else ""
        lines.insert(-2, ("before", trick_text(info.last_laid, players) + won))
    if info.to_move:
        verb = "bid" if info.phase == Phase.BID else "play"
        lines.append((f"may {verb}", " ".join(map(word_text, info.legal_words))))
    return in_columns(lines)


def trumps_text(info: InformationSet) -> str:
    """Write the trumps: ``♥, turned up Q♥``; ``none``; ``unknown``."""
    if info.trump == "?":
        return "unknown"
    return suit_text(info.trump) + (f", turned up {card_text(info.turned)}" if info.turned else "")


def trick_text(trick: Sequence[Laid], players: Sequence[str]) -> str:
    """Write the cards of a trick, each after its player: ``ann 7♣, bob 9♣``; ``-`` for none."""
    return ", ".join(f"{players[seat]} {card_text(card)}" for seat, card in trick) or "-"


def _doing(info: InformationSet, players: Sequence[str]) -> str:
    if info.mover is not None:
        return f"{doing(info)}, {players[info.mover]} to move"
    return f"game over: {result_words(info, players)}"


def _seat_text(info: InformationSet, seat: int) -> str:
    marks = [*["dealer"] * (seat == info.dealer), *standing(info, seat)]
    return f"{_hand_text(by_suit(info.all_hands[seat], info.trump))}  ({', '.join(marks)})"


def _hand_text(hand: Sequence[Card | None]) -> str:
    return counted(len(hand), "card") if hand and not any(hand) else cards_text(hand)


def _rules_of(state: State) -> Rules:
    """Make rules with the seats, the deck and the schedule of a STATE record.

    The record holds all else that a picture shows.
    """
    deck = cards_of(state.deck)
    return Rules(
        num_players=len(state.hands),
        hand_sizes=tuple(int(entry) & SIZE_MASK for entry in state.plan[: state.rounds]),
        start_rank=min(card.rank for card in deck),
        num_suits=len({card.suit for card in deck}),
    )


PICTURES = TablePictures(InformationSet, STATES.values(), _rules_of, scene_lines, lay_out)
render_text, render_svg, render_rgb = PICTURES.render_text, PICTURES.render_svg, PICTURES.render_rgb
scene_of = PICTURES.scene_of
