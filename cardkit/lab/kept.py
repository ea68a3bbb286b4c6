"""Kept measurements: a run continues where it stopped, and is judged anew without playing."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from cardkit.arrays import ArrayKind, read_arrays, write_arrays
from cardkit.files import check_writable
from cardkit.report.machine import machine
from cardkit.wording import shortened

KINDS = {
    "values": ArrayKind("numbers"),
    "seconds": ArrayKind("float64", (), 0),
    "what": ArrayKind("text", ()),
    "machine": ArrayKind("text", ()),
}
"""The arrays of a file."""
_USE = "a kept measurement (delete it to measure anew)"


class Kept:
    """Measurements by what describes them; in memory, and in a folder if there is one.

    A measurement counts as the same if its description is: agents, games, seed, world and rules. A folder does not
    notice that an agent was changed, so empty it then.

    Attributes:
        folder: where the measurements are; None keeps them for this run alone.
        seconds: time that the measurements asked for have taken, in this run or before.

    Raises:
        OSError: the folder cannot be made, or written to.
    """

    def __init__(self, folder: Path | None = None) -> None:
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            check_writable(folder / "one.npz")
        self.folder, self.seconds = folder, 0.0
        self._here = machine().rpartition(";")[0]  # without the date
        self._found: dict[str, np.ndarray] = {}

    def measured(self, what: str, measure: Callable[[], np.ndarray]) -> np.ndarray:
        """Return the result of ``measure``, an array without objects; call it only if the result is not there.

        Raises:
            ValueError: the folder holds the result of another machine, or a file that is damaged or holds another one.
        """
        if what not in self._found:
            path = self._path(what)
            if path is None or not path.exists():
                began = time.perf_counter()
                values = measure()
                self._add(what, values, time.perf_counter() - began)
                if path is not None:
                    self._write(path, what, values, time.perf_counter() - began)
            else:
                self._add(what, *self._read(path, what))
        return self._found[what]

    def _add(self, what: str, values: np.ndarray, seconds: float) -> None:
        self._found[what] = values
        self.seconds += seconds

    def _path(self, what: str) -> Path | None:
        return None if self.folder is None else self.folder / f"{hashlib.sha256(what.encode()).hexdigest()[:24]}.npz"

    def _write(self, path: Path, what: str, values: np.ndarray, seconds: float) -> None:
        about = {"seconds": np.array(seconds), "what": np.array(what), "machine": np.array(self._here)}
        write_arrays(path, {"values": values, **about})

    def _read(self, path: Path, what: str) -> tuple[np.ndarray, float]:
        kept = read_arrays(path, KINDS, _USE)
        measured, machine_then = str(kept["what"]), str(kept["machine"])
        if measured != what:
            raise ValueError(f"{path} cannot be used as {_USE}: it holds {shortened(measured)}, not {shortened(what)}")
        if machine_then != self._here:
            raise ValueError(
                f"{path.parent} keeps games played on {machine_then}, and their times: this is {self._here}; "
                "take another folder"
            )
        return kept["values"], float(kept["seconds"])
