"""Action ids, which are slots too, and their texts.

The ids are the same for 4 to 7 seats. A target is given as ``t``, its place clockwise from the seat that acts, 1..6,
dead seats counted; in texts by its seat. A place is 0..6: the hand, then what lies before a seat; see `bang_env.cards`.

========  =====================================================  ==================================
ids       action                                                 text
========  =====================================================  ==================================
0         end the turn                                           ``end``
1-16      play a card without a target                           ``birra``
17-22     shoot with a bang at t                                 ``bang 3``
23-28     shoot with a mancato at t (Calamity Janet)             ``mancato 3``
29-34     duello with t                                          ``duello 3``
35-40     prigione before t                                      ``prigione 3``
41-82     panico: 7 (t - 1) + place                              ``panico 3 hand``
83-124    cat_balou: the same                                    ``cat_balou 3 gun``
125-146   discard a card of a kind, or pay with it (Sid)         ``discard bang``
147       Sid's ability                                          ``sid``
148       first card from the deck                               ``deck``
149       first card from the pile                               ``pile``
150-155   first card from the hand of t                          ``from 3``
156-158   put back the card looked at as first, second, third    ``back 0``
159-180   pick a kind from the emporio                           ``pick birra``
181-183   answer with a bang, a mancato, a birra                 ``answer bang``
184       do nothing                                             ``nothing``
========  =====================================================  ==================================
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from bang_env.cards import (
    BANG,
    BARILE,
    BIRRA,
    CARABINE,
    DILIGENZA,
    DINAMITE,
    EMPORIO,
    GATLING,
    INDIANI,
    KINDS,
    MANCATO,
    MIRINO,
    MUSTANG,
    PLACES,
    REMINGTON,
    SALOON,
    SCHOFIELD,
    VOLCANIC,
    WELLS_FARGO,
    WINCHESTER,
)
from bang_env.rules import MOST_SEATS, NUM_ACTIONS, Rules, RulesLike
from cardkit.compiled.jit import constants
from cardkit.compiled.protocol import HIDDEN
from cardkit.game import action_id
from cardkit.wording import quoted, shortened

WORDS = 4
"""Words of a set of slots: the actions take three, the events of `bang_env.core.luck` a few slots more."""
TARGETS, NUM_PLACES = MOST_SEATS - 1, len(PLACES)
UNTARGETED = (
    *(BIRRA, SALOON, DILIGENZA, WELLS_FARGO, GATLING, INDIANI, EMPORIO, BARILE, DINAMITE, MIRINO, MUSTANG),
    *(VOLCANIC, SCHOFIELD, REMINGTON, CARABINE, WINCHESTER),
)
"""The kinds that are played without a target, in the order of their ids from 1 on."""
KIND_OF_ACTION: Any = np.array([0, *UNTARGETED], np.int64)
END: Any = np.int64(0)
AIM_BANG, AIM_MANCATO, AIM_DUELLO, AIM_PRIGIONE = constants((17, 23, 29, 35))
"""The first of six ids: a card played at another seat."""
PANICO_FIRST, CAT_BALOU_FIRST, DISCARD_FIRST, SID_PAYS = constants((41, 83, 125, 147))
FROM_DECK, FROM_PILE, FROM_HAND, BACK_FIRST, PICK_FIRST = constants((148, 149, 150, 156, 159))
ANSWER_BANG, ANSWER_MANCATO, ANSWER_BIRRA, NOTHING = constants((181, 182, 183, 184))
SECRET_ACTIONS = frozenset(range(int(BACK_FIRST), int(PICK_FIRST)))
"""The actions whose mover alone sees which card it puts back."""
FORGOTTEN_ACTIONS = frozenset(range(int(FROM_DECK), int(BACK_FIRST)))
"""All see where a first card comes from, but where Suzy Lafayette draws another, no count tells."""
_ANSWERS = (BANG, MANCATO, BIRRA)

_AIMED = (
    *(("bang", AIM_BANG, 1), ("mancato", AIM_MANCATO, 1), ("duello", AIM_DUELLO, 1), ("prigione", AIM_PRIGIONE, 1)),
    *(("panico", PANICO_FIRST, NUM_PLACES), ("cat_balou", CAT_BALOU_FIRST, NUM_PLACES), ("from", FROM_HAND, 1)),
)
"""Actions with a target: first word, first id, ids a target."""


@lru_cache
def _pattern(action: int) -> tuple[str, Any, str]:
    """Return the first word of an action's text, the seats clockwise to its target (0: none), and its last words."""
    for word, first, each in _AIMED:
        if first <= action < first + each * TARGETS:
            target, place = divmod(action - first, each)
            return word, target + 1, "" if each == 1 else PLACES[place]
    return _untargeted(action), 0, ""


def _untargeted(action: int) -> str:
    lone: dict[int, str] = {END: "end", SID_PAYS: "sid", FROM_DECK: "deck", FROM_PILE: "pile", NOTHING: "nothing"}
    if action in lone:
        return lone[action]
    if action <= len(UNTARGETED):
        return KINDS[UNTARGETED[action - 1]]
    if action < SID_PAYS:
        return f"discard {KINDS[action - DISCARD_FIRST]}"
    if action < PICK_FIRST:
        return f"back {action - BACK_FIRST}"
    return f"pick {KINDS[action - PICK_FIRST]}" if action < ANSWER_BANG else f"answer {KINDS[action - ANSWER_BANG]}"


@lru_cache
def _ids(num_players: int, seat: int) -> dict[str, int]:
    """Return the id of each text."""
    return {_text(action, num_players, seat): action for action in range(NUM_ACTIONS)}


def _text(action: int, num_players: int, seat: int) -> str:
    word, target, place = _pattern(action)
    if target == 0:
        return word
    there = (seat + target) % num_players if target < num_players else seat + target
    return f"{word} {there} {place}".rstrip()


def format_action(action: int, rules: RulesLike, seat: int) -> str:
    """Write an action id of a seat as text: ``bang 3`` shoots seat 3, regardless of who acts.

    A target beyond the last seat, which no seat can choose, has a number beyond it.

    Raises:
        ValueError: the action is not an id, or there is no such seat.
    """
    rules = Rules.of(rules)
    rules.check_seat(seat)
    return _text(action_id(action, NUM_ACTIONS), rules.num_players, int(seat))


def seen_text(action: int, rules: RulesLike, seat: int) -> str:
    """Write an action of a seat as a viewer sees it: ``back`` does not tell which card Kit Carlson puts back."""
    return "back" if action == HIDDEN else format_action(action, rules, seat)


def parse_action(text: str, rules: RulesLike, seat: int) -> int:
    """Read the action id of a text, in upper or lower case, for the seat that acts.

    Raises:
        ValueError: the text is not an action, or there is no such seat.
    """
    rules = Rules.of(rules)
    rules.check_seat(seat)
    words = " ".join(text.lower().split()) if isinstance(text, str) else ""
    action = _ids(rules.num_players, int(seat)).get(words)
    if action is None:
        raise ValueError(f"{quoted(text)} is not an action{_why_no_action(words, int(seat), rules.num_players)}")
    return action


def _why_no_action(words: str, seat: int, seats: int) -> str:
    """Explain why a text is not an action of a seat."""
    word, target, *_ = f"{words} - -".split()
    if word in {aimed for aimed, _, _ in _AIMED} and target.isdecimal():
        if target == str(seat):
            return f" of seat {seat}: a seat may not target itself"
        if target not in map(str, range(seats)):
            return f": there is no seat {shortened(target)}, seats are 0 to {seats - 1}"
    return ": write 'end', 'birra', 'bang 3', 'panico 3 hand', ..."


@lru_cache
def action_ids() -> np.ndarray:
    """Return the action id of each slot, which is the same number: read-only int64 array of shape (1, slots)."""
    ids = np.full((1, 64 * WORDS), -1, np.int64)
    ids[0, :NUM_ACTIONS] = np.arange(NUM_ACTIONS)
    ids.flags.writeable = False
    return ids


@lru_cache(1 << 14)
def actions_in(number: int) -> tuple[int, ...]:
    """Return the action ids of a set of slots, given as a Python integer, ascending."""
    return tuple(action for action in range(NUM_ACTIONS) if number >> action & 1)
