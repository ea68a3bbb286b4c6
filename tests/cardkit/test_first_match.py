"""A first match or step compiles nothing twice, and makes machine code of those functions alone that Python calls."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cardkit.compiled.jit import JIT_OFF

pytestmark = [pytest.mark.slow, pytest.mark.skipif(JIT_OFF, reason="nothing is compiled")]

LISTEN = """
import json
from numba.core import event
from cardkit.compiled.private.parts import Part
from cardkit.processes import side_by_side

side_by_side._can_fork = lambda: False

class Made(event.Listener):
    def __init__(self):
        self.parts, self.whole = [], []

    def on_start(self, occurred):
        made = occurred.data["dispatcher"]
        name = f"{made.py_func.__module__}.{made.py_func.__qualname__}"
        (self.parts if isinstance(made, Part) else self.whole).append(name)

    def on_end(self, occurred):
        pass

def made_by(call):
    made = Made()
    with event.install_listener("numba:compile", made):
        call()
    return made
"""
MATCH = """
from cardkit.arena.match import MatchPlay
from cardkit.compiled.game_functions import rules_to_compile
from {module} import {game}

game = {game}()
rules = [made_by(task).parts for task in rules_to_compile(game.new_states().dtype, game.new_info().dtype)]
match = made_by(lambda: MatchPlay(game, {agents}, 1).compile())
print(json.dumps([[parts[0] for parts in rules], match.parts, match.whole]))
"""
STEP = """
from cardkit.envs import workers
from durak_env.envs.gym_env import DurakEnv

ahead = []
workers.side_by_side = lambda tasks: ahead.extend(made_by(task) for task in tasks)
env = DurakEnv()
reset = made_by(env.reset)
print(json.dumps([[name for made in ahead for name in (made.parts + made.whole)[:1]], reset.parts, reset.whole]))
"""
GAMES = {
    "Durak": ("durak_env.durak", ["greedy", "random"], {"choose_greedy", "choose_random"}),
    "OhHell": ("oh_hell_env.oh_hell", ["random"] * 4, {"choose_any"}),
    "Bang": ("bang_env.bang", ["random"] * 3, {"choose_any"}),
}
"""Module, lineup, and the lineup's choices by game."""


def compiled_by(program: str, folder: Path) -> list[list[str]]:
    env = os.environ | {"NUMBA_CACHE_DIR": str(folder)}
    command = [sys.executable, "-c", LISTEN + program]
    done = subprocess.run(command, env=env, check=True, stdout=subprocess.PIPE, text=True)
    return json.loads(done.stdout)


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_that_another_process_compiles_are_those_that_a_match_calls(game: str, tmp_path: Path) -> None:
    module, agents, choices = GAMES[game]
    rules, parts, whole = compiled_by(MATCH.format(module=module, game=game, agents=agents), tmp_path)
    assert len(rules) == 3
    assert not set(rules) & set(parts)
    called = {name.rpartition(".")[2] for name in whole if not name.startswith("numba.")}
    assert called == {"_read", "play_games"} | choices  # the clock, which Python reads as well


def test_what_another_process_compiles_is_what_a_step_calls(tmp_path: Path) -> None:
    ahead, parts, whole = compiled_by(STEP, tmp_path)
    assert len(ahead) >= 4
    assert not set(ahead) & set(parts)
    assert [name for name in whole if "batch_step" in name] == ["cardkit.envs.batch_step.step_rows"]
