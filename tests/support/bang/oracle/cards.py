"""The cards, characters and roles of Bang!, as the reference numbers them."""

from __future__ import annotations

FACES = {
    "bang": "2c 3c 4c 5c 6c 7c 8c 9c 2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd Ad Qh Kh Ah As",
    "mancato": "Tc Jc Qc Kc Ac 2s 3s 4s 5s 6s 7s 8s",
    "birra": "6h 7h 8h 9h Th Jh",
    "saloon": "5h",
    "diligenza": "9s 9s",
    "wells_fargo": "3h",
    "gatling": "Th",
    "indiani": "Kd Ad",
    "emporio": "9c Qs",
    "duello": "8c Qd Js",
    "panico": "8d Jh Qh Ah",
    "cat_balou": "9d Td Jd Kh",
    "prigione": "4h Ts Js",
    "dinamite": "2h",
    "barile": "Qs Ks",
    "mirino": "As",
    "mustang": "8h 9h",
    "volcanic": "Tc Ts",
    "schofield": "Jc Qc Ks",
    "remington": "Kc",
    "carabine": "Ac",
    "winchester": "8s",
}
KINDS = tuple(FACES)
CARDS = [(kind, face) for kind in KINDS for face in FACES[kind].split()]
"""Kind and face of each card, by its number."""
REACH = {"volcanic": 1, "schofield": 2, "remington": 3, "carabine": 4, "winchester": 5}
PLACES = ("hand", "gun", "barile", "mirino", "mustang", "dinamite", "prigione")
PLACE_OF = {kind: kind for kind in PLACES[2:]} | dict.fromkeys(REACH, "gun")
"""The place of a blue card."""

LIVES = {
    "bart_cassidy": 4,
    "black_jack": 4,
    "calamity_janet": 4,
    "el_gringo": 3,
    "jesse_jones": 4,
    "jourdonnais": 4,
    "kit_carlson": 4,
    "lucky_duke": 4,
    "paul_regret": 3,
    "rose_doolan": 4,
    "pedro_ramirez": 4,
    "sid_ketchum": 4,
    "slab_the_killer": 4,
    "suzy_lafayette": 4,
    "vulture_sam": 4,
    "willy_the_kid": 4,
}
CHARACTERS = tuple(LIVES)
ROLES_IN_PLAY = {4: "SOOR", 5: "SDOOR", 6: "SDOOOR", 7: "SDDOOOR"}
TEAM_OF = {"S": "law", "D": "law", "O": "outlaws", "R": "renegade"}


def kind_of(card: int) -> str:
    """Return the kind of a card."""
    return CARDS[card][0]


def is_heart(card: int) -> bool:
    """Return whether a card is a heart."""
    return CARDS[card][1][1] == "h"


def is_red(card: int) -> bool:
    """Return whether a card is a heart or a diamond."""
    return CARDS[card][1][1] in "dh"


def is_blast(card: int) -> bool:
    """Return whether a card makes dinamite explode: a spade from 2 to 9."""
    rank, suit = CARDS[card][1]
    return suit == "s" and rank in "23456789"
