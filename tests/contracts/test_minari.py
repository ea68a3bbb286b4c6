"""Exported games as Minari datasets, and the environments that they say how to make."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from baselines.bang.cli.app import app as bang
from baselines.durak.cli.app import app as durak
from baselines.oh_hell.cli.app import app as oh_hell
from tests.support.command_line import run_command
from tests.support.game_kinds import BANG, DURAK, OH_HELL, GameKind


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "app", "rules", "more"),
    [
        (DURAK, durak, "num_players=3,transfer=True", ("--open-world",)),
        (OH_HELL, oh_hell, "hand_sizes=2-1", ()),
        (BANG, bang, "num_players=4,max_rounds=2", ()),
    ],
    ids=["durak", "oh-hell", "bang"],
)
def test_a_dataset_makes_the_environment_of_its_games(
    game: GameKind, app: Any, rules: str, more: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    minari = pytest.importorskip("minari")
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "minari"))
    command = "export", "--agents", "random", "--games", "4", "--to", str(tmp_path / "games"), "--seed", "1"
    run_command(app, *command, "--rules", rules, *more, "--minari", f"{game.name}/random-v0")
    dataset = minari.load_dataset(f"{game.name}/random-v0")
    env = dataset.recover_environment()
    assert env.spec.id == game.env_id
    assert env.unwrapped.rules == game.rules_type.of(rules)
    assert env.unwrapped.game.open_world == bool(more)
    assert env.unwrapped.opponent_names == ("random",)
    assert env.observation_space == dataset.observation_space
    assert env.action_space == dataset.action_space
    observation, _ = env.reset(seed=1)
    assert observation.keys() == next(dataset.iterate_episodes()).observations.keys()
