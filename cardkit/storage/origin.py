"""The distribution that the kit comes with, and a name in files from when there was one game.

No other module of the kit names a game.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.metadata import distribution, version
from pathlib import Path

DISTRIBUTION = "durak-env"
STUDY = "durak tune"
"""The name of the study in a file of tuning."""


@cache
def own_version() -> str:
    """Return the version of the distribution."""
    return version(DISTRIBUTION)


@cache
def own_packages() -> frozenset[str]:
    """Return the packages of the distribution: those of its repository, or what an installer has recorded."""
    file = Path(__file__).parents[2] / "pyproject.toml"
    project = tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    if project.get("project", {}).get("name") == DISTRIBUTION:
        return frozenset(project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"])
    own = distribution(DISTRIBUTION)
    if own.files is None:  # some installers of systems keep no record: all packages but the table name entry points
        return frozenset(entry.module.partition(".")[0] for entry in own.entry_points) | {"cardkit", "cardtable"}
    return frozenset(part.parts[0] for part in own.files)
