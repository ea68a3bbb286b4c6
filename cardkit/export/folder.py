"""A folder of exported games: a manifest that says what it holds, and Parquet files of spans of games.

    manifest.json
    games-000000000-000032768.parquet     games 0 to 32,767
    games-000032768-000065536.parquet     ...

Each file is written whole and then renamed, so a run that was killed leaves nothing half written, and the spans that
are missing follow from the names. Which games share a file depends on how long they took; the games do not. Before a
file appears the manifest holds its SHA-256, so no reader takes a damaged file, or one of other games, for its own.
"""

from __future__ import annotations

import hashlib
import json
import re
import threading
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from cardkit.files import is_unfinished, write_bytes, write_text
from cardkit.reading import MOST_OF_A_LOG, parse_json, read_text
from cardkit.storage.origin import DISTRIBUTION
from cardkit.wording import shortened

MANIFEST = "manifest.json"
FORMAT = 2
FILES = "files"
"""The manifest's entry that grows with the folder: by name of a file its ``sha256`` and its ``choices``."""
_NAME = re.compile(r"games-(\d{9})-(\d{9})\.parquet")

Span = tuple[int, int]
"""The first game and the end, which is not in it."""


class Folder:
    """The manifest and the files of an export.

    Args:
        path: of the folder.

    Raises:
        ImportError: pyarrow is missing.
    """

    def __init__(self, path: str | Path) -> None:
        try:
            import pyarrow.parquet  # noqa: F401 - checks that it is installed
        except ImportError as error:
            raise ImportError(f"exported games need the extra 'export' of {DISTRIBUTION}: {error}") from None
        self.path = Path(path)
        self._lock = threading.Lock()

    def manifest(self) -> dict[str, Any] | None:
        """Read the manifest of the folder; None if there is none.

        Raises:
            ValueError: the manifest is damaged, or of another format.
        """
        file = self.path / MANIFEST
        if not file.exists():
            return None
        try:
            found = parse_json(read_text(file, MOST_OF_A_LOG))
        except ValueError as error:
            raise ValueError(f"{file} is damaged: {error}") from error
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            raise ValueError(f"{file} is not the manifest of exported games of format {FORMAT}")
        return found

    def begin(self, manifest: Mapping[str, Any]) -> None:
        """Make the folder ready for these games, new or as an earlier run has left it.

        Raises:
            ValueError: it holds other games, or other files.
        """
        asked, found = {"format": FORMAT, **manifest}, self.manifest()
        if found is None:
            if self.path.exists() and not all(is_unfinished(file) for file in self.path.iterdir()):
                raise ValueError(f"{self.path} holds other files and no {MANIFEST}: name a new folder")
            self.path.mkdir(parents=True, exist_ok=True)
            self._write_manifest({**asked, FILES: {}})
        elif differing := sorted(
            name for name in ({**found, **asked}.keys() - {FILES}) if found.get(name) != asked.get(name)
        ):
            told = ", ".join(f"{name} {shortened(json.dumps(found.get(name)))}" for name in differing)
            raise ValueError(f"{self.path} holds other games, with {told}: name a new folder")

    def add(self, span: Span, content: bytes, choices: int) -> None:
        """Write the file of a span of games, after its entry in the manifest; threads may do so at once."""
        file = self.file_of(span)
        with self._lock:
            manifest = self.manifest() or {}
            manifest[FILES][file.name] = {"sha256": hashlib.sha256(content).hexdigest(), "choices": choices}
            self._write_manifest(manifest)
        write_bytes(file, content)

    def _write_manifest(self, manifest: Mapping[str, Any]) -> None:
        write_text(self.path / MANIFEST, json.dumps(manifest, indent=2) + "\n")

    def spans(self) -> list[Span]:
        """List the spans of games that are there, in order.

        Raises:
            ValueError: two files hold the same games.
        """
        names = [_NAME.fullmatch(file.name) for file in self.path.iterdir()]
        found = sorted((int(name[1]), int(name[2])) for name in names if name)
        for (_, end), (first, _) in pairwise(found):
            if first < end:
                raise ValueError(f"two files of {self.path} hold game {first:,}: delete the folder")
        return found

    def missing(self, games: int) -> list[Span]:
        """List the spans of games that are not there.

        Raises:
            ValueError: there are games beyond these, or two files hold the same ones.
        """
        spans = self.spans()
        ends, firsts = [0, *(end for _, end in spans)], [*(first for first, _ in spans), games]
        if ends[-1] > games:
            raise ValueError(f"{self.file_of(spans[-1])} holds games beyond the {games:,} of the folder: delete it")
        return [(end, first) for end, first in zip(ends, firsts, strict=True) if end < first]

    def file_of(self, span: Span) -> Path:
        """Return the file that holds a span of games."""
        return self.path / "games-{:09}-{:09}.parquet".format(*span)

    def files(self) -> dict[Path, int]:
        """Return the number of choices in each file that is there, in the order of the games."""
        files = [self.file_of(span) for span in self.spans()]
        entries = self._entries()
        return {file: entries[file.name]["choices"] for file in files}

    def check(self) -> None:
        """Read each file, about a gigabyte a second, and compare it with the manifest.

        Raises:
            ValueError: one is damaged, or not of this export.
        """
        files = [self.file_of(span) for span in self.spans()]
        entries = self._entries()  # read after the names, since an entry stands before its file does
        for file in files:
            with file.open("rb") as stream:
                found = hashlib.file_digest(stream, "sha256").hexdigest()
            if file.name not in entries or found != entries[file.name]["sha256"]:
                raise ValueError(
                    f"{file} is damaged, or of other games: delete it, and export again to play its games anew"
                )

    def _entries(self) -> dict[str, dict[str, Any]]:
        return (self.manifest() or {FILES: {}})[FILES]
