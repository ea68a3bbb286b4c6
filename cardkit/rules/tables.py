"""Checks of the records and tables of a game, before it is played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from cardkit.compiled.slot_code import WORD_SLOTS
from cardkit.compiled.slots import words_of
from cardkit.game import Game
from cardkit.rules.recorded import fill_rules, recorded_rules
from cardkit.rules.variant_rules import VariantRules

FEWEST_SEATS, MOST_SEATS = 2, 8
NO_ACTION = -1  # in action_ids


@lru_cache
def check_tables(game: Game) -> None:
    """Check the records and tables of a game, as matches and environments do before they begin.

    Compiled code does not check slots: slot 80 of a set of one word would be slot 16.

    Raises:
        ValueError: ``legal`` is lacking or differs in width between STATE and INFO, or a slot, an action id or the
            number of seats is out of range.
    """
    if not FEWEST_SEATS <= game.seats <= MOST_SEATS:
        raise ValueError(f"{game} has {game.seats} seats: a game has {FEWEST_SEATS} to {MOST_SEATS}")
    if "word" in (game.new_info().dtype.names or ()):
        raise ValueError(f"INFO of {game} has the stream of chance, word: searches would foresee what comes")
    words, of_info = _width(game, "STATE", game.new_states()), _width(game, "INFO", game.new_info())
    if words != of_info:
        raise ValueError(f"legal has {words} words in the STATE of {game}, {of_info} in its INFO: give both the same")
    ids, slots = np.asarray(game.action_ids), WORD_SLOTS * words
    if ids.ndim != 2 or ids.shape[1] != slots or ids.dtype.kind not in "iu":
        raise ValueError(
            f"action_ids of {game} must be integers of shape (kinds, {slots}), since legal has the slots "
            f"0..{slots - 1}, got {ids.dtype} of shape {ids.shape}"
        )
    for kind, row in enumerate(ids):
        _check_ids(f"row {kind} of action_ids of {game}", row[row != NO_ACTION], game.num_actions)
    if lacking := sorted(set(range(game.num_actions)) - set(ids.ravel().tolist())):
        raise ValueError(
            f"action_ids of {game} has no slot for the actions {listed(lacking)}: put them there; if a row is full, "
            f"give decisions of different kinds a row each, or legal more words than {words}"
        )


def check_recorded_rules(game: Game) -> None:
    """Check that the STATE records of a game hold the rules that it declares; compiled code reads them there."""
    rules = game.rules
    if not isinstance(rules, VariantRules):
        return
    right, found = game.new_states(), game.new_states()
    fill_rules(right, rules)
    for name, given in recorded_rules(type(rules), found[0]).items():
        if given != recorded_rules(type(rules), right[0])[name]:
            raise ValueError(
                f"new_states of {game} gives records of {name}={given}, not {getattr(rules, name)}: let it call "
                "cardkit.rules.recorded.fill_rules"
            )


def check_texts(game: Game) -> None:
    """Check that no two actions of a game have the same words."""
    ((text, times),) = Counter(map(game.text_of, range(game.num_actions))).most_common(1)
    if times > 1:
        actions = [action for action in range(game.num_actions) if game.text_of(action) == text]
        raise ValueError(
            f"text_of of {game} says {text!r} for the actions {listed(actions)}: records, menus and what a person "
            "writes would mix them up; give each words of its own"
        )


def _width(game: Game, name: str, records: np.ndarray) -> int:
    try:
        return words_of(records.dtype)
    except ValueError as error:
        raise ValueError(f"the {name} records of {game}: {error}") from None


def _check_ids(where: str, ids: np.ndarray, actions: int) -> None:
    if beyond := sorted(set(ids[(ids < 0) | (ids >= actions)].tolist())):
        raise ValueError(
            f"{where} has the ids {listed(beyond)}: ids are 0..{actions - 1}, or {NO_ACTION} where no action is"
        )
    values, times = np.unique(ids, return_counts=True)
    if twice := values[times > 1].tolist():
        raise ValueError(f"{where} has the ids {listed(twice)} in several slots: an id stands once in a row")


def listed(numbers: Sequence[int]) -> str:
    """Write the first of some numbers, for an error."""
    return ", ".join(map(str, numbers[:8])) + (", ..." if len(numbers) > 8 else "")
