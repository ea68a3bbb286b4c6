"""Checkpoints and labels are checked before a run uses them; a run has its folder and its deals to itself."""

from __future__ import annotations

import errno
import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cardkit.arrays import write_arrays
from tests.support.ppo_runs import settings
from tests.support.training_runs import RULES

pytestmark = pytest.mark.skipif(not find_spec("torch"), reason="training needs the extra train")

ROOT = Path(__file__).parents[3]
FULL = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Return a run with a checkpoint after one update."""
    from baselines.durak.learning.dmc import Settings, Trainer
    from cardkit.learning.settings import with_flat

    tiny = {"games": 16, "steps": 8, "memory": 8, "hidden": 8, "batch": 64, "check_games": 2, "ladder": ""}
    rules = {"start_rank": RULES.start_rank, "num_suits": RULES.num_suits, "hand_size": RULES.hand_size}
    run = Trainer(with_flat(Settings(folder=str(tmp_path_factory.mktemp("run")), plies=1), **tiny, **rules))
    assert list(run.run()) == [1]
    run.settings = replace(run.settings, resume=True)
    return run


def state(run: Any) -> str:
    """Return all that decides how a run goes on, as text."""
    saved = run.saved() | {"random": run.random.get_state().tolist()}
    return repr((saved, run.update, run.log, run.seconds, run.commands))


@pytest.mark.slow
def test_a_flipped_bit_never_changes_a_run(trained: Any) -> None:
    """Each of 200 flips in the file is named, or hits a place that says nothing, such as a date."""
    import torch

    torch.set_printoptions(profile="full")
    file = trained.folder / "checkpoint.pt"
    whole, commands = file.read_bytes(), list(trained.commands)
    trained.commands = []
    trained.go_on()
    wanted, refused, rng = state(trained), 0, np.random.default_rng(1)
    for place in rng.integers(len(whole), size=200):
        flipped = bytearray(whole)
        flipped[place] ^= 1 << int(rng.integers(8))
        file.write_bytes(flipped)
        trained.commands = []
        try:
            trained.go_on()
        except ValueError as error:
            refused += "checkpoint.pt cannot be used as a checkpoint" in str(error)
        else:
            assert state(trained) == wanted
    file.write_bytes(whole)
    trained.commands = commands
    torch.set_printoptions(profile="default")
    assert refused > 150


def changed_in(*path: Any, to: Any) -> Callable[[dict[str, Any]], None]:
    """Return a function that changes a value deep in a checkpoint."""

    def change(checkpoint: dict[str, Any]) -> None:
        *way, last = path
        for step in way:
            checkpoint = checkpoint[step]
        checkpoint[last] = to

    return change


def with_nan(*path: Any) -> Callable[[dict[str, Any]], None]:
    def change(checkpoint: Any) -> None:
        for step in path:
            checkpoint = checkpoint[step]
        checkpoint.view(-1)[0] = np.nan

    return change


def times(factor: float, *path: Any) -> Callable[[dict[str, Any]], None]:
    def change(checkpoint: Any) -> None:
        for step in path:
            checkpoint = checkpoint[step]
        checkpoint *= factor

    return change


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (changed_in("update", to=-5), "update"),
        (changed_in("update", to=1.0), "update"),
        (changed_in("update", to=7), "its log must end with update 7"),
        (changed_in("seconds", "learning", to=float("nan")), "its seconds"),
        (changed_in("seconds", to={}), "its seconds"),
        (changed_in("log", 0, "plies", to=-1), "plies in its log"),
        (changed_in("log", 0, "value_error", to=float("inf")), "finite figures"),
        (changed_in("log", 0, "scores", to={"greedy": [0.5, 0.4]}), "scores with their intervals"),
        (changed_in("commands", to=[3]), "its commands"),
        (with_nan("policy", "0.weight"), "0.weight must hold finite numbers"),
        (times(1e30, "policy", "2.weight"), "are so large that outputs may reach"),
        (with_nan("optimizer", "state", 0, "exp_avg"), "finite averages of parameter 0"),
        (times(-1, "optimizer", "state", 1, "exp_avg_sq"), "squares and steps of at least 0"),
        (changed_in("optimizer", "param_groups", 0, "betas", to=(1.5, -3.0)), "another betas"),
        (changed_in("optimizer", "param_groups", 0, "lr", to=float("nan")), "another learning rate"),
        (lambda checkpoint: checkpoint["optimizer"]["state"].pop(2), "an average for each"),
    ],
)
def test_values_that_no_run_has_are_refused(trained: Any, change: Callable[[dict[str, Any]], None], said: str) -> None:
    import torch

    file = trained.folder / "checkpoint.pt"
    whole = file.read_bytes()
    checkpoint = torch.load(file, weights_only=True)
    change(checkpoint)
    torch.save(checkpoint, file)
    with pytest.raises(ValueError, match=rf"checkpoint\.pt cannot be used as a checkpoint: .*{re.escape(said)}"):
        trained.go_on()
    file.write_bytes(whole)
    trained.go_on()


def labels(rows: int = 4, inputs: int = 3, targets: int = 2) -> dict[str, np.ndarray]:
    return {"inputs": np.ones((rows, inputs), np.float16), "targets": np.ones((rows, targets), np.float16)}


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (labels(targets=1), "targets must be float16 of shape (any, 2), got float16 of shape (4, 1)"),
        (labels() | {"targets": np.full((4, 2), np.nan, np.float16)}, "targets must hold finite numbers"),
        (labels() | {"inputs": np.full((4, 3), 9, np.float16)}, "inputs must hold numbers from -1 to 1"),
        (labels() | {"inputs": np.ones((3, 3), np.float16)}, "as many targets, got 3 and 4"),
        (labels(rows=0), "as many targets, got 0 and 0"),
        (labels(rows=5), "as many targets, got 5 and 5"),
        (labels(rows=3), "must hold 4 labels, but those from 3 on are missing"),
        (None, "must hold 4 labels, but those from 0 on are missing"),
    ],
)
def test_labels_that_do_not_fit_are_refused(tmp_path: Path, content: dict[str, np.ndarray] | None, said: str) -> None:
    from cardkit.learning.labels.label_store import LabelStore

    write_arrays(tmp_path / "000000000.npz", labels())
    LabelStore(tmp_path, 10, (3, 2)).load(4)
    (tmp_path / "000000000.npz").unlink()
    if content is not None:
        write_arrays(tmp_path / "000000000.npz", content)
    with pytest.raises(ValueError, match=re.escape(said)):
        LabelStore(tmp_path, 10, (3, 2)).load(4)


# --- the disk and the folder ---


@pytest.mark.parametrize("name", ["checkpoint.pt", "policy.safetensors"])
def test_a_full_disk_is_told_with_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    from baselines.durak.learning.ppo_selfplay import Trainer

    write = Path.write_bytes

    def full(file: Path, content: bytes) -> int:
        if file.name.startswith(f".{name.partition('.')[0]}."):
            raise FULL
        return write(file, content)

    monkeypatch.setattr(Path, "write_bytes", full)
    run = Trainer(settings(tmp_path, plies=1, ladder=""))
    with pytest.raises(OSError, match="No space left on device") as failed:
        next(run.run())
    assert failed.value.filename == str(tmp_path / name)
    assert not (tmp_path / name).exists()


def test_a_disk_that_is_full_for_tensorboard_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    event_file_writer = pytest.importorskip("tensorboard.summary.writer.record_writer")
    from cardkit.learning.events import events_in

    def full(*_: object) -> None:
        raise FULL

    def write() -> None:
        with events_in(tmp_path, 0) as events:
            events.write(1, {"entropy": 1.0})

    monkeypatch.setattr(event_file_writer.RecordWriter, "write", full)
    with pytest.raises(OSError, match="No space left") as failed:
        write()
    assert failed.value.filename == f"{tmp_path}/events.out.tfevents*"
    assert capfd.readouterr().err == ""


def test_a_folder_in_which_nothing_can_be_written_is_told_before_the_first_update(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from baselines.durak.learning.ppo_selfplay import Trainer

    (tmp_path / "file").touch()
    with pytest.raises(OSError, match="file") as failed:
        next(Trainer(settings(tmp_path / "file" / "run")).run())
    assert failed.value.filename.startswith(str(tmp_path / "file"))

    def read_only(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(Path, "touch", read_only)  # which makes the temporary files
    monkeypatch.setattr(Trainer, "improve", lambda self: pytest.fail("it has begun"))
    with pytest.raises(PermissionError) as failed:
        next(Trainer(settings(tmp_path / "run")).run())
    assert failed.value.filename == str(tmp_path / "run" / "checkpoint.pt")


LIMITED = """
import resource
from baselines.durak.learning import dmc
def evaluate(run):
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
    return {}
dmc.Trainer.evaluate = evaluate
dmc.Trainer.write = lambda run, path: None
dmc.main(dmc.Trainer, dmc.Settings, ["--plies", "1", "--games", "4", "--steps", "4", "--folder", "run"])
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="limits the size of files as POSIX systems do")
def test_a_program_ends_with_a_line_when_the_disk_is_full(tmp_path: Path) -> None:
    code, said = ended(tmp_path, "-c", LIMITED)
    assert (code, len(said)) == (1, 1), said
    assert "File too large: 'run/checkpoint.pt'" in said[0]
    assert {path.name for path in (tmp_path / "run").iterdir() if "tfevents" not in path.name} <= {".lock", "log.jsonl"}


def ended(folder: Path, *arguments: str) -> tuple[int, list[str]]:
    """Run a Python program, and return its exit code and the lines of its errors."""
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=120)
    return done.returncode, done.stderr.splitlines()


def test_a_folder_has_one_run_at_a_time(tmp_path: Path) -> None:
    from baselines.durak.learning.ppo_selfplay import Trainer

    first, second = (Trainer(settings(tmp_path, ladder="", plies=10_000)) for _ in range(2))
    updates: Any = first.run()
    next(updates)
    with pytest.raises(ValueError, match=f"another run is writing in {re.escape(str(tmp_path))}"):
        next(second.run())
    next(updates)  # with a checkpoint
    updates.close()
    with pytest.raises(ValueError, match=r"another run has written .*checkpoint\.pt in the meantime"):
        next(second.run())
    third = Trainer(settings(tmp_path, ladder="", plies=10_000, resume=True))
    assert next(third.run()) == 3


# --- deals ---


def test_runs_of_neighbouring_seeds_share_no_deals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs of neighbouring seeds share no deals, even so long that seeds that count up would meet."""
    from baselines.durak.learning.ppo_selfplay import Trainer

    given: list[Any] = []
    for seed, update in ((1, 62_501), (2, 0), (2, 1), (1, 0)):
        run = Trainer(settings(tmp_path / "run", seed=seed))
        run.update = update
        monkeypatch.setattr(run.games, "begin", given.append)
        run.begin()
    sets = [set(range(one, one + 16)) if isinstance(one, int) else set(one) for one in given]
    assert len(set.union(*sets)) == 4 * 16
    run = Trainer(settings(tmp_path / "run", seed=2))
    again: list[Any] = []
    monkeypatch.setattr(run.games, "begin", again.append)
    run.begin()
    assert again == given[1:2]


def test_a_run_is_judged_on_deals_that_it_does_not_learn_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Labelled games are dealt from the run's seed itself, and so are matches with that seed."""
    from baselines.durak.learning import durak_run
    from baselines.durak.learning.ppo_selfplay import Trainer

    seeds: list[int] = []
    play = durak_run.play_match
    monkeypatch.setattr(durak_run, "play_match", lambda *given: (seeds.append(given[-1]), play(*given))[1])
    for seed in (1, 2):
        Trainer(settings(tmp_path, seed=seed, ladder="random;greedy")).evaluate()
    assert seeds[0] == seeds[1] != seeds[2] == seeds[3]
    assert min(seeds) > 2**64
