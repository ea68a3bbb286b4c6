"""Presets of training: their runs in order, and a command that goes on wherever it was broken off."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from baselines import play_match
from baselines.durak.cli import app
from baselines.durak.networks.champions import BELIEF, CHAMPION, IMITATED
from baselines.durak.networks.critic import CHAMPION_CRITIC
from baselines.durak.networks.network_file import Network, load_belief, load_critic, load_policy
from durak_env.rules import Rules
from tests.support.command_line import run_command


@pytest.fixture(scope="module", autouse=True)
def torch() -> None:
    """Skip these tests without torch, which is slow to load, so only those who run these tests load it."""
    pytest.importorskip("torch", reason="training needs the extra train")


def test_every_preset_is_a_run_or_several_that_write_apart() -> None:
    from baselines.durak.learning.presets import LEARNERS, PRESETS, stages

    for preset in PRESETS:
        runs = stages(preset, "runs/here", None, seed=7)
        assert runs[-1].folder == "runs/here"
        assert len({run.folder for run in runs}) == len(runs)
        assert all(type(run) in LEARNERS and run.seed == 7 for run in runs)


def test_the_champion_s_teacher_is_led_by_what_was_trained_before() -> None:
    from baselines.durak.learning.imitation import Settings
    from baselines.durak.learning.presets import stages

    guide, last = stages("champion", "runs/here", 1000)
    assert isinstance(last, Settings)
    assert last.teacher.endswith(f"path={guide.folder}/policy.safetensors")
    assert (guide.plies, last.plies) == (1000, 1000)


@pytest.mark.parametrize(
    ("preset", "network"),
    [
        ("champion", load_policy(CHAMPION)),
        ("critic", load_critic(CHAMPION_CRITIC)),
        ("belief", load_belief(BELIEF)),
        ("many", load_policy(IMITATED)),
    ],
)
def test_what_comes_with_the_package_was_trained_by_its_preset(preset: str, network: Network) -> None:
    """The package's files are trained by their presets, but for their judges; the champion of then is generation 1."""
    from baselines.durak.learning.presets import stages
    from cardkit.learning.settings import flat

    wanted = flat(stages(preset, f"runs/{preset}", None)[-1])
    told = dict(network.origin["settings"])
    if told.get("player") == "champion":
        told["player"] = "champion:generation=1"
    assert {name: wanted[name] for name in told if name != "ladder"} == {
        name: value for name, value in told.items() if name != "ladder"
    }
    younger = {"transfer", "passport"} if preset == "champion" else set()  # settings that the command then had not
    assert set(wanted) - set(told) == {"folder", "resume", "threads", *younger}
    assert not any(wanted[name] for name in younger)


def test_the_help_names_the_agents_that_judge_the_policy() -> None:
    from baselines.durak.learning.durak_settings import DurakSettings

    told = " ".join(CliRunner().invoke(app, ["train", "--help"]).stdout.split())
    first, second, third = DurakSettings().opponents
    assert f"matches against {first}, {second} and {third}" in told


def test_the_options_of_the_command_reach_its_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from cardkit.learning.settings import flat

    runs: list[Any] = []
    monkeypatch.setattr("cardkit.learning.run.to_the_end", lambda run: runs.append(run) or run)
    given = {"plies": 6000, "seed": 7, "threads": 2, "folder": str(tmp_path), "device": "cpu", "resume": False}
    options = [f"--{name}={given[name]}" for name in ("plies", "seed", "threads", "folder", "device")]
    run_command(app, "train", "--preset", "ppo", *options)
    (settings,) = (flat(run.settings) for run in runs)
    assert {name: settings[name] for name in given} == given


@pytest.mark.slow
def test_the_options_of_the_table_reach_runs_that_play_at_any(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    runs: list[Any] = []
    monkeypatch.setattr("cardkit.learning.run.to_the_end", lambda run: runs.append(run) or run)
    four = Rules(num_players=4, throw_in="neighbours", transfer=True, passport=True)
    teams = Rules(9, 3, 4, False, 5, num_players=4, first_discard_limit=3, num_teams=2)
    deck = ["--start-rank", "9", "--num-suits", "3", "--hand-size", "4", "--no-trumps", "--max-attack-cards", "5"]
    for rules, table in (
        (four, ["--throw-in", "neighbours", "--transfer", "--passport"]),
        (teams, [*deck, "--first-discard-limit", "3", "--teams", "2"]),
    ):
        for preset in ("ppo", "dmc"):
            command = ["train", "--preset", preset, "--players", "4", *table, "--folder", str(tmp_path)]
            run_command(app, *command)
            assert runs[-1].settings.rules == rules
    for preset in ("quick", "champion", "critic", "many"):
        refused = run_command(app, "train", "--preset", preset, "--players", "4", "--folder", str(tmp_path), status=2)
        assert f"preset '{preset}' has no setting num_players" in " ".join(refused.stderr.split())


@pytest.mark.slow
def test_a_champion_is_trained_by_one_command_and_goes_on_by_the_same(tmp_path: Path) -> None:
    command = ["train", "--preset", "champion", "--plies", "60", "--folder", str(tmp_path / "run")]
    run_command(app, *command)
    trained = load_policy(tmp_path / "run" / "policy.safetensors")
    assert trained.origin["settings"]["teacher"].startswith("champion-search:")
    (tmp_path / "run" / "checkpoint.pt").unlink()  # as if it had been broken off after the first run
    run_command(app, *command, "--resume")
    same = load_policy(tmp_path / "run" / "policy.safetensors")
    assert all(
        (a == b).all()
        for one, other in zip(trained.layers, same.layers, strict=True)
        for a, b in zip(one, other, strict=True)
    )
    assert play_match(f"policy:path={tmp_path / 'run' / 'policy.safetensors'}", "random", 10).games == 10


@pytest.mark.slow
def test_a_critic_is_trained_by_one_command(tmp_path: Path) -> None:
    done = run_command(app, "train", "--preset", "critic", "--plies", "200", "--folder", str(tmp_path))
    assert "called right" in done.stdout
    assert "critic.safetensors" in done.stdout
    critic = tmp_path / "critic.safetensors"
    assert play_match(f"champion-search:simulations=20,critic={critic}", "random", 4).games == 4
