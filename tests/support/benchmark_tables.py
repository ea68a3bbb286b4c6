"""The tables of the page on the benchmark, from its declarations."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from inspect import getdoc
from pathlib import Path
from typing import Any

from cardkit.benchmark.result import told_time
from cardkit.benchmark.track import CLASSES, Track
from cardkit.specs.entries import agent_factory
from tests.support.benchmark_choices import TRACKS
from tests.support.derived_tables import table

FROZEN = "Make the frozen opponent of Durak-Bench 1: "
DIGITS = 12  # of a file's SHA-256
RESULTS = Path(__file__).parents[2] / "docs" / "results" / "benchmark"
"""The results that are kept, a folder for each track."""


def tracks_table() -> str:
    """Write a row for each track: its play, the opponents, the measurements beside, and the number of deals."""
    rows = [
        (
            track.name,
            track.says,
            "<br>".join(map(told, track.anchors)) or "-",
            "<br>".join(map(told, track.held_out)) or "-",
            told(track.gate) if track.gate else "-",
            ", ".join(measure.name for measure in track.measures) or "-",
            " / ".join(f"{track.deals(name):,}" for name in CLASSES) if track.companies else "-",
        )
        for track in TRACKS.values()
    ]
    return table(("track", "plays", "anchors", "held out", "gate", "beside", f"deals for {' / '.join(CLASSES)}"), rows)


def told(company: Sequence[str]) -> str:
    """Return the names of a company, short."""
    return " + ".join(name.removeprefix("bench1-") for name in company)


def opponents_table() -> str:
    """Write a row for each frozen opponent of each game, and what it is."""
    by_game: dict[str, list[Track]] = {}
    for track in TRACKS.values():
        by_game.setdefault(track.game.AGENTS, []).append(track)
    rows = []
    for group, tracks in by_game.items():
        met = {
            name: [track.name for track in tracks if any(name in company for company in track.companies)]
            for track in tracks
            for company in track.companies
            for name in company
        }
        for name, where in met.items():
            said = (getdoc(agent_factory(name, group)) or "").removeprefix(FROZEN).splitlines()[0]
            rows.append((f"`{name}`", ", ".join(where), said))
    return table(("opponent", "tracks", "is"), rows)


def files_table() -> str:
    """Write the files that the opponents read."""
    digests = {name: digest for track in TRACKS.values() for name, digest in track.files.items()}
    return table(("file", "SHA-256 begins with"), [(f"`{name}`", digest[:DIGITS]) for name, digest in digests.items()])


def results_table() -> str:
    """Write a row for each result that is kept, the best mean first."""
    found = sorted(map(read_result, RESULTS.glob("*/*.json")), key=lambda one: -one["mean"]["score"])
    rows = [
        (
            one["track"],
            f"`{one['agent']['spec']}`",
            spread(one["mean"]),
            f"{one['worst']['score']:.3f} v {told(one['worst']['against'])}",
            f"{one['held_out']['score']:.3f}",
            f"{one['regret'].get('mean', float('nan')):.3f}",
            response(one),
            f"{one['faults']:,}",
            time_of(one),
            f"{one['deals_a_company']:,}",
            f"`{one['agent']['sha'][:DIGITS]}`",
        )
        for one in found
    ]
    head = ("track", "agent", "mean", "worst", "held out", "regret", "BR", "faults", "time", "pairs", "sha")
    return table(head, rows)


def read_result(file: Path) -> dict[str, Any]:
    """Read a kept result."""
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


def spread(figures: Mapping[str, Any]) -> str:
    """Write a score and its interval."""
    low, high = figures["interval"]
    return f"{figures['score']:.3f} ({low:.3f}-{high:.3f})"


def response(result: Mapping[str, Any]) -> str:
    """Write the bound of a best response, and whose it is."""
    low = result["response"]["interval"][0]
    return f">= {low:.3f}, {told(result['response']['by'])}" if low > TRACKS[result["track"]].even else "none"


def time_of(result: Mapping[str, Any]) -> str:
    """Write the time of a choice."""
    return told_time(result["times"]["seconds_a_choice"])
