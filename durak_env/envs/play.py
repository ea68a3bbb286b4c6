"""One game in progress, as the environments of single games hold it: checked from outside, compiled inside."""

from __future__ import annotations

from typing import Any

import numpy as np

from cardkit.compiled.bits import ZERO, nth_bit
from cardkit.compiled.jit import jit
from cardkit.compiled.memory import lone_record
from cardkit.compiled.prng import below
from durak_env.action_errors import action_id, illegal_action
from durak_env.actions import actions_of_slots, slots_of_actions
from durak_env.cards import bit, count
from durak_env.deals import Deal
from durak_env.game import GAME_OVER, deal_random, mover, new_states, returns, step
from durak_env.information import INFO, InformationSet, observe
from durak_env.observation import PAST, WORDS, Encoding, remember, write_observation

OVER, ILLEGAL = 2, 3  # beside the seats, what playing an action leads to


class Play:
    """A game in progress.

    Attributes:
        rules: of the game.
        encoding: of the observations.
        open_world: whether both seats know all cards.
        state: STATE record, the truth.
        seat: the seat to move; OVER when the game is over.
        plies: (seat, action id) of every ply since the deal.
    """

    def __init__(self, encoding: Encoding, open_world: bool) -> None:
        self.rules = encoding.rules
        self.encoding = encoding
        self.open_world = open_world
        self.seat = OVER
        self.plies: list[tuple[int, int]] = []
        self._states = new_states(self.rules)
        self._infos = np.zeros(1, INFO)
        self._past = np.zeros(1, PAST)
        self._slots = slots_of_actions(self.rules).tolist()
        self._layouts, self._desks = encoding.layout, lone_record(WORDS)

    @property
    def state(self) -> Any:
        return self._states[0]

    def begin(self, stream: Any, deal: Deal | None) -> None:
        """Start a game: the deal given, or one drawn from the STREAM record."""
        if deal is None:
            deal_random(self.state, stream)
        else:
            self._states[0] = deal.lay_out(self.rules)
        self.seat = int(mover(self.state))
        self.plies = []

    def act(self, action: Any) -> None:
        """Play the action id of the seat to move.

        Raises:
            ValueError: the action is not legal; the game is unchanged.
        """
        number = action_id(action, self.rules)
        seat = play_action(self._states, self._past, self._slots[number])
        if seat == ILLEGAL:
            raise illegal_action(self.information_set(self.seat), number)
        self.plies.append((self.seat, number))
        self.seat = seat

    def observe(self, seat: int) -> tuple[np.ndarray, np.ndarray]:
        """The vector and the int8 action mask of what ``seat`` knows, in new arrays."""
        vectors, masks = self.encoding.new_rows(1)
        desk = self._layouts, self._desks
        observe_seat(self._states, self._infos, self._past, seat, self.open_world, *desk, vectors, masks)
        return vectors[0], masks[0]

    def information_set(self, seat: int) -> InformationSet:
        """What ``seat`` knows, with the plies since the deal."""
        return InformationSet.of(self.state, self.rules, seat, self.open_world, self.plies)

    def returns(self, seat: int) -> int:
        """1, 0 or -1 once the game is over."""
        return int(returns(self.state, seat))

    def sample_action(self, stream: Any) -> int:
        """A uniform legal action id of the seat to move."""
        return int(actions_of_slots(self.rules)[sample_slot(self.state, stream)])


@jit
def play_action(states: Any, past: Any, slot: Any) -> Any:
    """Play the slot in the first game; returns the seat to move next, OVER, or ILLEGAL with nothing changed."""
    state = states[0]
    if state.legal & bit(slot) == ZERO:
        return ILLEGAL
    remember(past[0], state.plies, mover(state), slot)
    step(state, slot)
    return OVER if state.phase == GAME_OVER else mover(state)


@jit
def observe_seat(
    states: Any,
    infos: Any,
    past: Any,
    seat: Any,
    open_world: Any,
    layouts: Any,
    desks: Any,
    vectors: Any,
    masks: Any,
) -> None:
    """Observation and mask of the first game for a seat."""
    observe(states[0], seat, open_world, infos[0])
    write_observation(infos[0], past[0], layouts, desks, vectors, masks)


@jit
def sample_slot(state: Any, stream: Any) -> Any:
    """A uniform legal slot of the seat to move; the game must not be over."""
    return nth_bit(state.legal, below(stream, count(state.legal)))
