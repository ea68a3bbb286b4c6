"""Findings as Markdown with pictures, and as terminal tables."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from baselines.lab.finding import Finding, Scale
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


def section(findings: Sequence[Finding], pictures: Path, beside: Path, scale: Scale, seconds: float) -> str:
    """All findings as text, with the settings and the time that they took.

    Draws their pictures into a folder and links them from the page ``beside`` it.
    """
    head = [
        "## The thesis, reproduced",
        "",
        "Experiments of A. Zarlykov's bachelor thesis (2023), and of what it left open. Games come in mirrored pairs;",
        "shares are of the decided games, with 98 % Wilson intervals, as in the thesis; times are those of a ply with",
        "a choice; on a shared machine the same agent's times vary up to threefold. A share in the thesis agrees",
        "if the 98 % interval of its difference from ours (wide for few games) holds zero."
        + (" A quick run: few games, wide intervals." if scale.quick else ""),
        "",
        f"Seed {scale.seed}, {scale.jobs} worker{'s' * (scale.jobs > 1)} at once, {seconds / 60:.0f} minutes on",
        f"{machine()}.",
        "",
        "| experiment | | games | agrees | differs | open |",
        "| --- | --- | --- | --- | --- | --- |",
        *(_summary(finding) for finding in findings),
        "",
    ]
    return "\n".join([*head, *(_one(finding, pictures, beside) for finding in findings)])


def _summary(finding: Finding) -> str:
    said = [verdict.agrees for verdict in finding.verdicts]
    counts = " | ".join(str(said.count(answer)) for answer in (True, False, None))
    return f"| {finding.name} | {finding.title} | {finding.games:,} | {counts} |"


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
