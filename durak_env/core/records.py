"""The records of a game in progress: STATE for the plain game, and one more type for each number of seats.

::

    legal | hands | talon |   known | deck | attacks | defences | discard | trumps | bouts ... include_trumps
    `---- owned ---------´    `---- public: the same in the records of what a seat knows -------------------´

The plain game, of two seats without transfers, has the record STATE. All other games of n seats have ``STATES[n]``,
which adds the fields of `table_fields`. The functions of the rules take either. Compilation decides what they ask of a
record by `where_field`, so the plain game does not pay for the others.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from cardkit.compiled import protocol
from cardkit.compiled.records import FIELD, Field, record
from cardkit.playing_cards import MAX_CARDS
from cardkit.rules.recorded import record_fields
from durak_env.rules import FEWEST_SEATS, MOST_SEATS, PLAIN_RULES, Rules


class Phase(IntEnum):
    """The kind of ply that is due."""

    ATTACK = 0
    DEFENCE = 1
    THROW_IN = 2
    THROW_IN_AFTER_TAKE = 3
    GAME_OVER = 4


ATTACK, DEFENCE, THROW_IN, THROW_IN_AFTER_TAKE, GAME_OVER = map(int, Phase)  # as compiled code takes them
PHASES = ("attack", "defence", "throw-in", "throw-in after take", "game over")
NO_SUIT = 4
NO_CARD = 0
NO_TRUMP = 255
NO_SEAT = -1


def owned_fields(seats: int) -> list[Field]:
    """List the fields that a seat may know only in part."""
    return [
        ("legal", np.uint64),  # legal actions of the seat to move; empty once the game is over
        ("hands", np.uint64, seats),  # cards of each seat
        ("talon", np.uint8, MAX_CARDS),  # slots, the next card to draw at talon_size - 1, then zeros
    ]


def public_fields(seats: int, more: list[Field]) -> list[Field]:
    """List the fields that all seats know."""
    return [
        ("known", np.uint64, seats),  # cards of each hand that the other seats saw come into it
        ("deck", np.uint64),  # all cards of the deck
        ("attacks", np.uint64),  # attack cards of this bout
        ("defences", np.uint64),  # defence cards of this bout
        ("discard", np.uint64),
        ("trumps", np.uint64),  # all places of the trump suit; empty without trumps
        ("bouts", np.uint16),  # bouts begun
        ("plies", np.uint16),  # actions played
        ("table", np.uint8, MAX_CARDS),  # slots of this bout's cards in the order played, then zeros
        ("table_size", np.uint8),
        ("talon_size", np.uint8),
        ("trump_suit", np.uint8),  # 0..3; NO_SUIT without trumps
        ("trump_card", np.uint8),  # slot of the card that was dealt face up; NO_CARD without one
        ("attacker", np.uint8),  # seat
        ("phase", np.uint8),  # ATTACK .. GAME_OVER
        *record_fields(Rules, only=PLAIN_RULES),
        *more,
    ]


def table_fields(seats: int) -> list[Field]:
    """List the fields that the plain game does without."""
    return [
        ("defender", np.uint8),  # seat
        ("place", np.uint8),  # where the defender plays: its own seat, or that of a partner that is out
        ("mover", np.uint8),  # the seat to move; meaningless once the game is over
        ("idle", np.uint8),  # idle bouts in a row; always 0 where no game goes in circles
        ("shown", np.uint8),  # the seats that have shown a trump to transfer, a bit each
        ("rivals", np.uint8, seats),  # the rules: for each seat the seats of other sides, a bit each
        *record_fields(Rules, without=PLAIN_RULES),
        ("by_places", np.uint8),  # whether returns go by places
        ("idle_limit", np.uint8),  # idle bouts in a row that end the game; 0 where no game goes in circles
        ("out_bout", np.uint16, seats),  # the bout with which each seat went out; 0 while it is in
    ]


OWNED_FIELDS = owned_fields(2)
PUBLIC_FIELDS = public_fields(2, [])
FIRST_TRUMPS: Field = ("first_trumps", np.uint8, 2)
"""The slot of the lowest trump of each seat's first hand: NO_TRUMP if it had none, NO_CARD if it is not known."""
STATE = record([*OWNED_FIELDS, FIRST_TRUMPS, *PUBLIC_FIELDS], "durak")
"""The full truth about a game of two seats, without transfers and without a limit at the first discard."""
STATES = {
    seats: record(owned_fields(seats) + public_fields(seats, table_fields(seats)), "durak")
    for seats in range(FEWEST_SEATS, MOST_SEATS + 1)
}
"""The full truth about any other game, by its number of seats."""


class State(protocol.State):
    """A STATE record, of any number of seats."""

    hands = talon = known = deck = attacks = defences = discard = trumps = bouts = plies = table = table_size = FIELD
    talon_size = trump_suit = trump_card = attacker = phase = defender = place = mover = idle = shown = rivals = FIELD
    by_places = idle_limit = out_bout = first_trumps = hand_size = include_trumps = max_attack_cards = FIELD
    throw_in = first_discard_limit = transfer = passport = draws = FIELD


class Info(State, protocol.Info):
    """An INFO record; see the game's ``knowledge``."""

    hand_sizes = open_world = unseen = spare = FIELD


def state_dtype(rules: Rules) -> np.dtype[Any]:
    """Return the dtype of the records of a game by these rules."""
    return STATE if rules.is_plain else STATES[rules.num_players]
