"""The table of the pieces that observations consist of, and an encoding's layout in the form of compiled code.

A vector is the pieces of an encoding in a row. Which pieces it has, and how wide they are, follows from the rules. For
36 cards, in the game of two and in a game of four::

    closed   | own_hand 36 | other_hand 36 | unseen 36 | ... | trump_suit 4 | role 2 | phase 4 | sizes 3 |
    closed   | own_hand 36 | unseen 36 | ... | other_hand_1 36 | other_hand_2 36 | ... | attacker 4 | ... | sizes 6 |
    open     the same without unseen, with the talon's order after the cards: a card a place, next card first
    history  the same as closed, with the last K plies after the cards, latest first: the action, and who

Pieces about several seats begin with the own one and go on clockwise. Values are 0 and 1 but for the sizes, which
are whole numbers in uint8 and shares of their largest value in float32.
"""

from __future__ import annotations

from cardkit.compiled.records import named_words, record
from cardkit.pieces import ALL, CARDS, FLAGS, HISTORY, OPEN, SIZE, Piece, Width, layout_fields
from durak_env.rules import MOST_SEATS, Rules


def _cards(rules: Rules) -> int:
    return rules.num_cards


def _one(rules: Rules) -> int:
    return 1


def _plain(width: Width) -> Width:
    """Return the width in the plain game of two; other games have no such piece."""
    return lambda rules: width(rules) if rules.is_plain else 0


def _table(width: Width) -> Width:
    """Return the width in all games but the plain one, which has no such piece."""
    return lambda rules: 0 if rules.is_plain else width(rules)


def _seats(rules: Rules) -> int:
    return rules.num_players


_KNOWN = "cards known to be in {}; in the open world all of them"


def _other_hand(place: int) -> Piece:
    seat = "the next seat" if place == 1 else f"the seat {place} places on"
    width = _table(lambda rules: rules.num_cards if place < rules.num_players else 0)
    return Piece(f"other_hand_{place}", CARDS, width, ALL, _KNOWN.format(f"the hand of {seat}"))


CARD_PIECES = (
    Piece("own_hand", CARDS, _cards, ALL, "cards of the own hand"),
    Piece(
        "other_hand", CARDS, _plain(_cards), ALL, "cards known to be in the other hand; in the open world all of them"
    ),
    Piece("unseen", CARDS, _cards, ALL - {OPEN}, "cards that may be in another hand or in the talon"),
    Piece("attack_cards", CARDS, _cards, ALL, "attack cards of this bout"),
    Piece("defence_cards", CARDS, _cards, ALL, "defence cards of this bout"),
    Piece("card_to_beat", CARDS, _cards, ALL, "the attack card that the defender is to answer"),
    Piece("discard", CARDS, _cards, ALL, "cards out of play"),
    Piece("trump_card", CARDS, _cards, ALL, "the trump card while it lies under the talon"),
)
TABLE_CARD_PIECES = (
    *(_other_hand(place) for place in range(1, MOST_SEATS)),
    Piece(
        "unbeaten",
        CARDS,
        lambda rules: rules.num_cards if rules.transfer else 0,
        ALL,
        "attack cards of this bout that are not beaten",
    ),
)
LONG_PIECES = (
    Piece(
        "talon",
        CARDS,
        _cards,
        frozenset({OPEN}),
        "the talon card by card, the next to be drawn first",
        lambda rules, history: rules.num_cards - sum(rules.dealt),
    ),
    Piece(
        "plies",
        FLAGS,
        lambda rules: rules.num_actions + (1 if rules.is_plain else rules.num_players),
        frozenset({HISTORY}),
        "the last plies, the latest first: the action id, then its player, the own seat first",
        lambda rules, history: history,
    ),
)
FLAG_PIECES = (
    Piece("trump_suit", FLAGS, lambda rules: rules.num_suits, ALL, "trump suit: c d h s; all 0 without trumps"),
    Piece("role", FLAGS, _plain(lambda rules: 2), ALL, "own seat is the attacker; own seat is to move"),
    Piece("phase", FLAGS, lambda rules: 4, ALL, "attack, defence, throw-in, throw-in after take; all 0 when over"),
)
TABLE_FLAG_PIECES = (
    Piece("attacker", FLAGS, _table(_seats), ALL, "the attacker's seat"),
    Piece("defender", FLAGS, _table(_seats), ALL, "the defender's seat"),
    Piece("mover", FLAGS, _table(_seats), ALL, "the seat to move; all 0 when over"),
    Piece(
        "shown",
        FLAGS,
        lambda rules: rules.num_players if rules.passport else 0,
        ALL,
        "the seats that have shown a trump to transfer",
    ),
)
SIZE_PIECES = (
    Piece("own_hand_size", SIZE, _plain(_one), ALL, "cards in the own hand"),
    Piece("other_hand_size", SIZE, _plain(_one), ALL, "cards in the other hand"),
    Piece("hand_sizes", SIZE, _table(_seats), ALL, "cards in each hand"),
    Piece("talon_size", SIZE, _one, ALL, "cards in the talon"),
    Piece(
        "idle",
        SIZE,
        _table(_one),
        ALL,
        "bouts in a row that were taken and after which nobody drew",
        most=lambda rules: 2 * rules.num_cards,
    ),
)
PIECES = (
    *CARD_PIECES,
    *TABLE_CARD_PIECES,
    *LONG_PIECES,
    *FLAG_PIECES,
    *TABLE_FLAG_PIECES,
    *SIZE_PIECES,
)
NAMES = tuple(piece.name for piece in PIECES)

LAYOUT = record(layout_fields(PIECES))
"""An encoding as compiled code knows it."""

WORDS = named_words(NAMES)
"""The values of the pieces, by name and by number: sets of card ids or flags as bits, sizes as numbers."""

WRITER = record([("layout", LAYOUT), ("values", WORDS)], "durak")
"""The layout of an encoding, and the words that its writer works on."""
