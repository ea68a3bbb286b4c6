"""Where a result of training comes from, as its file tells: commands, code, and the settings that shaped it."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import Any

PRIVATE = ("folder", "resume", "threads")
"""Settings that say where and how a run was made, but nothing about its result."""


def command_line() -> str:
    """The command that began this process, without the folder of the program."""
    return shlex.join([Path(sys.argv[0]).name, *sys.argv[1:]])


def origin_of(settings: Any, commands: Sequence[str], **more: Any) -> dict[str, Any]:
    """The origin of what a run with these settings, a dataclass, has come to by these commands; with ``more`` of it."""
    told = {name: value for name, value in asdict(settings).items() if name not in PRIVATE}
    return {"commands": list(commands), "code_version": version("durak-env"), "settings": told, **more}
