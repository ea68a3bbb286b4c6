"""Labelled positions, and the work space and threads that produce them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from concurrent.futures import wait
from typing import NamedTuple

import numpy as np

from baselines.durak.networks.network_input import input_encoding
from cardkit.compiled.prng import STREAM
from cardkit.encoding import PAST
from cardkit.processes.workers import LOOK_SECONDS, Threads
from durak_env.core.dealing import new_states
from durak_env.knowledge import INFO
from durak_env.observation.pieces import WORDS
from durak_env.rules import Rules

ASKED, PLAYED, DEALT = range(3)  # uses of a work space's streams, as `begin_game` sets them
NOT_LEGAL = -1  # instead of a number of positions: an agent chose an illegal slot


class Labels(NamedTuple):
    """Positions, trump suit first, with their training targets.

    Attributes:
        inputs: network inputs, float32 array of shape (positions, entries).
        targets: float32 array of shape (positions, outputs). Either a search's share of simulations by action, where
            each row sums to 1; or one entry, the result for the seat to move: win 1, draw 0.5, loss 0.
    """

    inputs: np.ndarray
    targets: np.ndarray


class WorkSpace(NamedTuple):
    """Arrays of one record each, in which a thread plays and observes its games, and three streams."""

    states: np.ndarray
    infos: np.ndarray
    streams: np.ndarray
    pasts: np.ndarray
    layouts: np.ndarray
    values: np.ndarray


def work_space(rules: Rules) -> WorkSpace:
    """A work space for games under the rules."""
    return WorkSpace(
        new_states(rules),
        np.zeros(1, INFO),
        np.zeros(DEALT + 1, STREAM),
        np.zeros(1, PAST),
        input_encoding(rules).layout,
        np.zeros(1, WORDS),
    )


def label_in_threads(label: Callable[[Iterable[int]], list[Labels]], first: int, games: int, threads: int) -> Labels:
    """The labels of the games numbered from ``first``, in order; ``label`` produces those of given numbers.

    After Ctrl-C busy threads get no more numbers, and the program does not wait for them.
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
