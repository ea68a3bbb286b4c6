"""The recorded games of a result show whether its figures are true, with the agent and without it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from baselines.bang.benchmark.tracks import TRACKS as BANG
from baselines.durak.benchmark.measures import regret
from baselines.durak.benchmark.tracks import TRACKS
from baselines.oh_hell.benchmark.tracks import TRACKS as OH_HELL
from cardkit.benchmark.deals import Submission
from cardkit.benchmark.play import Matches
from cardkit.benchmark.run import run
from cardkit.benchmark.track import Measure, Track
from cardkit.benchmark.verify import differences, line_with_time, read_claim, retrace
from tests.cardkit.test_benchmark import SMALL, forged, silent

QUICK = replace(SMALL, measures=[Measure("regret", regret)])
ILLEGAL = "tests.support.faulty_agents:Illegal"


def written(folder: Path, agent: str = "low", count: int = 6, track: Track = QUICK) -> tuple[Path, Path]:
    """Write the figures and the games of a result."""
    submission, figures, games = Submission.of(agent, track.game.AGENTS), folder / "a.json", folder / "a.games"
    with Matches(track, submission, recorded=True) as matches:
        found = run(track, submission, "1ms", "result", count, silent, matches)
        games.write_text("\n".join(matches.records()), encoding="utf-8")
    figures.write_text(json.dumps(found.figures()), encoding="utf-8")
    return figures, games


def checked(figures: Path, games: str, known: str | None = None, share: float = 1.0, track: Track = QUICK) -> Any:
    """Return the figures that differ from those of the games, and the retraced matches."""
    claim = read_claim(figures, {track.name: track}, known)
    result, matches = retrace(claim, games.splitlines(keepends=True), share, silent)
    return differences(claim, result), matches


def test_true_games_lead_to_the_figures(tmp_path: Path) -> None:
    figures, games = written(tmp_path)
    found, matches = checked(figures, games.read_text())
    assert found == []
    assert matches.games == 6 * 2 * (len(QUICK.companies) + 2)  # with the response, and the games of the regret
    assert matches.pace > 0
    some = checked(figures, games.read_text(), share=0.2)[1]
    assert 0 < some.asked["low"] < matches.asked["low"] / 2
    assert some.asked["bench1-greedy"] == matches.asked["bench1-greedy"]


def test_recorded_games_are_those_played_without(tmp_path: Path) -> None:
    figures, _ = written(tmp_path)
    submission = Submission.of("low", QUICK.game.AGENTS)
    with Matches(QUICK, submission) as matches:
        plain = run(QUICK, submission, "1ms", "result", 6, silent, matches).figures()
    told = json.loads(figures.read_text())
    assert {**told, "line": "", "times": {}} == json.loads(json.dumps({**plain, "line": "", "times": {}}))


REFUSED = r"game \d+ v bench1-"
FORGERIES: dict[str, tuple[Callable[[str], str], str]] = {
    "another deal": (lambda text: text.replace("deck ", "deck Ah ", 1), REFUSED),
    "a swapped result": (lambda text: text.replace("result 1 -1", "result -1 1", 1), REFUSED),
    "games missing": (lambda text: text[: len(text) // 2].rsplit("durak-game", 1)[0], "the games end before it"),
    "games too many": (lambda text: text + text[: text.index("durak-game", 5)], "the games go on after"),
    "games in another order": (lambda text: text[text.index("durak-game", 5) :] + text, REFUSED),
    "an early end": (lambda text: text.replace(" done\n2. ", "\nresult *\n", 1), REFUSED),
    "another name": (lambda text: text.replace("player_0 low", "player_0 high", 1), "a line is 'player_0 low' here"),
    "other rules": (lambda text: text.replace("rules standard", "rules thesis", 1), REFUSED),
    "an open world": (lambda text: text.replace("world closed", "world open", 1), "a line is 'world closed' here"),
    "no games": (lambda text: "", "the games end before it"),
    "nonsense": (lambda text: "nonsense\n" + text, "a game must begin with"),
}


@pytest.fixture(scope="module")
def true(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return written(tmp_path_factory.mktemp("true"), count=3)


@pytest.mark.parametrize("name", FORGERIES)
def test_forged_games_are_refused(true: tuple[Path, Path], name: str) -> None:
    forge, why = FORGERIES[name]
    text = true[1].read_text()
    changed = forge(text)
    assert changed != text
    with pytest.raises(ValueError, match=why):
        checked(true[0], changed)


def test_choices_of_another_agent_are_refused(true: tuple[Path, Path], tmp_path: Path) -> None:
    """Games of a stronger player under the agent's name: each choice is legal, and not the agent's."""
    other_figures, other_games = written(tmp_path, "greedy", 3)
    told = json.loads(other_figures.read_text())
    told["agent"] = json.loads(true[0].read_text())["agent"]
    other_figures.write_text(json.dumps(told), encoding="utf-8")
    text = other_games.read_text().replace(" greedy\n", " low\n")
    with pytest.raises(ValueError, match=r"game \d+ v bench1-\w+"):
        checked(other_figures, text)


def test_a_forged_figure_is_named(true: tuple[Path, Path]) -> None:
    for place in (["mean", "score"], ["companies", 0, "score"], ["regret", "choices"], ["response", "score"]):
        (told,) = checked(forged(true[0], [*place], 0.123), true[1].read_text())[0]
        assert told.startswith(".".join(map(str, place)) + " is ")


def test_what_stands_twice_or_belongs_to_others_is_refused(true: tuple[Path, Path]) -> None:
    text = true[0].read_text()
    twice = true[0].with_name("twice.json")
    twice.write_text(text.replace('"mean"', '"mean": {"score": 0.99, "interval": [0.9, 1.0]}, "mean"', 1))
    with pytest.raises(ValueError, match="holds no result"):
        checked(twice, true[1].read_text())
    for place, value in ((["agent", "sources"], {"mine": "0"}), (["agent", "durak-env"], "9.9.9")):
        with pytest.raises(ValueError, match="names other sources or another version"):
            checked(forged(true[0], [*place], value), true[1].read_text())
    with pytest.raises(ValueError, match="names the agent 'low', not 'high'"):
        checked(true[0], true[1].read_text(), known="high")


def test_the_time_of_a_line_is_the_one_measured() -> None:
    line = "Durak-Bench v1/A: 0.5 (0.4-0.6), faults 0, 1 us; agent sha 0, 4 pairs"
    assert line_with_time(line, 2e-3) == line.replace("1 us", "2 ms")
    assert line_with_time(line, float("nan")) == line.replace("1 us", "time not measured")


def test_without_the_agent_chance_and_opponents_are_checked(tmp_path: Path) -> None:
    figures, games = written(tmp_path, ILLEGAL, 3)
    found, matches = checked(figures, games.read_text())
    assert found == []
    assert ILLEGAL not in matches.asked
    assert matches.asked["bench1-greedy"] > 0
    text = games.read_text()
    for forged_count in (0, 10**9, float("nan"), "none"):
        (told,) = checked(forged(figures, ["companies", 0, "illegal_actions"], forged_count), text)[0]
        assert told.startswith("companies.0.failures is 6, not ")
    with pytest.raises(ValueError, match=r"game \d+ v bench1"):
        checked(figures, text.replace("deck ", "deck Ah ", 1))
    found, matches = checked(figures, text, known=ILLEGAL, share=0.0)  # who fails is asked in any case
    assert found == []
    assert matches.asked[ILLEGAL] > 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("track", "agent", "count"),
    [(TRACKS["A"], "greedy", 2), (OH_HELL["D"], "informed", 2), (BANG["E"], "rai", 2)],
    ids=["A", "D", "E"],
)
def test_every_track_is_verified(tmp_path: Path, track: Track, agent: str, count: int) -> None:
    figures, games = written(tmp_path, agent, count, track)
    found, matches = checked(figures, games.read_text(), share=0.5, track=track)
    assert found == []
    assert matches.asked[agent] > 0
