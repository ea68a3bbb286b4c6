"""Measures the speed of the searching agents, for `durak bench --search`."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import numpy as np

from baselines import make_agent, play_match
from baselines.durak.bench import endgames
from baselines.durak.bench.minimax_speed import minimax_ms
from cardkit.bench.loops import simulations
from cardkit.bench.report import REPEATS, Row, measure
from durak_env.core.dealing import deal
from durak_env.core.seating import mover
from durak_env.information import InformationSet
from durak_env.rules import Rules

OPEN = "mcts:limit=800,c=1.0,simulation=greedy"
CLOSED = "mcts:limit=30,c=1.4,simulation=greedy,samples=30"
SIMULATIONS = 5000
OPENINGS = 20
GAMES = 40
SHORT = "mcts:limit=10,c=1.4,simulation=greedy,samples=3"
SHORT_GAMES = 1000


def search_rows() -> Iterator[Row]:
    """Measure one agent after another; all on one core except where two threads are named."""
    yield Row(f"{OPEN}, open world", _ms_a_move(OPEN, True), "ms a move", "at most 1.0")
    yield Row(f"{CLOSED}, closed world", _ms_a_move(CLOSED, False), "ms a move", "at most 1.2")
    yield Row("minimax:depth=9,eval=playout, open world", minimax_ms(), "ms a move", "at most 1.0")
    yield Row("ismcts, from the opening", _simulations_a_second(Rules()), "simulations/s", "1 M")
    yield Row("ismcts, four seats", _simulations_a_second(Rules(num_players=4)), "simulations/s", "0.5 M")
    yield Row("two threads of one, games of mcts against itself", _two_threads(), "times", "1.8")
    ms, share = _harness()
    yield Row(f"time beyond the agents' own, in games of {ms:.1f} ms", 100 * share, "%", "under 10")
    yield from endgames.rows()


def _ms_a_move(spec: str, open_world: bool) -> float:
    """Measure milliseconds per ply with a choice, against greedy."""
    agent = make_agent(spec)
    return min(
        play_match(agent, "greedy", games=GAMES, seed=1, open_world=open_world).ms_per_choice[0] for _ in range(REPEATS)
    )


def _simulations_a_second(rules: Rules) -> float:
    """Measure simulations a second from the openings of games by these rules."""
    agent = make_agent(f"ismcts:simulations={SIMULATIONS}")
    states = [deal(rules, np.random.default_rng(number)) for number in range(OPENINGS)]
    openings = [InformationSet.of(state, rules, int(mover(state))) for state in states]
    return measure(simulations(agent, openings, SIMULATIONS), OPENINGS * SIMULATIONS)


def _two_threads() -> float:
    one, two = (min(_seconds(_match(jobs)) for _ in range(REPEATS)) for jobs in (1, 2))
    return one / two


def _harness() -> tuple[float, float]:
    """Measure milliseconds per game of small searches, and the share that their match spends outside choices."""
    shares, ms = [], 0.0
    for _ in range(REPEATS):
        began = time.perf_counter()
        result = play_match(SHORT, SHORT, games=SHORT_GAMES, seed=1)
        seconds, own = time.perf_counter() - began, float(result.results["seconds"].sum())
        shares.append(seconds / own - 1)
        ms = 1000 * own / SHORT_GAMES
    return ms, min(shares)


def _match(jobs: int) -> Callable[[], object]:
    return lambda: play_match(CLOSED, CLOSED, games=2 * GAMES, seed=1, jobs=jobs)


def _seconds(do: Callable[[], object]) -> float:
    began = time.perf_counter()
    do()
    return time.perf_counter() - began
