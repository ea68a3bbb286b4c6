"""The 80 cards: kinds, faces, and where a card lies before a seat.

A card is a number, 0..79, in the order of the kinds and of the faces of each; a kind is a number, 0..21. The names are
the Italian ones.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cardkit.compiled.jit import constants

SUITS, RANKS = "cdhs", "23456789TJQKA"
_FACES = (
    ("bang", "2c 3c 4c 5c 6c 7c 8c 9c 2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd Ad Qh Kh Ah As"),
    ("mancato", "Tc Jc Qc Kc Ac 2s 3s 4s 5s 6s 7s 8s"),
    ("birra", "6h 7h 8h 9h Th Jh"),
    ("saloon", "5h"),
    ("diligenza", "9s 9s"),
    ("wells_fargo", "3h"),
    ("gatling", "Th"),
    ("indiani", "Kd Ad"),
    ("emporio", "9c Qs"),
    ("duello", "8c Qd Js"),
    ("panico", "8d Jh Qh Ah"),
    ("cat_balou", "9d Td Jd Kh"),
    ("prigione", "4h Ts Js"),
    ("dinamite", "2h"),
    ("barile", "Qs Ks"),
    ("mirino", "As"),
    ("mustang", "8h 9h"),
    ("volcanic", "Tc Ts"),
    ("schofield", "Jc Qc Ks"),
    ("remington", "Kc"),
    ("carabine", "Ac"),
    ("winchester", "8s"),
)
KINDS = tuple(name for name, _ in _FACES)
"""The kinds by number."""
FACES = tuple(face for _, faces in _FACES for face in faces.split())
"""The suit and rank of each card: ``Th`` is the ten of hearts."""
NUM_KINDS, NUM_CARDS = len(KINDS), len(FACES)
(
    BANG,
    MANCATO,
    BIRRA,
    SALOON,
    DILIGENZA,
    WELLS_FARGO,
    GATLING,
    INDIANI,
    EMPORIO,
    DUELLO,
    PANICO,
    CAT_BALOU,
    PRIGIONE,
    DINAMITE,
    BARILE,
    MIRINO,
    MUSTANG,
    VOLCANIC,
    SCHOFIELD,
    REMINGTON,
    CARABINE,
    WINCHESTER,
) = constants(range(NUM_KINDS))
NO_CARD: Any = np.int64(-1)

PLACES = ("hand", "gun", "barile", "mirino", "mustang", "dinamite", "prigione")
"""The places of a seat's cards: in the hand, or before it in one of six places."""
HAND, GUN_PLACE, BARILE_PLACE, MIRINO_PLACE, MUSTANG_PLACE, DINAMITE_PLACE, PRIGIONE_PLACE = constants(
    range(len(PLACES))
)
TABLE_PLACES = len(PLACES) - 1

KIND_OF: Any = np.array([kind for kind, (_, faces) in enumerate(_FACES) for _ in faces.split()], np.int64)
"""The kind of each card."""
PLACE_OF_KIND: Any = np.array([0] * BARILE + [2, 3, 4] + [1] * 5, np.int64)
"""The places of blue cards, by kind; 0 for brown ones."""
PLACE_OF_KIND[[DINAMITE, PRIGIONE]] = DINAMITE_PLACE, PRIGIONE_PLACE
REACH_OF_KIND: Any = np.array([0] * VOLCANIC + [1, 2, 3, 4, 5], np.int64)
"""The ranges of weapons, by kind."""


def _words(kind: int) -> tuple[int, int]:
    number = sum(1 << card for card in range(NUM_CARDS) if KIND_OF[card] == kind)
    return number & 2**64 - 1, number >> 64


KIND_LOW: Any = np.array([_words(kind)[0] for kind in range(NUM_KINDS)], np.uint64)
"""The cards of each kind as a set of two words: the cards 0..63,"""
KIND_HIGH: Any = np.array([_words(kind)[1] for kind in range(NUM_KINDS)], np.uint64)
"""and the cards 64..79."""
ALL_LOW, ALL_HIGH = np.uint64(2**64 - 1), np.uint64(2 ** (NUM_CARDS - 64) - 1)

HEART, BLAST, OTHER = constants(range(3))
"""The kinds of cards turned up for luck: a heart; a spade from 2 to 9, which sets off dinamite; another card."""
LUCK_OF: Any = np.array(
    [HEART if face[1] == "h" else BLAST if face[1] == "s" and face[0] in RANKS[:8] else OTHER for face in FACES],
    np.int64,
)
"""The luck of each card."""
RED: Any = np.array([face[1] in "dh" for face in FACES], np.int64)
"""True for red cards."""
SUIT_OF: Any = np.array([SUITS.index(face[1]) for face in FACES], np.int64)
"""The suit of each card, as its place in SUITS."""


def card_text(card: int) -> str:
    """Write a card for people: its kind and its face."""
    return f"{KINDS[KIND_OF[card]]} {FACES[card]}"
