"""A folder of exported games: a manifest that says what it holds, and Parquet files of spans of games.

    manifest.json
    games-000000000-000032768.parquet     games 0 to 32,767
    games-000032768-000065536.parquet     ...

Each file is written whole and then renamed, so a run that was killed leaves nothing half written, and the spans that
are missing follow from the names. Which games share a file depends on how long they took; the games do not.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from cardkit.files import write_text
from cardkit.wording import shortened

MANIFEST = "manifest.json"
FORMAT = 1
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
            raise ImportError(f"exported games need the extra 'export' of durak-env: {error}") from None
        self.path = Path(path)

    def manifest(self) -> dict[str, Any] | None:
        """What the folder says that it holds; None if it says nothing.

        Raises:
            ValueError: the manifest is damaged, or of another format.
        """
        file = self.path / MANIFEST
        if not file.exists():
            return None
        try:
            found = json.loads(file.read_text(encoding="utf-8"))
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
            if self.path.exists() and any(self.path.iterdir()):
                raise ValueError(f"{self.path} holds other files and no {MANIFEST}: name a new folder")
            self.path.mkdir(parents=True, exist_ok=True)
            write_text(self.path / MANIFEST, json.dumps(asked, indent=2) + "\n")
        elif found != asked:
            differing = sorted(name for name in {**found, **asked} if found.get(name) != asked.get(name))
            told = ", ".join(f"{name} {shortened(json.dumps(found.get(name)))}" for name in differing)
            raise ValueError(f"{self.path} holds other games, with {told}: name a new folder")

    def spans(self) -> list[Span]:
        """The spans of games that are there, in order.

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
        """The spans of games that are not there.

        Raises:
            ValueError: there are games beyond these, or two files hold the same ones.
        """
        ends = [0, *(end for _, end in self.spans())]
        firsts = [*(first for first, _ in self.spans()), games]
        if ends[-1] > games:
            raise ValueError(
                f"{self.file_of(self.spans()[-1])} holds games beyond the {games:,} of the folder: delete it"
            )
        return [(end, first) for end, first in zip(ends, firsts, strict=True) if end < first]

    def file_of(self, span: Span) -> Path:
        """The file that holds a span of games."""
        return self.path / "games-{:09}-{:09}.parquet".format(*span)

    def files(self) -> list[Path]:
        """The files that are there, in the order of the games.

        Raises:
            ValueError: one is damaged.
        """
        import pyarrow
        import pyarrow.parquet as parquet

        files = [self.file_of(span) for span in self.spans()]
        for file in files:
            try:
                parquet.read_metadata(file)
            except (pyarrow.ArrowException, OSError) as error:
                raise ValueError(f"{file} is damaged: delete it, and export again to play its games anew") from error
        return files
