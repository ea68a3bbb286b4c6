"""Labelled positions, and the work space and threads that produce them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from concurrent.futures import wait
from typing import NamedTuple

import numpy as np

from cardkit.compiled.prng import STREAM
from cardkit.encoding import PAST, Encoding
from cardkit.game import Game
from cardkit.processes.workers import LOOK_SECONDS, Threads

ASKED, PLAYED = range(2)  # uses of a work space's streams, as `begin_game` sets them; the last one deals
NOT_LEGAL = -1  # instead of a number of positions: an agent chose an illegal slot


class Labels(NamedTuple):
    """Positions with their training targets.

    Attributes:
        inputs: network inputs, float32 array of shape (positions, entries).
        targets: float32 array of shape (positions, outputs). Either a search's share of simulations by action, where
            each row sums to 1; or one entry, the score for the seat to move, from 0 to 1; or several, each 0 or 1.
    """

    inputs: np.ndarray
    targets: np.ndarray


class WorkSpace(NamedTuple):
    """Arrays of one record each, in which a thread plays and observes its games, and their streams."""

    states: np.ndarray
    infos: np.ndarray
    streams: np.ndarray
    pasts: np.ndarray
    writers: np.ndarray


def work_space(game: Game, encoding: Encoding) -> WorkSpace:
    """Make a work space for a game; the encoding is one that shows no past plies."""
    streams = np.zeros(game.seats + 1, STREAM)
    return WorkSpace(game.new_states(), game.new_info(), streams, np.zeros(1, PAST), encoding.writer)


def label_in_threads(label: Callable[[Iterable[int]], list[Labels]], first: int, games: int, threads: int) -> Labels:
    """Label the games numbered from ``first``, in order; ``label`` produces the labels of given numbers.

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
