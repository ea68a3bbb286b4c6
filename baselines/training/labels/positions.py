"""Positions with labels, and what whoever makes them needs: a work space, and threads that share the games."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from concurrent.futures import wait
from typing import NamedTuple

import numpy as np

from baselines.networks.network_input import input_encoding
from cardkit.compiled.prng import STREAM
from cardkit.processes.workers import LOOK_SECONDS, Threads
from durak_env.game import new_states
from durak_env.information import INFO
from durak_env.observation import PAST, WORDS
from durak_env.rules import Rules

ASKED, PLAYED, DEALT = range(3)  # what the streams of a work space are for, as `begin_game` sets them
NOT_LEGAL = -1  # instead of a number of positions: an agent has chosen a slot that is not legal


class Labels(NamedTuple):
    """Positions, the trump suit first, and what is to be learnt about them.

    Attributes:
        inputs: of a network, float32 of shape (positions, entries).
        targets: float32 of shape (positions, outputs): a search's share of simulations by action, each row sums to 1;
            or, of one entry, what the game brought the seat to move: 1 for a win, 0.5 for a draw, 0 for a loss.
    """

    inputs: np.ndarray
    targets: np.ndarray


class WorkSpace(NamedTuple):
    """Arrays of one record each, in which a thread plays and observes its games; three streams."""

    states: np.ndarray
    infos: np.ndarray
    streams: np.ndarray
    pasts: np.ndarray
    layouts: np.ndarray
    desks: np.ndarray


def work_space(rules: Rules) -> WorkSpace:
    """A work space for games by the rules."""
    return WorkSpace(
        new_states(rules),
        np.zeros(1, INFO),
        np.zeros(DEALT + 1, STREAM),
        np.zeros(1, PAST),
        input_encoding(rules).layout,
        np.zeros(1, WORDS),
    )


def label_in_threads(label: Callable[[Iterable[int]], list[Labels]], first: int, games: int, threads: int) -> Labels:
    """The labels of the games from the number ``first`` on, in their order; ``label`` gives those of some numbers.

    After Ctrl-C threads that are at it get no more numbers, and nobody waits for them.
    """
    numbers = range(first, first + games)
    workers, unwanted = Threads(threads), threading.Event()
    shares = ((number for number in numbers[thread::threads] if not unwanted.is_set()) for thread in range(threads))
    try:
        futures = [workers.submit(label, share) for share in shares]
        while wait(futures, LOOK_SECONDS).not_done:
            pass
    finally:
        unwanted.set()
        workers.dismiss()
    parts = [future.result() for future in futures]
    in_order = [parts[number % threads][number // threads] for number in range(games)]
    return Labels(*(np.concatenate(arrays) for arrays in zip(*in_order, strict=True)))
