"""The experience that a learner keeps: the latest rows in a ring, or a fair sample of all rows in a reservoir."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import torch


class Ring:
    """The latest rows of several arrays.

    Args:
        room: most rows.
        **rows: by name, an example of a row, with its shape and dtype.
    """

    def __init__(self, room: int, **rows: np.ndarray | np.generic) -> None:
        self.room, self.met = room, 0
        self._arrays = {name: np.zeros((room, *np.shape(row)), np.asarray(row).dtype) for name, row in rows.items()}

    def __len__(self) -> int:
        return min(self.met, self.room)

    def add(self, random: torch.Generator, **rows: np.ndarray) -> None:
        """Add some rows; the generator is for reservoirs."""
        count = len(next(iter(rows.values())))
        places = self._places(self.met + np.arange(count), random)
        kept = places >= 0
        for name, some in rows.items():
            self._arrays[name][places[kept]] = some[kept]
        self.met += count

    def draw(self, count: int, random: torch.Generator) -> dict[str, torch.Tensor]:
        """Draw rows at random, with replacement."""
        chosen = torch.randint(len(self), (count,), generator=random).numpy()
        return {name: torch.from_numpy(array[chosen]) for name, array in self._arrays.items()}

    def saved(self) -> dict[str, torch.Tensor | int]:
        """Return the content, for a checkpoint."""
        rows = {name: torch.from_numpy(array[: len(self)]) for name, array in self._arrays.items()}
        return {"met": self.met, **rows}

    def restore(self, saved: Mapping[str, torch.Tensor | int]) -> None:
        """Restore the content that `saved` returned."""
        self.met = int(saved["met"])
        for name, array in self._arrays.items():
            array[: len(self)] = saved[name]

    def _places(self, numbers: np.ndarray, random: torch.Generator) -> np.ndarray:
        """Return where to put the rows of these numbers; -1: nowhere."""
        return numbers % self.room


class Reservoir(Ring):
    """A uniform sample of all rows so far.

    Source: J. S. Vitter, "Random sampling with a reservoir", 1985, algorithm R.
    """

    def _places(self, numbers: np.ndarray, random: torch.Generator) -> np.ndarray:
        drawn = torch.rand(len(numbers), dtype=torch.float64, generator=random).numpy() * (numbers + 1)
        places = np.where(numbers < self.room, numbers, drawn.astype(np.int64))
        return np.where(places < self.room, places, -1)
