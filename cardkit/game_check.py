"""Checks of a game: of its tables, which are quick, and of its functions by random play."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from cardkit.compiled.prng import STREAM, derive
from cardkit.compiled.protocol import (
    NO_EVENT,
    can_withdraw,
    copy_state,
    deal,
    decision,
    determinize,
    event_after,
    feed,
    mover,
    observe,
    reseed,
    returns,
    score,
    step,
    withdraw,
)
from cardkit.compiled.slot_code import WORD_SLOTS
from cardkit.compiled.slots import as_int, is_empty, legal_of, words_of
from cardkit.game import Game

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
            f"action_ids of {game} has no slot for the actions {_listed(lacking)}: put them there; if a row is full, "
            f"give decisions of different kinds a row each, or legal more words than {words}"
        )


def check_game(game: Game, games: int = 100, seed: int = 0) -> None:
    """Play random games and check what the kit relies on: a test of a game under construction.

    It checks `check_tables`, and at every ply the seat to move, the legal slots and their ids, what all seats know,
    determinizations, events, copies, and the length of the game; at its end its scores and its record. Once in a game
    that knows `withdraw`, a seat leaves a copy of it.

    Args:
        game: the game.
        games: how many to play, at least 1.
        seed: of deals and choices.

    Raises:
        ValueError: a function breaks the protocol. The message names the game, the ply and the fault.
    """
    check_tables(game)
    streams = np.zeros(2, STREAM)
    rng = np.random.default_rng(seed)
    for number in range(games):
        for stream, root in zip(streams, (0, 1), strict=True):
            derive(stream, np.uint64(2 * seed + root), number)
        _Play(game, number, rng).run(streams[0], streams[1])


class _Play:
    """A random game that is checked ply by ply."""

    def __init__(self, game: Game, number: int, rng: np.random.Generator) -> None:
        self._game, self._number, self._rng = game, number, rng
        self._ids = np.asarray(game.action_ids)
        self._state, self._other = game.new_states(2)
        self._plies: list[tuple[int, int]] = []
        self._slots: list[int] = []

    def run(self, chance: Any, worlds: Any) -> None:
        state = self._state
        deal(state, chance)
        start = state.copy()
        leaving = int(self._rng.integers(self._game.most_plies)) if can_withdraw(state.dtype) else -1
        while not is_empty(legal_of(state)):
            self._require(len(self._plies) < self._game.most_plies, f"most_plies is {self._game.most_plies}")
            self._check_forfeit()
            slot, action = self._choice()
            self._check_knowledge(worlds)
            self._check_copy(slot)
            if len(self._plies) == leaving:
                self._check_withdrawal()
            self._plies.append((int(mover(state)), action))
            self._slots.append(slot)
            step(state, slot)
            self._check_event(slot)
        feed(start, state)
        self._check_replay(start, worlds)
        self._check_end(start)

    def _choice(self) -> tuple[int, int]:
        """A random legal slot and its action id."""
        state, seat, kind = self._state, int(mover(self._state)), int(decision(self._state))
        self._require(0 <= seat < self._game.seats, f"mover gives seat {seat}")
        self._require(0 <= kind < len(self._ids), f"decision gives {kind}, and action_ids has {len(self._ids)} rows")
        slots = _slots_in(as_int(legal_of(state)))
        if bare := [slot for slot in slots if self._ids[kind, slot] < 0]:
            raise self._fault(f"row {kind} of action_ids has no id for the legal slots {_listed(bare)}")
        slot = slots[int(self._rng.integers(len(slots)))]
        action = int(self._ids[kind, slot])
        self._require(self._game.action_of(state, slot) == action, f"action_of(state, {slot}) is not {action}")
        self._require(self._game.read_action(state, action) == slot, f"read_action(state, {action}) is not {slot}")
        return slot, action

    def _check_knowledge(self, worlds: Any) -> None:
        """What each seat knows: legal actions for the mover alone, and the same in every determinization."""
        game, state = self._game, self._state
        for seat in range(game.seats):
            info, again = game.new_info()[0], game.new_info()[0]
            observe(state, seat, game.open_world, info)
            wanted = as_int(legal_of(state)) if seat == mover(state) else 0
            found = as_int(legal_of(info))
            self._require(
                found == wanted,
                f"observe gives seat {seat} the legal slots {_slots_in(found)}, not {_slots_in(wanted)}",
            )
            determinize(info, worlds, self._other)
            observe(self._other, seat, game.open_world, again)
            for field in again.dtype.names:
                same = np.array_equal(info[field], again[field])
                self._require(same, f"seat {seat} knows another {field} of a determinization than of the game")

    def _check_copy(self, slot: int) -> None:
        """That a copy of the state goes on as the state does."""
        copy_state(self._state, self._other)
        once = self._other.copy()
        step(self._other, slot)
        step(once, slot)
        self._require(
            bytes(once.data) == bytes(self._other.data), f"step of slot {slot} gives two results in one state"
        )

    def _check_withdrawal(self) -> None:
        """That the others can play on to an end without the seat to move."""
        state, gone = self._other, int(mover(self._state))
        copy_state(self._state, state)
        withdraw(state, gone)
        for _ in range(self._game.most_plies):
            if is_empty(legal_of(state)):
                break
            self._require(mover(state) != gone, f"seat {gone} is to move although it was withdrawn")
            step(state, int(self._rng.choice(_slots_in(as_int(legal_of(state))))))
        self._require(is_empty(legal_of(state)), f"the game goes on for ever once seat {gone} was withdrawn")

    def _check_event(self, slot: int) -> None:
        event, most = int(event_after(self._state, slot)), self._ids.shape[1]
        self._require(event == NO_EVENT or 0 <= event < most, f"event_after gives {event}; slots are 0..{most - 1}")

    def _check_forfeit(self) -> None:
        seat = int(mover(self._state))
        paid = self._game.forfeit(self._state, seat)
        self._require(len(paid) == self._game.seats, f"forfeit gives {len(paid)} returns for {self._game.seats} seats")

    def _check_replay(self, start: Any, other_chance: Any) -> None:
        """That the plies lead from the start, fed with what chance gave, to the same end whatever chance would give."""
        again = start.copy()
        reseed(again, other_chance)
        for slot in self._slots:
            step(again, slot)
        for seat in range(self._game.seats):
            found = [self._game.new_info()[0] for _ in range(2)]
            for state, info in zip((self._state, again), found, strict=True):
                observe(state, seat, True, info)
            self._require(
                bytes(found[0].data) == bytes(found[1].data),
                "a start that was fed leads to another end: feed lacks something",
            )

    def _check_end(self, start: Any) -> None:
        game = self._game
        for seat in range(game.seats):
            paid, (least, most) = float(returns(self._state, seat)), game.return_range
            self._require(np.isfinite(paid), f"the return of seat {seat} is not finite")
            self._require(least <= paid <= most, f"seat {seat} returns {paid}, outside return_range {least} to {most}")
            value = float(score(self._state, seat))
            self._require(0 <= value <= 1, f"the score of seat {seat} is {value}, not from 0 to 1")
        players = [f"player_{seat}" for seat in range(game.seats)]
        records = game.read_records(game.record_text(start, self._plies, players))
        self._require(len(records) == 1, f"record_text gives a text that read_records reads as {len(records)} games")

    def _require(self, holds: Any, fault: str) -> None:
        if not holds:
            raise self._fault(fault)

    def _fault(self, fault: str) -> ValueError:
        return ValueError(f"{self._game}, random game {self._number}, ply {len(self._plies) + 1}: {fault}")


def _width(game: Game, name: str, records: np.ndarray) -> int:
    try:
        return words_of(records.dtype)
    except ValueError as error:
        raise ValueError(f"the {name} records of {game}: {error}") from None


def _check_ids(where: str, ids: np.ndarray, actions: int) -> None:
    if beyond := sorted(set(ids[(ids < 0) | (ids >= actions)].tolist())):
        raise ValueError(
            f"{where} has the ids {_listed(beyond)}: ids are 0..{actions - 1}, or {NO_ACTION} where no action is"
        )
    values, times = np.unique(ids, return_counts=True)
    if twice := values[times > 1].tolist():
        raise ValueError(f"{where} has the ids {_listed(twice)} in several slots: an id stands once in a row")


def _slots_in(number: int) -> list[int]:
    return [slot for slot in range(number.bit_length()) if number >> slot & 1]


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers[:8])) + (", ..." if len(numbers) > 8 else "")
