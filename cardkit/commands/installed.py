"""Runs a program by its name: ``python -m durak_env`` is the command ``durak``."""

from __future__ import annotations

import sys
from importlib.metadata import entry_points

from cardkit.wording import taken_name


def run(program: str) -> None:
    """Run a command of an installed package, as its script does.

    Without it, or where another module has its module's name, a line says so, and the process ends with status 2.
    """
    found = [*entry_points(group="console_scripts", name=program)]
    if not found:
        sys.exit(_told(program, "the package that has this command is not installed"))
    try:
        main = found[0].load()
    except ImportError as error:
        sys.exit(_told(program, f"{found[0].value} cannot be imported: {error}{taken_name(error)}"))
    sys.exit(main())


def _told(program: str, why: str) -> int:
    print(f"{program}: {why}", file=sys.stderr)
    return 2
