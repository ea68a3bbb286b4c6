"""The tables of Bang!'s pages that follow from code alone: cards, characters, options, actions.

`tests.support.page_tables` writes them anew.
"""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np

from bang_env import Rules
from bang_env.actions import (
    AIM_BANG,
    AIM_DUELLO,
    AIM_MANCATO,
    AIM_PRIGIONE,
    ANSWER_BANG,
    BACK_FIRST,
    CAT_BALOU_FIRST,
    DISCARD_FIRST,
    END,
    FROM_DECK,
    FROM_HAND,
    FROM_PILE,
    NOTHING,
    PANICO_FIRST,
    PICK_FIRST,
    SID_PAYS,
    format_action,
)
from bang_env.cards import FACES, KIND_OF, KINDS, PLACE_OF_KIND, PLACES, REACH_OF_KIND
from bang_env.characters import CHARACTERS, LIVES_OF, ROLE_LETTERS, ROLES, ROLES_IN_PLAY
from bang_env.rules import FEWEST_SEATS, MOST_SEATS, NUM_ACTIONS
from tests.support.derived_tables import rules_table, table

PAGES = Path(__file__).parents[3] / "docs" / "bang"
RULES, REFERENCE = PAGES / "rules.md", PAGES / "reference.md"
MEANINGS = {
    END: "end the turn",
    1: "play a card without a target, in this order",
    AIM_BANG: "shoot a bang at T",
    AIM_MANCATO: "shoot a mancato at T: Calamity Janet",
    AIM_DUELLO: "challenge T",
    AIM_PRIGIONE: "jail T",
    PANICO_FIRST: "take a card of T: first id + 7 (t - 1) + place",
    CAT_BALOU_FIRST: "discard a card of T: first id + 7 (t - 1) + place",
    DISCARD_FIRST: "discard a card of a kind, or pay it: first id + kind",
    SID_PAYS: "Sid Ketchum's ability; two payments follow",
    FROM_DECK: "the first card comes from the deck",
    FROM_PILE: "from the pile: Pedro Ramirez",
    FROM_HAND: "from the hand of T: Jesse Jones",
    BACK_FIRST: "put back the first, second, third card seen: Kit Carlson",
    PICK_FIRST: "pick a card of a kind from the emporio: first id + kind",
    ANSWER_BANG: "answer with a bang, a mancato, a birra",
    NOTHING: "do nothing",
}
"""The meanings of actions, by the first id of those with one meaning."""


def span(first: int, last: int) -> str:
    """Write numbers from one to another."""
    return f"{first}" if first == last else f"{first}-{last}"


def cards() -> str:
    """Write the numbers of kinds and cards, their faces in the order of the numbers, their places and reaches."""
    rows = []
    for number, kind in enumerate(KINDS):
        own = np.flatnonzero(number == KIND_OF)
        place = PLACES[PLACE_OF_KIND[number]] if PLACE_OF_KIND[number] else "-"
        faces = " ".join(FACES[card] for card in own)
        rows.append((number, kind, span(own[0], own[-1]), faces, place, REACH_OF_KIND[number] or "-"))
    return table(("kind", "name", "cards", "faces", "place", "reach"), rows)


def characters() -> str:
    """Write the characters' numbers and lives."""
    return table(("character", "name", "lives"), zip(range(len(CHARACTERS)), CHARACTERS, LIVES_OF, strict=True))


def roles() -> str:
    """Write the roles of tables of each size."""
    rows = []
    for seats in range(FEWEST_SEATS, MOST_SEATS + 1):
        played = ROLES_IN_PLAY[:seats].tolist()
        rows.append((seats, *(played.count(role) for role in range(len(ROLE_LETTERS)))))
    heads = (f"{name} ({letter})" for name, letter in zip(ROLES, ROLE_LETTERS, strict=False))
    return table(("seats", *heads), rows)


def options() -> str:
    """Write the rules that vary."""
    return rules_table(Rules)


def actions() -> str:
    """Write the ids, their meaning, and the texts of seat 0 at a table of seven."""
    firsts = [*MEANINGS, NUM_ACTIONS]
    rows = []
    for first, end in itertools.pairwise(firsts):
        texts = [format_action(action, {"num_players": MOST_SEATS}, 0) for action in range(first, end)]
        shown = texts if len(texts) < 20 and first not in MANY else [texts[0], "...", texts[-1]]
        said = ", ".join(text if text == "..." else f"`{text}`" for text in shown)
        rows.append((span(int(first), int(end) - 1), MEANINGS[first], said))
    return table(("ids", "meaning", "texts of seat 0"), rows)


MANY = (AIM_BANG, AIM_MANCATO, AIM_DUELLO, AIM_PRIGIONE, FROM_HAND)
"""First ids of actions of which the page shows the first and the last alone."""


TABLES = {"options": (RULES, options)} | {one.__name__: (REFERENCE, one) for one in (roles, characters, cards, actions)}
"""Each table's page and text, by the marks of its section."""
