"""A game in Python: one object that one asks, steps, copies and plays to its end, without an environment."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import Any, SupportsIndex

import numpy as np

from cardkit.compiled.bits import Number
from cardkit.compiled.call import Askable, ask, players
from cardkit.compiled.jit import jit
from cardkit.compiled.prng import streams_from
from cardkit.compiled.protocol import Seat, deal, decision, is_legal, mover, observe, reseed, returns, step
from cardkit.compiled.slots import first_slot, is_empty, legal_of, random_slot, without_first


class GameState:
    """A game in play, with all that is hidden. `cardkit.game.Game.new_game` deals one; an agent gets no such object.

    A search makes them from what its seat knows, by ``info.determinize(rng)``, and plays on in them.

    Attributes:
        game: the `cardkit.game.Game` whose rules it follows.
    """

    __slots__ = ("_actions", "_ids", "_plies", "_states", "game")

    def __init__(self, game: Any, states: np.ndarray, plies: Sequence[tuple[int, int]] = ()) -> None:
        self.game = game
        self._plies = list(plies)
        self._states = states
        self._ids = game.action_ids
        self._actions = np.empty(game.num_actions, np.int64)  # work space

    @classmethod
    def dealt(cls, game: Any, rng: np.random.Generator) -> GameState:
        """Deal a new game."""
        states = game.new_states()
        _deal(states, streams_from(rng))
        return cls(game, states)

    @property
    def record(self) -> Any:
        """The STATE record that compiled code works on."""
        return self._states[0]

    @property
    def plies(self) -> tuple[tuple[int, int], ...]:
        """The seat and the action id of every ply since the deal."""
        return tuple(self._plies)

    @property
    def is_over(self) -> bool:
        """True if nobody is to move any more."""
        return _is_over(self._states)

    @property
    def to_move(self) -> int | None:
        """The seat to move; None once the game is over."""
        return None if self.is_over else int(_mover(self._states))

    @property
    def legal_actions(self) -> tuple[int, ...]:
        """The ids of the legal actions of the seat to move, ascending; none once the game is over."""
        actions = self._actions[: _list_legal(self._states, self._ids, self._actions)].tolist()
        return tuple(sorted(actions))

    @property
    def returns(self) -> tuple[float, ...]:
        """The returns by seat; zeros until the game is over."""
        return _paid(self._states, self.game.seats)

    def step(self, action: int) -> None:
        """Play an action for the seat to move.

        Args:
            action: its id.

        Raises:
            ValueError: it is not legal; the message names the rule that it breaks.
        """
        number = index(action) if isinstance(action, SupportsIndex) else -1
        seat = _play(self._states, self._ids, number)
        if seat < 0:
            self.game.read_action(self.record, action)  # which says why
        self._plies.append((seat, number))

    def copy(self) -> GameState:
        """Copy the game; the copy goes on by itself."""
        return GameState(self.game, self._states.copy(), self._plies)

    def playout(self, rng: np.random.Generator, agent: Askable | None = None) -> tuple[float, ...]:
        """Play on to the end in compiled code, and answer with the returns. This game stays as it is.

        Args:
            rng: source of the actions, and of the chance that is left.
            agent: a `cardkit.agents.CompiledAgent` that plays all seats, such as ``greedy``, each from what it knows.
                None plays at random, each legal action as likely.

        Raises:
            ValueError: the agent is not compiled, does not play this game, or its choice is not legal.
        """
        states, streams = self._states.copy(), streams_from(rng)
        if agent is None:
            _play_out(states, streams)
        else:
            infos = self.game.new_info()
            if not hasattr(agent, "entry_for"):
                raise ValueError(f"a compiled agent plays out a game, not {agent!r}: make one of a spec by make_agent")
            asked = players([agent], [agent.memory], infos.dtype)
            if not _play_out_by(states, infos, asked, streams, self.game.open_world):
                raise ValueError(f"the agent {agent.name} has chosen an action that is not legal")
        return _paid(states, self.game.seats)

    def information_set(self, seat: int) -> Any:
        """Answer with the information set of a seat, as agents get it.

        Raises:
            ValueError: the game has no such seat.
        """
        return self.game.information_set(self.record, seat, self.plies)

    def __repr__(self) -> str:
        mover = self.to_move
        return f"<{self.game}, ply {len(self._plies)}, {'over' if mover is None else f'seat {mover} to move'}>"


# Arrays of one state: Numba takes twenty times as long to receive a record.


@jit
def _deal(states: np.ndarray, streams: np.ndarray) -> None:
    deal(states[0], streams[0])


@jit
def _is_over(states: np.ndarray) -> bool:
    return is_empty(legal_of(states[0]))


@jit
def _mover(states: np.ndarray) -> Seat:
    return mover(states[0])


@jit
def _list_legal(states: np.ndarray, ids: np.ndarray, actions: np.ndarray) -> int:
    """Write the ids of the legal actions; return how many there are."""
    left, kind, count = legal_of(states[0]), decision(states[0]), 0
    while not is_empty(left):
        actions[count] = ids[kind, first_slot(left)]
        left, count = without_first(left), count + 1
    return count


@jit
def _play(states: np.ndarray, ids: np.ndarray, action: int) -> Number:
    """Play an action; return the seat that has played it, -1 if it is not legal."""
    state = states[0]
    left, kind = legal_of(state), decision(state)
    while not is_empty(left):
        slot = first_slot(left)
        if ids[kind, slot] == action:
            seat = np.int64(mover(state))
            step(state, slot)
            return seat
        left = without_first(left)
    return -1


@jit
def _play_out(states: np.ndarray, streams: np.ndarray) -> None:
    state, stream = states[0], streams[0]
    reseed(state, stream)
    while not is_empty(legal_of(state)):
        step(state, random_slot(legal_of(state), stream))


@jit
def _play_out_by(
    states: np.ndarray, infos: np.ndarray, agents: np.ndarray, streams: np.ndarray, open_world: Any
) -> bool:
    """Let an agent play all seats to the end; False once its choice is not legal."""
    state, info, stream = states[0], infos[0], streams[0]
    reseed(state, stream)
    while not is_empty(legal_of(state)):
        observe(state, mover(state), open_world, info)
        slot = ask(agents[0], info, stream)
        if not is_legal(state, slot):
            return False
        step(state, slot)
    return True


@jit
def _fill_returns(states: np.ndarray, paid: np.ndarray) -> None:
    state = states[0]
    if is_empty(legal_of(state)):
        for seat in range(len(paid)):
            paid[seat] = returns(state, seat)


def _paid(states: np.ndarray, seats: int) -> tuple[float, ...]:
    paid = np.zeros(seats)
    _fill_returns(states, paid)
    return tuple(paid.tolist())
