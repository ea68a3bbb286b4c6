"""Games of Durak that learners play step by step, seen as a policy network sees them."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar

import numpy as np
import torch

from baselines.durak.endgames.solver import UNSOLVED, endgame_memory, outcome
from baselines.durak.learning.durak_settings import DurakSettings
from baselines.durak.networks.network_input import action_orders, fill_inputs, input_encoding, input_orders, trump_rows
from cardkit.compiled.bits import ONE
from cardkit.compiled.jit import jit
from cardkit.learning.self_play.games import SeatGames
from durak_env.actions import slots_of_actions
from durak_env.durak import Durak

NODES = 500
"""Search limit, in positions, for finding who wins a game."""


class SelfPlayGames(SeatGames):
    """Many games of Durak; the trump suit comes first in all arrays."""

    def __init__(self, settings: DurakSettings) -> None:
        self.rules = settings.rules
        self._orders, self._actions = input_orders(self.rules), action_orders(self.rules)
        self._slots = slots_of_actions(self.rules).astype(np.uint64)
        super().__init__(Durak(self.rules), input_encoding(self.rules), settings, settings.against or None)

    def ids_of(self, actions: np.ndarray) -> np.ndarray:
        """Return the action ids of outputs of the policy, which have the trump suit first."""
        return self._actions[self._rows, actions]

    def write_inputs(self, observations: np.ndarray, masks: np.ndarray, inputs: np.ndarray) -> None:
        """Write the policy's inputs, the trump suit first."""
        self._rows = trump_rows(observations, self.rules)
        fill_inputs(observations, masks, self._orders, self._rows, inputs)

    def outlook(self, values: np.ndarray) -> np.ndarray:
        """Return each seat's outlook: of two, one wins what the other loses."""
        outlook = super().outlook(values)
        if self.num_seats == 2:
            outlook[self._games, 1 - self.seats] = -values
        return outlook

    def other_hands(self) -> torch.Tensor:
        """Return the hands hidden from the seats to move, clockwise: float32 of shape (games, other seats x cards)."""
        hands = np.empty((len(self._games), self.num_seats - 1, self.rules.num_cards), np.float32)
        fill_hands(self._env.states, self.seats, self._slots[self._actions], self._rows, hands)
        return torch.from_numpy(hands.reshape(len(hands), -1))

    @cached_property
    def _endgames(self) -> np.ndarray:
        """A solver's work space, made on first use; it holds the tablebase's address."""
        return endgame_memory(nodes=NODES)

    def outcomes(self) -> torch.Tensor:
        """Find the results under best play: float32 array of shape (games, 2).

        The first column is 1 if the seat to move wins, -1 if it loses, 0 for a draw; the second is 1 if that is known.
        With an empty talon it is known unless the search would take too long. If unknown, both are 0.
        """
        found = np.zeros((len(self._games), 2), np.float32)
        fill_outcomes(self._env.states, self._endgames, found)
        return torch.from_numpy(found)

    CRITICS: ClassVar = {**SeatGames.CRITICS, "hands": (other_hands,), "endgame": (other_hands, outcomes)}


@jit
def fill_hands(states: Any, seats: Any, slots: Any, rows: Any, hands: Any) -> None:
    """Write the hands that a STATE hides from its seat to move, clockwise: (games, other seats, cards).

    ``slots`` holds the slot of each card, by the rows of `trump_rows`.
    """
    others, cards = hands.shape[1:]
    for game in range(len(states)):
        for place in range(others):
            hand = states[game].hands[(seats[game] + 1 + place) % (others + 1)]
            for card in range(cards):
                hands[game, place, card] = hand >> slots[rows[game], card] & ONE


@jit
def fill_outcomes(states: Any, memory: Any, found: Any) -> None:
    """Write the results of `SelfPlayGames.outcomes` for each STATE; ``memory`` is that of `endgame_memory`."""
    for game in range(len(states)):
        value = outcome(states[game], memory)
        if value != UNSOLVED:
            found[game, 0], found[game, 1] = value, 1
