"""Loops of `durak bench`, from the rules' core to PettingZoo."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from typing import Any

from baselines.durak.bench.search import search_rows
from cardkit.bench import loops
from cardkit.bench.report import Rate, Row, command_seconds, measure, measure_alternately
from durak_env import durak_v0
from durak_env.agents.heuristic import greedy
from durak_env.durak import Durak
from durak_env.rules import MOST_SEATS, Rules

__all__ = ["rows", "search_rows"]

ENV = "durak_env/Durak-v0"
ALL_OPTIONS = Rules(
    num_players=4, throw_in="neighbours", first_discard_limit=5, max_attack_cards=6, transfer=True, passport=True
)


def rows() -> Iterator[Row]:
    """Measure one path after another; all on one core except where two threads are named."""
    for rate in RATES:
        yield rate.row()
    yield from _peers()
    yield from _threads()
    yield from _starts()


def _random_plies(name: str, rules: Rules, aim: str) -> Rate:
    return Rate(name, lambda: loops.core_plies(Durak(rules)), 100_000, "plies/s", aim)


def _vector_env(name: str, aim: str, **settings: Any) -> Rate:
    return Rate(name, lambda: loops.vector_steps(ENV, 1024, **settings), 10_240, "steps/s", aim)


RATES = (
    _random_plies("random plies in the core loop", Rules(), "60 M"),
    Rate("greedy v greedy games", lambda: loops.whole_games(Durak(), greedy()), 1000, "games/s", "1 M"),
    _vector_env("two-seat vector env, 1024 games, float32", "8 M", opponent=None),
    _vector_env("two-seat vector env, 1024 games, uint8", "15 M", opponent=None, dtype="uint8"),
    _vector_env("vector env against greedy, 1024 games, float32", "4 M", opponent="greedy"),
    Rate(
        "prompts of 20th plies",
        lambda: loops.prompts(loops.openings(Durak(), 100, 20, greedy())),
        1000,
        "prompts/s",
        "5 k",
    ),
    Rate("Gymnasium env against greedy", lambda: loops.gym_steps(ENV, opponent="greedy"), 1000, "steps/s", "100 k"),
    *(
        _random_plies(f"random plies, {seats} seats", Rules(num_players=seats), "40 M")
        for seats in range(3, MOST_SEATS + 1)
    ),
    _random_plies("random plies, 4 seats, all options", ALL_OPTIONS, "30 M"),
    _vector_env(
        "four-seat vector env, 1024 games, uint8", "12 M", opponent=None, dtype="uint8", rules=Rules(num_players=4)
    ),
)


def _peers() -> Iterator[Row]:
    for name, wrapped, aim in (("raw_env", False, "3"), ("env", True, "1.5")):
        own = loops.own_plies(durak_v0.env() if wrapped else durak_v0.raw_env())
        try:
            peer = loops.connect_four_plies(wrapped)
        except ImportError:  # the peer needs pygame, of the extra `render`
            yield Row(f"PettingZoo {name}", measure(own, 500), "plies/s", "")
            continue
        ours, theirs = measure_alternately(own, peer, 500)
        yield Row(f"PettingZoo {name}", ours, "plies/s", "")
        yield Row(f"PettingZoo {name}, of connect_four's plies/s", ours / theirs, "times", aim)


def _threads() -> Iterator[Row]:
    for dtype in ("float32", "uint8"):
        one, two = (
            loops.vector_steps(ENV, 8192, opponent=None, dtype=dtype, num_threads=threads) for threads in (1, 2)
        )
        alone, together = measure_alternately(one, two, 81_920)
        yield Row(f"two threads of one, 8192 games, {dtype}", together / alone, "times", "1.6")


def _starts() -> Iterator[Row]:
    yield Row("import durak_env", min(command_seconds("import durak_env") for _ in range(3)), "s", "under 1.5")
    match = "from baselines import play_match; play_match('greedy', 'random', games=100)"
    with tempfile.TemporaryDirectory() as cache:
        yield Row("first match ever, compilation included", command_seconds(match, cache), "s", "under 20")
        yield Row("later matches start in", command_seconds(match, cache), "s", "under 3")
