"""Reads exported games: as arrays, block by block, in order or shuffled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from cardkit.export.filling import Rows
from cardkit.export.folder import Folder
from cardkit.export.table import arrays_of


class Dataset:
    """The choices of exported games; see `cardkit.export.filling.Rows` for the columns.

    Args:
        folder: that ``export`` has written, or is still writing. Each file is read once to check it.

    Attributes:
        manifest: what the folder says that it holds.
        files: Parquet files, for other readers such as ``polars.read_parquet``.

    Raises:
        ValueError: there is no such folder, or a file is damaged or of other games.
        ImportError: pyarrow is missing.
    """

    def __init__(self, folder: str | Path) -> None:
        kept = Folder(folder)
        manifest = kept.manifest()
        if manifest is None:
            raise ValueError(f"{folder} holds no exported games: it has no manifest")
        self.manifest: dict[str, Any] = manifest
        kept.check()
        self._choices = kept.files()
        self.files = list(self._choices)
        self._dtypes = {"observation": manifest["observation"]["dtype"], "action_mask": "int8"}

    def __len__(self) -> int:
        """Count the choices."""
        return sum(self._choices.values())

    def blocks(
        self, columns: Sequence[str] = Rows._fields, rng: np.random.Generator | None = None
    ) -> Iterator[dict[str, np.ndarray]]:
        """Yield all choices, up to 131,072 at a time: arrays by column, which may be read-only.

        Args:
            columns: to read; those left out cost nothing.
            rng: shuffles the blocks, and the rows within each; without it they come in the order of the games.
        """
        from pyarrow.parquet import ParquetFile

        opened = [ParquetFile(file) for file in self.files]
        places = [(file, group) for file in opened for group in range(file.num_row_groups)]
        for place in range(len(places)) if rng is None else rng.permutation(len(places)):
            file, group = places[place]
            block = arrays_of(file.read_row_group(group, list(columns)), self._dtypes)
            if rng is not None:
                order = rng.permutation(len(next(iter(block.values()))))
                block = {name: array[order] for name, array in block.items()}
            yield block

    def batches(
        self, size: int, rng: np.random.Generator, columns: Sequence[str] = ("observation", "action_mask", "action")
    ) -> Iterator[dict[str, np.ndarray]]:
        """Yield all choices in random order, ``size`` at a time; a block's last ones are left out if they are fewer."""
        for block in self.blocks(columns, rng):
            for end in range(size, len(next(iter(block.values()))) + 1, size):
                yield {name: array[end - size : end] for name, array in block.items()}

    def arrays(self, columns: Sequence[str] = Rows._fields) -> dict[str, np.ndarray]:
        """Return all choices at once, in the order of the games: arrays by column."""
        blocks = list(self.blocks(columns))
        return {name: np.concatenate([block[name] for block in blocks]) for name in columns}
