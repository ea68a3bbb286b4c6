"""Pictures of a game as text, SVG and pixels; `durak_env.render.window` shows them on the screen.

Each function accepts an `InformationSet` and shows what its seat knows, or a STATE record and shows all cards. With
``seat`` it shows what that seat knows of a state. In a text ``??`` is a hidden card.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardkit.playing_cards import Card, cards_of
from cardkit.render.card_text import card_text, cards_text, suit_text
from cardkit.render.pictures import TablePictures, in_columns
from cardkit.render.seats import Scene
from cardkit.rules.recorded import recorded_rules
from cardkit.wording import counted
from durak_env.core.records import STATE, STATES, State
from durak_env.information import InformationSet
from durak_env.render.labels import marks
from durak_env.render.layout import lay_out
from durak_env.rules import Rules


def legal_text(words: Sequence[str]) -> str:
    """Write the legal actions: ``7♣ 7♥ >♥ done``."""
    return " ".join(map(word_text, words))


def word_text(word: str) -> str:
    """Write an action for people: ``7♣``, ``>♥``, ``take``."""
    if isinstance(word, Card):
        return word.symbol
    return f">{suit_text(word[1])}" if word[0] == ">" else word


def scene_lines(scene: Scene[InformationSet], players: Sequence[str]) -> list[str]:
    """Write the lines of `render_text`; the near seat comes last."""
    info, hands = scene.info, scene.info.hands_by_suit
    lines = [
        ("bout", f"{info.bout}, {_doing(info, players)}"),
        ("trumps", suit_text(info.trump_suit)),
        ("talon", _talon_text(info)),
        ("discard", cards_text(info.discard)),
        *((players[seat], _hand_text(info, seat, hands[seat])) for seat in scene.others),
        ("table", table_text(info)),
        (players[scene.near], _hand_text(info, scene.near, hands[scene.near])),
    ]
    if info.to_move:
        lines.append(("may play", legal_text(info.legal_words)))
    return in_columns(lines)


def _doing(info: InformationSet, players: Sequence[str]) -> str:
    if (mover := info.mover) is not None:
        return f"{info.phase_name}, {players[mover]} to move"
    return f"game over: {result_words(info, players)}"


def result_words(info: InformationSet, players: Sequence[str]) -> str:
    """Put the result in words."""
    results = info.results
    if results is None:
        return "not over"
    fools = [players[seat] for seat, result in enumerate(results) if result == "fool"]
    if not fools:
        return "a draw, as the cards go in circles" if any(info.hand_sizes) else "a draw"
    losing = f"{' and '.join(fools)} {'is the fool' if len(fools) == 1 else 'are the fools'}"
    return losing if len(results) > 2 else f"{players[results.index('winner')]} wins, {losing}"


def _talon_text(info: InformationSet) -> str:
    bottom = f", {card_text(info.bottom_card)} face up at the bottom" if info.bottom_card else ""
    return f"{counted(info.talon_size, 'card')}{bottom}" if info.talon_size else "-"


def _hand_text(info: InformationSet, seat: int, hand: Sequence[Card | None]) -> str:
    return f"{cards_text(hand)}  ({', '.join([str(info.hand_sizes[seat]), *marks(info, seat)])})"


def table_text(info: InformationSet) -> str:
    """Write the table's pairs of attack and defence cards: ``7♣/9♣  7♥``; ``-`` for none."""
    pairs = [card_text(attack) + (f"/{card_text(defence)}" if defence else "") for attack, defence in info.pairs]
    return "  ".join(pairs) or "-"


def _rules_of(state: State) -> Rules:
    """Return the rules held by a STATE record."""
    deck, seats = cards_of(state.deck), len(state.hands)
    sides = 1 if state.dtype == STATE else seats // (seats - int(state.rivals[0]).bit_count())
    return Rules(
        start_rank=min(card.rank for card in deck),
        num_suits=len({card.suit for card in deck}),
        num_players=seats,
        num_teams=None if sides in (1, seats) else sides,
        **recorded_rules(Rules, state),
    )


PICTURES = TablePictures(InformationSet, (STATE, *STATES.values()), _rules_of, scene_lines, lay_out)
render_text, render_svg, render_rgb = PICTURES.render_text, PICTURES.render_svg, PICTURES.render_rgb
scene_of = PICTURES.scene_of
