"""The table of the pieces that observations consist of, and an encoding's layout in the form of compiled code.

Seats begin with the own one and go on clockwise. Values are 0 and 1 but for the numbers, which stand last: in float32
they are divided by the largest in size; in uint8 they are whole numbers that count from the smallest. In the open world
all roles and cards are known, and the encoding ``open`` adds the next cards of the deck.
"""

from __future__ import annotations

from bang_env.cards import NUM_CARDS, NUM_KINDS
from bang_env.characters import NUM_CHARACTERS, ROLES
from bang_env.core.records import CAUSES, MOST_LOOKED, Phase
from bang_env.rules import Rules
from cardkit.compiled.records import record
from cardkit.pieces import ALL, FLAGS, HISTORY, OPEN, SIZE, Piece, layout_fields

SEAT_BITS = 1 + len(ROLES) + NUM_CHARACTERS + 6 + 5 + 2
LOOKED_BITS = NUM_KINDS + 4 + 1
MOST_LIVES, MOST_DISTANCE, MOST_ATTACKS, MOST_SHOTS = 5, 5, 60, 10
"""Numbers that are cut at these values, but for lives: no seat has more."""


def _seats(rules: Rules) -> int:
    return rules.num_players


def _each_seat(rules: Rules, history: int) -> int:
    return rules.num_players


def _of_each_seat(name: str, meaning: str, most: int, least: int = 0) -> Piece:
    return Piece(name, SIZE, _seats, ALL, meaning, most=lambda rules: most, least=lambda rules: least)


def _by_kind(name: str, meaning: str) -> Piece:
    return Piece(name, SIZE, lambda rules: NUM_KINDS, ALL, meaning)


def _one(name: str, meaning: str, most: int) -> Piece:
    return Piece(name, SIZE, lambda rules: 1, ALL, meaning, most=lambda rules: most)


FLAG_PIECES = (
    Piece(
        "seats",
        FLAGS,
        lambda rules: SEAT_BITS,
        ALL,
        "by seat: alive; the role, the last for unknown; the character; no gun, or one of five; barile, mirino, "
        "mustang, dinamite, prigione; in reach of the own seat; has it in reach",
        _each_seat,
    ),
    Piece("phase", FLAGS, lambda rules: len(Phase) - 1, ALL, "what kind of ply is due; all 0 when over"),
    Piece("turn", FLAGS, _seats, ALL, "whose turn it is"),
    Piece("mover", FLAGS, _seats, ALL, "who is asked"),
    Piece("cause", FLAGS, lambda rules: len(CAUSES) - 1, ALL, "bang, gatling, indiani, duello, dinamite"),
    Piece("source", FLAGS, _seats, ALL, "whose card it is"),
    Piece("pile_top", FLAGS, lambda rules: NUM_KINDS, ALL, "the kind on top of the pile"),
    Piece(
        "looked",
        FLAGS,
        lambda rules: LOOKED_BITS,
        ALL,
        "of each card that Kit Carlson looks at, to himself: its kind, its suit, whether it explodes",
        lambda rules, history: MOST_LOOKED,
    ),
    Piece(
        "next_cards",
        FLAGS,
        lambda rules: NUM_KINDS,
        frozenset({OPEN}),
        "the kinds of the next cards of the deck",
        lambda rules, history: MOST_LOOKED,
    ),
    Piece(
        "plies",
        FLAGS,
        lambda rules: rules.num_actions + rules.num_players,
        frozenset({HISTORY}),
        "the last plies, the latest first: the action id, then its player, the own seat first",
        lambda rules, history: history,
    ),
)
SIZE_PIECES = (
    _of_each_seat("lives", "lives by seat", MOST_LIVES, -3),
    _of_each_seat("most_lives", "the most lives by seat", MOST_LIVES),
    _of_each_seat("hand_sizes", "cards in hand by seat", NUM_CARDS),
    _of_each_seat("distances_to", "distance to each seat, 0 to the own one and to the dead", MOST_DISTANCE),
    _of_each_seat("distances_from", "distance from each seat", MOST_DISTANCE),
    _of_each_seat("attacks", "how much each seat has attacked the Sheriff", MOST_ATTACKS, -MOST_ATTACKS),
    Piece("known_cards", SIZE, lambda rules: NUM_KINDS * rules.num_players, ALL, "by seat and kind: cards known there"),
    _by_kind("unknown_cards", "by kind: cards that may be in several places"),
    _by_kind("pile", "by kind: cards of the pile"),
    _by_kind("emporio", "by kind: cards of the emporio"),
    _one("needed", "misses needed against a shot", 2),
    _one("shots", "bangs shot in this turn", MOST_SHOTS),
    Piece("round", SIZE, lambda rules: 1, ALL, "rounds that have begun", most=lambda rules: rules.max_rounds),
    _one("deck_size", "cards in the deck", NUM_CARDS),
    _one("pile_size", "cards in the pile", NUM_CARDS),
)
PIECES = (*FLAG_PIECES, *SIZE_PIECES)

LAYOUT = record(layout_fields(PIECES))
"""An encoding as compiled code knows it."""

WRITER = record([("layout", LAYOUT)], "bang")
"""The record that observations are written with."""
