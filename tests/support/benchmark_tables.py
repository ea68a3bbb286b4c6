"""The tables of the page on the benchmark, from its declarations."""

from __future__ import annotations

from inspect import getdoc

from cardkit.benchmark.track import CLASSES, Company, Track
from cardkit.specs import agent_factory
from tests.support.benchmark_choices import TRACKS
from tests.support.derived_tables import table

FROZEN = "Make the frozen opponent of Durak-Bench 1: "
DIGITS = 12  # of a file's SHA-256


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


def told(company: Company) -> str:
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
