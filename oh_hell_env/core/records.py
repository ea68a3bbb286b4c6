"""The records of a game in progress: STATE, one type for each number of seats.

::

    given_decks given_trumps given | word | legal hands | scores ... payment
    `------- if a deal is given --´ stream `-- owned --´`-- public: the same in the records of what a seat knows --´

Chance is a stream of the state itself, which deals round after round. A deal that is given holds the decks of all
rounds instead.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from cardkit.compiled import protocol
from cardkit.compiled.records import FIELD, Field, length_of, record
from cardkit.playing_cards import MAX_CARDS
from cardkit.rules.recorded import record_fields
from oh_hell_env.rules import FEWEST_SEATS, MOST_ROUNDS, MOST_SEATS, Rules


class Phase(IntEnum):
    """The kind of ply that is due."""

    BID = 0
    PLAY = 1
    OVER = 2


BID, PLAY, OVER = map(int, Phase)  # as compiled code takes them
PAYMENTS = ("points", "margin", "win")
"""The kinds of returns: the values of ``returns``."""
POINTS, MARGIN, WIN = range(len(PAYMENTS))
MOST_TRICKS = MAX_CARDS // FEWEST_SEATS
SUIT_PLACE, SIZE_MASK = 5, 31  # of an entry of the plan

WIDE_RULES = ("bonus", "points_per_trick")

GIVEN_FIELDS: list[Field] = [
    ("given_decks", np.uint8, MOST_ROUNDS * MAX_CARDS),  # slots of each round's deck, in the order of the deal
    ("given_trumps", np.uint8, MOST_ROUNDS),  # suits, for random trumps
    ("given", np.uint8),  # whether these hold the deal
]
"""The deals of all rounds, if they are given."""


def owned_fields(seats: int) -> list[Field]:
    """List the fields that a seat may know only in part."""
    return [
        ("legal", np.uint64),  # legal actions of the seat to move; empty once the game is over
        ("hands", np.uint64, seats),  # cards of each seat
    ]


def public_fields(seats: int) -> list[Field]:
    """List the fields that all seats know."""
    return [
        ("played_by", np.uint64, seats),  # cards that each seat has played in this round
        ("deck", np.uint64),  # all cards of the deck
        ("trumps", np.uint64),  # all places of the trump suit; empty without trumps, or while they are unknown
        ("lead", np.uint64),  # all places of the suit led; all places before a lead
        ("beating", np.uint64),  # what beats the best card of the trick; all places before a lead
        ("scores", np.int32, seats),  # points of the rounds that are over
        *record_fields(Rules, only=WIDE_RULES),
        ("least", np.int32),  # the fewest points that a seat can have in the whole game,
        ("most", np.int32),  # and the most
        ("plies", np.uint16),  # actions played
        ("bids", np.int8, seats),  # NOT_BID before the bid
        ("won", np.uint8, seats),  # tricks
        ("voids", np.uint8, seats),  # suits that each seat has failed to follow in this round, a bit each
        ("made", np.uint8, seats),  # rounds that each seat has made
        ("phase", np.uint8),  # BID, PLAY, OVER
        ("mover", np.uint8),  # the seat to move; meaningless once the game is over
        ("leader", np.uint8),  # the seat that leads this trick; while bidding, the first one
        ("best_seat", np.uint8),  # whose card is the best of the trick so far
        ("best_card", np.uint8),  # its slot; NO_CARD before a lead
        ("on_table", np.uint8),  # cards of this trick
        ("played", np.uint8),  # cards of this round
        ("hand_size", np.uint8),  # cards dealt to each seat in this round
        ("tricks", np.uint8),  # tricks that are over
        ("dealer", np.uint8),
        ("round_number", np.uint8),  # from 0
        ("trump", np.uint8),  # 0..3, NO_SUIT or UNKNOWN_SUIT
        ("turned", np.uint8),  # slot of the card that lies face up; NO_CARD or UNKNOWN_CARD
        ("rounds", np.uint8),  # the rules: rounds of the game
        ("first_dealer", np.uint8),
        *record_fields(Rules, without=WIDE_RULES),
        ("payment", np.uint8),  # POINTS, MARGIN, WIN
        ("order", np.uint8, MAX_CARDS),  # slots of this round's cards in the order played, then zeros
        ("leaders", np.uint8, MOST_TRICKS + 1),  # the seats that led this round's tricks, and the next; then zeros
        ("plan", np.uint8, MOST_ROUNDS),  # by round: the hand size, and from bit SUIT_PLACE on the suit of a rotation
    ]


def state_fields(seats: int) -> list[Field]:
    """List all fields of a STATE."""
    return [*GIVEN_FIELDS, ("word", np.uint64), *owned_fields(seats), *public_fields(seats)]


STATES = {seats: record(state_fields(seats), "oh_hell") for seats in range(FEWEST_SEATS, MOST_SEATS + 1)}
"""The full truth about a game, by its number of seats."""

seats_of = length_of("hands")
"""Number of seats, a constant."""


class State(protocol.State):
    """A STATE record."""

    given_decks = given_trumps = given = hands = played_by = deck = trumps = lead = beating = scores = least = FIELD
    most = plies = bids = won = voids = made = phase = mover = leader = best_seat = best_card = on_table = FIELD
    played = hand_size = tricks = dealer = round_number = trump = turned = rounds = first_dealer = payment = FIELD
    order = leaders = plan = word = trump_rule = hook = scoring = bonus = points_per_trick = blind = num_suits = FIELD


class Info(State, protocol.Info):
    """An INFO record; see the game's ``knowledge``."""

    unseen = hand_sizes = undealt = open_world = spare = FIELD


def state_dtype(rules: Rules) -> np.dtype[Any]:
    """Return the dtype of the records of a game by these rules."""
    return STATES[rules.num_players]
