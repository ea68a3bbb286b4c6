"""A first match compiles nothing twice, and makes machine code of those functions alone that Python calls."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cardkit.compiled.jit import JIT_OFF

pytestmark = [pytest.mark.slow, pytest.mark.skipif(JIT_OFF, reason="nothing is compiled")]

PROGRAM = """
import json, sys
from numba.core import event
from cardkit.arena import compiled_games
from cardkit.arena.match import MatchPlay
from cardkit.compiled.private.parts import Part
from cardkit.processes import side_by_side
from {module} import {game}

side_by_side._can_fork = lambda: False

class Made(event.Listener):
    def __init__(self):
        self.parts, self.whole = [], []

    def on_start(self, occurred):
        made = occurred.data["dispatcher"]
        name = f"{{made.py_func.__module__}}.{{made.py_func.__qualname__}}"
        (self.parts if isinstance(made, Part) else self.whole).append(name)

    def on_end(self, occurred):
        pass

def made_by(call):
    made = Made()
    with event.install_listener("numba:compile", made):
        call()
    return made

game = {game}()
rules = [made_by(task).parts for task in compiled_games._rules_of(game)]
match = made_by(lambda: MatchPlay(game, {agents}, 1).compile())
print(json.dumps([[parts[0] for parts in rules], match.parts, match.whole]))
"""
GAMES = {
    "Durak": ("durak_env.durak", ["greedy", "random"], {"choose_greedy", "choose_random"}),
    "OhHell": ("oh_hell_env.oh_hell", ["random"] * 4, {"choose_any"}),
    "Bang": ("bang_env.bang", ["random"] * 3, {"choose_any"}),
}
"""Module, lineup, and the lineup's choices by game."""


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_that_another_process_compiles_are_those_that_a_match_calls(game: str, tmp_path: Path) -> None:
    module, agents, choices = GAMES[game]
    command = [sys.executable, "-c", PROGRAM.format(module=module, game=game, agents=agents)]
    env = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    done = subprocess.run(command, env=env, check=True, stdout=subprocess.PIPE, text=True)
    rules, parts, whole = json.loads(done.stdout)
    assert len(rules) == 3
    assert not set(rules) & set(parts)
    called = {name.rpartition(".")[2] for name in whole if not name.startswith("numba.")}
    assert called == {"_read", "play_games"} | choices  # the clock, which Python reads as well
