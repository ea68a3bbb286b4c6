"""Tournaments on a Ray cluster have one table, even where a worker is killed in the middle."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from baselines.durak.arena.tournament import play_tournament
from cardkit.processes import ray_workers
from durak_env.rules import Rules
from tests.baselines.durak.test_tournament import figures
from tests.cardkit.test_workers import Exiting
from tests.support.vandals import Dicing

pytestmark = pytest.mark.slow

SMALL = Rules(start_rank=11, num_suits=3, hand_size=3)


@pytest.fixture(scope="module", autouse=True)
def cluster() -> Iterator[None]:
    """Start a Ray cluster on this machine with two workers."""
    ray: Any = pytest.importorskip("ray", reason="Ray is not installed")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


def parent(process: int) -> int:
    try:
        return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def workers() -> list[int]:
    """Return the processes of this program's cluster that play."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        process = int(folder.name)
        try:
            name = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if name.startswith(b"ray::do_packed") and parent(parent(process)) == os.getpid():
            found.append(process)
    return found


def test_the_cluster_changes_nothing() -> None:
    agents = ("greedy", "smart", "random", "uniform")
    here = figures(play_tournament(agents, games=400, seed=1))
    assert figures(play_tournament(agents, games=400, seed=1, backend="ray")) == here


def test_a_killed_worker_changes_nothing() -> None:
    agents = [Dicing(), "greedy", "smart"]
    killed: list[int] = []

    def kill(done: int, of: int) -> None:
        if not killed and done > of / 4:
            for process in workers()[:1]:
                os.kill(process, signal.SIGKILL)
                killed.append(process)

    found = play_tournament(agents, games=800, seed=1, rules=SMALL, backend="ray", progress=kill)
    assert len(killed) == 1
    assert figures(found) == figures(play_tournament(agents, games=800, seed=1, rules=SMALL))


def test_a_worker_that_dies_each_time_ends_the_tournament(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray_workers, "REPEATS", 1)  # Ray takes half a minute for each
    with pytest.raises(ValueError, match=r"2 workers .* games 0 to \d+ of Exiting v greedy"):
        play_tournament([Exiting(), "greedy"], games=4, seed=1, backend="ray")
