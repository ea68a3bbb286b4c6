"""Keeps all positions labelled in a run, in memory and, part by part, on disk."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from cardkit.arrays import ArrayKind, read_arrays, write_arrays
from cardkit.learning.labels.positions import Labels


class LabelStore:
    """Labels in the order of their arrival.

    Args:
        folder: where each `save` writes a file.
        room: the largest number of positions.
        widths: entries of a position's input and of its label.

    Attributes:
        count: number of labels.
    """

    def __init__(self, folder: Path, room: int, widths: tuple[int, int]) -> None:
        self._folder = folder
        self._arrays = [np.zeros((room, width), np.float16) for width in widths]
        self.count = 0
        self._saved = 0

    def add(self, labels: Labels) -> None:
        """Append labels, as many as there is room for."""
        end = min(self.count + len(labels.inputs), len(self._arrays[0]))
        for array, new in zip(self._arrays, labels, strict=True):
            array[self.count : end] = new[: end - self.count]
        self.count = end

    def rows(self, numbers: np.ndarray) -> Labels:
        """Return the labels with these numbers, as float32."""
        return Labels(*(array[numbers].astype(np.float32) for array in self._arrays))

    def save(self) -> None:
        """Write the labels added since the last call."""
        if self._saved == self.count:
            return
        self._folder.mkdir(parents=True, exist_ok=True)
        new = Labels(*(array[self._saved : self.count] for array in self._arrays))
        write_arrays(self._file(self._saved), new._asdict())
        self._saved = self.count

    def load(self, count: int) -> None:
        """Read the first ``count`` labels of a run that is resumed.

        Raises:
            ValueError: the files are damaged, or hold fewer or more labels.
        """
        widths = (array.shape[1] for array in self._arrays)
        kinds = {
            name: ArrayKind("float16", (None, width), low, 1)
            for name, width, low in zip(Labels._fields, widths, (-1, 0), strict=True)
        }
        while self.count < count:
            file, before = self._file(self.count), self.count
            if not file.exists():
                raise ValueError(f"{self._folder} must hold {count:,} labels, but those from {before:,} on are missing")
            part = Labels(**read_arrays(file, kinds, "labels"))
            rows = {len(array) for array in part}
            if len(rows) > 1 or not 0 < min(rows) <= count - before:
                raise ValueError(
                    f"{file} cannot be used as labels: it must hold up to {count - before:,} inputs and as many "
                    f"targets, got {len(part.inputs):,} and {len(part.targets):,}"
                )
            self.add(part)
        self._saved = self.count

    def _file(self, first: int) -> Path:
        return self._folder / f"{first:09}.npz"
