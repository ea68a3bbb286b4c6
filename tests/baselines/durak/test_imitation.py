"""Imitation of a search: honest labels, equal with any number of threads; runs that go on; a network that learns."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from baselines import play_match
from baselines.durak.agents.policy import network_agent, policy
from baselines.durak.arena.roster import make_agent
from baselines.durak.networks.network_file import PolicyNetwork
from baselines.durak.networks.network_input import input_encoding, input_size
from durak_env.rules import Rules
from tests.support.training_runs import RULES, SMALL, check_goes_on, trained

TINY = {"games": 8, "steps": 8, "batch": 32, "hidden": 16, "check_every": 2, "check_games": 20, "plies": 500}


def student() -> Any:
    random = np.random.default_rng(1)
    inputs, actions = input_size(RULES), RULES.num_actions
    layer = random.normal(size=(actions, inputs)).astype(np.float32), np.zeros(actions, np.float32)
    return network_agent(PolicyNetwork(RULES, (layer,)))


def labelled(threads: int = 1, teacher: str = "ismcts:simulations=40", games: int = 12) -> Any:
    pytest.importorskip("torch", reason="the extra 'train' is not installed")
    from baselines.durak.learning.imitation import labeller

    search: Any = make_agent(teacher)
    sparring: Any = make_agent("greedy")
    return labeller(RULES, search, sparring, (0.5, 0.3, 0.1), seed=3, threads=threads).label(student(), 5, games)


@pytest.mark.parametrize("teacher", ["ismcts:simulations=40,endgame=search", "ismcts:simulations=40,endgame=exact"])
def test_labels_are_shares_of_legal_actions(teacher: str) -> None:
    """Labels are shares of legal actions, even where exact endgames leave one action, which no simulation visits."""
    labels = labelled(teacher=teacher)
    masks = labels.inputs[:, input_encoding(RULES).size :]
    assert len(labels.inputs) == len(labels.targets) > 12
    assert labels.targets.sum(1) == pytest.approx(1)
    assert (labels.targets[masks == 0] == 0).all()
    assert (masks.sum(1) > 1).all()  # who has no choice is not asked
    assert ((labels.inputs >= 0) & (labels.inputs <= 1)).all()


@pytest.mark.slow
def test_a_search_labels_transfers_too() -> None:
    """A transfer is an action as any other; its place is that of its suit, trumps first."""
    from baselines.durak.learning.imitation import labeller

    rules, teacher, sparring = Rules(transfer=True), make_agent("ismcts:simulations=40"), make_agent("greedy")
    layer = np.zeros((rules.num_actions, input_size(rules)), np.float32), np.zeros(rules.num_actions, np.float32)
    anyone: Any = network_agent(PolicyNetwork(rules, (layer,)))
    ask = labeller(rules, teacher, sparring, (0.5, 0.3, 0.1), seed=3, threads=1)  # type: ignore[arg-type]
    labels = ask.label(anyone, 5, 12)
    masks = labels.inputs[:, input_encoding(rules).size :]
    assert labels.targets.sum(1) == pytest.approx(1)
    assert (labels.targets[masks == 0] == 0).all()
    assert labels.targets[:, rules.done + 1 :].max(0).min() > 0  # each suit was passed on with


def test_a_longer_search_is_surer() -> None:
    """In equal first positions the shares of a longer search are further from equal ones."""
    short, long = (labelled(teacher=f"ismcts:simulations={count}", games=30) for count in (20, 2000))
    assert long.targets.max(1).mean() > short.targets.max(1).mean()


def test_answers_are_written_once_and_read_again(tmp_path: Path) -> None:
    from cardkit.learning.labels.label_store import LabelStore
    from cardkit.learning.labels.positions import Labels

    random = np.random.default_rng(2)
    parts = [Labels(*(random.random((rows, width)).astype(np.float16) for width in (5, 3))) for rows in (4, 7, 9)]
    answers = LabelStore(tmp_path, 15, (5, 3))
    for part in parts[:2]:
        answers.add(part)
        answers.save()
        answers.save()
    answers.add(parts[2])  # of which there is room for 4
    assert answers.count == 15
    again = LabelStore(tmp_path, 15, (5, 3))
    again.load(11)
    assert again.count == 11
    wanted = np.concatenate([part.targets for part in parts])
    assert (again.rows(np.arange(11)).targets == wanted[:11]).all()
    assert (answers.rows(np.arange(15)).targets == wanted[:15]).all()


@pytest.fixture
def settings(tmp_path: Path) -> Callable[..., Any]:
    from baselines.durak.learning.imitation import Settings
    from cardkit.learning.settings import with_flat

    def make(name: str, **changed: Any) -> Any:
        plain = Settings(folder=str(tmp_path / name), teacher="ismcts:simulations=30")
        return with_flat(plain, **{**SMALL, **TINY, **changed})

    return make


@pytest.mark.slow
def test_a_run_that_was_broken_off_goes_on_as_if_it_had_not(tmp_path: Path, settings: Callable[..., Any]) -> None:
    from baselines.durak.learning.imitation import Imitation

    check_goes_on(Imitation, settings("whole"), tmp_path / "broken", updates=5)  # one after the last checkpoint


@pytest.mark.slow
def test_a_network_learns_from_a_search(settings: Callable[..., Any]) -> None:
    """A network trained for seconds on a small deck is far from uniform, and better than the search it learnt from."""
    from baselines.durak.learning.imitation import Imitation

    wanted = settings("learns", plies=12_000, steps=128, hidden=64, batch=256, check_every=100, ladder="uniform")
    trained(Imitation, wanted)
    agent = policy(f"{wanted.folder}/policy.safetensors")
    assert play_match(agent, "uniform", 2000, seed=1, rules=RULES).interval()[0] > 0.6
    assert play_match(agent, "ismcts:simulations=5", 2000, seed=1, rules=RULES).interval()[0] > 0.5


@pytest.mark.slow
def test_a_teacher_that_counts_nothing_is_refused(settings: Callable[..., Any]) -> None:
    from baselines.durak.learning.imitation import Imitation

    with pytest.raises(ValueError, match="teacher"):
        Imitation(settings("refused", teacher="greedy"))
