"""The functions that compiled loops call on any game. They have no body here; each game supplies one for its records.

A STATE record is a game's full truth; an INFO record is what one seat knows. Both have a field ``legal``: the legal
actions of the seat to move as a set of slots, empty once the game is over; see `cardkit.compiled.slots`. A slot is a
number that stands for an action. The game assigns the slots; an action has the same slot in all states consistent with
an information set.

`implement` binds a function to a record type. Compiled callers inline the game's code; with the JIT off, the functions
here look it up. The title of a record names its game, which keeps games with equal fields apart. Compiled callers stay
valid until a body changes, a value that it holds, or a module that its module imports.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, TypeVar

import numba
import numpy as np

from cardkit.compiled import dispatchers
from cardkit.compiled.bits import Number
from cardkit.compiled.jit import INLINED, jit_inline
from cardkit.compiled.kept.bodies import is_same_source, register_body
from cardkit.compiled.prng import Stream
from cardkit.compiled.records import FIELD, Record
from cardkit.compiled.slots import Actions as Actions
from cardkit.compiled.slots import capacity, has, legal_of

Slot = Number
Seat = Number
"""Names for the parameters of compiled functions."""

NOBODY = -1
"""The seat number of no seat; as a viewer, a spectator, who has the knowledge that all seats share."""
NO_EVENT = -1
LEFT = -1
"""Replaces an action id among the plies of a table: the seat has left; see `withdraw`."""
HIDDEN = -2
"""Replaces the id of a secret action of another seat among the plies that a viewer sees."""


class State(Record):
    """A STATE record. A game's own class names its further fields, for checkers."""

    legal = FIELD


class Info(State):
    """An INFO record: a STATE record without what its seat does not know."""

    seat = plies = FIELD  # the plies so far, of a game whose encodings keep the last ones


class Search(Record):
    """A SEARCH record."""


S = TypeVar("S", bound=State)
"""The class that names the fields of a game's STATE records."""


def deal(state: State, stream: Stream) -> None:
    """Deal a new game of the state's variant. The stream supplies all chance, also that of later plies."""
    _found(deal, state)(state, stream)


def mover(state: State) -> Seat:
    """Return the seat to move."""
    return _found(mover, state)(state)


def step(state: State, slot: Slot) -> None:
    """Play a legal action of the seat to move, in place."""
    _found(step, state)(state, slot)


def score(state: State, seat: Seat) -> float:
    """Return a seat's value of a finished game: float64, from 0 (the game's worst result) to 1 (its best)."""
    return _found(score, state)(state, seat)


def returns(state: State, seat: Seat) -> Any:
    """Return a seat's winnings so far: float64 or an integer."""
    return _found(returns, state)(state, seat)


def count(state: State, result: Record) -> None:
    """Write the game's counts into a result row; called after the deal and at the end of the game.

    What is counted by seat stands under the agent of the lineup, whose seat is in the row's ``seating``.
    """
    _found(count, state)(state, result)


def party(state: State, seat: Seat) -> Any:
    """Return the party of a seat, int64 from 0; the deal decides it for the whole game. Every party has a seat.

    All seats of a party have the same returns. It is asked only if the game has ``parties``.
    """
    return _found(party, state)(state, seat)


def reseed(state: State, stream: Stream) -> None:
    """Let what chance gives from here on follow from this stream; what was fed to the state still comes first."""
    _found(reseed, state)(state, stream)


def feed(start: State, state: State) -> None:
    """Feed to ``start`` the outcomes of chance on the way from it to ``state``, so that the same plies lead there.

    What was fed before is forgotten.
    """
    _found(feed, start)(start, state)


def withdraw(state: State, seat: Seat) -> None:
    """Take the seat to move out of the game, since who played it has left; it is never to move again.

    A game need not have it: see `can_withdraw`. Tables ask it; in a match an agent that fails ends the game.
    """
    _found(withdraw, state)(state, seat)


def copy_state(source: State, target: State) -> None:
    """Make one state equal to another."""
    _found(copy_state, source)(source, target)


def observe(state: State, seat: Seat, open_world: bool, info: Info) -> None:
    """Write a seat's knowledge into ``info``."""
    _found(observe, state)(state, seat, open_world, info)


def determinize(info: Info, stream: Stream, state: State) -> None:
    """Write a state into ``state``, drawn uniformly from all states consistent with ``info``."""
    _found(determinize, info)(info, stream, state)


def play_out(search: Search, state: State, stream: Stream) -> None:
    """Play a game to its end in place, as the settings of a search say."""
    _found(play_out, search)(search, state, stream)


def fill_priors(search: Search, info: Info) -> None:
    """Write a policy's probabilities of the legal actions into ``search.priors``, by slot; the rest is not read."""
    _found(fill_priors, search)(search, info)


def evaluate(search: Search, state: State) -> bool:
    """Write each seat's expected score, 0 to 1, of a leaf into ``search.scores``, or return False: a playout decides.

    The state may be played on.
    """
    return _found(evaluate, search)(search, state)


def event_after(state: State, slot: Slot) -> Slot:
    """Return a slot for what all seats see beside an action, given the state after it; NO_EVENT if there is nothing.

    No action has this slot. A search then tells apart continuations that share the action only.
    """
    return _found(event_after, state)(state, slot)


def decision(state: State) -> Any:
    """Return the kind of decision that is due: the number of the row of the game's ``action_ids`` that holds now.

    It reads what all seats know, for it is asked of INFO records as well.
    """
    return _found(decision, state)(state)


def write_observation(writer: Record, info: Info, past: Record, vector: Number, mask: Number) -> None:
    """Write a seat's knowledge to the address of a vector, and its legal actions to that of an int8 action mask.

    The writer is that of a `cardkit.encoding.Encoding`; ``past`` has the last plies as `cardkit.encoding.PAST`.
    """
    _found(write_observation, writer)(writer, info, past, vector, mask)


@jit_inline
def is_legal(record: State, slot: Slot) -> bool | np.bool_:
    """Return whether a slot, which may be any number, is legal in a record with the field ``legal``."""
    legal = legal_of(record)
    return 0 <= slot < capacity(legal) and has(legal, slot)


PROTOCOL = (
    deal,
    mover,
    step,
    returns,
    score,
    count,
    copy_state,
    observe,
    determinize,
    event_after,
    party,
    reseed,
    feed,
    withdraw,
    play_out,
    fill_priors,
    evaluate,
    decision,
    write_observation,
)
"""All functions that a game implements for the kit's compiled loops."""

_found_for: dict[tuple[str, np.dtype[Any]], Callable[..., Any]] = {}
_compiled_for: dict[tuple[str, Any], Any] = {}
"""The implementations for the compiler, by Numba's type of the records."""
_kind_of = cache(numba.from_dtype)
"""Kept, since Numba makes the type anew for each function of a game."""


def implement(function: Callable[..., Any], dtype: np.dtype[Any], body: Callable[..., Any]) -> None:
    """Make ``body``, a game's compiled function, the protocol function for calls whose first record is a ``dtype``.

    A module may be imported a second time under another name, as a program's ``__main__`` is; the first body stays.

    Raises:
        ValueError: the records have another body already: compiled code would call that one, plain code this one.
    """
    before, kind = _found_for.setdefault((function.__name__, dtype), body), _kind_of(dtype)
    if not is_same_source(before, body):
        raise ValueError(_bound_twice(function.__name__, dtype, before, body))
    register_body(kind, body)
    if before is not body:
        return
    _compiled_for[function.__name__, kind] = body


def can_withdraw(states: np.dtype[Any]) -> bool:
    """Return whether the game of these STATE records says what happens when a seat leaves."""
    return (withdraw.__name__, states) in _found_for


def _found(function: Callable[..., Any], record: Record) -> Callable[..., Any]:
    try:
        return _found_for[function.__name__, record.dtype]
    except KeyError:
        _, _, *title = record.dtype.fields[record.dtype.names[0]]
        raise _lacking(function.__name__, "".join(title), record.dtype.names) from None


def _bound_twice(function: str, dtype: np.dtype[Any], before: Callable[..., Any], body: Callable[..., Any]) -> str:
    title = "".join(dtype.fields[dtype.names[0]][2:])  # type: ignore[index]
    first, second = (f"{one.__module__}.{one.__name__}" for one in (before, body))
    return (
        f"{function} is implemented twice for the records {title!r}, by {first} and by {second}: "
        "give the records of each game a title of their own, and start Python anew after a change"
    )


def _lacking(function: str, title: str, names: Iterable[str]) -> TypeError:
    """Make the error that names what a game has not implemented, and for which of its records."""
    first = ", ".join([name for name in names if name != title][:3])
    return TypeError(
        f"no game implements {function} for the records {title!r} ({first}, ...): "
        f"call implement({function}, dtype, body)"
    )


def _compile(function: Callable[..., Any]) -> None:
    """Make compiled callers of a function call the body for the type of their first record.

    Raises:
        TypeError: while a caller is compiled: the game of the record has not implemented the function.
    """

    def body_for(record: Any) -> Any:
        if not isinstance(record, numba.types.Record):
            return None
        body = _compiled_for.get((function.__name__, record))
        if body is None:
            title = next(iter(record.fields.values())).title
            raise _lacking(function.__name__, title or "", record.fields)
        return body

    dispatchers.bind(function, body_for, INLINED)


for _function in PROTOCOL:
    _compile(_function)
