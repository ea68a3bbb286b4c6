"""The table of the pieces that observations consist of, and an encoding's layout in the form of compiled code.

A vector is the pieces of an encoding in a row. How wide they are follows from the rules. For four seats and rounds of
up to 13 cards::

    closed   | phase 2 | hand_size 13 | own_hand 52 | trick 4 x 52 | earlier_tricks 4 x 52 | ... | sizes 6 |
    open     the same, with the other hands and the undealt cards after the bits of the others
    history  the same as closed, with the last K plies of the round there, latest first: the action, and who

Pieces about several seats begin with the own one and go on clockwise. Values are 0 and 1 but for the sizes: in float32
they are divided by the largest in size; in uint8 they are whole numbers that count from the smallest.
"""

from __future__ import annotations

from cardkit.compiled.records import record
from cardkit.pieces import ALL, CARDS, FLAGS, HISTORY, OPEN, SIZE, Piece, layout_fields
from oh_hell_env.rules import Rules


def _cards(rules: Rules) -> int:
    return rules.num_cards


def _seats(rules: Rules) -> int:
    return rules.num_players


def _tricks(rules: Rules) -> int:
    """Return the most tricks that a round of these rules has."""
    return max(rules.schedule)


def _one(rules: Rules) -> int:
    return 1


def _each_seat(rules: Rules, history: int) -> int:
    return rules.num_players


def _each_other_seat(rules: Rules, history: int) -> int:
    return rules.num_players - 1


FLAG_PIECES = (
    Piece("phase", FLAGS, lambda rules: 2, ALL, "a bid is due; a card is due; both 0 when over"),
    Piece("hand_size", FLAGS, _tricks, ALL, "cards dealt to each seat in this round, 1 at entry 0"),
    Piece("own_hand", CARDS, _cards, ALL, "cards of the own hand"),
    Piece("trick", CARDS, _cards, ALL, "the card of this trick, by seat", _each_seat),
    Piece(
        "earlier_tricks",
        CARDS,
        _cards,
        ALL,
        "cards of this round's earlier tricks, by the seat that played",
        _each_seat,
    ),
    Piece("turned_card", CARDS, _cards, ALL, "the card that lies face up"),
    Piece(
        "trump_suit", FLAGS, lambda rules: rules.num_suits + 1, ALL, "suits in order, then none; all 0 while unknown"
    ),
    Piece(
        "bids", FLAGS, lambda rules: _tricks(rules) + 2, ALL, "by seat: no bid yet, then the bids from 0", _each_seat
    ),
    Piece("tricks_won", FLAGS, _tricks, ALL, "by seat: as many 1s as tricks won in this round", _each_seat),
    Piece("voids", FLAGS, lambda rules: rules.num_suits, ALL, "by seat: suits that it did not follow", _each_seat),
    Piece("leader", FLAGS, _seats, ALL, "the seat that leads this trick; while bidding, the first one"),
    Piece("dealer", FLAGS, _seats, ALL, "the seat that bids last"),
    Piece("other_hands", CARDS, _cards, frozenset({OPEN}), "the hands of the others, by seat", _each_other_seat),
    Piece("undealt_cards", CARDS, _cards, frozenset({OPEN}), "cards that lie undealt, the turned card left out"),
    Piece(
        "plies",
        FLAGS,
        lambda rules: rules.num_actions + rules.num_players,
        frozenset({HISTORY}),
        "the last plies of this round, the latest first: the action id, then its player, the own seat first",
        lambda rules, history: history,
    ),
)
SIZE_PIECES = (
    Piece(
        "wanted",
        SIZE,
        _one,
        ALL,
        "the own bid less the tricks won, 0 before the bid",
        most=_tricks,
        least=lambda rules: -_tricks(rules),
    ),
    Piece(
        "scores",
        SIZE,
        _seats,
        ALL,
        "points of the rounds that are over, by seat",
        most=lambda rules: rules.points_range[1],
        least=lambda rules: rules.points_range[0],
    ),
    Piece("undealt", SIZE, _one, ALL, "cards that lie undealt, the turned card left out"),
)
PIECES = (*FLAG_PIECES, *SIZE_PIECES)

LAYOUT = record(layout_fields(PIECES))
"""An encoding as compiled code knows it."""

WRITER = record([("layout", LAYOUT)], "oh_hell")
"""The record that observations are written with."""
