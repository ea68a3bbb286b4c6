"""The origin of a training result, stored in its file: commands, code, and the settings that shaped it."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cardkit.learning.settings import flat
from cardkit.storage.origin import own_version

PRIVATE = ("folder", "resume", "threads")
"""Settings that say where and how a run was executed but do not affect its result."""


def started_by() -> list[str]:
    """Return the command that started this process, without the program's folder; none for code given to Python."""
    program, *arguments = sys.argv or [""]
    return [] if program in ("", "-c", "-") else [shlex.join([Path(program).name, *arguments])]


def origin_of(settings: Any, commands: Sequence[str], **more: Any) -> dict[str, Any]:
    """Describe the origin of a run's result: its settings (a dataclass), its commands, and anything in ``more``."""
    shown = {name: value for name, value in flat(settings).items() if name not in PRIVATE}
    return {"commands": list(commands), "code_version": own_version(), "settings": shown, **more}
