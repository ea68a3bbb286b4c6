"""Runs spans of work on a Ray cluster."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

from cardkit.processes.workers import Done, Work, do_packed, keep_busy, pack


def in_ray(do: Callable[..., Any], work: Work) -> Generator[Done]:
    """Do spans on all processors of the Ray cluster that this program is connected to.

    Without a connection it connects to the cluster named by RAY_ADDRESS or running on this machine; if there is none,
    it starts one on this machine for as long as the program runs. Ray repeats the spans of a worker that dies; since a
    span depends on its numbers alone, the results stay the same.

    Raises:
        ImportError: Ray is not installed.
        ValueError: ``do`` cannot be sent to a worker.
    """
    try:
        import ray
    except ImportError as error:
        raise ImportError("the backend 'ray' needs Ray: pip install '.[ray]' in the repository") from error
    packed = pack(do)
    if not ray.is_initialized():
        ray.init(include_dashboard=False, log_to_driver=False)
    task = ray.remote(num_cpus=1, max_retries=-1)(do_packed)
    shared = ray.put(packed)
    workers = max(1, int(ray.cluster_resources().get("CPU", 1)))
    return keep_busy(lambda span: task.remote(shared, span).future(), work, workers)
