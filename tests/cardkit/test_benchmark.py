"""A benchmark plays what it declares: its deals follow from what is submitted, and its intervals cover."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from baselines.bang.benchmark.tracks import TRACKS as BANG
from baselines.durak.benchmark.tracks import TRACKS
from baselines.durak.cli.app import app
from baselines.oh_hell.benchmark.tracks import TRACKS as OH_HELL
from cardkit.benchmark import play as playing
from cardkit.benchmark.deals import Submission, seed_of
from cardkit.benchmark.result import Result, told_time
from cardkit.benchmark.run import run
from cardkit.benchmark.scores import mean_of, worst_of
from cardkit.benchmark.track import CLASSES, Measure, Task, Track
from cardkit.benchmark.verify import differences, play_again, read_claim
from durak_env.durak import Durak

GREEDY, RANDOM, SMART = ("bench1-greedy",), ("bench1-random",), ("bench1-smart",)
LINE = (
    r"Durak-Bench v1/T: 0\.\d{3} \(0\.\d{3}-0\.\d{3}\), worst 0\.\d{3} v bench1-\w+, held out 0\.\d{3}, luck 7, "
    r"BR (none|>= 0\.\d{3}), faults 0, [\d.]+ us; agent sha [0-9a-f]{12}, 12 pairs, development deals, no result"
)


def luck(task: Task, progress: Any, matches: Any) -> dict[str, Any]:
    progress(1, 1)
    return {"text": "luck 7", "seed": str(task.seed)}


SMALL = Track(
    *("Durak-Bench", "1", "T", "a small one", Durak()),
    anchors=[GREEDY, SMART],
    held_out=[("bench1-expert",)],
    gate=RANDOM,
    measures=[Measure("luck", luck)],
)


@contextmanager
def silent(what: str, total: int) -> Iterator[Any]:
    yield lambda done, of: None


def result_of(agent: str = "low", count: int = 12, track: Track = SMALL, **more: Any) -> Result:
    submission = Submission.of(agent, track.game.AGENTS)
    with playing.Matches(track, submission, **more) as matches:
        return run(track, submission, "20us", "develop", count, silent, matches)


def figures(result: Result) -> dict[str, Any]:
    """Return all figures but those that follow from the clock."""
    return {name: value for name, value in result.figures().items() if name not in ("line", "times")}


def test_the_line_says_what_was_measured() -> None:
    found = result_of()
    assert re.fullmatch(LINE, found.line), found.line
    told = found.figures()
    assert json.loads(json.dumps(told)) == told
    assert [one["role"] for one in told["companies"]] == ["anchor", "anchor", "held out", "gate"]
    assert told["mean"]["score"] == pytest.approx(np.mean([one["score"] for one in told["companies"][:2]]), abs=2e-6)
    assert told["luck"]["seed"] != told["seed"] == figures(result_of(jobs=2))["seed"]
    assert figures(result_of(jobs=2)) == figures(found)


def test_a_run_that_was_stopped_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store, usual, calls = tmp_path / "games.db", playing.play_match, list[int]()

    def counting(*args: Any, **more: Any) -> Any:
        calls.append(more["begin"])
        if len(calls) == 20:
            raise KeyboardInterrupt
        return usual(*args, **more)

    monkeypatch.setattr(playing, "play_match", counting)
    with pytest.raises(KeyboardInterrupt):
        result_of(store=store)
    found = result_of(store=store)
    whole = len(SMALL.companies) + 1  # with the response
    assert len(calls) == whole * 6 + 1  # of 12 deals, 6 parts of 2; the part that was stopped is played again
    assert figures(found) == figures(result_of(store=store)) == figures(result_of())


def test_the_response_is_measured_on_other_deals() -> None:
    found = result_of("low", 40, replace(SMALL, anchors=[GREEDY, SMART, RANDOM], gate=None, measures=()))
    assert found.response is not None
    company, estimate = found.response
    assert found.scores(company).mean() == min(found.scores(one).mean() for one in found.matches)
    assert estimate.value != pytest.approx(1 - found.scores(company).mean())


def test_a_response_that_is_not_shown_to_be_better_is_none() -> None:
    weak = replace(SMALL, anchors=[RANDOM], held_out=(), gate=None, measures=())
    assert "BR none" in result_of("greedy", 20, weak).line
    assert re.search(r"BR >= 0\.[5-9]", result_of("random", 60, replace(weak, anchors=[GREEDY])).line)


def test_who_does_not_beat_the_gate_is_told_so() -> None:
    assert re.search(r"fails the gate 0\.|gate not decided: 0\.", result_of("bench1-random").line)
    assert "fails the gate 0.0" in result_of("bench1-random", track=replace(SMALL, gate=GREEDY)).line
    assert not result_of("bench1-random").passes
    assert "gate" not in result_of("greedy", 40).line


def test_faults_are_losses_and_counted_apart() -> None:
    found = result_of("tests.support.faulty_agents:Illegal", 4, replace(SMALL, measures=()))
    assert found.faults == 4 * 2 * len(SMALL.companies)
    assert {float(found.scores(one).mean()) for one in found.matches} == {0.0}
    assert "faults 32" in found.line


def test_an_opponent_that_fails_is_no_result() -> None:
    broken = replace(SMALL, anchors=[("tests.support.faulty_agents:Illegal",)], held_out=(), gate=None)
    with pytest.raises(ValueError, match="failed in 8 games, so nothing was measured"):
        result_of("greedy", 4, broken)


AGENT = "from baselines import make_agent\n\n\ndef agent():\n    return make_agent('greedy')\n"


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Write a file with an agent, which can be imported."""
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "my_benched_agent.py"
    file.write_text(AGENT, encoding="utf-8")
    yield file
    import sys

    sys.modules.pop(file.stem, None)


def test_a_changed_file_changes_the_deals(mine: Path) -> None:
    def seed(deals: str, track: str = "A", time_class: str = "20us", spec: str = f"{mine.stem}:agent") -> int:
        return seed_of(TRACKS[track], time_class, deals, Submission.of(spec, Durak.AGENTS))

    before = {deals: seed(deals) for deals in ("develop", "result")}
    others = [seed("result", "C"), seed("result", time_class="1ms"), seed("result", spec="greedy"), *before.values()]
    assert len(set(others)) == len(others)
    assert seed("develop", spec="greedy") == seed("develop", time_class="1ms") == before["develop"]
    mine.write_text(f"{AGENT}# changed\n", encoding="utf-8")
    assert seed("result") not in others
    assert seed("develop") == before["develop"]
    mine.write_text(AGENT, encoding="utf-8")
    assert seed("result") == before["result"]


def test_where_a_file_lies_changes_nothing(tmp_path: Path) -> None:
    shas = set()
    for name, content in (("a.bin", b"one"), ("b.bin", b"one"), ("c.bin", b"other")):
        (tmp_path / name).write_bytes(content)
        shas.add(Submission.of(f"policy:path={tmp_path / name}", Durak.AGENTS).sha)
    assert len(shas) == 2
    assert len({Submission.of(f"ismcts:{text}", Durak.AGENTS).sha for text in ("c=1", "c=2", "c=1,noise=0")}) == 3


def simulated(rng: np.random.Generator, scores: np.ndarray, deals: int) -> np.ndarray:
    """Draw scores of mirrored pairs, array (companies, deals): a deal's luck is shared by all that is played on it."""
    room = min(0.25, 1 - scores.max())  # so that the truth stays what it is
    luck = rng.uniform(-room, room, (1, deals, 1)) * np.array([1, -1])
    wins = rng.random((len(scores), deals, 2)) < scores[:, None, None] + luck
    return wins.mean(axis=2)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scores", "deals"),
    [(np.linspace(0.55, 0.8, 7), 100), (np.full(7, 0.6), 400), (np.array([0.93, 0.95, 0.97]), 100)],
    ids=["apart", "alike", "strong"],
)
def test_intervals_cover(scores: np.ndarray, deals: int) -> None:
    """The intervals of the mean and of the worst, which the same games choose, miss in 2 % at most."""
    rng, rounds = np.random.default_rng(3), 500
    outside, outside_worst, without_room = 0, 0, 0
    for _ in range(rounds):
        found = simulated(rng, scores, deals)
        low, high = mean_of(found).interval
        outside += not low <= scores.mean() <= high
        worst, estimate = worst_of(found)
        for counted, (low, high) in enumerate((estimate.interval, mean_of(found[worst]).interval)):
            missed = not low <= scores[worst] <= high
            outside_worst += missed * (counted == 0)
            without_room += missed * (counted == 1)
    most = rounds * 0.02 + 3 * (rounds * 0.02) ** 0.5
    assert max(outside, outside_worst) < most
    assert scores.std() > 0 or without_room > most  # so the room for the choice is needed


def test_a_time_is_told_in_its_unit() -> None:
    told = [told_time(seconds) for seconds in (4.6e-8, 1.4e-5, 3.21e-3, 0.04, 2.5)]
    assert told == ["0.046 us", "14 us", "3.2 ms", "40 ms", "2.5 s"]


def test_the_tracks_are_what_was_frozen() -> None:
    assert {name: one.seconds for name, one in CLASSES.items()} == {
        "20us": 2e-5,
        "1ms": 1e-3,
        "50ms": 5e-2,
        "unlimited": float("inf"),
    }
    assert [TRACKS["A"].deals(name) for name in CLASSES] == [16_000, 4_000, 400, 100]
    assert not {*TRACKS["A"].held_out, TRACKS["A"].gate} & {*TRACKS["A"].anchors}


def forged(file: Path, place: list[Any], value: Any) -> Path:
    """Copy a result with another value in one place."""
    told = json.loads(file.read_text(encoding="utf-8"))
    inner = told
    for key in place[:-1]:
        inner = inner[key]
    assert inner[place[-1]] != value
    inner[place[-1]] = value
    changed = file.with_name("forged.json")
    changed.write_text(json.dumps(told), encoding="utf-8")
    return changed


def verified(file: Path) -> list[str]:
    claim = read_claim(file, {"T": SMALL})
    return differences(claim, play_again(claim, silent))


def test_a_true_result_is_verified_and_a_forged_one_refused_by_name(tmp_path: Path) -> None:
    file, found = tmp_path / "result.json", result_of(count=4)
    file.write_text(json.dumps(found.figures()), encoding="utf-8")
    assert verified(file) == []
    places = (["mean", "score"], ["companies", 1, "interval", 0], ["faults"], ["seed"], ["complete"], ["luck", "seed"])
    for place in places:
        (told,) = verified(forged(file, [*place], 0.123))
        assert told.startswith(".".join(map(str, place)) + " is ")
    (told,) = verified(forged(file, ["line"], found.line.replace(": 0.", ": 0.9")))
    assert told.startswith("line is Durak-Bench")
    assert verified(forged(file, ["times", "seconds_a_choice"], 9.0)) == []
    assert verified(forged(file, ["deals_a_company"], 5)) != []
    for place, value, why in (
        (["version"], "2", "another benchmark or version"),
        (["track"], "Z", "no result of the tracks T"),
        (["agent"], None, "no result of the tracks T"),
        (["agent", "sha"], "0", "another agent here"),
        (["agent", "spec"], "high", "another agent here"),
        (["agent", "spec"], "os:system:command=false", "whose code would run: if you trust it, add --agent"),
        (["class"], "2s", "class must be one of"),
        (["deals_a_company"], 10**9, "deals_a_company must be"),
    ):
        with pytest.raises(ValueError, match=why):
            verified(forged(file, place, value))


def test_code_of_its_own_runs_if_it_is_named(tmp_path: Path) -> None:
    spec, file = "tests.support.faulty_agents:Illegal", tmp_path / "result.json"
    file.write_text(json.dumps(result_of(spec, 2).figures()), encoding="utf-8")
    with pytest.raises(ValueError, match="whose code would run"):
        verified(file)
    claim = read_claim(file, {"T": SMALL}, spec)
    assert differences(claim, play_again(claim, silent)) == []


def test_fresh_deals_are_others(tmp_path: Path) -> None:
    file, found = tmp_path / "result.json", result_of(count=4)
    file.write_text(json.dumps(found.figures()), encoding="utf-8")
    claim = read_claim(file, {"T": SMALL})
    fresh = [play_again(claim, silent, fresh=True) for _ in range(2)]
    assert len({found.task.seed, *(one.task.seed for one in fresh)}) == 3
    assert re.search(r"4 pairs, fresh [0-9a-f]{16} deals, no result$", fresh[0].line)


def said(*words: str) -> Any:
    return CliRunner().invoke(app, ["benchmark", *words])


def test_the_command_names_the_way_out(tmp_path: Path) -> None:
    assert "--track must be one of A, B, C" in said("greedy", "--track", "Z").stderr
    assert "--class must be one of 20us, 1ms" in said("greedy", "--track", "A", "--class", "2s").stderr
    assert "--deals must be one of develop, result" in said("greedy", "--track", "A", "--deals", "x").stderr
    assert "--pairs must be an integer from 2 to 16,000" in said("greedy", "--track", "A", "--pairs", "1").stderr
    assert "unknown agent 'nobody'" in said("nobody", "--track", "A", "--pairs", "2").stderr


@pytest.mark.slow
def test_the_command_prints_a_line_and_writes_all_figures(tmp_path: Path) -> None:
    file = tmp_path / "result.json"
    done = said("greedy", "--track", "A", "--pairs", "8", "--deals", "result", "--output", str(file))
    assert done.exit_code == 0, done.stderr
    line = done.stdout.splitlines()[-1]
    assert re.match(r"Durak-Bench v1/A: 0\.\d+ \(.*\), worst .*, held out .*, regret .*, BR .*, faults 0, ", line)
    assert line.endswith("8 pairs, no result")
    assert json.loads(file.read_text(encoding="utf-8"))["line"] == line


@pytest.mark.slow
def test_four_seats_play_each_deal_in_all_orders() -> None:
    found = result_of("low", 2, TRACKS["C"])
    games = {company: match.games for company, match in found.matches.items()}
    assert set(games.values()) == {2 * 4, 2 * 24}
    assert found.response is None
    assert found.line.startswith("Durak-Bench v1/C: 0.")
    match = found.matches[TRACKS["C"].anchors[-1]]
    assert len({tuple(seats) for seats in match.results["seating"][:24].tolist()}) == 24


@pytest.mark.slow
def test_parties_have_figures_of_their_own() -> None:
    track = BANG["E"]
    found = result_of("rai", 3, track)
    assert re.match(
        r"Durak-Bench v1/E: 0\.\d+ \(.*\), law \d\.\d+, outlaws \d\.\d+, renegade \d\.\d+, worst ", found.line
    )
    assert found.mean(track.anchors).value == pytest.approx(np.mean([*found.by_party(track.anchors).values()]))
    assert {match.games for match in found.matches.values()} == {3 * 3}


@pytest.mark.slow
def test_oh_hell_is_played_alone_against_three() -> None:
    found = result_of("informed", 2, OH_HELL["D"])
    assert {match.games for match in found.matches.values()} == {2 * 4}
    assert found.line.startswith("Durak-Bench v1/D: 0.")


@pytest.mark.slow
def test_small_games_are_solved() -> None:
    submission = Submission.of("greedy", Durak.AGENTS)
    with playing.Matches(TRACKS["B"], submission) as matches:
        exact = run(TRACKS["B"], submission, "1ms", "develop", None, silent, matches)
    assert exact.line.startswith("Durak-Bench v1/B: exploitability 0.257; agent sha ")
    assert exact.measured["exploitability"]["2x4"]["most"] == pytest.approx(0.257, abs=5e-4)
