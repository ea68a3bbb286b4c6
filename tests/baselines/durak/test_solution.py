"""Solutions in files, and the agent that plays them."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from safetensors import safe_open
from safetensors.numpy import load_file, save, save_file

from baselines import play_match
from baselines.durak.agents.solved import SolvedAgent, told
from baselines.durak.solving.durak_tree import DurakTree
from baselines.durak.solving.exploitability import exploitability
from baselines.durak.solving.solution import FORMAT, Solution, load_solution, save_solution, solution
from durak_env.information import InformationSet
from tests.support.small_games import SMALLEST, solved_to


def test_an_information_set_tells_where_the_solution_stands(played_out: DurakTree) -> None:
    infos, pasts = played_out.knowledge()
    for number in range(0, len(infos), 97):
        assert told(played_out.information_set(infos[number], pasts[number])) == played_out.told[number]


@pytest.mark.parametrize("whole", [False, True])
def test_a_solution_plays_from_its_file(smallest: DurakTree, played_out: DurakTree, whole: bool, tmp_path) -> None:
    """A solution wins from greedy what the tree says, whichever suit is trumps, and may forget an order of draws."""
    game = played_out if whole else smallest
    step = solved_to(game, 1e-4)
    save_solution(tmp_path / "small.safetensors", solution(game, step.strategy))
    found = load_solution(tmp_path / "small.safetensors")
    assert found.nash_conv < 2e-4
    result = play_match(SolvedAgent(found), "greedy", 600, seed=1, rules=SMALLEST)
    low, high = (2 * bound - 1 for bound in result.interval())
    assert low < exploitability("greedy", played_out, solved_to(played_out, 1e-3).strategy, 2).equilibrium < high


def test_a_solution_keeps_the_rights_of_its_file_and_leaves_devices_alone(smallest: DurakTree, tmp_path: Path) -> None:
    found = solution(smallest, smallest.tree.uniform())
    file, pipe = tmp_path / "small.safetensors", tmp_path / "pipe"
    file.touch()
    file.chmod(0o640)
    save_solution(file, found)
    assert file.stat().st_mode & 0o777 == 0o640
    os.mkfifo(pipe)
    with ThreadPoolExecutor() as pool:
        read = pool.submit(pipe.read_bytes)
        save_solution(pipe, found)
        assert len(read.result()) == file.stat().st_size
    assert pipe.is_fifo()


def test_a_solution_refuses_positions_without_their_plies(smallest: DurakTree) -> None:
    """Without their plies a solution would take positions for others, and answer some of them."""
    agent = SolvedAgent(solution(smallest, smallest.tree.uniform()))
    infos, pasts = smallest.knowledge()
    later = int(np.flatnonzero(pasts["length"] > 2)[0])
    info = smallest.information_set(infos[later], pasts[later])
    assert agent.act(info, np.random.default_rng(1)) in info.legal_actions
    with pytest.raises(ValueError, match="needs all plies of the game"):
        agent.act(InformationSet(info.record, SMALLEST), np.random.default_rng(1))


def test_a_number_damaged_on_disk_is_noticed(smallest: DurakTree, tmp_path: Path) -> None:
    """A damaged number is noticed even if the file stays a solution, as when two probabilities are exchanged."""
    file = tmp_path / "small.safetensors"
    found = solution(smallest, solved_to(smallest, 1e-3).strategy)
    save_solution(file, found)
    first = next(at for at in found.first[:-1] if found.probability[at] != found.probability[at + 1])
    pair = found.probability[first : first + 2].tobytes()
    content = file.read_bytes()
    file.write_bytes(content.replace(pair, pair[4:] + pair[:4], 1))
    assert file.read_bytes() != content
    with pytest.raises(ValueError, match=r"small\.safetensors is not a solution: its content is damaged"):
        load_solution(file)


def test_the_same_solution_is_the_same_file(smallest: DurakTree, tmp_path: Path) -> None:
    found = solution(smallest, smallest.tree.uniform())
    for number in range(8):  # the library alone would put the metadata in another order each time
        save_solution(tmp_path / str(number), found)
    assert len({file.read_bytes() for file in tmp_path.iterdir()}) == 1


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda metadata: metadata.pop("checksum"), "it has no checksum"),
        (lambda metadata: metadata.update(solution=metadata["solution"] + " "), "damaged"),
        (lambda metadata: metadata.update(solution=metadata["solution"].replace("true", "false")), "damaged"),
        (lambda metadata: metadata.update(more=""), "damaged"),
    ],
)
def test_metadata_changed_by_hand_are_noticed(
    played_out: DurakTree, tmp_path: Path, spoil: Callable[[dict[str, str]], object], said: str
) -> None:
    file = tmp_path / "small.safetensors"
    save_solution(file, solution(played_out, played_out.tree.uniform()))
    with safe_open(file, "numpy") as opened:
        metadata = opened.metadata()
    before = dict(metadata)
    spoil(metadata)
    assert metadata != before
    save_file(load_file(file), file, metadata)
    with pytest.raises(ValueError, match=f"is not a solution: .*{said}"):
        load_solution(file)


@pytest.mark.parametrize(
    ("tensors", "conv", "said"),
    [
        ({"probability": np.full(2, np.nan, np.float32)}, 0.1, "probability must hold finite numbers"),
        ({"probability": np.array([1.5, -0.5], np.float32)}, 0.1, "probability must hold numbers from 0 to 1"),
        ({"probability": np.ones((2, 1), np.float32)}, 0.1, r"probability must be float32 of shape \(any,\)"),
        ({"first": np.array([0, 2, 3])}, 0.1, r"first must be int64 of shape \(2,\)"),
        ({}, np.nan, "nash_conv must be from 0 to 2"),
        ({}, -0.5, "nash_conv must be from 0 to 2"),
    ],
)
def test_hand_made_solutions_are_refused(
    tmp_path: Path, tensors: dict[str, np.ndarray], conv: float, said: str
) -> None:
    """Solutions made by hand are refused even if they have a right checksum."""
    right = {"told": np.array([5], np.uint64), "first": np.array([0, 2]), "probability": np.full(2, 0.5, np.float32)}
    save_solution(tmp_path / "x", Solution(SMALLEST, True, 0.1, **right))
    assert load_solution(tmp_path / "x").nash_conv == 0.1
    save_solution(tmp_path / "x", Solution(SMALLEST, True, conv, **{**right, **tensors}))
    with pytest.raises(ValueError, match=said):
        load_solution(tmp_path / "x")


def test_files_that_are_no_solutions_are_refused(tmp_path) -> None:
    for text in (b"", b"nonsense", b"\x08\0\0\0\0\0\0\0{}      "):
        (tmp_path / "x").write_bytes(text)
        with pytest.raises(ValueError, match="solution"):
            load_solution(tmp_path / "x")
    nested = {"format": FORMAT, "solution": "[" * 100_000}
    (tmp_path / "x").write_bytes(save({"told": np.zeros(1, np.uint64)}, nested))
    with pytest.raises(ValueError, match="not a solution: its brackets are nested too deeply"):
        load_solution(tmp_path / "x")
