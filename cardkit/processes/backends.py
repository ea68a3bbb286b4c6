"""Chooses the workers of tasks written in Python: this thread, processes of this machine, or a Ray cluster."""

from __future__ import annotations

from collections.abc import Collection, Generator
from typing import Any, Protocol

from cardkit.checks import check_choice
from cardkit.processes.ray_workers import in_ray
from cardkit.processes.workers import Done, Span, Work, in_processes, in_this_thread, processes_start

LOCAL, RAY = "local", "ray"


class Task(Protocol):
    """A task that does any span of some work, also in another process."""

    def __call__(self, *span: Any, **named: Any) -> Any: ...

    def describe(self, spans: Collection[Span]) -> str:
        """Name spans in words, for errors."""
        ...


def check_backend(backend: str) -> None:
    """Raise ValueError if there is no such backend."""
    check_choice("backend", backend, (LOCAL, RAY))


def in_backend(task: Task, work: Work, backend: str, jobs: int) -> Generator[Done]:
    """Do spans in ``jobs`` processes of this machine, or on all processors of a Ray cluster.

    Where no processes can be started, as in one that is daemonic, this thread does all of them.
    """
    if backend == RAY:
        return in_ray(task, work, task.describe)
    if jobs > 1 and processes_start():
        return in_processes(task, work, jobs, task.describe)
    return in_this_thread(task, work)
