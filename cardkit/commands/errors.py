"""Errors of commands: one line on standard error, and an exit code."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from cardkit.files import check_working_folder, check_writable
from cardkit.processes.crashes import is_crash

if TYPE_CHECKING:
    from cardkit.arena.faults import FaultReport

LONGEST_ERROR = 2000  # characters
PICTURES = ".pdf", ".png", ".svg"  # of matplotlib's formats those that need no other program
_REQUIREMENT = re.compile(r"([\w-]+).*extra == ['\"](\w+)['\"]")


@contextmanager
def clear_errors(program: str) -> Iterator[None]:
    """Report bad input, unreadable files, missing libraries and a lack of memory in one line; exit with code 2.

    What an agent's own code raised passes: its traceback tells where.
    """
    try:
        check_working_folder()
        yield
    except BrokenPipeError:  # the reader of the output has closed it
        raise
    except (ValueError, OSError, ImportError, MemoryError) as error:
        if is_crash(error):
            raise
        reason = f"{error.filename}: {error.strerror}" if isinstance(error, OSError) and error.filename else str(error)
        if isinstance(error, MemoryError):
            reason = f"out of memory: {reason}".removesuffix(": ")
        if isinstance(error, ModuleNotFoundError) and (extra := _extra_with(error.name or "")):
            reason = f"this needs the extra {extra}, pip install '.[{extra}]' in the repository: {reason}"
        from cardkit.wording import printable, shortened

        words = " ".join(" ".join([reason, *getattr(error, "__notes__", ())]).split())
        print(f"{program}: {printable(shortened(words, LONGEST_ERROR))}", file=sys.stderr)
        raise typer.Exit(2) from None


def _extra_with(module: str) -> str:
    """Return the smallest extra that brings a library; empty if none does."""
    from importlib.metadata import PackageNotFoundError, requires

    from cardkit.storage.origin import DISTRIBUTION

    try:
        lines = requires(DISTRIBUTION) or []
    except PackageNotFoundError:
        return ""
    extras = [(found[1], found[2]) for line in lines if (found := _REQUIREMENT.match(line))]
    library = module.partition(".")[0].replace("_", "-")
    with_it = [extra for name, extra in extras if name.replace("_", "-") == library]
    return min(with_it, key=lambda extra: sum(other == extra for _, other in extras), default="")


def run_installed(program: str) -> None:
    """Run a command of an installed package as its script does; ``python -m`` of a package calls it.

    Where its module cannot be imported, a line says why, and the process ends with status 2.
    """
    from importlib.metadata import entry_points

    from cardkit.wording import taken_name

    found = [*entry_points(group="console_scripts", name=program)]
    try:
        main = found[0].load() if found else None
        why = None if found else "the package that has this command is not installed"
    except ImportError as error:
        main, why = None, f"{found[0].value} cannot be imported: {error}{taken_name(error)}"
    if main is None:
        print(f"{program}: {why}", file=sys.stderr)
        sys.exit(2)
    sys.exit(main())


def tell_faults(program: str, reports: Sequence[FaultReport]) -> None:
    """Report the agents that lost games by faults; exit with code 3 if one of them finished no game."""
    for report in reports:
        print(f"{program}: {report.long}", file=sys.stderr)
    if any(report.finished_none for report in reports):
        raise typer.Exit(3)


def check_pictures() -> None:
    """Raise ImportError now, not after hours of games, if no pictures can be drawn."""
    try:
        import matplotlib  # noqa: F401 - checks that it is installed
    except ImportError as error:
        raise ImportError(f"pictures need the extra plot, pip install '.[plot]' in the repository: {error}") from None


def check_picture(file: Path) -> None:
    """Raise now, not after hours of games, if the file of ``--png`` cannot be drawn.

    Raises:
        ValueError: its name has another ending than those of `PICTURES`; PNG needs none.
        OSError: it cannot be written.
        ImportError: no pictures can be drawn.
    """
    check_writable(file)
    check_pictures()
    if file.suffix and file.suffix.lower() not in PICTURES:
        raise ValueError(f"--png {file}: a picture's name ends in one of {', '.join(PICTURES)}")
