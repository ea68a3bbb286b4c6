"""Pages that commands write: each command owns a section, and leaves the others as they are."""

from __future__ import annotations

from pathlib import Path

from baselines.files import write_text

HEAD = "# Results\n\nWritten by commands, not by hand.\n"


def write_section(path: Path, owner: str, text: str) -> None:
    """Put a text into the section of a page that belongs to a command, at the page's end if it has none yet.

    Raises:
        ValueError: the section begins and does not end, or the page is no regular file; it is unchanged.
    """
    before, section, after = _parts(path, owner)
    begin, end = _marks(owner)
    before = before if section is not None else before.rstrip("\n") + "\n\n"
    write_text(path, f"{before}{begin}\n\n{text.strip()}\n\n{end}{after or chr(10)}")


def section_of(path: Path, owner: str) -> str:
    """What stands in the section of a page that belongs to a command, nothing if it has none.

    Raises:
        ValueError: the section begins and does not end.
    """
    return _parts(path, owner)[1] or ""


def _parts(path: Path, owner: str) -> tuple[str, str | None, str]:
    """What stands before the section, in it and after it; the section is None where there is none."""
    begin, end = _marks(owner)
    if path.exists() and not path.is_file():
        raise ValueError(f"{path} is no page: it is a folder or a device")
    page = (path.read_text(encoding="utf-8") if path.exists() else "") or HEAD
    before, found, rest = page.partition(begin)
    if not found:
        return page, None, ""
    section, closed, after = rest.partition(end)
    if not closed:
        raise ValueError(f"{path} has a line {begin} and no {end} after it: put it where the section is to end")
    return before, section, after


def _marks(owner: str) -> tuple[str, str]:
    return f"<!-- {owner} -->", f"<!-- end of {owner} -->"
