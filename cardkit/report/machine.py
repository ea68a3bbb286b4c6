"""The machine that figures were measured on, in words."""

from __future__ import annotations

import os
import platform
from datetime import date
from pathlib import Path


def machine() -> str:
    """Describe the machine in one line for the head of a report: processor, cores, versions and date."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
        processor = next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        processor = platform.processor() or platform.machine()
    import numba
    import numpy

    versions = f"Python {platform.python_version()}, NumPy {numpy.__version__}, Numba {numba.__version__}"
    return f"{processor}, {os.cpu_count()} cores; {versions}; {date.today().isoformat()}"
