"""The speed of solving endgames, at the first empty talon of games that smart plays with some noise.

``python -m baselines.durak.bench.endgames`` prints the figures.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from baselines.durak.endgames.solver import UNSOLVED, best_moves, endgame_memory, outcome
from baselines.durak.evaluation.playout import uniform_slot
from cardkit.agents import NO_MEMORY
from cardkit.bench.report import Row
from cardkit.compiled.bits import ZERO
from cardkit.compiled.jit import jit
from cardkit.compiled.prng import chance, streams_from_seed
from durak_env.agents.heuristic import choose_smart
from durak_env.cards import count
from durak_env.core.dealing import deal_random, new_states
from durak_env.core.play import step
from durak_env.core.records import GAME_OVER, STATE
from durak_env.core.seating import mover
from durak_env.knowledge import INFO, observe
from durak_env.rules import Rules

POSITIONS = 2000
NOISE = 0.1
SECONDS = 0.01
NODES = 1_000_000
"""Search limit per measurement; reaching it takes much longer than `SECONDS`."""
REPEATS = 3


@dataclass(frozen=True)
class EndgameFigures:
    """The shares of positions answered within `SECONDS`, and the median time of an answer.

    Attributes:
        up_to_14: share among positions with up to 14 cards.
        every: share among all positions.
        median: in seconds.
    """

    up_to_14: float
    every: float
    median: float


def natural_endgames(positions: int = POSITIONS) -> np.ndarray:
    """Make a STATE array of games at the first empty talon: smart against itself, one ply in ten random."""
    found = np.zeros(positions, STATE)
    play_to_endgames(new_states(Rules()), np.zeros(1, INFO), streams_from_seed(1), NO_MEMORY, found)
    return found


@jit
def play_to_endgames(states: Any, infos: Any, streams: Any, memory: Any, found: Any) -> None:
    """Fill ``found`` with games at the first empty talon."""
    state, info, stream = states[0], infos[0], streams[0]
    size = 0
    while size < len(found):
        deal_random(state, stream)
        while state.talon_size > 0:
            if chance(stream, NOISE):
                step(state, uniform_slot(state, stream))
            else:
                observe(state, mover(state), False, info)
                step(state, choose_smart(info, stream, memory))
        if state.phase != GAME_OVER:
            found[size] = state
            size += 1


def measure_endgames(states: np.ndarray, solved: Callable[[Any], bool]) -> EndgameFigures:
    """Time ``solved`` on each STATE record, best of some repeats; it returns whether it succeeded."""
    solved(states[0])
    seconds = np.array([_best_time(state, solved) for state in states])
    in_time = seconds < SECONDS
    sizes = np.array([count(state.hands[0] | state.hands[1]) for state in states])
    return EndgameFigures(in_time[sizes <= 14].mean(), in_time.mean(), float(np.median(seconds)))


def _best_time(state: Any, solved: Callable[[Any], bool]) -> float:
    best = np.inf
    for _ in range(REPEATS):
        began = time.perf_counter()
        succeeded = solved(state)
        best = min(best, time.perf_counter() - began) if succeeded else np.inf
        if best > 10 * SECONDS:
            break
    return best


def outcome_figures(positions: int = POSITIONS) -> EndgameFigures:
    """Measure the speed of finding who wins."""
    memory = endgame_memory(nodes=NODES)
    return measure_endgames(natural_endgames(positions), lambda state: outcome(state, memory) != UNSOLVED)


def best_moves_figures(positions: int = POSITIONS) -> EndgameFigures:
    """Measure the speed of finding, move by move, which ones keep the outcome."""
    memory = endgame_memory(nodes=NODES)
    return measure_endgames(natural_endgames(positions), lambda state: best_moves(state, memory) != ZERO)


def rows(positions: int = POSITIONS) -> Iterator[Row]:
    """Yield the figures as lines of the report."""
    for what, figures, aims in (
        ("endgame solved", outcome_figures(positions), ("99", "97", "under 50")),
        ("endgame's best moves", best_moves_figures(positions), ("", "", "")),
    ):
        yield Row(f"{what} in 10 ms, up to 14 cards", 100 * figures.up_to_14, "%", aims[0])
        yield Row(f"{what} in 10 ms, all", 100 * figures.every, "%", aims[1])
        yield Row(f"{what}, median", 1e6 * figures.median, "microseconds", aims[2])


def main() -> None:
    """Print the figures."""
    for row in rows():
        print(f"{row.name:42} {row.figure:8.2f} {row.unit:12} {row.aim}")


if __name__ == "__main__":
    main()
