"""The recipes run with tiny budgets, and the agents they train play; locked ones want what the package wants."""

import ast
import importlib
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from packaging.requirements import Requirement
from typer.testing import CliRunner

from baselines.durak.cli import app
from tests.support.command_line import run_command
from tests.support.programs import printed_in_turn

ROOT = Path(__file__).parents[2]
RECIPES = ROOT / "examples" / "recipes"
LOCKS = {path.stem: path for path in (RECIPES / "locks").glob("*.txt")}  # by library: rllib, agilerl
# rllib_all_seats.py, agilerl_ppo.py
LOCKED = sorted(path.stem for path in RECIPES.glob("*.py") if path.stem.split("_")[0] in LOCKS)
RUNNER = CliRunner()
BUDGET = "--steps", "8192", "--match-games", "100"
FOR_FOUR = {
    "durak": ["--rules", "num_players=4,start_rank=9"],
    "oh-hell": ["--game", "oh-hell", "--rules", "hand_sizes=3-2-1"],
}
"""The arguments by game of `tables.py` for a small table of four seats."""
UNTRAINED = 0.3  # above what untrained networks score against random
HALF = ["--steps", "4096"]  # which reach 0.46 against random, and 3 points and more at a table of four
RUNS = {
    "sb3_maskable_ppo.py": ("sb3_contrib", {"two": [], "durak": FOR_FOUR["durak"]}),
    "torchrl_ppo.py": ("torchrl", {"two": [], "self": ["--opponent", "self"]}),
    "torchrl_pettingzoo.py": ("torchrl", {"two": HALF}),
    "tianshou_dqn.py": ("tianshou", {"two": HALF, "oh-hell": [*HALF, *FOR_FOUR["oh-hell"]]}),
    "skrl_ppo.py": ("skrl", {"two": []}),
    "torch_views.py": ("torch", {"two": ["--steps", "65536"]}),
}
"""The package that each recipe needs, and by name the flags beside the budget."""
each_run = pytest.mark.parametrize(
    ("recipe", "name"), [(recipe, name) for recipe, (_, runs) in RUNS.items() for name in runs if name not in FOR_FOUR]
)


@cache
def printed_by(recipe: str) -> dict[str, str]:
    """Return each run's output of a recipe, in one process: loading the library takes longer than the training."""
    package, runs = RUNS[recipe]
    pytest.importorskip(package, reason="the extra 'recipes' is not installed")
    texts = printed_in_turn(RECIPES / recipe, [[*BUDGET, *flags] for flags in runs.values()])
    return dict(zip(runs, texts, strict=True))


def scores(command: list[object], folder: Path) -> dict[str, float]:
    """Run a recipe and return the scores it prints at its end, by opponent."""
    done = subprocess.run([*map(str, command)], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return scores_in(done.stdout)


def scores_in(text: str) -> dict[str, float]:
    """Return the scores that a text names."""
    found = {name: float(score) for name, score in re.findall(r"v (\w+): .*, score ([\d.]+) \(", text)}
    assert set(found) == {"random", "greedy"}, text
    return found


@pytest.mark.slow
@each_run
def test_a_recipe_learns_and_plays(recipe: str, name: str) -> None:
    assert scores_in(printed_by(recipe)[name])["random"] > UNTRAINED


def test_tensors_share_the_memory_of_the_vector_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch", reason="the extra 'train' is not installed")
    monkeypatch.syspath_prepend(RECIPES)
    envs: Any = gymnasium.make_vec(
        "durak_env/Durak-v0", 4, opponent="random", autoreset_mode="SameStep", copy=False, skip_forced=True
    )
    views = importlib.import_module("torch_views").Views.of(envs, seed=1)
    for _ in range(100):
        observations, rewards, ended, _, infos = envs.step(envs.sample_actions())
        for tensor, array in zip(views, (observations, infos["action_mask"], rewards, ended), strict=True):
            assert tensor.data_ptr() == array.ctypes.data
            assert np.array_equal(tensor.numpy(), array)


def test_the_speed_of_each_interface_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch", reason="the extra 'train' is not installed")
    monkeypatch.syspath_prepend(RECIPES)
    speed = importlib.import_module("pipe_speed")  # pipe_speed.py
    monkeypatch.setattr(speed, "SECONDS", 0.01)
    monkeypatch.setattr(speed, "GAMES", 4)
    assert all(speed.plies_a_second(pipe) > 0 for pipe in (speed.arrays, speed.views, speed.aec, speed.parallel))


@pytest.mark.slow
def test_a_policy_is_cloned_from_exported_games(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="the extra 'export' is not installed")
    run_command(app, "export", "--agents", "greedy", "--games", "2000", "--to", str(tmp_path / "games"))
    steps = "--steps", "300", "--match-games", "100"
    command = [sys.executable, RECIPES / "behaviour_cloning.py", tmp_path / "games", *steps]
    assert scores(command, tmp_path)["random"] > 0.8
    done = subprocess.run([*command, "--rules", "num_players=4"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert re.fullmatch(r"behaviour_cloning\.py: \S+ holds games of .*, not .*: see --game and --rules\n", done.stderr)


@pytest.mark.slow
@pytest.mark.parametrize(("recipe", "game"), [("sb3_maskable_ppo.py", "durak"), ("tianshou_dqn.py", "oh-hell")])
def test_a_recipe_learns_at_a_table_of_four(recipe: str, game: str) -> None:
    """A learner at a table of four is surely better than chance, whose return is 0 at a table of equals."""
    found = re.findall(r"v (\S+): return \S+ \((\S+) to", printed_by(recipe)[game])
    least = {name: float(low) for name, low in found}
    assert least["random"] > 0


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--steps", "0"], "argument --steps: must be an integer of at least 1, got 0"),
        (["--steps", "many"], "argument --steps: must be an integer of at least 1, got many"),
        (["--rules", "num_players=9"], "num_players must be an integer from 2 to 6, got 9"),
        (["--opponent", "nobody"], "unknown agent 'nobody'; known agents: "),
        (["--opponent", "expert", "--rules", "num_players=3"], "--opponent cannot play: it plays two seats only"),
    ],
)
def test_bad_arguments_of_a_recipe_end_in_one_line(
    arguments: list[str], told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(RECIPES)
    monkeypatch.setattr(sys, "argv", ["recipe.py", *arguments])
    with pytest.raises(SystemExit) as ended:
        importlib.import_module("tables").main(pytest.fail, None, steps=1, at_once=1)
    assert ended.value.code == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"recipe.py: {told}")


@pytest.mark.parametrize("recipe", LOCKED)
def test_a_lock_fits_the_package_and_its_recipe(recipe: str) -> None:
    pinned = {}
    for line in LOCKS[recipe.split("_")[0]].read_text(encoding="utf-8").splitlines()[1:]:
        name, version = line.split("==")
        pinned[_plain(name)] = version
    with (ROOT / "pyproject.toml").open("rb") as file:
        wanted = [Requirement(text) for text in tomllib.load(file)["project"]["dependencies"]]
    assert all(one.specifier.contains(pinned[_plain(one.name)]) for one in wanted)
    tree = ast.parse((RECIPES / f"{recipe}.py").read_text(encoding="utf-8"))
    modules = [one.module for one in ast.walk(tree) if isinstance(one, ast.ImportFrom)]
    modules += [alias.name for one in ast.walk(tree) if isinstance(one, ast.Import) for alias in one.names]
    imported = {str(module).split(".")[0] for module in modules} - {"baselines", "durak_env", "tables"}
    assert imported - sys.stdlib_module_names <= set(pinned)


FAKE_PYTHON = """#!/bin/sh
echo python3 "$@" >> "$LOG"
for folder; do :; done
mkdir -p "$folder/bin"
printf '#!/bin/sh\\n[ ! -e "$FAILS" ] && echo pip >> "$LOG"\\n' > "$folder/bin/pip"
printf '#!/bin/sh\\necho run >> "$LOG"\\n' > "$folder/bin/python"
chmod +x "$folder/bin/pip" "$folder/bin/python"
"""


def test_an_environment_follows_its_lock(tmp_path: Path) -> None:
    recipes, fake, log, fails = tmp_path / "examples" / "recipes", tmp_path / "fake", tmp_path / "log", tmp_path / "no"
    shutil.copytree(RECIPES / "locks", recipes / "locks")
    shutil.copy(RECIPES / "run_locked.sh", recipes)
    fake.mkdir()
    (fake / "python3").write_text(FAKE_PYTHON)
    (fake / "python3").chmod(0o755)
    paths = f"{fake}{os.pathsep}{os.environ['PATH']}"
    made, venv = ["python3", "pip", "pip", "run"], tmp_path / ".venv-rllib"

    def steps(status: int = 0) -> list[str]:
        log.write_text("")
        env = {"PATH": paths, "LOG": str(log), "FAILS": str(fails)}
        assert subprocess.run([recipes / "run_locked.sh", "rllib_all_seats"], env=env).returncode == status
        found = [line.split() for line in log.read_text().splitlines()]
        assert all(words[1:] == ["-m", "venv", "--clear", str(venv)] for words in found if words[0] == "python3")
        return [words[0] for words in found]

    assert steps() == made
    assert steps() == ["run"]
    with (recipes / "locks" / "rllib.txt").open("a") as lock:
        lock.write("# changed\n")
    fails.touch()
    assert steps(status=1) == ["python3"]
    fails.unlink()
    assert steps() == made
    assert steps() == ["run"]


@pytest.mark.slow
@pytest.mark.skipif("DURAK_LOCKED" not in os.environ, reason="installs gigabytes; DURAK_LOCKED=1 runs it")
@pytest.mark.parametrize("recipe", LOCKED)
def test_a_locked_recipe_learns_and_plays(recipe: str, tmp_path: Path) -> None:
    assert (
        scores([RECIPES / "run_locked.sh", recipe, "--steps", 32768, "--match-games", 100], tmp_path)["random"]
        > UNTRAINED
    )


@pytest.mark.slow  # the import of RLlib takes ten seconds
@pytest.mark.parametrize("game", [{}, {"rules": "num_players=4"}, {"game": "oh-hell", "rules": "hand_sizes=2-1"}])
def test_rllib_s_episodes_pay_each_seat_its_own_return(game: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Seats that did not play the last ply are paid as well; each episode has its seat's choices and nothing else."""
    episodes = pytest.importorskip("ray.rllib.env.multi_agent_episode", exc_type=ImportError, reason="no RLlib here")
    monkeypatch.syspath_prepend(RECIPES)
    table = importlib.import_module("rllib_all_seats").AllSeats(game)
    rng, returns = np.random.default_rng(1), set()
    for seed in range(20):
        observations, infos = table.reset(seed=seed)
        spaces = {"observation_space": table.observation_spaces, "action_space": table.action_spaces}
        episode = episodes.MultiAgentEpisode(**spaces)
        episode.add_env_reset(observations=observations, infos=infos)
        choices: Counter[str] = Counter()
        while not episode.is_done:
            ((player, seen),) = observations.items()
            actions = {player: int(rng.choice(np.flatnonzero(seen["action_mask"])))}
            choices[player] += 1
            observations, rewards, over, cut, infos = table.step(actions)
            episode.add_env_step(observations, actions, rewards, infos, terminateds=over, truncateds=cut)
        seats = episode.agent_episodes
        assert {player: len(seat) for player, seat in seats.items()} == choices
        if len(seats) == len(table.possible_agents):  # a seat without a choice has no episode, but a return
            assert abs(sum(seat.get_return() for seat in seats.values())) < 1e-6
        returns |= {np.sign(seat.get_return()) for seat in seats.values()}
    assert returns >= {-1.0, 1.0}


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_tasks_for_verifiers_are_endgames_with_values(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("verifiers", reason="verifiers is not installed, as its dependencies are many")
    monkeypatch.syspath_prepend(RECIPES)
    recipe = importlib.import_module(Path("verifiers_durak.py").stem)
    data = next(iter(recipe.DurakTaskset(recipe.DurakConfig()).load())).data
    assert set(data.values.values()) <= {-1, 0, 1}
    assert len(set(data.values.values())) > 1
    assert "ply: ..." in data.prompt
