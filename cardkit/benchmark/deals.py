"""The deals of a benchmark: a public set to develop on, and for a result those that follow from what is submitted.

The seed of a result is the SHA-256 of version, track, time class and submission. So nobody trains on its deals, and
anybody makes them again. A thousand changes of a submission that leave its play alone, of which one keeps the best
result, gain some three standard errors. And an agent could work out the deals of its own result.
Fresh deals, drawn by the person who verifies a result, show both.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from cardkit.benchmark.track import Track
from cardkit.specs.loading import read_spec, spelling
from cardkit.storage.origin import own_version
from cardkit.storage.sources import sources_of

DEVELOP, RESULT = DEALS = ("develop", "result")
"""Public deals, the same for every agent; deals that follow from the submission."""


def fresh_deals() -> str:
    """Draw a name for deals that nobody has seen: they follow from it alone."""
    return f"fresh {secrets.token_hex(8)}"


@dataclass(frozen=True)
class Submission:
    """An agent as it is submitted.

    Attributes:
        spec: its plainest spelling.
        sha: the SHA-256 of the agent's name, its parameters and what it loads. Contents count, not where files lie.
        sources: the SHA-256 of each file and module that the spec loads, by its name.
        package: the version of this distribution, which stands for the agents that come with it.
    """

    spec: str
    sha: str
    sources: Mapping[str, str]
    package: str

    @classmethod
    def of(cls, spec: str, group: str) -> Submission:
        """Return the submission of an agent's spec; ``group`` holds the named agents.

        Raises:
            ValueError: the spec names no agent.
        """
        _, name, positional, named = read_spec(spec, group)
        sources, package = sources_of(spec, group), own_version()
        values = [*positional, *(f"{key}={value}" for key, value in sorted(named.items()))]
        contents = [_with_contents(value, sources) for value in values]
        return cls(
            spelling(spec, group), _digest(name, *contents, *sorted(sources.values()), package), sources, package
        )


def seed_of(track: Track, time_class: str, deals: str, submission: Submission, purpose: str = "match") -> int:
    """Derive the seed of deals and agents.

    Args:
        track: the track.
        time_class: that the submission declares.
        deals: ``develop``, ``result`` or `fresh_deals`; those of a result depend on class and submission.
        submission: the agent.
        purpose: of the deals: a choice made on some deals is measured on others.
    """
    own = (time_class, submission.sha) if deals == RESULT else ()
    return int(_digest(track.benchmark, track.version, track.name, deals, purpose, *own), 16)


def _with_contents(value: str, sources: Mapping[str, str]) -> str:
    """Replace each file that a parameter names by its digest."""
    for place in sorted(sources, key=len, reverse=True):
        if place in value.replace("=", " ").split():
            value = value.replace(place, sources[place])
    return value


def _digest(*texts: str) -> str:
    return hashlib.sha256(json.dumps(texts).encode()).hexdigest()
