"""Compiled loops of the kit play each game by its own rules, and go out of date with them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cardkit.compiled.jit import JIT_OFF

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
    """A loop, and two games whose records have the same fields."""
    (tmp_path / "loop.py").write_text(LOOP)
    (tmp_path / "within.py").write_text(WITHIN)
    (tmp_path / "unrelated.py").write_text("WORD = 1\n")
    for name, points in GAMES.items():
        (tmp_path / f"{name}.py").write_text(GAME.format(name=name, constant="POINTS"))
        (tmp_path / f"{name}_rules.py").write_text(f"POINTS = {points}\n")
    return tmp_path


def totals(folder: Path, *names: str, **variables: str) -> tuple[list[int], int]:
    """What a process gets from three plies of each game, and how often the loop came from the disk."""
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
    """What three plies of a game within another record come to, then three of the game itself; hits as above."""
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
    """With the JIT off by the function that is called, else by the compiler."""
    import numpy as np

    from cardkit.compiled.jit import jit
    from cardkit.compiled.protocol import count, implement, mover
    from cardkit.compiled.records import record

    state = record([("lonely", np.int64)], "a game of nothing")
    implement(mover, state, jit(lambda state: 0))

    @jit
    def count_once(states):  # type: ignore[no-untyped-def]
        mover(states[0])
        count(states[0], 0)

    for counting in (count_once, lambda states: count(states[0], 0)):
        with pytest.raises(TypeError, match=r"count.*a game of nothing"):
            counting(np.zeros(1, state))
