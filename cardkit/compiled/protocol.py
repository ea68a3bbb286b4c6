"""What compiled loops ask of a game, whichever it is: functions without a body, which each game gives its records.

A game's full truth is a STATE record, what a seat knows is an INFO record. Both have a field ``legal``, uint64: the
legal actions of the seat to move as a set of slots, empty once the game is over. A slot is a number of 0..63 for an
action; the game says which, and the same action has the same slot in all states that agree with an information set.

`implement` binds a function to a record. Compiled callers then hold the game's code as if it were written there; with
the JIT off the functions here look it up. The title of a record names its game, so that two games with equal fields
stay apart. Compiled callers hold until a module changes that a body comes from, or anything that this imports.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from numba.extending import overload

from cardkit.compiled.cache import note_implementation

State = Info = Slot = Seat = Stream = Search = Any
"""What the parameters of compiled functions stand for; Numba finds out the types."""

NOBODY = -1
NO_EVENT = -1


def deal(state: State, stream: Stream) -> None:
    """Deal the state's variant anew; all chance comes from the stream, also that of later plies."""
    _found(deal, state)(state, stream)


def mover(state: State) -> Seat:
    """The seat to move."""
    return _found(mover, state)(state)


def step(state: State, slot: Slot) -> None:
    """Play a legal action of the seat to move, in place."""
    _found(step, state)(state, slot)


def score(state: State, seat: Seat) -> Any:
    """What a game that is over is worth to a seat: float64, 0 the worst and 1 the best that the game has."""
    return _found(score, state)(state, seat)


def returns(state: State, seat: Seat) -> Any:
    """What a seat has won so far: float64, or an integer."""
    return _found(returns, state)(state, seat)


def count(state: State, result: Any) -> None:
    """Write the game's counts into a result row; called after the deal and once the game is over."""
    _found(count, state)(state, result)


def copy_state(source: State, target: State) -> None:
    """Make one state equal to another."""
    _found(copy_state, source)(source, target)


def observe(state: State, seat: Seat, open_world: Any, info: Info) -> None:
    """Write into ``info`` what a seat knows."""
    _found(observe, state)(state, seat, open_world, info)


def determinize(info: Info, stream: Stream, state: State) -> None:
    """Write into ``state`` one of the states that agree with ``info``, each with the same probability."""
    _found(determinize, info)(info, stream, state)


def play_out(search: Search, state: State, stream: Stream) -> None:
    """Finish a game in place, as the settings of a search say."""
    _found(play_out, search)(search, state, stream)


def event_after(state: State, slot: Slot) -> Slot:
    """What all seats see happen beside the action that has just been played, as a slot that no action has; or NO_EVENT.

    A search tells apart what follows it from what follows the action alone.
    """
    return _found(event_after, state)(state, slot)


def decision(state: State) -> Any:
    """What kind of decision is due: the number of the row of the game's ``action_ids`` that holds now."""
    return _found(decision, state)(state)


def write_observation(writer: Any, info: Info, past: Any, vector: Any, mask: Any) -> None:
    """Write what a seat knows to the address of a vector, and its legal actions to that of an int8 action mask.

    The writer is that of a `cardkit.encoding.Encoding`; ``past`` has the last plies as `cardkit.encoding.PAST`.
    """
    _found(write_observation, writer)(writer, info, past, vector, mask)


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
    play_out,
    decision,
    write_observation,
)
"""All that a game implements for the kit's compiled loops."""

_found_for: dict[tuple[str, np.dtype[Any]], Callable[..., Any]] = {}


def implement(function: Callable[..., Any], dtype: np.dtype[Any], body: Callable[..., Any]) -> None:
    """Let a function of the protocol, called with a record of ``dtype`` first, be a compiled function of a game."""
    _found_for[function.__name__, dtype] = body
    kind = numba.from_dtype(dtype)
    note_implementation(kind, body.__module__)
    overload(function, inline="always")(_FORMS[function.__code__.co_argcount](kind, body))


# Numba wants the parameters of an overload and of its body alike, in number and name: one form for each number.
_FORMS: dict[int, Callable[[Any, Any], Callable[..., Any]]] = {
    1: lambda kind, body: lambda a: (lambda a: body(a)) if a == kind else None,
    2: lambda kind, body: lambda a, b: (lambda a, b: body(a, b)) if a == kind else None,
    3: lambda kind, body: lambda a, b, c: (lambda a, b, c: body(a, b, c)) if a == kind else None,
    4: lambda kind, body: lambda a, b, c, d: (lambda a, b, c, d: body(a, b, c, d)) if a == kind else None,
    5: lambda kind, body: lambda a, b, c, d, e: (lambda a, b, c, d, e: body(a, b, c, d, e)) if a == kind else None,
}


def _found(function: Callable[..., Any], record: Any) -> Callable[..., Any]:
    try:
        return _found_for[function.__name__, record.dtype]
    except KeyError:
        raise TypeError(f"no game implements {function.__name__} for records of {record.dtype}") from None
