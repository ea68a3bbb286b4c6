"""Runs spans of work on a Ray cluster."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator
from concurrent.futures import Future
from typing import Any

from cardkit.processes.workers import Done, Span, Work, do_packed, keep_busy, pack

REPEATS = 3  # of a span whose worker died; machines come and go, but a span that dies each time is itself the cause


def in_ray(do: Callable[..., Any], work: Work, describe: Callable[[Collection[Span]], str]) -> Generator[Done]:
    """Do spans on all processors of the Ray cluster that this program is connected to.

    Without a connection it connects to the cluster named by RAY_ADDRESS or running on this machine; if there is none,
    it starts one on this machine for as long as the program runs. Ray repeats the spans of a worker that dies; since a
    span depends on its numbers alone, the results stay the same. If the repetitions of a span die too, the error uses
    ``describe`` to name the spans in progress.

    Raises:
        ImportError: Ray is not installed.
        ValueError: ``do`` cannot be sent to a worker, or a span's workers died `REPEATS` times more.
    """
    try:
        import ray
        from ray.exceptions import OutOfMemoryError, WorkerCrashedError
    except ImportError as error:
        raise ImportError("the backend 'ray' needs Ray: pip install '.[ray]' in the repository") from error
    packed = pack(do)
    if not ray.is_initialized():
        ray.init(include_dashboard=False, log_to_driver=False)
    task = ray.remote(num_cpus=1, max_retries=REPEATS)(do_packed)
    shared = ray.put(packed)
    workers = max(1, int(ray.cluster_resources().get("CPU", 1)))
    running = set[Span]()

    def submit(span: Span) -> Future[Done]:
        running.add(span)
        return task.remote(shared, span).future()

    try:
        for done in keep_busy(submit, work, workers):
            running.remove(done[0])
            yield done
    except (WorkerCrashedError, OutOfMemoryError) as error:
        raise ValueError(
            f"{1 + REPEATS} workers of the Ray cluster one after the other were killed or ran out of memory, "
            f"or an agent ended them, in {describe(running)}"
        ) from error
