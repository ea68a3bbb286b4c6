"""The choices collected between two updates: what was seen and done, and what it earned."""

from __future__ import annotations

import numpy as np
import torch

from cardkit.compiled.jit import jit
from cardkit.learning.self_play.games import SeatGames
from cardkit.learning.settings import RunSettings


class Batch:
    """The data collected between two updates, arrays and tensors of shape (steps, games, ...) in main memory.

    Attributes:
        seen: what the critic sees, float32; a policy's input first, then what only the critic may see.
        actions, log_probabilities: the policy's outputs that were played, int64, and how probable they were.
        own: chosen by the learning policy, not by a past self.
        values, advantages: the critic's value of each position, and what the choice earned beyond it.
        seats, ends, rewards: who chose, whether that ended the game, and what each seat then received.
    """

    def __init__(self, settings: RunSettings, games: SeatGames, seen: int) -> None:
        shape = settings.steps, settings.games
        self.seen = torch.zeros(*shape, seen)
        self.actions = torch.zeros(shape, dtype=torch.int64)
        self.log_probabilities, self.values, self.advantages = (torch.zeros(shape) for _ in range(3))
        self.own = torch.ones(shape, dtype=torch.bool)
        self.seats = np.zeros(shape, np.int64)
        self.ends = np.zeros(shape, bool)
        self.rewards = np.zeros((*shape, games.num_seats))

    def find_advantages(self, outlook: np.ndarray, decay: float) -> None:
        """Write the advantages; for the arguments see `seat_advantages`."""
        values, advantages = self.values.numpy(), self.advantages.numpy()
        seat_advantages(self.seats, self.ends, self.rewards, values, outlook, decay, advantages)


@jit
def draw_actions(
    logits: np.ndarray, inputs: np.ndarray, uniforms: np.ndarray, actions: np.ndarray, log_probabilities: np.ndarray
) -> None:
    """Draw an action in each game from the softmax over the legal ones.

    Args:
        logits: float32 of shape (games, actions).
        inputs: of the policy, which end with the action mask: (games, entries).
        uniforms: a number from 0 to below 1 for each game.
        actions, log_probabilities: the result, an entry a game.
    """
    first = inputs.shape[1] - logits.shape[1]
    for game in range(len(logits)):
        highest, total = -np.inf, 0.0
        for action in range(logits.shape[1]):
            if inputs[game, first + action] > 0:
                highest = max(highest, np.float64(logits[game, action]))
        for action in range(logits.shape[1]):
            if inputs[game, first + action] > 0:
                total += np.exp(logits[game, action] - highest)
        left = uniforms[game] * total
        for action in range(logits.shape[1]):
            if inputs[game, first + action] > 0:
                height = logits[game, action] - highest
                actions[game], log_probabilities[game] = action, height - np.log(total)
                left -= np.exp(height)
                if left < 0:
                    break


@jit
def seat_advantages(
    seats: np.ndarray,
    ends: np.ndarray,
    rewards: np.ndarray,
    values: np.ndarray,
    outlook: np.ndarray,
    decay: float,
    advantages: np.ndarray,
) -> None:
    """Write generalized advantages along each seat's own choices, with gamma 1.

    A choice earns what its seat receives until the seat's next choice or the end of the game, even if others move in
    between, and leads to that next choice. If the batch ends first, the outlook stands in for the rest. Without an
    outlook, the choice counts as earning what the critic expected of it: the learner learns nothing from it, and its
    value judges earlier choices of the seat.

    Args:
        seats, ends, values: who chose, whether that ended the game, the critic's value: (steps, games).
        rewards: what each seat received: (steps, games, seats).
        outlook: what each seat may expect after the last step, NaN where it is unknown: (games, seats).
        decay: lambda.
        advantages: the result, of shape (steps, games).
    """
    for game in range(seats.shape[1]):
        following, running = outlook[game].astype(np.float64), np.zeros(outlook.shape[1])
        for step in range(len(seats) - 1, -1, -1):
            if ends[step, game]:
                following[:] = 0
                running[:] = 0
            for other in range(len(following)):
                following[other] += rewards[step, game, other]
            seat, value = seats[step, game], values[step, game]
            if np.isnan(following[seat]):
                following[seat] = value
            running[seat] = following[seat] - value + decay * running[seat]
            following[seat] = value
            advantages[step, game] = running[seat]
