"""Files that a frozen opponent reads: another content would be another opponent."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path


class FrozenFiles:
    """Files of a folder with their SHA-256.

    Args:
        folder: where they lie.
        digests: the SHA-256 of each file by its name, in hexadecimal digits.
    """

    def __init__(self, folder: Path, digests: Mapping[str, str]) -> None:
        self._folder, self.digests = folder, digests

    def path(self, name: str) -> str:
        """Return the path of a file, as agents take it.

        Raises:
            ValueError: its content is not the frozen one.
            OSError: it cannot be read.
        """
        file = self._folder / name
        if hashlib.sha256(file.read_bytes()).hexdigest() != self.digests[name]:
            raise ValueError(f"{file} is not the file that the benchmark has frozen: install this version anew")
        return str(file)
