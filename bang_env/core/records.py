"""The records of a game in progress: STATE, one type for each number of seats.

::

    given may dealt | word given_length ... | legal hands roles ... | emporio ... sid_saves
    `- left out by -´                        `------ owned -------´`-- public: the same in INFO records --´
        searches

``given`` is at once what is fed to the game and the log of what chance has given: of each blind take the card, of each
reshuffle its length plus `LIST`, then the new deck in drawing order.

``may`` has a set of cards, of two words, for each seat and place: what the seat holds possible there. The places of a
seat are the hands by seat, then the deck. A state whose ``tracked`` is 0, as searches play on, keeps neither up.

A card on the table is written as its number + 1, so that 0 means none.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from bang_env.actions import WORDS
from bang_env.cards import NUM_CARDS, TABLE_PLACES
from bang_env.rules import FEWEST_SEATS, MOST_SEATS, Rules
from cardkit.compiled import protocol
from cardkit.compiled.jit import constants
from cardkit.compiled.records import FIELD, Field, length_of, record
from cardkit.compiled.slots import set_type
from cardkit.rules.recorded import fill_rules, record_fields


class Phase(IntEnum):
    """The kind of ply that is due."""

    DRAWING = 0
    PUTTING_BACK = 1
    PLAYING = 2
    DISCARDING = 3
    PAYING = 4
    PICKING = 5
    SHOT = 6
    RAIDED = 7
    DUELLING = 8
    DYING = 9
    OVER = 10


DRAWING, PUTTING_BACK, PLAYING, DISCARDING, PAYING, PICKING, SHOT, RAIDED, DUELLING, DYING, OVER = constants(Phase)

CAUSES = ("none", "bang", "gatling", "indiani", "duello", "dinamite")
"""The causes for which a seat is asked to answer."""
BY_NOTHING, BY_BANG, BY_GATLING, BY_INDIANI, BY_DUELLO, BY_DINAMITE = constants(range(len(CAUSES)))
NOBODY: Any = np.int64(-1)
NO_WINNER: Any = np.int64(3)  # the number of teams: the game goes on, or all have lost
MOST_GIVEN, LIST = 4096, 128
NOTHING_GIVEN = 255
MOST_LOOKED = 3  # cards
SPARE_GIVEN = 512  # a game ends before less room is left; no ply takes more


def given_fields(seats: int) -> list[Field]:
    """List the fields that a search leaves out: the deal, the log of chance, and the knowledge of all seats."""
    return [
        ("given", np.uint8, MOST_GIVEN),
        ("may", np.uint64, 2 * seats * (seats + 1)),
        ("dealt", np.uint8, NUM_CARDS),  # the whole deck, in drawing order
    ]


def owned_fields(seats: int) -> list[Field]:
    """List the fields that a seat may know only in part."""
    return [
        ("legal", set_type(WORDS)),  # legal actions of the seat to move; empty once the game is over
        ("hands", np.uint64, 2 * seats),  # sets of cards, two words a seat
        ("roles", np.uint8, seats),
        ("deck", np.uint8, NUM_CARDS),  # the top card last
        ("looked", np.uint8, MOST_LOOKED),  # the cards that Kit Carlson looks at, in the order in which he drew them
        ("known_top", np.uint8),  # the top of the deck + 1 if Kit Carlson knows it, else 0
    ]


def public_fields(seats: int) -> list[Field]:
    """List the fields that all seats know."""
    return [
        ("emporio", np.uint64, 2),  # the set of cards that are shown
        ("attacks", np.int16, seats * seats),  # how much each seat has attacked each other, see `core.plays`
        ("plies", np.uint16),
        ("turns", np.uint16),  # turns that have begun
        ("rounds", np.uint16),  # rounds that have begun
        ("reshuffles", np.uint16),
        ("shots", np.uint16),  # of this turn
        ("pile", np.uint8, NUM_CARDS),  # the top card last, zeros behind it
        ("tables", np.uint8, TABLE_PLACES * seats),
        ("characters", np.uint8, seats),
        ("lives", np.int8, seats),
        ("most", np.int8, seats),  # lives
        ("hand_sizes", np.uint8, seats),
        ("dead", np.uint8, seats),
        ("fell", np.uint8, seats),  # the seats that fall with this card, in their order
        ("felled_by", np.int8, seats),  # and who is responsible, or NOBODY
        ("falls", np.uint8),  # how many these are
        ("pile_size", np.uint8),
        ("deck_size", np.uint8),
        ("looked_size", np.uint8),
        ("sheriff", np.uint8),
        ("phase", np.uint8),
        ("mover", np.uint8),  # the seat that is asked; meaningless once the game is over
        ("turn", np.uint8),  # whose turn it is
        ("cause", np.uint8),  # BY_NOTHING ... BY_DINAMITE
        ("source", np.int8),  # the seat whose card is carried out
        ("target", np.int8),  # the seat that it meets now
        ("needed", np.uint8),  # misses
        ("blamed", np.int8),  # who is responsible for the lives that the target loses, or NOBODY
        ("loss", np.uint8),  # lives that a dying seat has lost
        ("paying_from", np.uint8),  # the phase to which Sid's payment leads back
        ("payments", np.uint8),  # that Sid still owes
        ("drew_late", np.uint8),  # whether Suzy has drawn after her own discard, and may discard no more
        ("discarded", np.uint8),  # whether the last ply discarded a card
        ("event", np.uint8),  # the slot of what chance has shown with the last ply; 0 for nothing
        ("winner", np.uint8),  # a team, or NO_WINNER
        *record_fields(Rules),
    ]


def state_fields(seats: int) -> list[Field]:
    """List all fields of a STATE."""
    return [
        *given_fields(seats),
        ("word", np.uint64),  # of the stream of chance
        ("given_length", np.int32),  # how much of ``given`` is fed
        ("given_used", np.int32),  # how much of it has happened
        ("entries", np.int32),  # reshuffles and blind takes so far
        ("misfit", np.int32),  # the number, from 1, of the first entry that was lacking or did not fit; 0 for none
        ("due", np.uint8),  # what that entry must be: a card of the hand of this seat, or LIST + cards of the pile
        ("refused", np.uint8),  # what it was: a card, LIST + cards of a list, or NOTHING_GIVEN
        ("tracked", np.uint8),  # whether the log and the knowledge of the seats are kept up
        *owned_fields(seats),
        *public_fields(seats),
    ]


STATES = {seats: record(state_fields(seats), "bang") for seats in range(FEWEST_SEATS, MOST_SEATS + 1)}
"""The full truth about a game, by its number of seats."""

seats_of = length_of("hand_sizes")
"""Number of seats, a constant."""


class State(protocol.State):
    """A STATE record."""

    given = may = dealt = hands = roles = deck = looked = known_top = emporio = attacks = plies = turns = FIELD
    rounds = reshuffles = shots = pile = tables = characters = lives = most = hand_sizes = dead = fell = FIELD
    felled_by = falls = pile_size = deck_size = looked_size = sheriff = phase = mover = turn = cause = source = FIELD
    target = needed = blamed = loss = paying_from = payments = drew_late = discarded = event = winner = word = FIELD
    given_length = given_used = entries = misfit = due = refused = tracked = max_rounds = free_discard = FIELD
    jail_skips = sid_saves = FIELD


class Info(State, protocol.Info):
    """An INFO record; see the game's ``knowledge``."""

    open_world = spare = FIELD


def state_dtype(rules: Rules) -> np.dtype[Any]:
    """Return the dtype of the records of a game by these rules."""
    return STATES[rules.num_players]


def new_states(rules: Rules, count: int = 1) -> np.ndarray:
    """Make ``count`` STATE records that hold the rules and no deal yet."""
    states = np.zeros(count, state_dtype(rules))
    fill_rules(states, rules)
    return states
