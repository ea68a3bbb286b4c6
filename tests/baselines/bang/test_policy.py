"""Policies of Bang! learn by self-play, and a saved one plays what its network says, without torch."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from bang_env.bang import Bang
from bang_env.information import InformationSet
from bang_env.observation.encoding import Encoding
from bang_env.rules import Rules
from baselines.bang.agents.policy import LEARNED, playing, policy
from baselines.bang.learning.policy_file import FORMAT
from cardkit.arena.match import play_match
from cardkit.compiled.prng import streams_from_seed
from cardkit.compiled.protocol import deal, mover, step
from cardkit.learning.integers.quantising import outputs_of_layers
from cardkit.learning.policies.policy_file import PolicyNetwork
from tests.support.networks import random_layers
from tests.support.positions import legal_slots
from tests.support.training_runs import check_goes_on

FOUR = Rules(num_players=4)
needs_torch = pytest.mark.skipif(not find_spec("torch"), reason="training needs the extra train")


def test_the_packages_file_names_its_settings_and_no_command_that_is_none() -> None:
    origin = FORMAT.load(LEARNED).origin
    assert origin["settings"]["num_players"] == 5
    assert all(command.startswith("bang learn") for command in origin["commands"])


def network(rules: Rules = FOUR) -> PolicyNetwork:
    """Make a network of random weights."""
    layers = random_layers(Encoding(rules).size + rules.num_actions, 16, rules.num_actions)
    return PolicyNetwork(rules, layers, {"command": "none"})


def positions(rules: Rules) -> Iterator[InformationSet]:
    """Yield the knowledge of seats to move in a random game."""
    game, rng = Bang(rules), np.random.default_rng(1)
    (stream,) = streams_from_seed(2, 0)
    state = game.new_states()[0]
    deal(state, stream)
    while slots := legal_slots(state):
        yield game.information_set(state, int(mover(state)))
        step(state, int(rng.choice(slots)))


@pytest.mark.slow
def test_the_compiled_network_is_the_network() -> None:
    net = network()
    agent, rng, chosen = playing(net), np.random.default_rng(0), set()
    for info in positions(FOUR):
        inputs = np.concatenate(Encoding(FOUR).observe(info)).astype(np.float32)
        (logits,) = outputs_of_layers(net.layers, inputs[None])
        best = max(info.legal_actions, key=lambda action: logits[action])
        assert agent.act(info, rng) == best
        chosen.add(best)
    assert len(chosen) > 10


@pytest.mark.slow
def test_a_file_plays_as_its_network_and_needs_no_torch(tmp_path: Path) -> None:
    path = tmp_path / "net.safetensors"
    FORMAT.save(network(), path)
    agents = (f"policy:path={path}", playing(network()))
    first, second = (play_match(Bang(FOUR), [agent, "rai", "rai"], 12, 1).results["returns"] for agent in agents)
    assert np.array_equal(first, second)
    code = f"import sys; sys.modules['torch'] = None; import baselines.bang.agents.policy as p; p.policy({str(path)!r})"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_files_and_rules_that_cannot_be_meant_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"net\.safetensors"):
        policy(str(tmp_path / "net.safetensors"))
    with pytest.raises(ValueError, match="trained on other rules"):
        play_match(Bang(Rules(num_players=4, sid_saves=True)), [playing(network()), "rai", "rai"], 3, 1)


@pytest.mark.slow
def test_the_network_of_the_package_is_surely_ahead_of_rair() -> None:
    """The network's team wins more than a third of the games, which equals would win."""
    result = play_match(Bang(), ["learned", "rair", "rair"], 300, seed=5)
    assert result.won[:, 0].mean() > 0.42


@needs_torch
@pytest.mark.slow
def test_a_run_that_was_broken_off_goes_on_as_if_it_had_not(tmp_path: Path) -> None:
    from baselines.bang.learning.self_play import Settings, Trainer

    whole = Settings(
        folder=str(tmp_path / "whole"), rules=FOUR, games=16, steps=8, plies=16 * 8 * 4, hidden=16,
        critic_hidden=16, batch=64, check_every=2, check_games=12, ladder="rai",
    )  # fmt: skip
    check_goes_on(Trainer, whole, tmp_path / "broken", updates=3)
    assert FORMAT.load(tmp_path / "broken" / "policy.safetensors").origin["settings"]["num_players"] == 4
