"""The distribution that the kit comes with, and a name in files from when there was one game.

No other module of the kit names a game.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import distribution, version

DISTRIBUTION = "durak-env"
STUDY = "durak tune"
"""The name of the study in a file of tuning."""


@cache
def own_version() -> str:
    """The version of the distribution."""
    return version(DISTRIBUTION)


@cache
def own_packages() -> frozenset[str]:
    """The kit's package, and the distribution's packages whose commands and agents are registered."""
    registered = distribution(DISTRIBUTION).entry_points
    return frozenset({__name__.partition(".")[0], *(one.value.partition(".")[0] for one in registered)})
