"""Standard output that holds JSON and nothing else."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout

_OUTPUT, _ERRORS = 1, 2


@contextmanager
def kept_for_json(as_json: bool) -> Iterator[None]:
    """Send to standard error what the block prints, agents and other processes too, if ``as_json`` is set."""
    if not as_json:
        yield
        return
    sys.stdout.flush()
    kept = os.dup(_OUTPUT)
    os.dup2(_ERRORS, _OUTPUT)  # which processes that start in the block inherit
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        os.dup2(kept, _OUTPUT)
        os.close(kept)
