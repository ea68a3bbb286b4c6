"""The works that rules, agents and experiments follow: README, the site's front and CITATION.cff name the same four."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
REFERENCES: list[dict[str, Any]] = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))["references"]
LISTS = "README.md", "docs/index.md"
"""The pages that name all four in full."""
FOLDERS = "docs", "cardkit", "cardtable", "durak_env", "oh_hell_env", "bang_env", "baselines", "examples"

each_reference = pytest.mark.parametrize("reference", REFERENCES, ids=lambda one: one["title"])


@cache
def texts() -> dict[str, str]:
    """Return all pages and modules by their paths, each on one line."""

    def paths() -> Iterator[Path]:
        yield ROOT / "README.md"
        for folder in FOLDERS:
            yield from (path for path in (ROOT / folder).rglob("*") if path.suffix in (".md", ".py", ".ipynb"))

    return {str(path.relative_to(ROOT)): " ".join(path.read_text(encoding="utf-8").split()) for path in paths()}


def test_four_works_are_cited_with_authors_and_years() -> None:
    cited = {tuple(author["family-names"] for author in one["authors"]): one["year"] for one in REFERENCES}
    assert cited == {
        ("Zarlykov",): 2023,
        ("Lipin", "Tang", "Worthy"): 2023,
        ("Sarsfield",): 2024,
        ("Daniláková",): 2017,
    }


@pytest.mark.parametrize("page", LISTS)
@each_reference
def test_a_list_names_a_work_as_the_citation_does(reference: dict[str, Any], page: str) -> None:
    lines = (ROOT / page).read_text(encoding="utf-8").splitlines()
    (line,) = (line for line in lines if f"*{reference['title']}*" in line)
    assert str(reference["year"]) in line
    assert reference.get("institution", {}).get("city", "") in line
    for author in reference["authors"]:
        assert f"{author['given-names'][0]}. {author['family-names']}" in line


@each_reference
def test_a_title_is_spelt_one_way(reference: dict[str, Any]) -> None:
    title = re.compile(re.escape(reference["title"]), re.IGNORECASE)
    spelt = {(path, found[0]) for path, text in texts().items() for found in title.finditer(text)}
    assert {path for path, _ in spelt} >= set(LISTS)
    assert {path for path, found in spelt if found != reference["title"]} == set()


@each_reference
def test_whoever_names_an_author_with_a_year_names_the_right_one(reference: dict[str, Any]) -> None:
    dated = re.compile(rf"{reference['authors'][-1]['family-names']}\D{{0,60}}\b(20\d\d)\b")
    years = {path: set(found) for path, text in texts().items() if (found := dated.findall(text))}
    assert len(years) > 2
    assert {path: found for path, found in years.items() if found != {str(reference["year"])}} == {}
