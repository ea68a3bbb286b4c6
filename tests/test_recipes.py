"""The recipes run with tiny budgets, and what they train plays."""

import subprocess
import sys
from pathlib import Path

import pytest

RECIPES = Path(__file__).parent.parent / "examples" / "recipes"


def run(name: str, folder: Path, *arguments: object) -> str:
    done = subprocess.run(
        [sys.executable, RECIPES / name, *map(str, arguments)], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
def test_maskable_ppo_learns_and_plays(tmp_path: Path) -> None:
    pytest.importorskip("sb3_contrib", reason="the extra 'train' is not installed")
    printed = run("sb3_maskable_ppo.py", tmp_path, "--steps", 8192, "--match-games", 100)
    assert printed.startswith("<sb3:maskable_ppo.zip v random: ")
    score = float(printed.partition("score ")[2].split()[0])
    assert score > 0.5  # untrained it is under 0.3
