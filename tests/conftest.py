"""The settings of the whole suite: collections, bytecode, threads, the program's name, and the runner of each file."""

from __future__ import annotations

import gc
import os
import sys
from typing import Any

import pytest

# Compiling makes objects that live on: at Python's own thresholds collections take a tenth of the time it takes.
gc.set_threshold(50_000, 20, 50)

# Containers often write none. Then each worker rewrites the assertions of all tests, and each program that a test
# starts compiles the modules that it imports.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# The workers take all cores. Threads of torch and of NumPy's products would wait for each other: beside other workers a
# test of MaskablePPO takes five times the processor's time.
for library in ("OMP", "OPENBLAS"):
    os.environ.setdefault(f"{library}_NUM_THREADS", "1")


# Workers are started by code given to Python. What they train should tell a command all the same.
if sys.argv[0] == "-c":
    sys.argv = ["pytest"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sort the tests by their folders."""
    from tests.support.two_ends import place_of

    items.sort(key=lambda item: place_of(item.nodeid))


def pytest_collection_finish() -> None:
    """Keep all that is loaded by now: no collection looks through it again, and forked workers share it."""
    gc.freeze()


def pytest_unconfigure() -> None:
    """Skip what is frozen as the process ends, where pytest collects garbage to tell of finalizers that fail."""
    gc.freeze()


@pytest.hookimpl(optionalhook=True, tryfirst=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Return one more than xdist takes, unless a number is given: tests wait an eighth of a run for clocks, servers."""
    from xdist.plugin import pytest_xdist_auto_num_workers as number_of_xdist

    return number_of_xdist(config) + ("PYTEST_XDIST_AUTO_NUM_WORKERS" not in os.environ)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Schedule whole files from both ends, unless another distribution than that of the settings is asked for."""
    from tests.support.two_ends import TwoEnds

    return TwoEnds(config, log) if config.getvalue("dist") == "loadfile" else None
