"""A random game that is checked ply by ply: the kit relies on these properties of a game's functions."""

from __future__ import annotations

from typing import Any

import numpy as np

from cardkit.arena.result_rows import new_results, note_parties
from cardkit.checking.determinizations import DeterminizationCheck
from cardkit.checking.observations import EncodingCheck
from cardkit.checking.records import differing
from cardkit.checking.secrecy import SecrecyCheck
from cardkit.compiled.prng import Stream
from cardkit.compiled.protocol import (
    NO_EVENT,
    NOBODY,
    State,
    can_withdraw,
    copy_state,
    count,
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
from cardkit.compiled.slots import as_int, is_empty, legal_of
from cardkit.game import Game
from cardkit.notation.records import GameRecord, result_of
from cardkit.rules.tables import NO_ACTION, listed


class CheckedPlay:
    """A random game that is checked ply by ply."""

    def __init__(
        self,
        game: Game,
        number: int,
        rng: np.random.Generator,
        secrecy: SecrecyCheck,
        drawn: DeterminizationCheck,
        observations: EncodingCheck | None,
    ) -> None:
        self._game, self._number, self._rng = game, number, rng
        self._secrecy, self._drawn, self._observations = secrecy, drawn, observations
        self._ids = np.asarray(game.action_ids)
        self._state, self._other = game.new_states(2)
        self._plies: list[tuple[int, int]] = []
        self._slots: list[int] = []

    def run(self, chance: Stream, draws: Stream, reused: State) -> None:
        """Play a game, and play it again in ``reused``, the record of another game."""
        state = self._state
        deal(reused, chance.copy())
        deal(state, chance)
        self._check_same(state, reused, "deal")
        self._check_counts()
        self._check_chance(draws)
        start = state.copy()
        self._require(not is_empty(legal_of(state)), "deal leaves no legal action, as if the game were over")
        drawn, leaving = start, int(self._rng.integers(self._game.most_plies))
        while not is_empty(legal_of(state)):
            self._require(len(self._plies) < self._game.most_plies, f"most_plies is {self._game.most_plies}")
            self._check_forfeit()
            slot, action = self._choice()
            self._check_knowledge(draws)
            self._check_secrecy(slot, action)
            self._check_observations()
            self._check_copy(slot)
            if len(self._plies) == leaving and can_withdraw(state.dtype):
                self._check_withdrawal()
            if len(self._plies) == self._number:  # each game at another ply
                drawn = state.copy()
            self._plies.append((int(mover(state)), action))
            self._slots.append(slot)
            step(state, slot)
            step(reused, slot)
            self._check_event(slot)
            self._check_known(state, reused, "deal")
        self._check_determinizations(drawn, draws)
        feed(start, state)
        self._check_replay(start, draws)
        self._check_end(start)

    def _choice(self) -> tuple[int, int]:
        """Draw a random legal slot, and return it with its action id."""
        state, seat, kind = self._state, int(mover(self._state)), int(decision(self._state))
        self._require(0 <= seat < self._game.seats, f"mover gives seat {seat}")
        self._require(0 <= kind < len(self._ids), f"decision gives {kind}, and action_ids has {len(self._ids)} rows")
        slots = _slots_in(as_int(legal_of(state)))
        if bare := [slot for slot in slots if self._ids[kind, slot] < 0]:
            raise self._fault(f"row {kind} of action_ids has no id for the legal slots {listed(bare)}")
        slot = slots[int(self._rng.integers(len(slots)))]
        action = int(self._ids[kind, slot])
        self._require(self._game.action_of(state, slot) == action, f"action_of(state, {slot}) is not {action}")
        self._require(self._game.read_action(state, action) == slot, f"read_action(state, {action}) is not {slot}")
        self._check_refusal({int(self._ids[kind, slot]) for slot in slots})
        return slot, action

    def _check_refusal(self, legal: set[int]) -> None:
        """Check that the game refuses a random action that is not legal: else agents could play it."""
        illegal = sorted(set(range(self._game.num_actions)) - legal)
        if not illegal:
            return
        action = illegal[int(self._rng.integers(len(illegal)))]
        try:
            slot = self._game.read_action(self._state, action)
        except ValueError:
            return
        raise self._fault(f"read_action(state, {action}) is {slot}, where a ValueError must say that it is not legal")

    def _check_knowledge(self, draws: Stream) -> None:
        """Check that only the mover has legal actions, and that every determinization keeps a seat's knowledge."""
        game, state = self._game, self._state
        watched, infos, drawn = game.information_set(state, NOBODY).record, [], []
        for seat in range(game.seats):
            info, again = game.new_info()[0], game.new_info()[0]
            observe(state, seat, game.open_world, info)
            wanted = as_int(legal_of(state)) if seat == mover(state) else 0
            found = as_int(legal_of(info))
            self._require(
                found == wanted,
                f"observe gives seat {seat} the legal slots {_slots_in(found)}, not {_slots_in(wanted)}",
            )
            determinize(info, draws, self._other)
            observe(self._other, seat, game.open_world, again)
            for paid in range(game.seats):
                self._require(
                    returns(state, paid) == returns(self._other, paid),
                    f"the returns of seat {paid} so far follow from something that seat {seat} does not know, and "
                    "environments pay them as rewards, which all can read: pay for what is hidden at the end",
                )
            if field := differing(info, again):
                raise self._fault(f"seat {seat} knows another {field} of a determinization than of the game")
            if field := differing(watched, game.information_set(self._other, NOBODY).record):
                raise self._fault(
                    f"spectators know another {field} of a determinization for seat {seat} than of the game: observe "
                    "must give NOBODY, seat -1, the knowledge that all seats share and nothing else"
                )
            infos.append(info)
            drawn.append(self._other.copy())
        self._drawn.note(self._number, state, infos, drawn)

    def _check_secrecy(self, slot: int, action: int) -> None:
        """Check that what others learn of the action agrees with what the game says of its secret actions."""
        state = self._state
        others = [one for one in _slots_in(as_int(legal_of(state))) if one != slot]
        if not others:
            return
        other = int(self._rng.choice(others))
        rival = int(self._ids[int(decision(state)), other])
        if fault := self._secrecy.fault_of(state, int(mover(state)), (slot, other), (action, rival)):
            raise self._fault(fault)

    def _check_determinizations(self, drawn: State, draws: Stream) -> None:
        """Check that each seat's determinization of a state is the same in any record, and can be played to an end.

        A search uses one record for all, which the game before has left at its end.
        """
        most = self._game.most_plies
        for seat in range(self._game.seats):
            info, fresh, reused = self._game.new_info()[0], np.zeros(1, drawn.dtype)[0], self._state.copy()
            observe(drawn, seat, self._game.open_world, info)
            determinize(info, draws.copy(), reused)
            determinize(info, draws, fresh)
            self._check_same(fresh, reused, "determinize")
            for _ in range(most):
                if is_empty(legal_of(fresh)):
                    break
                slot = int(self._rng.choice(_slots_in(as_int(legal_of(fresh)))))
                step(fresh, slot)
                step(reused, slot)
                self._check_known(fresh, reused, "determinize")
            ended = is_empty(legal_of(fresh))
            self._require(ended, f"a determinization of what seat {seat} knows goes on for over {most} plies")

    def _check_same(self, fresh: State, reused: State, function: str) -> None:
        """Check that a function leaves nothing of another game in the record that it writes.

        Arrays may keep entries that no longer count, as a list beyond its length does: play tells.
        """
        for field in fresh.dtype.names:
            same = fresh.dtype[field].shape or field.startswith("gap_") or fresh[field] == reused[field]
            self._require(same, f"{function} does not initialise {field}: it keeps the value of the previous game")
        self._check_known(fresh, reused, function)

    def _check_known(self, fresh: State, reused: State, function: str) -> None:
        """Check that a game goes on alike in a new record and in one that another game has used."""
        seat, infos = int(mover(fresh)), [self._game.new_info()[0] for _ in range(2)]
        for state, info in zip((fresh, reused), infos, strict=True):
            observe(state, seat, True, info)
        if field := differing(*infos):
            raise self._fault(
                f"in the record of another game seat {seat} knows another {field}: {function} must set all that play "
                "changes"
            )

    def _check_chance(self, stream: Stream) -> None:
        """Check that `reseed` replaces a state's own stream if plies move it.

        One that no ply moves belongs to the deal, which a given start or a record can tell.
        """
        state, other = self._state.copy(), self._other
        if "word" not in state.dtype.names:
            return
        copy_state(state, other)
        reseed(other, stream)
        reseeds = other["word"] != state["word"]
        copy_state(state, other)
        while not (reseeds or is_empty(legal_of(state)) or is_empty(legal_of(other))):
            for one in (state, other):
                step(one, int(self._rng.choice(_slots_in(as_int(legal_of(one))))))
            self._require(
                other["word"] == state["word"],
                "STATE has the stream of chance, word, which the plies move, and reseed leaves it: a given start would "
                "always meet the same chance; give the game reseed and feed",
            )

    def _check_counts(self) -> None:
        """Check that `count` writes each field that ``COUNTS`` and ``SEAT_COUNTS`` name, and no other."""
        game, rows = self._game, new_results(self._game, 2)
        names = (*game.COUNTS, *game.SEAT_COUNTS)
        for row, mark in zip(rows, (1, 2), strict=True):
            row.seating[:] = np.arange(len(row.seating))
            note_parties(row, self._state)
            for name in names:
                row[name] = mark
            try:
                count(self._state, row)
            except (AttributeError, KeyError) as error:  # without the JIT, and with it; both end with the field's name
                wrong = str(error).split("'")[-2]
                raise self._fault(f"count writes {wrong}, which neither COUNTS nor SEAT_COUNTS names") from error
        left = ", ".join(name for name in names if not np.array_equal(rows[0][name], rows[1][name]))
        self._require(not left, f"count does not write {left}, which COUNTS or SEAT_COUNTS names")

    def _check_observations(self) -> None:
        """Check the encoding's output for each seat."""
        for seat in range(self._game.seats if self._observations else 0):
            info = self._game.information_set(self._state, seat, self._plies)
            if fault := self._observations and self._observations.fault_of(info):
                raise self._fault(f"the observation of seat {seat}: {fault}")

    def _check_copy(self, slot: int) -> None:
        """Check that a copy of the state goes on as the state does, and that a ply has one result."""
        once, again = self._state.copy(), self._state.copy()
        copied = self._game.new_states()[0]
        copy_state(self._state, copied)
        for state in (once, again, copied):
            step(state, slot)
        self._require(bytes(once.data) == bytes(again.data), f"step of slot {slot} gives two results in one state")
        field = differing(once, copied)
        self._require(field is None, f"copy_state makes a copy whose {field} differs after the next ply")

    def _check_withdrawal(self) -> None:
        """Check that the others can play on to an end without the seat to move."""
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
        if event == NO_EVENT:
            return
        self._require(0 <= event < most, f"event_after gives {event}; slots are 0..{most - 1}")
        self._require(
            (self._ids[:, event] == NO_ACTION).all(),
            f"event_after gives {event}, the slot of an action: give events slots that have no id in action_ids",
        )

    def _check_forfeit(self) -> None:
        seat = int(mover(self._state))
        paid = self._game.forfeit(self._state, seat)
        self._require(len(paid) == self._game.seats, f"forfeit gives {len(paid)} returns for {self._game.seats} seats")

    def _check_replay(self, start: State, other_chance: Stream) -> None:
        """Check that the plies lead from the fed start to one end, whatever chance gives."""
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

    def _check_end(self, start: State) -> None:
        game = self._game
        for seat in range(game.seats):
            paid, (least, most) = float(returns(self._state, seat)), game.return_range
            self._require(np.isfinite(paid), f"the return of seat {seat} is not finite")
            self._require(least <= paid <= most, f"seat {seat} returns {paid}, outside return_range {least} to {most}")
            value = float(score(self._state, seat))
            self._require(0 <= value <= 1, f"the score of seat {seat} is {value}, not from 0 to 1")
        players = [f"player_{seat}" for seat in range(game.seats)]
        records = game.tell.read_records(game.tell.record_text(start, self._plies, players))
        self._require(len(records) == 1, f"record_text gives a text that read_records reads as {len(records)} games")
        self._check_record(records[0])

    def _check_record(self, record: Any) -> None:
        """Check that a record in a notation tells the game that was played."""
        game: Any = self._game
        if not isinstance(record, GameRecord):
            return
        self._require(record.rules == game.rules, f"its record reads as one by the rules {record.rules}")
        plies = tuple(action for _, action in self._plies)
        self._require(record.plies == plies, f"its record has {len(record.plies)} plies, and the game {len(plies)}")
        told, paid = record.result, result_of(self._state, game.seats)
        self._require(
            not game.pays_as_recorded or told == paid,
            f"its record replays to the returns {told}, and the game to {paid}",
        )

    def _require(self, holds: Any, fault: str) -> None:
        if not holds:
            raise self._fault(fault)

    def _fault(self, fault: str) -> ValueError:
        return ValueError(f"{self._game}, random game {self._number}, ply {len(self._plies) + 1}: {fault}")


def _slots_in(number: int) -> list[int]:
    return [slot for slot in range(number.bit_length()) if number >> slot & 1]
