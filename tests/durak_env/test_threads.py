"""Threads of a batch wake, report errors, and end with their environment."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
import time
from typing import Any

import pytest

from cardkit.agents import compiled_choice
from cardkit.compiled.bits import lowest
from cardkit.compiled.clock import ticks_in
from cardkit.compiled.jit import JIT_OFF
from cardkit.compiled.memory import lone_record
from cardkit.envs.threads import MAILBOX, is_done
from durak_env.compiled_agents import CompiledAgent
from durak_env.envs.vector_env import DurakVectorEnv

pytestmark = pytest.mark.skipif(JIT_OFF, reason="without compilation there are no threads: everything holds the GIL")


@compiled_choice
def choose_nothing(info: Any, stream: Any, memory: Any) -> Any:
    """Choose the lowest slot, and none at all once there is no talon."""
    if info.talon_size == 0:
        raise ValueError("lost for words")
    return lowest(info.legal)


def play(env: DurakVectorEnv, steps: int) -> None:
    for _ in range(steps):
        env.step(env.sample_actions())


def own_threads() -> int:
    return sum(thread.name == "games-worker" for thread in threading.enumerate())


def ended(count: int) -> bool:
    deadline = time.monotonic() + 10
    while own_threads() > count and time.monotonic() < deadline:
        time.sleep(0.01)
    return own_threads() == count


def test_threads_wake_after_a_rest() -> None:
    """Steps with rests between them, in which the threads fall asleep, are those of an environment without threads."""
    envs = [DurakVectorEnv(6, "greedy", num_threads=threads) for threads in (1, 3)]
    for env in envs:
        env.reset(seed=5)
    for step in range(12):
        given = [env.step(env.sample_actions()) for env in envs]
        assert all((left == right).all() for left, right in zip(given[0][:3], given[1][:3], strict=True))
        if step % 3 == 0:
            time.sleep(0.05)
    for env in envs:
        env.close()


FORKING = """
import hashlib, multiprocessing, os, sys, time, warnings
from durak_env.envs.vector_env import DurakVectorEnv

def play(env):
    digest = hashlib.sha256()
    for _ in range(20):
        digest.update(env.step(env.sample_actions())[0].tobytes())
    return digest.hexdigest()

warnings.simplefilter("ignore")  # that threads and forks do not go together
context = multiprocessing.get_context("fork")
env = DurakVectorEnv(6, "greedy", num_threads=3)
env.reset(seed=5)
for rest in (0, 0, 0.05):
    play(env)
    time.sleep(rest)  # or the threads are awake
    results = context.SimpleQueue()
    child = context.Process(target=lambda: results.put(play(env)))
    child.start()
    there = results.get()
    child.join()
    if (process := os.fork()) == 0:
        sys.exit(play(env) != there)  # by the front door, where what is left is cleared up
    assert os.waitpid(process, 0)[1] == 0
    assert play(env) == there
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no forks on this system")
@pytest.mark.slow
def test_a_forked_environment_goes_on_like_the_one_it_was_forked_from() -> None:
    subprocess.run([sys.executable, "-c", FORKING], check=True, timeout=60)


def test_a_worker_watches_for_as_long_as_it_says() -> None:
    began = time.perf_counter()
    assert not is_done(lone_record(MAILBOX), 1, ticks_in(20))
    assert time.perf_counter() - began > 0.019


def test_what_a_thread_raises_reaches_the_caller() -> None:
    env = DurakVectorEnv(8, CompiledAgent(choose_nothing), num_threads=4)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="lost for words"):
        play(env, steps=2000)
    env.close()


def test_threads_end_with_the_environment() -> None:
    assert ended(0)
    closed, forgotten = (DurakVectorEnv(4, "greedy", num_threads=3) for _ in range(2))
    for env in (closed, forgotten):
        env.reset(seed=1)
        env.step(env.sample_actions())
    assert own_threads() == 4
    closed.close()
    assert ended(2)
    del env, forgotten
    gc.collect()
    assert ended(0)


def test_a_closed_environment_goes_on_alone() -> None:
    env = DurakVectorEnv(4, "greedy", num_threads=2)
    env.reset(seed=1)
    env.close()
    env.step(env.sample_actions())
    assert ended(0)
