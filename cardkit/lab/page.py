"""Findings as Markdown with pictures, and as terminal tables."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING

from cardkit.lab.answers import CELL_RISK, SIDE_RISK, Answer
from cardkit.lab.document import Document
from cardkit.lab.finding import Experiment, Finding, Verdict
from cardkit.lab.scale import Scale
from cardkit.render.plots import plot
from cardkit.report.machine import machine
from cardkit.report.page_section import section_of

if TYPE_CHECKING:
    from rich.table import Table

Found = tuple[Experiment, Finding]
"""An experiment and what it has found."""
_SIZE = (8, 3.4)  # inches
_WIDTH = 120  # columns


def check_nothing_lost(document: Document, names: Sequence[str], page: Path) -> None:
    """Check that findings of these experiments would not remove others from a page.

    Raises:
        ValueError: the page has findings of further experiments.
    """
    lost = set(re.findall(r"^### ([\w.-]+): ", section_of(page, document.command), re.MULTILINE)) - set(names)
    if lost:
        raise ValueError(
            f"{page} also has the findings of {', '.join(sorted(lost))}: run these as well, or write to another page"
        )


def section(document: Document, found: Sequence[Found], pictures: Path, beside: Path, scale: Scale) -> str:
    """Write all findings as text, with the settings and the time that they took.

    Draws their pictures into a folder and links them from the page ``beside`` it.
    """
    workers = f"{scale.jobs} worker{'s' * (scale.jobs > 1)}"
    head = [
        document.about + (" A quick run: few games, wide intervals." if scale.quick else ""),
        "",
        _key(document),
        "",
        _tested(document, [verdict for _, finding in found for verdict in finding.verdicts]),
        "",
        f"Seed {scale.seed}, {workers} at once, {_time(scale.kept.seconds)} on",
        f"{machine()}.",
        "",
        _line(("experiment", "", "games", *Answer)),
        _line("---" for _ in range(3 + len(Answer))),
        *(_summary(*one) for one in found),
        "",
    ]
    return "\n".join([*head, *(_one(*one, pictures, beside) for one in found)])


def _time(seconds: float) -> str:
    """Put a time in words, in minutes from the second one on."""
    return f"{seconds:.0f} seconds" if seconds < 120 else f"{seconds / 60:.0f} minutes"


def how_to_read(document: Document) -> str:
    """Explain how to read a verdict."""
    return (
        f"A verdict repeats what the {document.name} says, then in brackets what our games show: our figure, or ours "
        f"less the {document.possessive}, with its interval."
    )


def _key(document: Document) -> str:
    name, of_it = document.name, document.possessive
    return "\n".join(
        [
            f"| verdict | a figure of the {name} and ours "
            "| a statement such as 'wins more', 'rises' or 'is the best' |",
            "| --- | --- | --- |",
            "| agrees | the interval of their difference holds 0 and lies within the margin (5 % if it is no share) "
            "| is shown: the interval lies on its side of 0 |",
            f"| compatible | the interval holds 0 but reaches further: too few games, mostly the {of_it}, to say more "
            "| |",
            "| differs | the interval excludes 0 | the opposite is shown |",
            "| cannot be told | | the interval holds 0 |",
            "",
            fill(_MARGINS, _WIDTH),
            "",
            fill(f"{_STATEMENTS} {document.printed}", _WIDTH),
            "",
            fill(how_to_read(document), _WIDTH),
        ]
    )


_MARGINS = (
    "The margin is 5 points about 50 %, and as large in odds elsewhere: 4.2 points at 30 or 70 %, 1.8 at 10 or 90 %, "
    "0.6 at 3 or 97 %. For 2 points are little at 50 %, but at 97 % they are two losses of three."
)
_STATEMENTS = (
    "A statement that two things are equal counts as a figure; one that something does not rise agrees once a rise by "
    "the margin is excluded. 'The best' agrees if it is shown against all the others, which needs no correction; it "
    "differs if one of them is better, each tested at its share of 2 % (Bonferroni). A value plays a role if two of "
    "its settings are surely further apart than the margin; to differ is not enough."
)


def _tested(document: Document, verdicts: Sequence[Verdict]) -> str:
    """Say how many verdicts there are, and how many of these should differ by chance."""
    counts = Counter(verdict.answer for verdict in verdicts)
    both = sum(verdict.risk == CELL_RISK for verdict in verdicts)
    one = sum(verdict.risk == SIDE_RISK for verdict in verdicts)
    found = ", ".join(f"{answer}: {counts[answer]}" for answer in Answer)
    expected = sum(verdict.risk for verdict in verdicts)
    told = (
        f"{both} verdicts are tested at 2 %, being figures, and {one} at 1 %, being of one side. Were all of these "
        f"true of our agents{document.fixed}, {expected:.1f} false 'differs' would be expected at "
        f"most{document.unless}. "
        f"{counts.total() - both - one} turn on a single case: {document.single}."
    )
    shared = [verdict.statement for verdict in verdicts if verdict.statement]
    statements = len(verdicts) - len(shared) + len(set(shared))
    if shared:
        told = f"They judge {statements} statements, some in several settings. {told}"
    return f"There are {len(verdicts)} verdicts ({found}).\n{fill(told, _WIDTH)}"


def _summary(one: Experiment, finding: Finding) -> str:
    said = Counter(verdict.answer for verdict in finding.verdicts)
    return _line((one.name, one.title, f"{finding.games:,}", *(str(said[answer]) for answer in Answer)))


def _one(one: Experiment, finding: Finding, pictures: Path, beside: Path) -> str:
    lines = [f"### {one.name}: {one.title}", "", f"{finding.setting}.", ""]
    if finding.draw is not None:
        file = pictures / f"{one.name}.svg"
        draw(one.title, finding, file)
        lines += [f"![{one.title}]({file.relative_to(beside.parent).as_posix()})", ""]
    lines += [_line(finding.header), _line("---" for _ in finding.header), *map(_line, finding.rows), ""]
    lines += [f"- {line}" for line in finding.said]
    return "\n".join([*lines, ""] if finding.said else lines)


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def draw(title: str, finding: Finding, path: Path) -> None:
    """Draw a finding into a file."""
    assert finding.draw is not None
    with plot(path, *_SIZE) as figure:
        figure.suptitle(title)
        finding.draw(figure)


def table(one: Experiment, finding: Finding) -> Table:
    """Make a table of a finding, followed by its verdicts."""
    from rich.table import Table

    shown = Table(*finding.header, title=f"{one.name}: {one.title}", caption_justify="left")
    for row in finding.rows:
        shown.add_row(*row)
    shown.caption = "\n".join([finding.setting, *finding.said])
    return shown
