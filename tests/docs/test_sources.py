"""The works that rules, agents and experiments follow: README and CITATION.cff name the same four."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
REFERENCES: list[dict[str, Any]] = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))["references"]


def test_four_works_are_cited() -> None:
    assert len(REFERENCES) == 4


@pytest.mark.parametrize("reference", REFERENCES, ids=lambda one: one["title"])
def test_the_readme_names_a_work_as_the_citation_does(reference: dict[str, Any]) -> None:
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    (line,) = (line for line in lines if f"*{reference['title']}*" in line)
    assert str(reference["year"]) in line
    for author in reference["authors"]:
        assert f"{author['given-names'][0]}. {author['family-names']}" in line
