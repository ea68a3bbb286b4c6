"""The examples run, and do what they say."""

import ast
import subprocess
import sys
from pathlib import Path

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


def test_every_example_is_run_by_some_test() -> None:
    tests = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    assert all(path.name in tests for path in EXAMPLES.rglob("*.p[ly]"))
