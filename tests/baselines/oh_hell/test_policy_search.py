"""A search of Oh Hell! that a saved network guides: its priors are the network's, and it plays by its rules alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from baselines.oh_hell.agents.policy import PolicySearch, policy_search
from baselines.oh_hell.learning.policy_file import FORMAT
from baselines.oh_hell.search.guidance import keep_scores
from baselines.oh_hell.search.memory import search_in
from baselines.oh_hell.search.rounds import search_round
from cardkit.arena.match import play_match
from cardkit.compiled.jit import jit
from cardkit.compiled.memory import address_of
from cardkit.compiled.prng import streams_from_seed
from cardkit.compiled.protocol import fill_priors
from cardkit.learning.integers.quantising import outputs_of_layers
from cardkit.learning.policies.policy_file import PolicyNetwork
from cardkit.search.memory import begin_move
from oh_hell_env.actions import slot_of
from oh_hell_env.information import InformationSet, determinize
from oh_hell_env.observation.encoding import Encoding
from oh_hell_env.oh_hell import OhHell
from oh_hell_env.rules import Rules
from tests.baselines.oh_hell.test_learning import SMALL, network, positions


@pytest.fixture
def path(tmp_path: Path) -> str:
    """Write the file of a network of random weights."""
    FORMAT.save(network(), tmp_path / "net.safetensors")
    return str(tmp_path / "net.safetensors")


@jit
def priors_in_search(infos: Any, memory: Any, priors: Any) -> None:
    """Write the priors of a seat to move, as the search sees it: the round alone."""
    info, address = infos[0], address_of(memory)
    search = search_in(info, address)
    begin_move(search, address)
    keep_scores(search, info)
    search_round(info)
    fill_priors(search, info)
    for slot in range(len(priors)):
        priors[slot] = search.priors[slot]


def probabilities(net: PolicyNetwork, info: InformationSet) -> list[float]:
    """Compute the network's probabilities of the legal actions, the plain way."""
    inputs = np.concatenate(Encoding(net.rules).observe(info)).astype(np.float32)
    (logits,) = outputs_of_layers(net.layers, inputs[None])
    weights = np.exp(logits[list(info.legal_actions)].astype(float) - max(logits[list(info.legal_actions)]))
    return list(weights / weights.sum())


@pytest.mark.slow
def test_the_priors_are_the_networks(path: str) -> None:
    """The priors are the network's, also in later rounds, in which it sees the points of those before."""
    agent, priors, later = policy_search(path, 10), np.zeros(64), 0
    for info in positions(SMALL):
        infos = np.zeros(1, info.record.dtype)
        infos[0] = info.record
        priors_in_search(infos, agent.memory, priors)
        found = [priors[slot_of(action, SMALL)] for action in info.legal_actions]
        assert found == pytest.approx(probabilities(network(), info), abs=1e-4)
        later += info.round > 0
    assert later > 5


@pytest.mark.slow
def test_it_is_a_function_of_what_its_seat_knows(path: str) -> None:
    agent, rng, asked = policy_search(path, 50), np.random.default_rng(3), 0
    for number, info in enumerate(positions(SMALL, games=10)):
        if len(info.legal_actions) > 1:
            other = InformationSet.of(determinize(info, rng), SMALL, info.seat, plies=info.plies)
            assert agent.act(info, np.random.default_rng(number)) == agent.act(other, np.random.default_rng(number))
            asked += 1
    assert asked > 10


@pytest.mark.slow
def test_it_plays_and_explains_its_choices(path: str) -> None:
    spec = f"baselines.oh_hell.agents.policy:policy_search:path={path},simulations=20"
    result = play_match(OhHell(SMALL), [spec, "random", "random", "random"], 12, seed=1)
    assert result.games == 12
    agent = policy_search(path, 200)
    assert isinstance(agent, PolicySearch)
    info = next(info for info in positions(SMALL) if len(info.legal_actions) > 1)
    analysis = agent.analyse_from(info, streams_from_seed(1, 1)[0])
    assert analysis.positions == 200
    assert analysis.chosen == max(analysis.found, key=lambda action: analysis.found[action].visits)


def test_other_rules_are_refused(path: str) -> None:
    with pytest.raises(ValueError, match="trained on other rules than the game's: hand_sizes=2-1, not"):
        play_match(OhHell(Rules(hand_sizes=(2, 2))), [policy_search(path), "random", "random", "random"], 4, 1)
    with pytest.raises(ValueError, match="patience"):
        policy_search(path, patience=0)
