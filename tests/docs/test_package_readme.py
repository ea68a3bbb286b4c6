"""The links of the README inside the package lead to the repository, once that has an address."""

from __future__ import annotations

import re
from pathlib import Path

from hatchling.metadata.core import ProjectMetadata
from hatchling.plugin.manager import PluginManager

ROOT = Path(__file__).parents[2]
ADDRESS = "https://example.org/cards"
RELATIVE = re.compile(r"\]\((?!https?:|#)([^)\s#]+)")


def readme_of_package(root: Path, **urls: str) -> str:
    """Return the README of a build's metadata, with given addresses in ``[project.urls]``."""
    metadata = ProjectMetadata(str(root), PluginManager())
    metadata.config["project"]["urls"] = urls
    return metadata.core.readme


def test_without_an_address_it_is_the_file() -> None:
    assert readme_of_package(ROOT) == (ROOT / "README.md").read_text(encoding="utf-8")


def test_with_an_address_all_links_to_files_lead_there() -> None:
    before = RELATIVE.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    after = readme_of_package(ROOT, Source=ADDRESS)
    assert len(before) > 20
    assert RELATIVE.findall(after) == []
    assert {
        name for name in before if f"]({ADDRESS}/blob/main/{name}" in after or f"]({ADDRESS}/raw/main/{name}" in after
    } == set(before)
    assert f"]({ADDRESS}/raw/main/docs/kit/table_game.webp)" in after
