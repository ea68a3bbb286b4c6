"""Digests of the choices of the benchmark's opponents: ``python -m tests.support.benchmark_choices COUNT NAME...``."""

from __future__ import annotations

from collections.abc import Mapping

from baselines.bang.benchmark.tracks import TRACKS as BANG
from baselines.durak.benchmark.tracks import TRACKS as DURAK
from baselines.oh_hell.benchmark.tracks import TRACKS as OH_HELL
from cardkit.benchmark.track import Track
from cardkit.game import Game
from tests.support.network_choices import CHOICES, digest_of, tell_digests

TRACKS: Mapping[str, Track] = {**DURAK, **OH_HELL, **BANG}
OPPONENTS: Mapping[str, tuple[Game, str]] = {
    f"{track.name} {spec}": (track.game, spec)
    for track in TRACKS.values()
    for spec in dict.fromkeys(spec for company in track.companies for spec in company)
}
"""Each opponent by its track and spec: what it plays, and the spec."""


def choices_of(name: str, count: int = CHOICES) -> str:
    """Return the SHA-256 of an opponent's choices in as many positions of random games."""
    return digest_of(*OPPONENTS[name], count)


if __name__ == "__main__":
    tell_digests(choices_of)
