"""Policies of Oh Hell! learn by self-play, and a saved one plays what its network says."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from baselines.oh_hell.agents.policy import PolicyAgent, policy
from baselines.oh_hell.cli import app
from baselines.oh_hell.learning.policy_file import FORMAT
from cardkit.arena.match import play_match
from cardkit.compiled.prng import streams_from_seed
from cardkit.compiled.protocol import deal, step
from cardkit.learning.integers.quantising import outputs_of_layers
from cardkit.learning.policies.policy_file import PolicyNetwork
from oh_hell_env.information import InformationSet, determinize
from oh_hell_env.observation.encoding import Encoding
from oh_hell_env.oh_hell import OhHell
from oh_hell_env.rules import Rules
from tests.support.command_line import run_command
from tests.support.networks import random_layers
from tests.support.positions import legal_slots
from tests.support.training_runs import check_goes_on, trained

SMALL = Rules(hand_sizes=(2, 1))
RULE_SETS = (
    SMALL,
    Rules(hand_sizes=(3,), trump="turn_up", blind="half", start_rank=5),
    pytest.param(Rules(), marks=pytest.mark.slow),
    pytest.param(Rules(num_players=7), marks=pytest.mark.slow),
)
each_rules = pytest.mark.parametrize("rules", RULE_SETS, ids=str)
needs_torch = pytest.mark.skipif(not find_spec("torch"), reason="training needs the extra train")


def network(rules: Rules = SMALL, hidden: tuple[int, ...] = (24, 16)) -> PolicyNetwork:
    """Make a network of random weights."""
    layers = random_layers(Encoding(rules).size + rules.num_actions, *hidden, rules.num_actions)
    return PolicyNetwork(rules, layers, {"command": "none"})


def positions(rules: Rules, games: int = 3) -> Iterator[InformationSet]:
    """Yield the knowledge of seats to move in random games."""
    game, rng = OhHell(rules), np.random.default_rng(1)
    for number in range(games):
        (stream,) = streams_from_seed(2, number)
        state = game.new_states()[0]
        deal(state, stream)
        while slots := legal_slots(state):
            yield game.information_set(state, int(state.mover))
            step(state, int(rng.choice(slots)))


def best_of(net: PolicyNetwork, info: InformationSet) -> int:
    """Return the legal action of the highest logit, computed the plain way."""
    inputs = np.concatenate(Encoding(net.rules).observe(info)).astype(np.float32)
    (logits,) = outputs_of_layers(net.layers, inputs[None])
    return max(info.legal_actions, key=lambda action: logits[action])


@each_rules
def test_the_compiled_network_is_the_network(rules: Rules) -> None:
    net = network(rules)
    agent, rng, chosen = PolicyAgent(net), np.random.default_rng(0), set()
    for info in positions(rules):
        assert agent.act(info, rng) == best_of(net, info)
        chosen.add(agent.act(info, rng))
    assert len(chosen) > 4


def test_what_is_hidden_changes_nothing() -> None:
    agent, rng = PolicyAgent(network()), np.random.default_rng(3)
    for info in positions(SMALL, games=20):
        twin = OhHell(SMALL).information_set(determinize(info, rng), info.seat)
        assert agent.act(twin, rng) == agent.act(info, rng)


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    net, path = network(), tmp_path / "net.safetensors"
    FORMAT.save(net, path)
    read = FORMAT.load(path)
    assert (read.rules, read.origin) == (net.rules, net.origin)
    for (weights, bias), (again, bias_again) in zip(net.layers, read.layers, strict=True):
        assert np.array_equal(weights, again)
        assert np.array_equal(bias, bias_again)
    agents = (f"policy:path={path}", PolicyAgent(net))
    others = ["random", "random", "random"]
    first, second = (play_match(OhHell(SMALL), [agent, *others], 30, 1).results for agent in agents)
    assert np.array_equal(first["returns"], second["returns"])


def test_files_that_cannot_be_meant_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "net.safetensors"
    with pytest.raises(ValueError, match=r"net\.safetensors"):
        policy(str(path))
    FORMAT.save(network(), path)
    whole = path.read_bytes()
    for spoilt in (whole[: len(whole) // 2], b"", b"Once upon a time", whole[:-5] + bytes(5)):
        path.write_bytes(spoilt)
        with pytest.raises(ValueError, match=r"net\.safetensors"):
            policy(str(path))
    champion = Path(__file__).parents[3] / "baselines" / "durak" / "networks" / "data" / "champion.safetensors"
    with pytest.raises(ValueError, match=r"champion\.safetensors"):
        policy(str(champion))


def test_other_rules_are_refused() -> None:
    agent = PolicyAgent(network())
    (info, *_) = positions(Rules(hand_sizes=(2, 2)))
    with pytest.raises(ValueError, match="trained on other rules than the game's: hand_sizes=2-1, not"):
        agent.act(info, np.random.default_rng(0))
    with pytest.raises(ValueError, match="trained on other rules"):
        play_match(OhHell(), [agent, "random", "random", "random"], 4, 1)


@needs_torch
@pytest.mark.slow
def test_a_run_that_was_broken_off_goes_on_as_if_it_had_not(tmp_path: Path) -> None:
    from baselines.oh_hell.learning.self_play import Settings, Trainer

    whole = Settings(
        folder=str(tmp_path / "whole"), rules=SMALL, games=16, steps=8, plies=16 * 8 * 4, hidden=16,
        critic_hidden=16, batch=64, check_every=2, check_games=12, ladder="random",
    )  # fmt: skip
    check_goes_on(Trainer, whole, tmp_path / "broken", updates=3)
    assert FORMAT.load(tmp_path / "broken" / "policy.safetensors").origin["settings"]["hand_sizes"] == [2, 1]


@needs_torch
@pytest.mark.slow
def test_it_learns_from_nothing(tmp_path: Path) -> None:
    from baselines.oh_hell.learning.self_play import Settings, Trainer

    trained(Trainer, Settings(folder=str(tmp_path), rules=Rules(hand_sizes=(3,)), plies=200_000, threads=1))
    lineup = [policy(str(tmp_path / "policy.safetensors")), *["random"] * 3]
    result = play_match(OhHell("hand_sizes=3", returns="margin"), lineup, 2_000, 2)
    assert result.return_interval()[0] > 1


@needs_torch
@pytest.mark.slow
def test_the_command_trains_and_says_where_the_network_is(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    command = ["train", "--hand-sizes", "1", "--plies", "1", "--folder", str(folder)]
    result = run_command(app, *command)
    assert str(folder / "policy.safetensors") in result.output.replace("\n", "")
    again = CliRunner().invoke(app, command)
    assert again.exit_code != 0
    assert "--resume" in again.output
    other = CliRunner().invoke(app, [*command, "--preset", "imitation", "--resume"])
    assert "learns by ppo, not by imitation: it was started by `" in " ".join(other.output.replace("│", "").split())


@needs_torch
def test_imitation_learns_from_a_search_alone() -> None:
    from baselines.oh_hell.learning.presets import run_of

    with pytest.raises(ValueError, match="teacher must be a search of one tree"):
        run_of("imitation", 10, "monte-carlo", rules=SMALL)
    with pytest.raises(ValueError, match="preset must be one of ppo, imitation"):
        run_of("other", 10, "ismcts")
    with pytest.raises(ValueError, match="preset ppo has no teacher"):
        run_of("ppo", 10, "ismcts")


@pytest.mark.slow
@needs_torch
def test_imitation_learns_bids_and_cards_from_a_search(tmp_path: Path) -> None:
    """Imitation learns bids and cards from few labels, and the file plays."""
    options = ["--preset", "imitation", "--teacher", "ismcts:simulations=100", "--hand-sizes", "2-1"]
    run_command(app, "train", "--folder", str(tmp_path), "--plies", "10000", *options)
    agent = policy(str(tmp_path / "policy.safetensors"))
    result = play_match(OhHell(SMALL, returns="margin"), [agent, "random", "random", "random"], 600, seed=3)
    assert result.return_interval()[0] > 1


@pytest.mark.slow
@needs_torch
def test_imitation_that_was_broken_off_goes_on_as_if_it_had_not(tmp_path: Path) -> None:
    from baselines.oh_hell.learning.imitation import Imitation, Settings

    settings = Settings(
        folder=str(tmp_path / "whole"), teacher="ismcts:simulations=30", rules=SMALL, games=8, steps=8, batch=32,
        hidden=16, check_every=2, check_games=20, plies=500,
    )  # fmt: skip
    check_goes_on(Imitation, settings, tmp_path / "broken", updates=5)
