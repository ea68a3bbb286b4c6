"""Findings as Markdown with pictures, and as terminal tables."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from baselines.durak.lab.evidence import CELL_RISK, SIDE_RISK
from baselines.durak.lab.finding import Answer, Finding, Scale, Verdict
from cardkit.files import replacing
from cardkit.report.machine import machine
from cardkit.report.page_section import section_of

if TYPE_CHECKING:
    from rich.table import Table

OWNER = "durak reproduce"
"""The owner of the section."""
_SIZE = (8, 3.4)  # inches


def check_nothing_lost(names: Sequence[str], page: Path) -> None:
    """Check that findings of these experiments would not remove others from a page.

    Raises:
        ValueError: the page has findings of further experiments.
    """
    lost = set(re.findall(r"^### ([\w.-]+): ", section_of(page, OWNER), re.MULTILINE)) - set(names)
    if lost:
        raise ValueError(
            f"{page} also has the findings of {', '.join(sorted(lost))}: run these as well, or write to another page"
        )


def section(findings: Sequence[Finding], pictures: Path, beside: Path, scale: Scale) -> str:
    """All findings as text, with the settings and the time that they took.

    Draws their pictures into a folder and links them from the page ``beside`` it.
    """
    workers = f"{scale.jobs} worker{'s' * (scale.jobs > 1)}"
    head = [
        _ABOUT + (" A quick run: few games, wide intervals." if scale.quick else ""),
        "",
        *_KEY,
        "",
        *_tested([verdict for finding in findings for verdict in finding.verdicts]),
        "",
        f"Seed {scale.seed}, {workers} at once, {_time(scale.kept.seconds)} on",
        f"{machine()}.",
        "",
        _line(("experiment", "", "games", *Answer)),
        _line("---" for _ in range(3 + len(Answer))),
        *(_summary(finding) for finding in findings),
        "",
    ]
    return "\n".join([*head, *(_one(finding, pictures, beside) for finding in findings)])


def _time(seconds: float) -> str:
    """A time in words, in minutes from the second one on."""
    return f"{seconds:.0f} seconds" if seconds < 120 else f"{seconds / 60:.0f} minutes"


_ABOUT = """## The thesis, reproduced

Experiments of A. Zarlykov's bachelor thesis (2023), and of what it left open. Games come in mirrored pairs. Intervals
are of 98 %, as in the thesis, and allow for the games of a pair to depend on each other. Shares are of what the thesis
counts: its pictures show the games won of all games, its tables of the decided ones. Every section has deals of its
own; within a figure all agents play the same ones, and are compared deal by deal. Times are those of the processor for
a choice, in the same 200 positions of greedy games, the shortest of three turns; they are compared by positions. Their
intervals allow for other positions, but not for another machine, or for other programs beside."""

BRACKETS = (
    "A verdict repeats what the thesis says, then in brackets what our games show: our figure, or ours less the",
    "thesis', with its interval.",
)
"""How to read a verdict."""
_KEY = (
    "| verdict | a figure of the thesis and ours | a statement such as 'wins more', 'rises' or 'is the best' |",
    "| --- | --- | --- |",
    "| agrees | the interval of their difference holds 0 and lies within the margin (5 % if it is no share) "
    "| is shown: the interval lies on its side of 0 |",
    "| compatible | the interval holds 0 but reaches further: too few games, mostly the thesis', to say more | |",
    "| differs | the interval excludes 0 | the opposite is shown |",
    "| cannot be told | | the interval holds 0 |",
    "",
    "The margin is 5 points about 50 %, and as large in odds elsewhere: 4.2 points at 30 or 70 %, 1.8 at 10 or 90 %,",
    "0.6 at 3 or 97 %. For 2 points are little at 50 %, but at 97 % they are two losses of three.",
    "",
    "A statement that two things are equal counts as a figure; one that something does not rise agrees once a rise by",
    "the margin is excluded. 'The best' agrees if it is shown against all the others, which needs no correction; it",
    "differs if one of them is better, each tested at its share of 2 % (Bonferroni). A value plays a role if two of",
    "its settings are surely further apart than the margin; to differ is not enough. The thesis rounds the ends of its",
    "intervals: a figure differs only if it does so whatever they were.",
    "",
    *BRACKETS,
)


def _tested(verdicts: Sequence[Verdict]) -> Iterator[str]:
    """How many statements were judged, and how many of these should differ by chance."""
    counts = Counter(verdict.answer for verdict in verdicts)
    both = sum(verdict.risk == CELL_RISK for verdict in verdicts)
    one = sum(verdict.risk == SIDE_RISK for verdict in verdicts)
    found = ", ".join(f"{answer}: {counts[answer]}" for answer in Answer)
    expected = sum(verdict.risk for verdict in verdicts)
    yield f"{len(verdicts)} statements are judged ({found})."
    yield f"{both} of them are tested at 2 %, being figures, and {one} at 1 %, being of one side. Were all of these"
    yield f"true of our agents, and the thesis' games of a number fixed before, {expected:.1f} false 'differs' would be"
    yield "expected at most; where the thesis played until its interval left 50 %, see the notes below its tables."
    yield f"{counts.total() - both - one} turn on a single case: a game that ends otherwise, or a wrong value found."


def _summary(finding: Finding) -> str:
    said = Counter(verdict.answer for verdict in finding.verdicts)
    return _line((finding.name, finding.title, f"{finding.games:,}", *(str(said[answer]) for answer in Answer)))


def _one(finding: Finding, pictures: Path, beside: Path) -> str:
    lines = [f"### {finding.name}: {finding.title}", "", f"{finding.setting}.", ""]
    if finding.draw is not None:
        picture = pictures / f"{finding.name}.png"
        draw(finding, picture)
        lines += [f"![{finding.title}]({picture.relative_to(beside.parent).as_posix()})", ""]
    lines += [_line(finding.header), _line("---" for _ in finding.header), *map(_line, finding.rows), ""]
    lines += [f"- {line}" for line in finding.said]
    return "\n".join([*lines, ""] if finding.said else lines)


def _line(cells: object) -> str:
    return "| " + " | ".join(cells) + " |"  # type: ignore[arg-type]


def draw(finding: Finding, path: Path) -> None:
    """Draw a finding as a PNG file."""
    from matplotlib.figure import Figure

    assert finding.draw is not None
    figure = Figure(figsize=_SIZE, layout="constrained")
    figure.suptitle(finding.title)
    finding.draw(figure)
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as new:
        figure.savefig(new, dpi=110, metadata={"Software": None})


def table(finding: Finding) -> Table:
    """A finding as a table, followed by its verdicts."""
    from rich.table import Table

    shown = Table(*finding.header, title=f"{finding.name}: {finding.title}", caption_justify="left")
    for row in finding.rows:
        shown.add_row(*row)
    shown.caption = "\n".join([finding.setting, *finding.said])
    return shown
