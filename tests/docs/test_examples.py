"""The examples run, and do as they say."""

import ast
import importlib
import json
import runpy
import subprocess
import sys
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test

from baselines import play_match
from cardkit.arena.match import play_match as play_lineup
from cardkit.checking import play
from cardkit.envs.gym_env import GameEnv
from cardkit.envs.pettingzoo.aec_env import GameAECEnv, with_wrappers
from cardkit.envs.vector_env import GameVectorEnv
from cardkit.game_check import check_game
from cardkit.learning.resuming.sole_run import SoleRun
from cardkit.learning.sb3_policy import load_sb3_policy
from durak_env import Rules, durak_v0, format_action
from tests.support.programs import printed_in_turn
from tests.support.training_runs import check_goes_on

EXAMPLES = Path(__file__).parents[2] / "examples"


def run(name: str, *arguments: object, **flags: object) -> str:
    """Return the output of an example, or of a learner of the package."""
    program = [EXAMPLES / name] if name.endswith(".py") else ["-m", f"baselines.durak.learning.{name}"]
    command = [sys.executable, *program, *map(str, arguments), *given(flags)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def given(flags: Mapping[str, object]) -> list[str]:
    """Return flags as arguments."""
    return [word for flag, value in flags.items() for word in (f"--{flag.replace('_', '-')}", str(value))]


def test_random_loses_to_greedy_in_pettingzoo() -> None:
    totals = ast.literal_eval(run("random_vs_greedy_pettingzoo.py", 20))
    assert totals["player_0"] == -totals["player_1"] < 0


@pytest.fixture
def toy_game(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Load `toy_game.py` as a module."""
    monkeypatch.syspath_prepend(EXAMPLES)
    return importlib.import_module("toy_game")


@pytest.mark.slow
def test_a_search_plays_the_toy_game_better_than_chance(toy_game: Any) -> None:
    agents = [toy_game.ismcts(), toy_game.random_agent(), toy_game.random_agent()]
    low, _ = play_lineup(toy_game.Middle(), agents, 300, seed=1).seen_by(0).interval()
    assert low > 0.5


@pytest.mark.slow
def test_a_study_of_scores_goes_on_where_it_stopped(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    study = "--folder", tmp_path, "--games", "2 x 3", "--share", 0.002
    first = run("what_scores_tell.py", *study, "--methods", "PPO", "MCCFR", seeds=1)
    assert len((tmp_path / "cells.jsonl").read_text().splitlines()) == first.count('"seed": 1') == 2
    second = run("what_scores_tell.py", *study, "--methods", "PPO", "MCCFR", "DMC", seeds=1)
    assert second.count('"seed": 1') == 1  # the others are kept
    assert "| pooled, without MCCFR | 2 |" in second
    assert "R-NaD" not in (tmp_path / "scores.svg").read_text()


@pytest.fixture
def study(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Load `what_scores_tell.py` as a module, whose runs take no time."""
    pytest.importorskip("torch", reason="the extra 'train' is not installed")
    pytest.importorskip("matplotlib")
    monkeypatch.syspath_prepend(str(EXAMPLES))
    module = importlib.import_module("what_scores_tell")
    monkeypatch.setattr(module, "learnt", lambda *asked: (np.zeros(1), 0.0))
    monkeypatch.setattr(module, "measured", lambda *asked: {"exploitability": 0.1})
    return module.study


def test_a_study_keeps_each_cell_once_and_none_of_another_length(study: Any, tmp_path: Path) -> None:
    whole = json.dumps({"game": "2 x 3", "method": "PPO", "seed": 1, "seconds": 9.0, "exploitability": 0.2})
    (tmp_path / "cells.jsonl").write_text(whole + "\n")
    short = study(tmp_path, ["2 x 3", "2 x 3"], ["PPO", "DMC", "PPO"], 1, 0.5)
    assert [(cell["method"], cell["share"]) for cell in short] == [("PPO", 0.5), ("DMC", 0.5)]
    assert len((tmp_path / "cells.jsonl").read_text().splitlines()) == 3
    assert [cell["seconds"] for cell in study(tmp_path, ["2 x 3"], ["PPO"], 1, 1.0)] == [9.0]


@pytest.mark.parametrize(("seeds", "share"), [(0, 1.0), (1, float("nan")), (1, -1.0)])
def test_a_study_without_runs_is_refused(study: Any, tmp_path: Path, seeds: int, share: float) -> None:
    with pytest.raises(ValueError, match=r"--(seeds|share) must be"):
        study(tmp_path, ["2 x 3"], ["PPO"], seeds, share)


def test_a_study_names_a_line_that_is_no_cell_and_has_its_folder_alone(study: Any, tmp_path: Path) -> None:
    file = tmp_path / "cells.jsonl"
    with SoleRun(file).alone(), pytest.raises(ValueError, match="another run is writing"):
        study(tmp_path, ["2 x 3"], ["PPO"], 1, 1.0)
    file.write_text('{"game": "2 x 3", "met')
    with pytest.raises(ValueError, match="line 1 is not a cell"):
        study(tmp_path, ["2 x 3"], ["PPO"], 1, 1.0)


@pytest.mark.slow
def test_the_toy_game_has_commands(tmp_path: Path) -> None:
    agents = "toy_game:ismcts", "toy_game:random_agent"
    assert "Strength" in run("toy_game.py", "tournament", *agents, games=30, seed=1, store=tmp_path / "games.db")
    run("toy_game.py", "match", *agents, games=3, seed=1, log=tmp_path / "games.txt")
    shown = run("toy_game.py", "replay", tmp_path / "games.txt", seat=1)
    assert shown.count("Game ") == 3
    assert shown.count("holds ?") == 2 * 3


@pytest.mark.slow
def test_a_seat_of_hearts_reads_its_own_passes_alone(tmp_path: Path) -> None:
    run("hearts.py", "match", "hearts:ismcts", "hearts:low", games=4, seed=1, log=tmp_path / "games.txt")
    shown = run("hearts.py", "replay", tmp_path / "games.txt", seat=1)
    assert shown.count("seat 1: pass ") == shown.count(": pass ") == 3 * 4
    assert shown.count("an action that is not seen") == 9 * 4
    assert run("hearts.py", "replay", "--show-hidden", tmp_path / "games.txt").count(": pass ") == 12 * 4


@pytest.mark.slow
def test_hearts_passes_the_check_of_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(EXAMPLES)
    hearts = importlib.import_module("hearts")
    for game in (hearts.Hearts(), hearts.Hearts(passing=0), hearts.Hearts(open_world=True)):
        for name in ("closed", "history"):
            check_game(game, 10, encoding=hearts.Encoding(game, name))


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["plays too", "watchers", "all seats", "rewards"])
def test_hearts_that_gives_passes_away_is_refused(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(EXAMPLES)
    hearts = importlib.import_module("hearts")

    class Leaking(hearts.Hearts):
        """Hearts with a fault."""

        if fault == "plays too":
            secret_actions = range(2 * hearts.DECK)

        def information_set(self, state: Any, seat: int, plies: Any = ()) -> Any:
            info = super().information_set(state, seat, plies)
            if (fault == "all seats" and seat >= 0) or (fault == "watchers" and seat < 0):
                info.record.passed[:] = state.passed
            return info

    if fault == "rewards":
        monkeypatch.setattr(play, "returns", lambda state, seat: -float(int(state.hands[seat]) & 1))
    told = {
        "plays too": "INFO tells all other seats the action .*leave it out of secret_actions if all see it",
        "watchers": "spectators know another passed of a determinization",
        "all seats": "INFO tells all other seats the action .*hide in observe",
        "rewards": r"the returns of seat \d so far follow from something that seat \d does not know",
    }
    with pytest.raises(ValueError, match=told[fault]):
        check_game(Leaking(), 40)


@pytest.mark.slow
def test_the_toy_game_passes_the_check_of_a_game(toy_game: Any) -> None:
    for open_world in (False, True):
        game = toy_game.Middle(open_world)
        check_game(game, 20, encoding=toy_game.Encoding(game))


@pytest.mark.slow
def test_a_person_plays_the_toy_game() -> None:
    """A person plays the toy game by numbers, since its legal actions are listed."""
    command = [
        sys.executable,
        str(EXAMPLES / "toy_game.py"),
        "play",
        "toy_game:random_agent",
        "--hint",
        "toy_game:ismcts",
    ]
    done = subprocess.run(
        [*command, "--seed", "1"], input="?\n1\n1\n1\n", capture_output=True, text=True, cwd=EXAMPLES, check=False
    )
    assert "You have" in done.stdout, done.stdout + done.stderr


def test_the_toy_game_is_under_300_lines() -> None:
    assert len((EXAMPLES / "toy_game.py").read_text(encoding="utf-8").splitlines()) < 300


@pytest.mark.slow
def test_the_toy_game_has_environments(toy_game: Any) -> None:
    game = toy_game.Middle()
    encoding = toy_game.Encoding(game)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(with_wrappers(GameAECEnv(game, encoding)), num_cycles=100)
        check_env(GameEnv(game, encoding, toy_game.random_agent()), skip_render_check=True)
    vectors, infos = GameVectorEnv(game, encoding, 4, toy_game.ismcts(20)).reset(seed=1)
    hands = encoding.decode(vectors[0])["hand"]
    assert (hands == infos["action_mask"][0]).all()


@pytest.mark.slow
def test_a_network_learns_the_toy_game(tmp_path: Path) -> None:
    small = {"plies": 2048, "games": 16, "steps": 16, "check_every": 4, "hidden": 8, "check_games": 30}
    printed = run("train_toy_game.py", folder=tmp_path, **small)
    assert printed.count("score v random") == 2
    assert (tmp_path / "policy.safetensors").exists()


@pytest.mark.slow
def test_a_random_learner_loses_to_greedy_in_gymnasium() -> None:
    mean = float(run("gym_loop.py", 20).rsplit(" ", 1)[1])
    assert -1 <= mean < 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("learner", "flags"),
    [
        ("ppo_selfplay", {"steps": 8, "plies": 512, "check_every": 2}),
        ("imitation", {"steps": 8, "plies": 256, "check_every": 1, "teacher": "ismcts:simulations=5"}),
        ("dmc", {"steps": 32, "plies": 2048, "check_every": 2}),
    ],
)
def test_a_learner_trains_and_its_policy_plays(learner: str, flags: dict[str, Any], tmp_path: Path) -> None:
    printed = run(learner, folder=tmp_path, games=16, hidden=16, check_games=10, **flags)
    assert printed.count("score v random") == 2
    assert play_match(f"policy:path={tmp_path / 'policy.safetensors'}", "random", 10).games == 10


@pytest.mark.slow
def test_a_critic_learns_and_leads_a_search(tmp_path: Path) -> None:
    tiny = {"games": 16, "steps": 8, "plies": 256, "hidden": 16, "check_every": 1, "check_games": 20}
    printed = run("critic", folder=tmp_path, player="greedy", **tiny)
    assert printed.count("called right") == 2
    critic = tmp_path / "critic.safetensors"
    assert play_match(f"champion-search:simulations=20,critic={critic}", "random", 4).games == 4


@pytest.mark.slow
def test_an_evaluator_evolves_and_plays(tmp_path: Path) -> None:
    printed = run("evolve_evaluator.py", folder=tmp_path, generations=2, population=4, games=10, check_games=10)
    assert printed.count("generation ") == 2
    assert play_match(f"evolved:path={tmp_path / 'evolved.json'}", "random", 10).games == 10


@pytest.mark.parametrize("threads", [0, 9_999_999])
def test_an_example_bounds_its_threads(threads: int) -> None:
    pytest.importorskip("sb3_contrib", reason="the extra 'train' is not installed")
    settings = runpy.run_path(str(EXAMPLES / "train_maskable_ppo.py"))["Settings"]
    with pytest.raises(ValueError, match="threads must be"):
        settings(threads=threads)


@pytest.mark.slow
def test_ppo_in_one_file_goes_on_where_it_was_killed_and_its_policy_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(EXAMPLES)
    ppo_durak = importlib.import_module("ppo_durak")
    tiny = {"games": 16, "steps": 8, "batch": 64, "hidden": 16, "check_every": 2, "check_games": 20}
    unbroken, broken = tmp_path / "unbroken", tmp_path / "broken"
    assert run("ppo_durak.py", folder=unbroken, plies=6 * 128, **tiny).count("score v random") == 3
    first = ppo_durak.Run(ppo_durak.Settings(folder=str(broken), plies=6 * 128, **tiny))
    monkeypatch.setattr(first, "check", lambda rate, check=first.check: check(rate) if first.update < 4 else killed())
    with pytest.raises(KeyboardInterrupt):
        first.train()
    with pytest.raises(ValueError, match="--resume continues it"):
        ppo_durak.Run(ppo_durak.Settings(folder=str(broken), plies=6 * 128, **tiny))
    with pytest.raises(ValueError, match="another batch, hidden"):
        ppo_durak.Run(
            ppo_durak.Settings(folder=str(broken), resume=True, plies=6 * 128, **tiny | {"batch": 65, "hidden": 8})
        )
    with pytest.raises(ValueError, match="check_every must be"):
        ppo_durak.Settings(check_every=0)
    ppo_durak.Run(ppo_durak.Settings(folder=str(broken), resume=True, plies=6 * 128, **tiny)).train()
    assert (broken / "log.jsonl").read_text() == (unbroken / "log.jsonl").read_text()
    assert (unbroken / "log.jsonl").read_text().count("\n") == 3
    assert play_match(f"policy:path={broken / 'policy.safetensors'}", "random", 10).games == 10


def killed() -> None:
    raise KeyboardInterrupt


@pytest.mark.slow
def test_ppo_in_one_file_gives_each_seat_the_advantages_of_its_own_choices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Advantages agree with their definition: along a seat's choices, lambda weighs the errors of later values."""
    monkeypatch.syspath_prepend(EXAMPLES)
    ppo_durak = importlib.import_module("ppo_durak")
    games = ppo_durak.Games(1)
    seats, values = [0, 0, 1, 0, 1, 1, 0], np.array([0.1, -0.2, 0.3, 0.5, 0.2, -0.4, 0.6], np.float32)
    ends = [False, False, False, True, False, False, False]  # seat 0 wins after its third choice
    returns = [np.array([[1.0, -1.0]]) * end for end in ends]
    games._seats = np.array([1])  # it is about to choose, and expects 0.7
    given = [np.array([seat]) for seat in seats], [np.array([end]) for end in ends], returns, values[:, None]
    found = games._advantages(*given, np.array([0.7], np.float32), 0.5)[:, 0].tolist()
    third = 1 - 0.5
    second = 0.5 + 0.2 + 0.5 * third
    first = -0.2 - 0.1 + 0.5 * second
    other = 0.7 + 0.4
    wanted = [first, second, -1 - 0.3, third, -0.4 - 0.2 + 0.5 * other, other, -0.7 - 0.6]
    assert found == pytest.approx(wanted, abs=1e-6)


@pytest.mark.slow
def test_maskable_ppo_trains_and_its_model_plays(tmp_path: Path) -> None:
    tiny = {"games": 8, "rollout": 16, "batch": 64, "check_every": 128, "check_games": 20, "ladder": "random"}
    tiny["opponents"] = "random;greedy"
    unbroken, broken = tmp_path / "unbroken", tmp_path / "broken"
    first, whole, rest = printed_in_turn(  # in this order `rest` does not find what `first` left in the process
        EXAMPLES / "train_maskable_ppo.py",
        [
            given({"folder": broken, "steps": 128, **tiny}),
            given({"folder": unbroken, "steps": 384, **tiny}),
            ["--resume", *given({"folder": broken, "steps": 384, **tiny})],
        ],
    )
    assert "384 steps" in whole
    assert "128 steps" in first
    assert "384 steps" in rest
    assert (broken / "log.jsonl").read_text() == (unbroken / "log.jsonl").read_text()
    assert play_match(f"sb3:path={broken / 'model.zip'}", "random", 4).games == 4
    weights, same = (load_sb3_policy(str(folder / "model.zip")).state_dict() for folder in (unbroken, broken))
    assert all((value == same[name]).all() for name, value in weights.items())


@pytest.mark.slow
def test_a_person_plays_in_a_window(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pygame", reason="the extra 'render' is not installed")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setitem(durak_v0.raw_env.metadata, "render_fps", 1000)
    monkeypatch.setattr(
        "durak_env.render.window.Window.ask", lambda window, info: format_action(info.legal_actions[0], Rules())
    )
    monkeypatch.setattr(sys, "argv", ["play_in_window.py", "greedy"])
    runpy.run_path(str(EXAMPLES / "play_in_window.py"), run_name="__main__")
    assert capsys.readouterr().out.strip() in ("You win.", "A draw.", "You are the fool.")


@pytest.fixture
def league(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Load `train_league.py` as a module."""
    pytest.importorskip("torch", reason="the extra 'train' is not installed")
    monkeypatch.syspath_prepend(EXAMPLES)
    return importlib.import_module("train_league")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *[("against", ""), ("against", " ; "), ("round", 0), ("exploit_every", -1), ("members", 0)],
        *[("itself", 1.0), ("itself", float("nan")), ("priority", -1.0)],
    ],
)
def test_a_league_that_cannot_be_is_refused(name: str, value: object, league: Any) -> None:
    with pytest.raises(ValueError, match=f"{name} must"):
        league.Settings(**{name: value})


@pytest.mark.slow
@pytest.mark.parametrize("members", [{}, {"against": "random;greedy", "exploit_every": 0}])
def test_a_league_goes_on_where_it_was_broken_off_and_its_policy_plays(
    members: dict[str, Any], league: Any, tmp_path: Path
) -> None:
    sizes = {"games": 16, "steps": 8, "plies": 16 * 8 * 12, "hidden": 16, "critic_hidden": 16, "check_every": 3}
    whole = league.Settings(
        folder=str(tmp_path / "whole"), round=2, members=3, check_games=20, ladder="random", **sizes, **members
    )
    check_goes_on(league.League, whole, tmp_path / "broken", updates=7)
    assert play_match(f"policy:path={tmp_path / 'whole' / 'policy.safetensors'}", "random", 10).games == 10


@pytest.mark.slow
def test_a_league_grows_by_rounds_and_meets_the_hard_ones_more_often(league: Any, tmp_path: Path) -> None:
    sizes = {"games": 64, "steps": 16, "plies": 64 * 16 * 12, "hidden": 16, "critic_hidden": 16, "check_every": 99}
    settings = league.Settings(folder=str(tmp_path), round=3, members=5, check_games=2, ladder="random", **sizes)
    run, pools = league.League(settings), []
    for _ in run.run():
        pools.append(run.games.opponent_pool.names)
    assert pools[1] == ("random", "itself")
    assert pools[5] == ("random", "self 1", "exploiter 1", "itself", "self 2", "exploiter 2")
    assert len(run.members) == 5
    scores, weights = run.games.scores, run.games.opponent_pool.weights
    assert weights["itself"] == settings.itself
    scores.points.update({"random": 1000.0})
    scores.games.update({"random": 1000.0})
    run._make_pool()
    changed = run.games.opponent_pool.weights
    assert changed["random"] < weights["random"]
    assert sum(changed.values()) == pytest.approx(1)


def test_every_example_is_run_by_some_test() -> None:
    tests = "".join(path.read_text(encoding="utf-8") for path in (EXAMPLES.parent / "tests").rglob("test_*.py"))
    assert all(path.name in tests for path in EXAMPLES.rglob("*.p[ly]"))
