"""A training run goes on where it stopped, says how far it is, and refuses what it cannot use."""

from __future__ import annotations

import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from baselines import play_match
from baselines.durak.cli import app
from baselines.durak.networks.network_file import load_policy
from tests.support.command_line import run_command
from tests.support.ppo_runs import ppo, settings
from tests.support.training_runs import check_goes_on

pytestmark = pytest.mark.skipif(not find_spec("torch"), reason="training needs the extra train")


@pytest.mark.parametrize(
    "changed",
    [
        pytest.param({"critic": "endgame"}, marks=pytest.mark.slow),
        {"critic": "closed", "past_share": 0.5, "past_every": 3},
    ],
    ids=str,
)
def test_a_run_that_was_broken_off_goes_on_as_if_it_had_not(tmp_path: Path, changed: dict[str, Any]) -> None:
    from baselines.durak.learning.ppo_selfplay import Trainer

    whole = settings(tmp_path / "whole", plies=16 * 8 * 6, **changed)
    check_goes_on(Trainer, whole, tmp_path / "broken", updates=3)  # one after the last checkpoint


@pytest.mark.slow
def test_a_finished_run_goes_on_for_longer(tmp_path: Path) -> None:
    done = ppo(settings(tmp_path, plies=16 * 8 * 3))  # ends between two checkpoints
    longer = ppo(settings(tmp_path, plies=16 * 8 * 5, resume=True))
    assert [row["update"] for row in longer.log] == [2, 3, 4, 5]
    assert longer.log[: len(done.log)] == done.log
    assert len(longer.commands) == 2
    origin = load_policy(tmp_path / "policy.safetensors").origin
    assert origin["commands"] == longer.commands
    assert origin["settings"]["plies"] == 16 * 8 * 5
    assert not {"folder", "resume", "threads"} & set(origin["settings"])  # which say nothing about the policy


@pytest.mark.slow
def test_a_checkpoint_of_other_settings_or_another_input_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from baselines.durak.learning.ppo_selfplay import Trainer

    ppo(settings(tmp_path, plies=16 * 8 * 2))
    with pytest.raises(ValueError, match=r"different settings: \{'start_rank'"):
        Trainer(settings(tmp_path, resume=True, start_rank=10))
    monkeypatch.setattr("baselines.durak.networks.network_file.VERSION", 99)
    with pytest.raises(ValueError, match=r"checkpoint in .* was trained on another input: its input_version is 1"):
        Trainer(settings(tmp_path, resume=True))
    with pytest.raises(ValueError, match="critic"):
        Trainer(settings(tmp_path, critic="open"))


def damaged(kind: str, file: Path) -> None:
    """Damage a checkpoint."""
    import torch

    whole = file.read_bytes()
    if kind == "other":
        checkpoint = torch.load(file, weights_only=True)
        checkpoint["policy"] = {"0.weight": torch.zeros(2)}
        torch.save(checkpoint, file)
    elif kind in ("list", "number"):
        torch.save([1, 2] if kind == "list" else 3, file)
    elif kind == "lacking":
        torch.save({"settings": torch.load(file, weights_only=True)["settings"]}, file)
    else:
        spoilt = whole[:1000] + bytes(2000) + whole[3000:]
        contents = {"cut": whole[: len(whole) // 2], "empty": b"", "prose": b"Once upon a time", "spoilt": spoilt}
        file.write_bytes(contents[kind])


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["cut", "empty", "prose", "spoilt", "other", "list", "number", "lacking"])
def test_a_damaged_checkpoint_is_named(tmp_path: Path, kind: str) -> None:
    from baselines.durak.learning.ppo_selfplay import Trainer

    Trainer(settings(tmp_path))._save()
    damaged(kind, tmp_path / "checkpoint.pt")
    with pytest.raises(ValueError, match=r"checkpoint\.pt cannot be used as a checkpoint: .") as refused:
        Trainer(settings(tmp_path, resume=True))
    assert "\n" not in str(refused.value)


@pytest.mark.slow
def test_damaged_labels_are_named(tmp_path: Path) -> None:
    from cardkit.learning.labels.label_store import LabelStore
    from cardkit.learning.labels.positions import Labels

    answers = LabelStore(tmp_path, 10, (3, 2))
    answers.add(Labels(np.ones((4, 3), np.float32), np.ones((4, 2), np.float32)))
    answers.save()
    (file,) = tmp_path.iterdir()
    for content in (file.read_bytes()[:200], b"", b"prose"):
        file.write_bytes(content)
        with pytest.raises(ValueError, match=f"{file.name} cannot be used as labels"):
            LabelStore(tmp_path, 10, (3, 2)).load(4)


@pytest.mark.slow
def test_durak_train_tells_of_a_damaged_checkpoint_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "checkpoint.pt").write_bytes(b"no checkpoint")
    done = run_command(app, "train", "--preset", "ppo", "--plies", "1", "--resume", "--folder", str(tmp_path), status=2)
    assert f"{tmp_path}/checkpoint.pt cannot be used as a checkpoint" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.slow
def test_durak_train_writes_a_policy_that_plays(tmp_path: Path) -> None:
    done = run_command(app, "train", "--plies", "1", "--folder", str(tmp_path))
    assert f"{tmp_path}/policy.safetensors" in done.stdout.replace("\n", "")
    assert play_match(f"policy:path={tmp_path}/policy.safetensors", "random", 20).games == 20
    unknown = run_command(app, "train", "--preset", "huge", status=2)
    assert "got 'huge'" in unknown.stderr


@pytest.mark.slow
def test_a_run_says_how_far_it_is_also_within_an_update(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    from baselines.durak.learning.ppo_selfplay import Trainer
    from cardkit.learning import run

    assert run.PACE <= 10
    monkeypatch.setattr(run, "PACE", 0.2)
    improve = Trainer.improve
    monkeypatch.setattr(Trainer, "improve", lambda self: (time.sleep(1), improve(self)))
    ppo(settings(tmp_path, plies=16 * 8 * 2))
    told = [line for line in capfd.readouterr().out.splitlines() if "plies/s" in line]
    assert len(told) == len(set(told))
    assert "update 0 of 2" in told[0]
    assert any("update 1 of 2" in line for line in told)


def test_progress_is_printed_once_and_says_when_the_policy_is_evaluated(capsys: pytest.CaptureFixture[str]) -> None:
    from baselines.durak.learning.ppo_selfplay import Trainer
    from cardkit.learning.run import _new_lines

    run = Trainer(settings(Path()))
    say = _new_lines(run)
    say()
    say()
    run.evaluating = True
    say()
    learning, evaluating = capsys.readouterr().out.splitlines()
    assert learning.endswith("plies/s")
    run.update = 1  # played, before any time was taken
    assert (run.plies > 0, run.plies_per_second) == (True, 0)
    assert evaluating.endswith("evaluating")


def test_an_evaluation_that_is_broken_off_leaves_the_policy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from baselines.durak.learning.ppo_selfplay import Trainer

    def broken_off(_: Trainer) -> None:
        raise KeyboardInterrupt

    run = Trainer(settings(tmp_path, plies=1))
    monkeypatch.setattr(Trainer, "evaluate", broken_off)
    with pytest.raises(KeyboardInterrupt):
        next(run.run())
    origin = load_policy(tmp_path / "policy.safetensors").origin
    assert (origin["plies"], origin["scores"]) == (run.plies, {})


@pytest.mark.slow
def test_a_run_writes_what_tensorboard_shows(tmp_path: Path) -> None:
    reader = pytest.importorskip("tensorboard.backend.event_processing.event_accumulator")
    run = ppo(settings(tmp_path, plies=16 * 8 * 4))
    ppo(settings(tmp_path, plies=16 * 8 * 6, resume=True))
    shown = reader.EventAccumulator(str(tmp_path)).Reload()
    names = {"entropy", "value_error", "plies_per_second", "score/random"}
    assert names <= set(shown.Tags()["scalars"])
    assert [event.step for event in shown.Scalars("entropy")] == [16 * 8 * update for update in range(1, 7)]
    assert [event.step for event in shown.Scalars("score/random")] == [16 * 8 * update for update in (2, 4, 6)]
    assert shown.Scalars("score/random")[1].value == pytest.approx(run.log[1]["scores"]["random"][0])


@pytest.mark.slow
def test_settings_that_do_not_go_together_are_refused(tmp_path: Path) -> None:
    from baselines.durak.learning.ppo_selfplay import Trainer

    for name in ("threads", "plies", "seed"):
        with pytest.raises(ValueError, match=f"{name} .*got -1"):
            settings(tmp_path, **{name: -1})
    for device in ("nothing", "meta:x", "cuda:99"):
        with pytest.raises(ValueError, match=f"device .*'{device}'"):
            Trainer(settings(tmp_path, device=device))
    with pytest.raises(ValueError, match="past_share"):
        Trainer(settings(tmp_path, against="greedy", past_share=0.2))
    for name, value in (("past_share", 1.5), ("past_share", -0.1), ("past_every", 0), ("epochs", 0)):
        with pytest.raises(ValueError, match=f"{name} must be .*{value}"):
            settings(tmp_path, **{name: value})
    ppo(settings(tmp_path, plies=1))
    with pytest.raises(ValueError, match="start"):
        Trainer(settings(tmp_path, start=str(tmp_path / "policy.safetensors"), hidden=17))
