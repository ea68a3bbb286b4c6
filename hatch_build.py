"""Writes the README into the package's metadata, where its relative links need an address.

``Source`` of ``[project.urls]`` in pyproject.toml is that address. Without one the README stays as it is.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"(!?\[[^\]]*\]\()(?!https?:|#|mailto:)([^)\s]+\))")


def with_absolute_links(text: str, source: str) -> str:
    """Turn links to files of the repository into links to the repository at an address.

    Args:
        text: Markdown.
        source: the address of the repository, such as ``https://example.org/cards``.
    """

    def absolute(link: re.Match[str]) -> str:
        kind = "raw" if link[1].startswith("!") else "blob"
        return f"{link[1]}{source.rstrip('/')}/{kind}/main/{link[2]}"

    return LINK.sub(absolute, text)


class ReadmeHook(MetadataHookInterface):
    """A hook that sets the project's ``readme``."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the README, its links absolute if the project has an address."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        source = metadata.get("urls", {}).get("Source")
        if source:
            text = with_absolute_links(text, source)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
