"""Plays a result of the benchmark again, and says which of its figures are not those found."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from cardkit.benchmark.deals import DEALS, Submission, fresh_deals
from cardkit.benchmark.result import Result
from cardkit.benchmark.run import Bar, run
from cardkit.benchmark.track import CLASSES, Track
from cardkit.checks import check_choice, check_whole
from cardkit.specs import is_harmless
from cardkit.wording import quoted, shortened

TIMED = re.compile(r", [\d.]+ (us|ms|s)(?=;)")
"""The part of a line that differs from machine to machine."""


def read_result(file: Path, tracks: Mapping[str, Track], known: str | None = None) -> tuple[dict[str, Any], Track]:
    """Read a file of figures, and find its track.

    Args:
        file: what ``benchmark --output`` wrote.
        tracks: those that can be played here, by name.
        known: the spec of an agent whose code may run; others run only if they come with installed packages.

    Raises:
        ValueError: the file does not hold a result of these tracks, or its agent is missing or may not run.
        OSError: it cannot be read.
    """
    try:
        claimed = json.loads(file.read_text(encoding="utf-8"))
        track = tracks[claimed["track"]]
        agent, time_class, deals, count = _asked(claimed)
    except (ValueError, KeyError, TypeError, RecursionError):
        raise ValueError(
            f"{file} holds no result of the tracks {', '.join(tracks)}: give what --output wrote"
        ) from None
    if (claimed.get("benchmark"), claimed.get("version")) != (track.benchmark, track.version):
        raise ValueError(
            f"{file} is of another benchmark or version than {track.benchmark} v{track.version}, which is played here"
        )
    check_choice("class", time_class, tuple(CLASSES))
    check_choice("deals", deals, DEALS)
    check_whole("deals_a_company", count, 2, track.deals(time_class))
    if agent != known and not is_harmless(agent, track.game.AGENTS):
        raise ValueError(f"{file} names {quoted(agent)}, whose code would run: if you trust it, add --agent {agent!r}")
    here = Submission.of(agent, track.game.AGENTS)
    if here.sha != claimed["agent"].get("sha"):
        raise ValueError(
            f"{quoted(agent)} is another agent here than in {file}, its files or this version differ: its SHA-256 is "
            f"{here.sha} and not {shortened(str(claimed['agent'].get('sha')))}"
        )
    return claimed, track


def replay(claimed: Mapping[str, Any], track: Track, bar: Bar, jobs: int = 1, fresh: bool = False) -> Result:
    """Play the result again, from the agent as it is here, or on fresh deals; see `read_result` and `run`."""
    agent, time_class, deals, count = _asked(claimed)
    return run(track, agent, time_class, fresh_deals() if fresh else deals, count, bar, jobs)


def differences(claimed: Mapping[str, Any], found: Result) -> list[str]:
    """List each figure that is not the one found, with both values; leave out times, which vary by machine."""
    said, played = dict(_figures(claimed)), dict(_figures(json.loads(json.dumps(found.figures()))))
    missing = object()
    return [
        f"{name} is {_told(played, name)}, not {_told(said, name)}"
        for name in dict.fromkeys([*said, *played])
        if said.get(name, missing) != played.get(name, missing)
    ]


def _told(figures: Mapping[str, Any], name: str) -> str:
    return shortened(str(figures[name])) if name in figures else "there"


def _asked(claimed: Mapping[str, Any]) -> tuple[str, str, str, int]:
    return str(claimed["agent"]["spec"]), claimed["class"], claimed["deals"], claimed["deals_a_company"]


def _figures(value: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """Yield each figure with its place, such as ``companies.0.score``; without times."""
    if name == "times":
        return
    if isinstance(value, (Mapping, list)):
        for key, one in value.items() if isinstance(value, Mapping) else enumerate(value):
            yield from _figures(one, f"{name}.{key}" if name else str(key))
    else:
        yield name, TIMED.sub("", value) if name == "line" and isinstance(value, str) else value
