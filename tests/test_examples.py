"""The examples run, and do what they say."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from baselines import play_match

EXAMPLES = Path(__file__).parent.parent / "examples"


def run(name: str, *arguments: object) -> str:
    done = subprocess.run(
        [sys.executable, EXAMPLES / name, *map(str, arguments)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_random_loses_to_greedy_in_pettingzoo() -> None:
    totals = ast.literal_eval(run("random_vs_greedy_pettingzoo.py", 20))
    assert totals["player_0"] == -totals["player_1"] < 0


def test_a_random_learner_loses_to_greedy_in_gymnasium() -> None:
    mean = float(run("gym_loop.py", 20).rsplit(" ", 1)[1])
    assert -1 <= mean < 0


def test_a_game_is_drawn(tmp_path: Path) -> None:
    run("draw_game.py", tmp_path / "game.svg")
    assert (tmp_path / "game.svg").read_text(encoding="utf-8").startswith("<svg")


@pytest.mark.slow
def test_self_play_ppo_trains_and_its_policy_plays(tmp_path: Path) -> None:
    tiny = {"games": 16, "steps": 8, "plies": 512, "hidden": 16, "check-every": 2, "check-games": 10}
    flags = [part for name, value in tiny.items() for part in (f"--{name}", value)]
    printed = run("train_ppo_selfplay.py", "--folder", tmp_path, *flags)
    assert printed.count("score v random") == 2
    assert play_match(f"policy:path={tmp_path / 'policy.safetensors'}", "random", 10).games == 10


@pytest.mark.slow
def test_imitation_trains_and_its_policy_plays(tmp_path: Path) -> None:
    tiny = {"games": 16, "steps": 8, "plies": 256, "hidden": 16, "check-every": 1, "check-games": 10}
    flags = [part for name, value in tiny.items() for part in (f"--{name}", value)]
    printed = run("train_imitation.py", "--folder", tmp_path, "--teacher", "ismcts:simulations=5", *flags)
    assert printed.count("score v random") == 2
    assert play_match(f"policy:path={tmp_path / 'policy.safetensors'}", "random", 10).games == 10


@pytest.mark.slow
def test_deep_monte_carlo_trains_and_its_values_play(tmp_path: Path) -> None:
    tiny = {"games": 16, "steps": 32, "plies": 2048, "hidden": 16, "check-every": 2, "check-games": 10}
    flags = [part for name, value in tiny.items() for part in (f"--{name}", value)]
    printed = run("train_dmc.py", "--folder", tmp_path, *flags)
    assert printed.count("score v random") == 2
    assert play_match(f"policy:path={tmp_path / 'policy.safetensors'}", "random", 10).games == 10


def test_an_evaluator_evolves_and_plays(tmp_path: Path) -> None:
    tiny = {"generations": 2, "population": 4, "games": 10, "check-games": 10}
    flags = [part for name, value in tiny.items() for part in (f"--{name}", value)]
    printed = run("evolve_evaluator.py", "--folder", tmp_path, *flags)
    assert printed.count("generation ") == 2
    assert play_match(f"evolved:path={tmp_path / 'evolved.json'}", "random", 10).games == 10


@pytest.mark.slow
def test_maskable_ppo_trains_and_its_model_plays(tmp_path: Path) -> None:
    tiny = {"games": 8, "rollout": 16, "steps": 128, "hidden": 16, "check-games": 4, "ladder": "random"}
    flags = [part for name, value in tiny.items() for part in (f"--{name}", value)]
    assert "128 steps" in run("train_maskable_ppo.py", "--folder", tmp_path, "--opponents", "random;greedy", *flags)
    assert "256 steps" in run("train_maskable_ppo.py", "--folder", tmp_path, "--resume", *flags, "--steps", 256)
    assert play_match(f"sb3:path={tmp_path / 'model.zip'}", "random", 4).games == 4


def test_every_example_is_run_by_some_test() -> None:
    tests = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    assert all(path.name in tests for path in EXAMPLES.rglob("*.p[ly]"))
