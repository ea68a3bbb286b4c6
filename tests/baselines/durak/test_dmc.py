"""Deep Monte Carlo learns every seat's choices from that seat's own return, goes on where it stopped, gets better."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.support.training_runs import SMALL, check_beats_greedy, check_goes_on, trained

pytestmark = pytest.mark.skipif(not find_spec("torch"), reason="training needs the extra train")

TINY = {"games": 16, "steps": 8, "hidden": 16, "batch": 64, "memory": 32, "check_every": 2, "check_games": 20}


def settings(folder: Path, **changed: Any) -> Any:
    from baselines.durak.learning.dmc import Settings
    from cardkit.learning.settings import with_flat

    return with_flat(Settings(folder=str(folder)), **{**SMALL, **TINY, **changed})


def test_choices_wait_for_their_game_and_get_their_seat_s_return() -> None:
    import torch

    from baselines.durak.learning.dmc import Memory

    memory = Memory(settings(Path(), games=2, memory=4, steps=1))
    nothing, choices = torch.zeros(2, memory.inputs.shape[2]), torch.tensor([3, 4])
    for seats in ([0, 1], [1, 1], [0, 0]):
        memory.append(nothing, choices, np.array(seats))
        assert not memory.due.any()
    memory.assign_returns(np.array([False, True]), np.array([[0.0, 0.0], [-1.0, 1.0]]))
    assert memory.due.sum(0).tolist() == [0, 3]  # of the game that goes on none
    memory.due[:] = False  # learnt from
    for seats in ([1, 0], [0, 1]):
        memory.append(nothing, choices, np.array(seats))
    memory.assign_returns(np.array([True, True]), np.array([[1.0, -1.0], [1.0, -1.0]]))
    assert memory.due.sum(0).tolist() == [4, 2]  # of five choices the last four; none of the game before
    played = [[1, 0, 1, 0], [0, 1]]
    for game, seats in enumerate(played):
        newest = memory._row
        rows = [(newest - age) % 4 for age in reversed(range(len(seats)))]
        assert memory.returns[rows, game].tolist() == [1.0 if seat == 0 else -1.0 for seat in seats]
    memory.forget()
    assert not memory.due.any()


def test_what_is_explored_is_legal(tmp_path: Path) -> None:
    from baselines.durak.learning.dmc import Trainer

    trainer = Trainer(settings(tmp_path, games=64, exploration=1.0))
    trainer.begin()
    inputs = trainer.games.observe()
    masks = inputs[:, -trainer.settings.rules.num_actions :] > 0
    chosen = [trainer._choose(inputs) for _ in range(5)]
    assert all(masks.gather(1, one[:, None]).all() for one in chosen)
    assert any((one != chosen[0]).any() for one in chosen)


def test_an_update_in_which_no_game_ends_learns_nothing(tmp_path: Path) -> None:
    from baselines.durak.learning.dmc import Trainer

    trainer = Trainer(settings(tmp_path, games=1, steps=1))
    before = [weights.clone() for weights in trainer.policy.parameters()]
    trainer.begin()
    trainer.improve()
    assert trainer.figures == {}
    assert all((old == new).all() for old, new in zip(before, trainer.policy.parameters(), strict=True))


@pytest.mark.slow
def test_only_games_that_ended_are_learnt_from_and_each_choice_once(tmp_path: Path) -> None:
    from baselines.durak.learning.dmc import Trainer

    trainer = Trainer(settings(tmp_path, check_every=1000, memory=256))
    trainer.begin()
    paid, plays = [], trainer.memory.assign_returns

    def count(ends: np.ndarray, returns: np.ndarray) -> None:
        before = int(trainer.memory.due.sum())
        plays(ends, returns)
        paid.append(int(trainer.memory.due.sum()) - before)

    trainer.memory.assign_returns = count  # type: ignore[method-assign]
    for _ in range(30):
        trainer.improve()
    waiting = int(trainer.memory._ages.sum())
    assert sum(paid) + waiting == 30 * 8 * 16
    assert sum(paid) > 0.8 * 30 * 8 * 16


@pytest.mark.slow
def test_a_run_that_was_broken_off_goes_on_as_if_it_had_not(tmp_path: Path) -> None:
    from baselines.durak.learning.dmc import Trainer

    whole = settings(tmp_path / "whole", plies=16 * 8 * 6)
    check_goes_on(Trainer, whole, tmp_path / "broken", updates=3)  # one after the last checkpoint


@pytest.mark.slow
def test_it_learns_on_a_small_deck(tmp_path: Path) -> None:
    from baselines.durak.learning.dmc import Trainer

    sizes = {"games": 256, "steps": 16, "memory": 64, "hidden": 64, "batch": 1024, "check_every": 1000}
    trained(Trainer, settings(tmp_path, plies=400_000, **sizes))
    check_beats_greedy(tmp_path)


@pytest.mark.slow
def test_a_memory_shorter_than_an_update_is_refused(tmp_path: Path) -> None:
    from baselines.durak.learning.dmc import Trainer

    with pytest.raises(ValueError, match=r"memory .*got 4"):
        Trainer(settings(tmp_path, memory=4))
