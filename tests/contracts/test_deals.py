"""Deals and lists that are too long, or no lists, are refused, and no more of them is read than can be right."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from itertools import count, repeat
from typing import Any

import numpy as np
import pytest

from bang_env import Deal as BangDeal
from bang_env import Rules as BangRules
from bang_env import bang_v0
from bang_env.notation import GameRecord
from durak_env import Deal as DurakDeal
from durak_env import Rules as DurakRules
from oh_hell_env import Deal as OhHellDeal
from oh_hell_env import Rules as OhHellRules

LONG = range(10**9)
BANG, DURAK = BangRules(num_players=4), DurakRules()
OH_HELL = OhHellRules(hand_sizes=(1,), trump="random")
DECK = [*OH_HELL.deck]
BANG_DEAL = BangDeal("SOOR", tuple(range(4)), tuple(range(80)))


def bang(characters: Any = range(4), deck: Any = range(80), chance: Any = (), roles: Any = "SOOR") -> None:
    BangDeal(roles, characters, deck, chance).check(BANG)


def oh_hell(decks: Any, trumps: Any = None) -> OhHellDeal:
    return OhHellDeal(decks, trumps)


DOORS: dict[str, tuple[Callable[[Any], object], str]] = {
    "characters of Bang!": (lambda given: bang(characters=given), "characters"),
    "the deck of Bang!": (lambda given: bang(deck=given), "deck"),
    "chance of Bang!": (lambda given: bang(chance=given), "chance"),
    "an entry of chance": (lambda given: bang(chance=[given]), "entry 1 of chance"),
    "a deck of Durak": (lambda given: DurakDeal(given).check(DURAK), "deck"),
    "decks of Oh Hell!": (lambda given: oh_hell(given).check(OH_HELL), "decks"),
    "a deck of Oh Hell!": (lambda given: oh_hell([given]).check(OH_HELL), "deck 0 of decks"),
    "trumps of Oh Hell!": (lambda given: oh_hell([DECK], given).check(OH_HELL), "trumps"),
    "hand sizes": (lambda given: OhHellRules(hand_sizes=given), "hand_sizes"),
    "plies": (lambda given: GameRecord(BANG, BANG_DEAL, given).format(), "plies"),
}
GIVEN: dict[str, Callable[[], Any]] = {
    "a range": lambda: LONG,
    "cards without an end": lambda: repeat(1),
    "numbers without an end": count,
    "texts without an end": lambda: repeat("c"),
    "an array without axes": lambda: np.array(5),
    "a set": lambda: {1, 2},
    "a number": lambda: 1.5,
}


@pytest.mark.parametrize("given", GIVEN)
@pytest.mark.parametrize("door", DOORS)
def test_what_is_no_list_of_the_right_length_is_refused(door: str, given: str) -> None:
    use, name = DOORS[door]
    tracemalloc.start()
    try:
        with pytest.raises(ValueError, match=rf"^{name} |^\w+ \d+ of {name} |^a card must be | is not a card: "):
            use(GIVEN[given]())
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()


def test_long_roles_are_refused_before_they_are_sorted() -> None:
    with pytest.raises(ValueError, match="roles must be the letters"):
        bang(roles="S" * 10**6)


def test_reset_options_are_refused_likewise() -> None:
    env = bang_v0.raw_env(BANG)
    for name, given in {"characters": np.array(5), "deck": LONG, "chance": np.array(3)}.items():
        options = {"roles": "SOOR", "characters": range(4), "deck": range(80), name: given}
        with pytest.raises(ValueError, match=f"^{name} must"):
            env.reset(options=options)
