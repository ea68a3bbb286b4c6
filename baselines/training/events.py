"""A run as TensorBoard shows it: figures by the choices learnt from, in a file of events beside the checkpoint."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

FLUSH = 10  # seconds until what was noted is in the file


class Events:
    """The file of events of a run; none is written where the package tensorboard is missing.

    Args:
        folder: of the run.
        plies: choices learnt from so far; what the folder's files tell of later ones is no longer shown.
    """

    def __init__(self, folder: Path, plies: int) -> None:
        self._writer: Any = None
        if find_spec("tensorboard"):
            from torch.utils.tensorboard import SummaryWriter

            self._writer = SummaryWriter(str(folder), purge_step=plies + 1 if plies else None, flush_secs=FLUSH)

    def note(self, plies: int, figures: Mapping[str, float]) -> None:
        """Write figures down, by name."""
        if self._writer is not None:
            for name, value in figures.items():
                self._writer.add_scalar(name, value, plies)

    def close(self) -> None:
        """Finish the file."""
        if self._writer is not None:
            self._writer.close()
