"""Pages of findings: their counts fit their lists, and their intervals have one confidence."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cardkit.arena.match_result import CONFIDENCE
from cardkit.lab.answers import Answer
from cardkit.report.page_section import section_of

ROOT = Path(__file__).parents[2]
RESULTS = ROOT / "docs" / "results"
COUNTS = re.compile(r"^There are (\d+) verdicts \((.*)\)\.$", re.MULTILINE)
EXPERIMENT = re.compile(r"^\| .*" + r" \| (\d+)" * len(Answer) + r" \|$", re.MULTILINE)


@pytest.mark.parametrize(
    ("page", "owner"),
    [
        ("durak", "durak reproduce"),
        ("paper", "durak reproduce --paper"),
        ("oh_hell", "oh-hell reproduce"),
        ("bang_thesis", "bang reproduce"),
    ],
)
def test_a_page_counts_its_verdicts(page: str, owner: str) -> None:
    """The first lines count the verdicts by experiment and one by one, whether a command or a hand has written them."""
    text = section_of(RESULTS / f"{page}.md", owner)
    ((total, told),) = COUNTS.findall(text)
    listed = {answer.value: len(re.findall(rf"^- {answer}: ", text, re.MULTILINE)) for answer in Answer}
    assert told == ", ".join(f"{answer}: {number}" for answer, number in listed.items())
    assert int(total) == sum(listed.values()) > 20
    summary = text.partition("\n### ")[0]
    columns = zip(*([int(number) for number in row] for row in EXPERIMENT.findall(summary)), strict=True)
    assert [sum(column) for column in columns] == list(listed.values())


@pytest.mark.parametrize("page", [ROOT / "README.md", *sorted(RESULTS.glob("*.md"))], ids=lambda page: page.name)
def test_intervals_have_one_confidence(page: Path) -> None:
    """Intervals of 95 % look narrower than those of 98 % beside them, so a page gives all at 98 %."""
    assert CONFIDENCE == 0.98
    assert not re.search(r"\(95 %|95 %\)|, 95 %;|--confidence 0\.95", page.read_text(encoding="utf-8"))
