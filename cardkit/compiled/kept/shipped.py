"""Machine code that came with the package, so that nobody waits for a compiler.

A platform's wheel holds such code of functions that Python calls, for processors of `TARGET`, one in each file::

    | SHA-256 of the rest, 32 bytes | what Numba makes of the function, pickled |

A file is named after all that its code follows from: the function and its source, the types of its arguments, the
values that are compiled in, and the versions of Python and Numba. So code of another version is not found. A file that
is damaged is not read.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import sys
from pathlib import Path
from typing import Any

import numba

FOLDER = Path(__file__).with_name("code")
TARGET = (
    "haswell",
    "+avx,+avx2,+bmi,+bmi2,+cmov,+cx16,+f16c,+fma,+lzcnt,+movbe,+popcnt,+sse,+sse2,+sse3,+sse4.1,+sse4.2,+ssse3",
)
"""NUMBA_CPU_NAME and NUMBA_CPU_FEATURES where such code is made: any processor of x86-64-v3 runs it."""
MADE_BY = f"Python {sys.version_info[0]}.{sys.version_info[1]} and Numba {numba.__version__}"
MADE_FOR = "made_for.txt"
"""The file that holds `MADE_BY` of the interpreter that made the code."""
COLLECT = "CARDKIT_SHIPPED_CODE"
"""Environment variable: a folder into which code that is compiled is written as a wheel holds it."""
_DIGEST_SIZE = 32


def is_there() -> bool:
    """Return whether the package came with machine code."""
    return FOLDER.is_dir()


def runs_on(target: tuple[str, str, str]) -> bool:
    """Return whether a target of Numba's (triple, processor, features) has all features of `TARGET`."""
    return is_there() and set(TARGET[1].split(",")) <= set(target[2].split(","))


def remark(target: tuple[str, str, str]) -> str:
    """Say why the code that came with the package does not serve here, as the end of a sentence; empty if it does."""
    try:
        made_by = (FOLDER / MADE_FOR).read_text()
    except OSError:
        return ""
    if made_by == MADE_BY and runs_on(target):
        return ""
    return f" (the machine code in this wheel is for {made_by} on x86-64-v3)"


def name_of(function: Any, stamp: str, key: tuple[Any, ...]) -> str:
    """Derive the name of the file of a function's code.

    Args:
        function: before it is compiled.
        stamp: of its source.
        key: of its code in Numba's cache: signature, target and digests. The target's processor does not count.
    """
    signature, (triple, *_), *digests = key
    told = (function.__module__, function.__qualname__, stamp, str(signature), triple, TARGET, digests, MADE_BY)
    return hashlib.sha256(repr(told).encode()).hexdigest()


def read(name: str) -> Any:
    """Read the code in a file of that name, as it was given to `write`; None without one or if it is damaged."""
    try:
        content = (FOLDER / name).read_bytes()
    except OSError:
        return None
    digest, pickled = content[:_DIGEST_SIZE], content[_DIGEST_SIZE:]
    return pickle.loads(pickled) if hashlib.sha256(pickled).digest() == digest else None


def write(folder: Path, name: str, pickled: bytes) -> None:
    """Keep pickled code for a wheel."""
    part = folder / f"{name}.{os.getpid()}"
    part.write_bytes(hashlib.sha256(pickled).digest() + pickled)
    part.replace(folder / name)
