"""Pages that commands write: each command owns a section, and leaves the others as they are."""

from __future__ import annotations

from pathlib import Path

HEAD = "# Results\n\nWritten by commands, not by hand.\n"


def write_section(path: Path, owner: str, text: str) -> None:
    """Put a text into the section of a page that belongs to a command, at the page's end if it has none yet."""
    begin, end = f"<!-- {owner} -->", f"<!-- end of {owner} -->"
    page = (path.read_text(encoding="utf-8") if path.exists() else "") or HEAD
    before, found, rest = page.partition(begin)
    after = rest.partition(end)[2] if found else ""
    before = before if found else before.rstrip("\n") + "\n\n"
    path.write_text(f"{before}{begin}\n\n{text.strip()}\n\n{end}{after or chr(10)}", encoding="utf-8")
