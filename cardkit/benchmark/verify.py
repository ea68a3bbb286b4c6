"""Plays a result of the benchmark again, and tells which of its figures are not those found."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from cardkit.benchmark.deals import DEALS, Submission, fresh_deals
from cardkit.benchmark.play import Matches
from cardkit.benchmark.result import Result, told_time
from cardkit.benchmark.retraced import Retraced
from cardkit.benchmark.run import Bar, run
from cardkit.benchmark.track import CLASSES, QUICKEST, Playing, Track
from cardkit.checks import check_choice, check_whole
from cardkit.specs.strangers import is_harmless
from cardkit.storage.origin import DISTRIBUTION
from cardkit.wording import quoted, shortened

TIMED = re.compile(r", (nan|[\d.]+) (us|ms|s)(?=;)")
"""The part of a line that differs from machine to machine."""


@dataclass(frozen=True)
class Claim:
    """The figures of a file, and who made them.

    Attributes:
        file: the file.
        figures: all that it holds.
        track: the track that they are of.
        submission: the agent, as the file names it.
        absent: why the agent may not run here; empty if it may.
    """

    file: Path
    figures: Mapping[str, Any]
    track: Track
    submission: Submission
    absent: str

    @property
    def time_class(self) -> str:
        """The declared time class."""
        return str(self.figures["class"])

    def run(self, deals: str, bar: Bar, matches: Playing) -> Result:
        """Find all figures from matches on deals; see `cardkit.benchmark.run.run`."""
        return run(self.track, self.submission, self.time_class, deals, self.figures["deals_a_company"], bar, matches)


def read_claim(file: Path, tracks: Mapping[str, Track], known: str | None = None) -> Claim:
    """Read a file of figures, and find its track and its agent.

    Args:
        file: what ``benchmark --output`` wrote.
        tracks: those that can be played here, by name.
        known: the spec of an agent whose code may run; others run only if they come with installed packages.

    Raises:
        ValueError: the file does not hold a result of these tracks, or is not of the known agent.
        OSError: it cannot be read.
    """
    try:
        figures = json.loads(file.read_text(encoding="utf-8"), object_pairs_hook=_once)
        track, told = tracks[figures["track"]], figures["agent"]
        submission = Submission(str(told["spec"]), str(told["sha"]), dict(told["sources"]), str(told[DISTRIBUTION]))
        time_class, deals, count = figures["class"], figures["deals"], figures["deals_a_company"]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise ValueError(
            f"{file} holds no result of the tracks {', '.join(tracks)}: give what --output wrote"
        ) from None
    if (figures.get("benchmark"), figures.get("version")) != (track.benchmark, track.version):
        raise ValueError(
            f"{file} is of another benchmark or version than {track.benchmark} v{track.version}, which is played here"
        )
    if known is not None and known != submission.spec:
        raise ValueError(f"{file} names the agent {quoted(submission.spec)}, not {quoted(known)}")
    check_choice("class", time_class, tuple(CLASSES))
    check_choice("deals", deals, DEALS)
    check_whole("deals_a_company", count, 2, track.deals(time_class))
    return Claim(file, figures, track, submission, _absence(file, submission, track, known))


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make a mapping of JSON; a name that comes twice would show other readers another value."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name comes twice")
    return found


def _absence(file: Path, submission: Submission, track: Track, known: str | None) -> str:
    """Return why the agent of a file may not run here."""
    spec, group = submission.spec, track.game.AGENTS
    if spec != known and not is_harmless(spec, group):
        return f"{file} names {quoted(spec)}, whose code would run: if you trust it, add --agent {spec!r}"
    try:
        here = Submission.of(spec, group)
    except ValueError as error:
        return f"{quoted(spec)} is not here: {error}"
    if here.sha != submission.sha:
        return (
            f"{quoted(spec)} is another agent here than in {file}, its files or this version differ: its SHA-256 is "
            f"{here.sha} and not {shortened(submission.sha)}"
        )
    if here != submission:
        raise ValueError(f"{file} names other sources or another version than those that its agent's SHA-256 is of")
    return ""


def play_again(claim: Claim, bar: Bar, jobs: int = 1, fresh: bool = False) -> Result:
    """Play the matches of a claim again, with the agent as it is here, or those of fresh deals.

    Raises:
        ValueError: the agent may not run here.
    """
    if claim.absent:
        raise ValueError(claim.absent)
    with Matches(claim.track, claim.submission, jobs) as matches:
        return claim.run(fresh_deals() if fresh else claim.figures["deals"], bar, matches)


def retrace(claim: Claim, lines: Iterable[str], share: float, bar: Bar) -> tuple[Result, Retraced]:
    """Play the recorded games of a claim again, and ask agents again; see `Retraced`.

    Args:
        claim: the claim.
        lines: of its recorded games.
        share: of the deals in which searches and the agent are asked; nobody can know in which.
        bar: shows progress.

    Raises:
        ValueError: a game is not the one that follows from the claim.
    """
    matches = Retraced(
        claim.track,
        claim.submission.spec,
        lines,
        share,
        np.random.default_rng(),
        here=not claim.absent,
        quick=claim.time_class == QUICKEST,
    )
    result = claim.run(claim.figures["deals"], bar, matches)
    matches.close()
    return result, matches


def differences(claim: Claim, found: Result) -> list[str]:
    """List each figure that is not the one found, with both values.

    Times vary by machine. Without the agent an illegal action cannot be told from a crash, so their sums count.
    """
    said, played = (
        dict(_figures(_with_failures(each) if claim.absent else each))
        for each in (claim.figures, json.loads(json.dumps(found.figures())))
    )
    missing = object()
    return [
        f"{name} is {_told(played, name)}, not {_told(said, name)}"
        for name in dict.fromkeys([*said, *played])
        if said.get(name, missing) != played.get(name, missing)
    ]


def _with_failures(figures: Mapping[str, Any]) -> dict[str, Any]:
    """Replace the illegal actions and the crashes of each company by their sum."""
    found = {**figures}
    if isinstance(found.get("companies"), list):
        kinds = "illegal_actions", "crashes"
        found["companies"] = [
            {name: value for name, value in one.items() if name not in kinds}
            | {"failures": sum(value if isinstance(value := one.get(kind), int) else math.nan for kind in kinds)}
            for one in found["companies"]
            if isinstance(one, dict)
        ]
    return found


def line_with_time(line: str, seconds: float) -> str:
    """Write a line with the time of a choice that was measured here; NaN for none."""
    return TIMED.sub(", time not measured" if math.isnan(seconds) else f", {told_time(seconds)}", line)


def _told(figures: Mapping[str, Any], name: str) -> str:
    return shortened(str(figures[name])) if name in figures else "there"


def _figures(value: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """Yield each figure with its place, such as ``companies.0.score``; without times."""
    if name == "times":
        return
    if isinstance(value, (Mapping, list)):
        for key, one in value.items() if isinstance(value, Mapping) else enumerate(value):
            yield from _figures(one, f"{name}.{key}" if name else str(key))
    else:
        yield name, TIMED.sub("", value) if name == "line" and isinstance(value, str) else value
