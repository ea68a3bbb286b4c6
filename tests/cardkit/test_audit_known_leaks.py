"""Positive controls: the auditor finds again what it found in games of OpenSpiel 2.0.2."""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import pytest

from cardkit.audit import audit_openspiel

KNOWN = "2.0.2"


def installed() -> str:
    try:
        return version("open_spiel")
    except PackageNotFoundError:
        return "none"


pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        installed() != KNOWN,
        reason=f"the faults are those of open_spiel {KNOWN}, which others may have repaired; {installed()} is here",
    ),
]

LAYOFF: dict[str, Any] = {
    "policy": lambda state, rng: 55 if 55 in state.legal_actions() else None,  # knocks
    "phase": lambda state: re.search("Phase: (.*)", str(state))[1],  # pyright: ignore[reportOptionalSubscript]
}
FOUND: list[tuple[str, int, dict[str, Any], str]] = [
    ("hearts", 10, {}, "(ii) observation_struct tells what information_state_string"),
    ("hearts", 10, {}, "(iii) 30 of 30 samples keep an action of another player that the player cannot know"),
    ("hearts", 10, {}, "(iii) the sample's history is not legal"),
    ("gin_rummy", 10, {}, "(iii) a pickle of the sample is another state"),
    ("gin_rummy", 10, {}, "(iii) the sample's history leads to another state, the true game's"),
    ("gin_rummy", 60, LAYOFF, "(ii) observation_struct tells what observation_string"),
    ("gin_rummy", 60, LAYOFF, "(iii) 30 of 30 samples keep an outcome of chance"),
    ("colored_trails", 3, {}, "(iii) 30 of 30 samples keep an action of another player that the player cannot know"),
    ("euchre", 200, {}, "(ii) information_state_tensor tells what information_state_string, observation_string"),
    ("euchre", 200, {}, "(iii) 30 of 30 samples keep an action of another player that the player cannot know"),
    ("euchre", 200, {}, "(iii) the sample's history is not legal"),
    ("dou_dizhu", 20, {}, "(i) his legal actions differ"),
    ("oh_hell", 20, {}, "(iii) 30 of 30 samples keep an outcome of chance that the player cannot know"),
    ("universal_poker", 20, {}, "(ii) observation_tensor tells what observation_string"),
]
_reports: dict[tuple[str, int], Any] = {}


@pytest.mark.parametrize(("game", "games", "settings", "what"), FOUND)
def test_a_known_fault_is_found_again(game: str, games: int, settings: dict[str, Any], what: str) -> None:
    if (game, games) not in _reports:  # which several faults share
        _reports[game, games] = audit_openspiel(game, games=games, **settings)
    found = [f"{one.rule} {one.what}" for one in _reports[game, games].findings]
    assert [one for one in found if one.startswith(what)], found


@pytest.mark.parametrize("game", ["crazy_eights", "skat", "hanabi", "liars_dice", "spades"])
def test_a_game_without_a_known_fault_gives_no_finding(game: str) -> None:
    report = audit_openspiel(game, games=10)
    assert report.findings == []
    assert report.compared.total() > 100
