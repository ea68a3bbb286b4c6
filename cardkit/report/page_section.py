"""Pages written by commands. Each command owns one section and leaves the others as they are."""

from __future__ import annotations

from pathlib import Path

from cardkit.files import check_writable, write_text

HEAD = "# Results\n\nWritten by commands, not by hand.\n"


def write_section(path: Path, owner: str, text: str) -> None:
    """Write a command's section of a page; a new section goes to the end of the page.

    Raises:
        ValueError: the section has no end mark, or the page is not a regular file of text. The page stays unchanged.
    """
    before, section, after = _parts(path, owner)
    begin, end = _marks(owner)
    before = before if section is not None else before.rstrip("\n") + "\n\n"
    write_text(path, f"{before}{begin}\n\n{text.strip()}\n\n{end}{after or chr(10)}")


def check_page(path: Path) -> None:
    """Raise now, not after hours of games, if `write_section` could not write this page.

    Raises:
        OSError: the file cannot be written.
        ValueError: it is not a regular file of text.
    """
    check_writable(path)
    _page(path)


def section_of(path: Path, owner: str) -> str:
    """Read the text of a command's section of a page; empty if it has none.

    Raises:
        ValueError: the section has no end mark.
    """
    return _parts(path, owner)[1] or ""


def _parts(path: Path, owner: str) -> tuple[str, str | None, str]:
    """Split a page into the text before the section, the section, and the text after it; None for a missing section."""
    begin, end = _marks(owner)
    page = _page(path)
    before, found, rest = page.partition(begin)
    if not found:
        return page, None, ""
    section, closed, after = rest.partition(end)
    if not closed:
        raise ValueError(f"{path} has a line {begin} but no {end} after it: add it where the section ends")
    return before, section, after


def _page(path: Path) -> str:
    if path.exists() and not path.is_file():
        raise ValueError(f"{path} must be a file that holds a page, got a folder or a device")
    try:
        return (path.read_text(encoding="utf-8") if path.exists() else "") or HEAD
    except UnicodeDecodeError as error:
        raise ValueError(f"{path} is not a page in UTF-8: byte {error.start} cannot be read") from None


def _marks(owner: str) -> tuple[str, str]:
    return f"<!-- {owner} -->", f"<!-- end of {owner} -->"
