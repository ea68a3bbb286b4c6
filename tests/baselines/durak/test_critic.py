"""The critic: it sees both hands and no more, learns from results, goes on, and makes the search stronger."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from baselines import make_agent, play_match
from baselines.durak.networks.champions import CHAMPION
from baselines.durak.networks.critic import CHAMPION_CRITIC, critic_value, observe_both_hands
from baselines.durak.networks.forward import network_memory
from baselines.durak.networks.network_file import CriticNetwork, load_critic, save_network
from baselines.durak.networks.network_input import input_encoding, input_size, inputs_of
from baselines.durak.search.memory import LAYOUT
from cardkit.compiled.bits import ZERO, is_single, lowest
from cardkit.compiled.memory import address_of
from durak_env.core.play import step
from durak_env.core.records import GAME_OVER
from durak_env.core.results import returns
from durak_env.core.seating import mover
from durak_env.information import InformationSet
from durak_env.knowledge import INFO
from durak_env.rules import Rules
from tests.support.networks import network
from tests.support.search_positions import STANDARD, after, positions
from tests.support.training_runs import RULES, SMALL, check_goes_on, trained

TINY = {"games": 8, "steps": 8, "batch": 32, "hidden": 16, "check_every": 2, "check_games": 20, "plies": 500}


def small_critic(rules: Rules, seed: int = 1, hidden: tuple[int, ...] = (6,)) -> CriticNetwork:
    random = np.random.default_rng(seed)
    sizes = input_size(rules), *hidden, 1
    shapes = zip(sizes[1:], sizes, strict=False)
    layers = tuple((random.normal(size=shape).astype(np.float32), np.zeros(shape[0], np.float32)) for shape in shapes)
    return CriticNetwork(rules, layers)


def results(threads: int = 1, games: int = 40) -> Any:
    from baselines.durak.learning.outcome_labels import OutcomeLabeller

    player: Any = make_agent("greedy")
    return OutcomeLabeller(RULES, player, seed=3, threads=threads).label(5, games)


def test_it_sees_the_other_hand_and_not_the_order_of_the_talon() -> None:
    view = np.zeros(1, INFO)[0]
    for rules, state, seat in positions(60, 81, STANDARD):
        if mover(state) != seat:
            continue
        observe_both_hands(state, seat, view)
        assert view.hands[1 - seat] == state.hands[1 - seat]
        assert view.hands[seat] == state.hands[seat]
        assert view.unseen & (state.hands[0] | state.hands[1]) == ZERO
        hidden = int(state.talon_size) - int(rules.has_trump_card and state.talon_size > 0)
        assert int(view.unseen).bit_count() == hidden


def test_a_seat_is_worth_what_the_network_says() -> None:
    """Compiled code and NumPy agree, for seat 0 at the ply of either seat, and wherever the talon's cards lie."""
    critic = small_critic(Rules())
    memory, view = network_memory(critic), np.zeros(1, INFO)[0]
    address = address_of(memory)
    movers = set()
    for rules, state, _ in positions(40, 82, STANDARD):
        seat = int(mover(state))
        value = critic_value(state, view, address)
        vector, mask = input_encoding(rules).observe(InformationSet(view, rules))
        inputs, _ = inputs_of(vector[None], mask[None], rules)
        assert value == pytest.approx((1 - 2 * seat) * np.tanh(critic.logits(inputs)[0, 0] / 2), abs=1e-4)
        state.talon[1 : state.talon_size] = state.talon[1 : state.talon_size][::-1].copy()
        assert critic_value(state, view, address) == value
        movers.add(seat)
    assert movers == {0, 1}


def test_a_leaf_of_the_search_is_worth_to_each_seat_what_the_critic_says() -> None:
    """A leaf's value is the critic's after one simulation if everything is known; forced plies come first."""
    agent: Any = make_agent("champion-search:generation=1,simulations=1,endgame=search")
    critic, view = network_memory(load_critic(CHAMPION_CRITIC)), np.zeros(1, INFO)[0]
    judged = {0: 0, 1: 0}
    for number, (rules, state, seat) in enumerate(positions(40, 84, STANDARD)):
        agent.act(InformationSet.of(state, rules, seat, True), np.random.default_rng(number))
        nodes = LAYOUT.nodes(agent.memory)
        children = nodes[nodes[0]["first"] :][: int(nodes[0]["tried"]).bit_count()]
        (child,) = children[children["visits"] == 1]
        leaf = after(state, int(child["slot"]))
        while leaf.phase != GAME_OVER and is_single(leaf.legal):
            step(leaf, lowest(leaf.legal))
        over = leaf.phase == GAME_OVER
        expected = returns(leaf, 0) if over else critic_value(leaf, view, address_of(critic))
        assert child["points"] == pytest.approx(0.5 + 0.5 * (1 - 2 * seat) * expected)
        judged[seat] += not over
    assert min(judged.values()) > 5


def test_labels_are_results_of_choices() -> None:
    labels = results(games=160)
    masks = labels.inputs[:, input_encoding(RULES).size :]
    assert len(labels.inputs) == len(labels.targets) > 20
    assert set(np.unique(labels.targets)) <= {0, 0.5, 1}
    assert 0.3 < labels.targets.mean() < 0.7
    assert (masks.sum(1) > 1).all()
    assert ((labels.inputs >= 0) & (labels.inputs <= 1)).all()
    size = {name: labels.inputs[:, place.start] for name, place in input_encoding(RULES).slices.items()}
    ahead = size["own_hand_size"] < size["other_hand_size"]
    assert labels.targets[ahead].mean() > labels.targets[~ahead].mean() + 0.3  # who has fewer cards wins more often


def test_the_file_of_a_policy_is_none_of_a_critic(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="not a critic file: its format is 'durak-policy'"):
        load_critic(CHAMPION)
    with pytest.raises(ValueError, match="not a policy file: its format is 'durak-critic'"):
        make_agent(f"policy:path={CHAMPION_CRITIC}")
    with pytest.raises(ValueError, match="do not form a critic"):
        CriticNetwork(RULES, network(RULES).layers)


def test_a_critic_of_other_rules_is_refused(tmp_path: Path) -> None:
    save_network(small_critic(RULES), tmp_path / "critic.safetensors")
    with pytest.raises(ValueError, match=r"the critic was trained on other rules than the policy: .*, not standard"):
        make_agent(f"champion-search:simulations=10,critic={tmp_path / 'critic.safetensors'}")


@pytest.fixture
def settings(tmp_path: Path) -> Callable[..., Any]:
    from baselines.durak.learning.critic import Settings
    from cardkit.learning.settings import with_flat

    def make(name: str, **changed: Any) -> Any:
        return with_flat(Settings(folder=str(tmp_path / name), player="greedy"), **{**SMALL, **TINY, **changed})

    return make


@pytest.mark.slow
def test_a_run_that_was_broken_off_goes_on_as_if_it_had_not(tmp_path: Path, settings: Callable[..., Any]) -> None:
    from baselines.durak.learning.critic import Critic

    check_goes_on(Critic, settings("whole"), tmp_path / "broken", updates=5)


@pytest.mark.slow
def test_a_critic_learns_who_wins(settings: Callable[..., Any]) -> None:
    """A critic of a small deck, trained in seconds, calls more games right than a coin does, and so does its file."""
    from baselines.durak.learning.critic import Critic

    wanted = settings("learns", plies=30_000, steps=128, hidden=32, batch=256, check_every=100, check_games=2000)
    run = trained(Critic, wanted)
    assert run.figures["called right"] > 0.65
    assert run.figures["fresh loss"] < 0.62 < np.log(2)
    assert load_critic(f"{wanted.folder}/critic.safetensors").origin["settings"]["player"] == "greedy"


@pytest.mark.slow
def test_a_run_starts_from_a_critic_and_from_no_policy(tmp_path: Path, settings: Callable[..., Any]) -> None:
    from baselines.durak.learning.critic import Critic

    start, policy = tmp_path / "critic.safetensors", tmp_path / "policy.safetensors"
    save_network(small_critic(RULES, hidden=(12, 12)), start)
    save_network(network(RULES), policy)
    begun = Critic(settings("begun", hidden=12, start=str(start))).network()
    wanted = load_critic(start)
    assert all((left[0] == right[0]).all() for left, right in zip(begun.layers, wanted.layers, strict=True))
    with pytest.raises(ValueError, match="not a critic file: its format is 'durak-policy'"):
        Critic(settings("refused", start=str(policy)))


@pytest.mark.slow
def test_who_plays_has_to_be_compiled(settings: Callable[..., Any]) -> None:
    from baselines.durak.learning.critic import Critic

    with pytest.raises(ValueError, match="player"):
        Critic(settings("refused", player="tests.support.opponents:Lowest"))
    with pytest.raises(ValueError, match="against"):
        Critic(settings("refused", ladder="greedy"))


@pytest.mark.slow
def test_the_search_is_stronger_with_its_critic() -> None:
    with_it, without = "champion-search:simulations=400", "champion-search:simulations=400,critic=none"
    assert play_match(with_it, without, games=1200, seed=83, jobs=2).interval()[0] > 0.5  # a score of about 0.55
