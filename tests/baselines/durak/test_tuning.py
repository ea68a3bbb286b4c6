"""Tuning: the points of a space of specs, and the search for its best, in one go or in several."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from baselines import play_match
from baselines.durak.cli import app
from cardkit.agents import compiled_choice
from cardkit.compiled.bits import nth_bit
from cardkit.compiled.prng import below, chance
from cardkit.tuning import study
from cardkit.tuning.spec_space import Choice, Range, SpecSpace
from cardkit.tuning.study import TunedAgent, tune
from cardkit.tuning.trials import Search
from durak_env.agents.heuristic import choose_greedy
from durak_env.cards import count
from durak_env.compiled_agents import CompiledAgent
from durak_env.durak import Durak
from durak_env.rules import Rules
from tests.support.command_line import run_command

RUNNER = CliRunner()
BEST = 0.7
SPACE = "tests.baselines.durak.test_tuning:wavering:x=0.0..1.0"


@compiled_choice
def choose_wavering(info: Any, stream: Any, memory: Any) -> Any:
    """Choose as greedy does, but with the probability in the memory any legal action."""
    if chance(stream, memory.view(np.float64)[0]):
        return nth_bit(info.legal, below(stream, count(info.legal)))
    return choose_greedy(info, stream, memory)


def wavering(x: float, sign: str = "plus") -> CompiledAgent:
    """Return an agent that is the stronger the nearer ``x`` is to `BEST`; with another sign it is random."""
    noise = min(1.0, 2 * abs(x - BEST)) if sign == "plus" else 1.0
    return CompiledAgent(choose_wavering, np.array([noise]).view(np.uint8))


@pytest.mark.parametrize(
    ("text", "parameters", "spec"),
    [
        ("mcts:c=0.3..2.0,limit=30", {"c": Range(0.3, 2.0, False, False)}, "mcts:c=0.5,limit=30"),
        ("a:n=1..50", {"n": Range(1, 50, True, False)}, "a:n=7"),
        ("a:n=1..50/log,m=-3..-1", {"n": Range(1, 50, True, True), "m": Range(-3, -1, True, False)}, "a:n=7,m=-2"),
        ("a:x=1e-5..1e-2/log", {"x": Range(1e-5, 1e-2, False, True)}, "a:x=0.000123457"),
        ("m:f:how=one|two,x=..", {}, ""),
        ("m:f:how=one|two", {"how": Choice(("one", "two"))}, "m:f:how=two"),
        ("sb3:../runs/lr=0.1/m.zip,t=0..1", {"t": Range(0, 1, True, False)}, "sb3:../runs/lr=0.1/m.zip,t=1"),
        ("exec:./program --depth=2..9 -v", {"depth": Range(2, 9, True, False)}, "exec:./program --depth=4 -v"),
    ],
)
def test_spaces(text: str, parameters: dict[str, Any], spec: str) -> None:
    if not parameters:
        with pytest.raises(ValueError, match="not a range"):
            SpecSpace(text)
        return
    space = SpecSpace(text)
    assert space.parameters == parameters
    values = {"c": 0.5, "n": 7, "m": -2, "x": 1.23456789e-4, "how": "two", "t": 1, "depth": 4}
    assert space.spec({name: values[name] for name in parameters}) == spec


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("greedy", "nothing is left open"),
        ("mcts:c=1.4", "nothing is left open"),
        ("mcts:c=2..1", "low must be below high"),
        ("mcts:c=0..1/log", "above 0 with /log"),
        ("mcts:c=a..b", "write low..high"),
        ("mcts:c=0..1/exp", "write low..high"),
        ("mcts:c=0..1,c=1..2", r"parameter 'c' is given twice in 'mcts:c=0\.\.1,c=1\.\.2', as 0\.\.1 and as 1\.\.2"),
        ("mcts:c=0..1,c=0..1", r"parameter 'c' is given twice in .*, as 0\.\.1 and as 0\.\.1"),
        ("mcts:c=0..1,c=0.5", r"parameter 'c' is given twice in .*, as 0\.\.1 and as 0\.5"),
        ("mcts:c=0.5,limit=3,c=0..1", r"parameter 'c' is given twice in .*, as 0\.5 and as 0\.\.1"),
    ],
)
def test_what_is_no_space(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        SpecSpace(text)


def run(store: Path, *options: str, space: str = SPACE, seed: int | None = 0) -> dict[str, Any]:
    pytest.importorskip("optuna", reason="the extra 'tune' is not installed")
    seeded = [] if seed is None else ["--seed", str(seed)]
    done = RUNNER.invoke(
        app, ["tune", space, "--against", "greedy", "--json", "--store", str(store), *seeded, *options]
    )
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def x_of(trial: dict[str, Any]) -> float:
    return float(trial["spec"].partition("x=")[2].partition(",")[0])


@pytest.mark.slow
def test_a_known_best_value_is_found(tmp_path: Path) -> None:
    found = run(tmp_path / "t.db", "--trials", "25", "--games", "1000")
    trials = found["trials"]
    assert sorted(trial["number"] for trial in trials) == list(range(25))
    assert abs(x_of(trials[0]) - BEST) < 0.05
    far = [trial for trial in trials if abs(x_of(trial) - BEST) > 0.3 and trial["number"] > 9]
    assert far
    for trial in far:
        assert trial["ended_early"]
        assert trial["games"] < 1000
    assert all(trial["games"] == 1000 for trial in trials if not trial["ended_early"])
    best = found["best_on_fresh_deals"]
    expected = play_match(best["spec"], "greedy", games=1000, seed=1)
    assert best["score"] == expected.score
    assert trials[0]["score"] == play_match(best["spec"], "greedy", games=1000, seed=0).score


def test_words_are_tuned_too(tmp_path: Path) -> None:
    space = f"tests.baselines.durak.test_tuning:wavering:x={BEST},sign=minus|plus"
    found = run(tmp_path / "t.db", "--trials", "6", "--games", "400", space=space)
    assert found["trials"][0]["spec"].endswith("sign=plus")
    assert {trial["spec"][-5:] for trial in found["trials"]} == {"=plus", "minus"}


@pytest.mark.slow
def test_in_several_goes_as_in_one(tmp_path: Path) -> None:
    whole = run(tmp_path / "whole.db", "--trials", "6", "--games", "100")
    for trials in ("1", "6"):
        parts = run(tmp_path / "parts.db", "--trials", trials, "--games", "100", "--jobs", "2")
    assert parts == whole
    scores = [trial["score"] for trial in whole["trials"] if not trial["ended_early"]]
    assert scores == sorted(scores, reverse=True)
    assert len(set(scores)) > 1
    best = whole["best_on_fresh_deals"]
    assert best["spec"] == whole["trials"][0]["spec"]
    assert best["score"] == play_match(best["spec"], "greedy", games=100, seed=1).score


def test_without_a_seed_one_is_drawn_and_gone_on_with(tmp_path: Path) -> None:
    one, two = tmp_path / "one.db", tmp_path / "two.db"
    begun = run(one, "--trials", "1", "--games", "20", seed=None)
    longer = run(one, "--trials", "3", "--games", "20", seed=None)
    assert int(longer["seed"]) == int(begun["seed"]) > 2**64
    assert run(two, "--trials", "3", "--games", "20", seed=int(begun["seed"])) == longer
    other = RUNNER.invoke(app, ["tune", SPACE, "--games", "20", "--trials", "1", "--store", str(two), "--seed", "3"])
    assert "holds another search" in other.stderr


def test_a_logarithmic_range_is_drawn_from_by_its_logarithm(tmp_path: Path) -> None:
    space = "tests.baselines.durak.test_tuning:wavering:x=1e-9..1/log"
    found = run(tmp_path / "t.db", "--trials", "3", "--games", "20", space=space)
    assert min(map(x_of, found["trials"])) < 1e-3


def test_another_seed_tries_other_values(tmp_path: Path) -> None:
    one, other = (run(tmp_path / f"{seed}.db", "--trials", "2", "--games", "20", seed=seed) for seed in (0, 1))
    assert {trial["spec"] for trial in one["trials"]}.isdisjoint(trial["spec"] for trial in other["trials"])


@pytest.mark.slow
def test_a_killed_search_goes_on(tmp_path: Path) -> None:
    store = tmp_path / "killed.db"
    command = "from baselines.durak.cli import app; app()"
    options = ["--trials", "25", "--games", "300", "--json"]
    arguments = ["tune", SPACE, "--against", "greedy", "--seed", "0", "--store", str(store), *options]
    for seconds in (5, 6):
        process = subprocess.Popen([sys.executable, "-c", command, *arguments], stdout=subprocess.DEVNULL)
        time.sleep(seconds)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    scores = [
        {trial["spec"]: trial["score"] for trial in run(path, *options[:-1])["trials"]}
        for path in (store, tmp_path / "whole.db")
    ]
    assert scores[0] == scores[1]


@pytest.mark.slow
def test_a_store_may_have_any_name(tmp_path: Path) -> None:
    for name in ("é?#%.db", "a b&c=d{e}%20.db", "ünï/../plain.db"):
        (tmp_path / "ünï").mkdir(exist_ok=True)
        first, again = (run(tmp_path / name, "--trials", "1", "--games", "20") for _ in range(2))
        assert first == again
        assert (tmp_path / name).read_bytes().startswith(b"SQLite")
    assert {file.name for file in tmp_path.iterdir()} == {"é?#%.db", "a b&c=d{e}%20.db", "ünï", "plain.db"}


def test_trials_that_ended_early_stand_last_whatever_their_score(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("optuna", reason="the extra 'tune' is not installed")
    scores = ((0.4, False), (0.6, True), (0.5, False))
    found = [TunedAgent(n, str(n), score, 20, (0.3, 0.7), early) for n, (score, early) in enumerate(scores)]
    for name, told in {"_ended": lambda _: found, "_tuned": lambda one: one, "_check_trials": lambda *_: None}.items():
        monkeypatch.setattr(study, name, told)
    search = Search(Durak(), SpecSpace(SPACE), ("greedy",))
    assert [one.number for one in tune(search, 3, tmp_path / "t.db")] == [2, 0, 1]


def test_searches_that_begin_at_once_share_a_new_store(tmp_path: Path) -> None:
    search = Search(Durak(), SpecSpace(SPACE), ("greedy",))
    for number in range(2):
        store, together = tmp_path / f"{number}.db", threading.Barrier(4)

        def begin(store: Path = store, together: threading.Barrier = together) -> Any:
            together.wait()
            return study._open_study(search, store).user_attrs["settings"]

        with ThreadPoolExecutor(4) as pool:
            begun = [pool.submit(begin) for _ in range(4)]
            assert [one.result() for one in begun] == [study._settings_of(search)] * 4
    assert len(list(tmp_path.iterdir())) == 2


def test_stores_that_do_not_fit_are_refused_and_left_alone(tmp_path: Path) -> None:
    store, prose = tmp_path / "t.db", tmp_path / "prose.db"
    run(store, "--trials", "1", "--games", "20")
    prose.write_text("Once upon a time")
    kept = store.read_bytes()
    for path, options, said in [
        (store, ["--games", "30"], "holds another search, with {'games': 20}"),
        (store, ["--num-suits", "3"], "holds another search"),
        (prose, [], "file is not a database"),
        (tmp_path / "no" / "t.db", [], "cannot be used as a store"),
    ]:
        done = run_command(
            app, "tune", SPACE, "--games", "20", "--trials", "1", "--store", str(path), *options, status=2
        )
        assert said in done.stderr
    assert store.read_bytes() == kept
    assert prose.read_text() == "Once upon a time"


def test_a_flipped_bit_in_a_store_changes_no_trial(tmp_path: Path) -> None:
    """A flip in the trials' own text, and in some places anywhere, is refused by the store's name, or harmless."""
    search, store = Search(Durak(), SpecSpace(SPACE), ("greedy",), games=20, seed=1), tmp_path / "study.db"
    found, whole = tune(search, 3, store), store.read_bytes()
    rng = np.random.default_rng(1)
    marks = (found[0].spec.encode(), b'"interval', b"spec", b"settings", b"COMPLETE", b"wavering")
    places = [whole.find(mark) + 2 for mark in marks if mark in whole]
    refused = 0
    for place in [*places, *rng.integers(len(whole), size=12).tolist()]:
        damaged = bytearray(whole)
        damaged[place] ^= 1 << int(rng.integers(8))
        store.write_bytes(damaged)
        try:
            seen, said = tune(search, 3, store), None
        except ValueError as error:
            seen, said = found, str(error)
        assert seen == found, place
        assert said is None or (str(store) in said and "\n" not in said), place
        refused += said is not None
    assert refused >= len(places) - 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["greedy"], "nothing is left open"),
        (["mcts:c=0..1", "--trials", "0"], "trials"),
        (["mcts:c=0..1", "--games", "1"], "games"),
        (["mcts:z=0..1"], "unknown parameter 'z'"),
        (["minimax:depth=60..99"], "got 99"),
        (["minimax:eval=playout|basic|guess"], "eval"),
        (["mcts:c=0..1", "--against", "gredy"], "unknown agent 'gredy'"),
        (
            ["mcts:c=0..1", "--over", "champion", "--start-rank", "9", "--trials", "1", "--games", "2"],
            "'champion' cannot play",
        ),
    ],
)
def test_bad_input(arguments: list[str], said: str, tmp_path: Path) -> None:
    pytest.importorskip("optuna", reason="the extra 'tune' is not installed")
    done = run_command(app, "tune", *arguments, "--store", str(tmp_path / "t.db"), status=2)
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "t.db").exists()


def test_the_toy_agent_is_best_where_it_is_said_to_be() -> None:
    rules = Rules()
    scores = [play_match(wavering(x), "greedy", 3000, rules=rules).score for x in (0.2, 0.5, BEST, 0.9)]
    assert scores.index(max(scores)) == 2
