"""Compiled loops of the kit play each game by its own rules, and go out of date with them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cardkit.arena.match import play_match
from cardkit.compiled.bits import bit
from cardkit.compiled.jit import JIT_OFF
from cardkit.envs.vector_env import GameVectorEnv
from cardtable.line import Line
from tests.support.herding_encoding import HerdingEncoding as Encoding
from tests.support.herding_game import Herding, Random

ROOT = Path(__file__).parents[2]

LOOP = """
from cardkit.compiled.jit import jit
from cardkit.compiled.protocol import step

@jit
def play(states, plies):
    for _ in range(plies):
        step(states[0], 1)
    return states[0].total
"""
WITHIN = """
from cardkit.compiled.jit import jit
from cardkit.compiled.memory import record_like
from cardkit.compiled.protocol import step

@jit
def play_within(works, plies):
    work = works[0]
    for _ in range(plies):
        step(record_like(work.state, work.states, 0), 1)

@jit
def play_one(state, plies):
    for _ in range(plies):
        step(state, 1)
"""
GAME = """
import numpy as np
from cardkit.compiled.jit import jit
from cardkit.compiled.protocol import implement, step
from cardkit.compiled.records import record
from {name}_rules import {constant}

STATE = record([("total", np.int64)], "{name}")

@jit
def play_slot(state, slot):
    state.total += {constant} * slot

implement(step, STATE, play_slot)
"""
GAMES = {"ones": 1, "tens": 10}


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """Write a loop, and two games whose records have equal fields."""
    (tmp_path / "loop.py").write_text(LOOP)
    (tmp_path / "within.py").write_text(WITHIN)
    (tmp_path / "unrelated.py").write_text("WORD = 1\n")
    for name, points in GAMES.items():
        (tmp_path / f"{name}.py").write_text(GAME.format(name=name, constant="POINTS"))
        (tmp_path / f"{name}_rules.py").write_text(f"POINTS = {points}\n")
    return tmp_path


def totals(folder: Path, *names: str, **variables: str) -> tuple[list[int], int]:
    """Return a process's results of three plies of each game, and how often the loop came from the disk."""
    code = (
        "import sys, importlib, numpy as np\n"
        "from loop import play\n"
        "games = [importlib.import_module(name) for name in sys.argv[1:]]\n"
        "print(*(int(play(np.zeros(1, game.STATE), 3)) for game in games))\n"
        "print(sum(play.stats.cache_hits.values()) if hasattr(play, 'stats') else 0)\n"
    )
    env = os.environ | {"PYTHONPATH": os.pathsep.join((str(folder), str(ROOT)))}
    env |= {"NUMBA_CACHE_DIR": str(folder / "cache")} | variables
    done = subprocess.run(
        [sys.executable, "-c", code, *names], cwd=folder, env=env, check=True, capture_output=True, text=True
    )
    found, hits = done.stdout.splitlines()
    return [int(word) for word in found.split()], int(hits)


def total_within(folder: Path) -> tuple[int, ...]:
    """Return a process's results of three plies of a game in another record, then of the game itself; and its hits."""
    code = (
        "import numpy as np, ones\n"
        "from cardkit.compiled.records import record\n"
        "from within import play_one, play_within\n"
        "states, works = np.zeros(1, ones.STATE), np.zeros(1, record([('states', np.int64), ('state', ones.STATE)]))\n"
        "works['states'] = states.ctypes.data\n"
        "play_within(works, 3)\n"
        "play_one(states[0], 3)\n"
        "print(states[0].total, *(sum(one.stats.cache_hits.values()) for one in (play_within, play_one)))\n"
    )
    env = os.environ | {"PYTHONPATH": os.pathsep.join((str(folder), str(ROOT)))}
    env |= {"NUMBA_CACHE_DIR": str(folder / "cache")}
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, env=env, check=True, capture_output=True, text=True)
    return tuple(int(word) for word in done.stdout.split())


@pytest.mark.slow
@pytest.mark.skipif(JIT_OFF, reason="without compilation nothing is kept")
def test_an_edit_also_reaches_loops_entered_with_a_record_or_one_around_it(games: Path) -> None:
    assert total_within(games) == (6, 0, 0)
    assert total_within(games) == (6, 1, 1)
    path = games / "ones_rules.py"
    path.write_text(path.read_text().replace("POINTS = 1", "POINTS = 2"))
    assert total_within(games) == (12, 0, 0)


def test_games_with_equal_fields_play_by_their_own_rules_without_the_jit(games: Path) -> None:
    assert totals(games, "ones", "tens", NUMBA_DISABLE_JIT="1") == ([3, 30], 0)


@pytest.mark.slow
@pytest.mark.skipif(JIT_OFF, reason="without compilation nothing is kept")
def test_a_loop_plays_each_game_by_its_own_rules_and_an_edit_of_one_compiles_it_anew_for_that_one(games: Path) -> None:
    assert totals(games, "ones", "tens") == ([3, 30], 0)
    assert totals(games, "tens", "ones") == ([30, 3], 2)
    (games / "unrelated.py").write_text("WORD = 2\n")
    (games / "ones.py").write_text((games / "ones.py").read_text().replace("POINTS * slot", "2 * slot"))
    assert totals(games, "ones", "tens") == ([6, 30], 1)
    (games / "ones_rules.py").write_text("POINTS = 2\n")
    assert totals(games, "ones", "tens") == ([6, 30], 1)
    assert totals(games, "ones", "tens") == ([6, 30], 2)


def test_what_a_game_has_not_implemented_is_named() -> None:
    """A function that a game lacks is named: by the function called with the JIT off, else by the compiler."""
    from cardkit.compiled.jit import jit
    from cardkit.compiled.protocol import count, implement, mover
    from cardkit.compiled.records import record

    state = record([("lonely", np.int64)], "a game of nothing")
    implement(mover, state, jit(lambda state: 0))

    @jit
    def count_once(states):  # type: ignore[no-untyped-def]
        mover(states[0])
        count(states[0], states[0])

    for counting in (count_once, lambda states: count(states[0], states[0])):
        with pytest.raises(TypeError, match=r"count.*a game of nothing"):
            counting(np.zeros(1, state))


def test_a_second_body_for_a_record_is_refused_and_the_first_one_again_is_not() -> None:
    from cardkit.compiled.jit import jit
    from cardkit.compiled.protocol import implement, score
    from cardkit.compiled.records import record

    def body(value):  # type: ignore[no-untyped-def]
        return jit(lambda state, seat: value)

    state = record([("twice", np.int64)], "a game bound twice")
    implement(score, state, body(1.0))
    implement(score, state, body(1.0))  # as where a program is its own module, too
    with pytest.raises(ValueError, match=r"score is implemented twice .*'a game bound twice'.* title"):
        implement(score, state, body(2.0))
    assert score(np.zeros(1, state)[0], 0) == 1.0


@pytest.mark.parametrize(
    ("given", "match"),
    [
        ({"action_ids": np.arange(100)[None]}, r"shape \(kinds, 64\), .* got int64 of shape \(1, 100\)"),
        ({"action_ids": np.arange(64)[None]}, "no slot for the actions 64, 65, .* a row each"),
        ({"action_ids": np.full((2, 64), 100)}, r"has the ids 100: ids are 0\.\.99"),
        ({"action_ids": np.zeros((2, 64), int)}, "row 0 .* has the ids 0 in several slots"),
    ],
)
def test_actions_that_do_not_fit_into_slots_are_refused_by_name(given: dict[str, Any], match: str) -> None:
    class Wide(Herding):
        @property
        def action_ids(self) -> np.ndarray:
            return given["action_ids"]

    for make in (
        lambda: play_match(Wide(), [Random()] * 3, games=3),
        lambda: GameVectorEnv(Wide(), Encoding(), 2, Random()),
        lambda: Line(Wide(), 1),
    ):
        with pytest.raises(ValueError, match=match):
            make()


@pytest.mark.parametrize("place", [-1, 64, 80])
def test_plain_code_refuses_a_slot_that_no_set_has(place: int) -> None:
    with pytest.raises(ValueError, match=f"places 0 to 63, not {place}"):
        bit(place)


PORTABLE = """
import numpy as np
from cardkit.compiled.bits import gather_bits, nth_bit
from cardkit.compiled.jit import jit
from cardkit.compiled.jit import has_feature

@jit
def both(word):
    return nth_bit(word, 2), gather_bits(word, np.uint64(0b11100))

print(both(np.uint64(0b11010)), has_feature("bmi2"))
"""


@pytest.mark.skipif(JIT_OFF, reason="nothing is compiled")
def test_code_for_a_processor_of_few_features_uses_no_others(tmp_path: Path) -> None:
    variables = {"NUMBA_CPU_NAME": "generic", "NUMBA_CACHE_DIR": str(tmp_path), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", PORTABLE], env=os.environ | variables, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout.strip()) == (0, "(4, 6) False"), done.stderr[-500:]


@pytest.mark.slow
@pytest.mark.skipif(JIT_OFF, reason="nothing is compiled")
def test_a_match_on_a_processor_of_few_features_plays_the_same_games(tmp_path: Path) -> None:
    code = "from baselines import play_match; print(play_match('random', 'greedy', games=40, seed=1).wins)"
    found = [
        subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | variables | {"PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for variables in ({}, {"NUMBA_CPU_NAME": "generic", "NUMBA_CACHE_DIR": str(tmp_path)})
    ]
    assert found[0] == found[1] != ""
