"""Writes a run's figures for TensorBoard, by choices learnt from, beside the checkpoint."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

FLUSH = 10  # seconds until figures reach the file


class Events:
    """The event file of a run; does nothing if the package tensorboard is missing.

    Args:
        folder: of the run.
        plies: choices learnt from so far; TensorBoard hides older entries of the folder that are beyond this.
    """

    def __init__(self, folder: Path, plies: int) -> None:
        self._writer: Any = None
        if find_spec("tensorboard"):
            from torch.utils.tensorboard import SummaryWriter

            self._writer = SummaryWriter(str(folder), purge_step=plies + 1 if plies else None, flush_secs=FLUSH)

    def write(self, plies: int, figures: Mapping[str, float]) -> None:
        """Write figures by name."""
        if self._writer is not None:
            for name, value in figures.items():
                self._writer.add_scalar(name, value, plies)

    def close(self) -> None:
        """Close the file."""
        if self._writer is not None:
            self._writer.close()
