"""A saved policy plays what its network says, in every loop, and refuses what it was not trained for."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import chisquare
from typer.testing import CliRunner

from baselines import play_match
from baselines.durak.agents.policy import network_agent
from baselines.durak.cli import app
from baselines.durak.networks.network_file import PolicyNetwork, save_network
from baselines.durak.networks.network_input import exchanges, input_encoding, input_size, inputs_of, layout
from cardkit.arena import match
from cardkit.arena.match_result import outcomes
from cardkit.playing_cards import SUITS, Card
from durak_env.actions import slots_of_actions, texts_of_actions
from durak_env.core.play import step
from durak_env.core.seating import mover
from durak_env.deals import Deal
from durak_env.durak import Durak
from durak_env.envs.vector_env import DurakVectorEnv
from durak_env.information import InformationSet, determinize
from durak_env.rules import Rules
from tests.support.networks import in_floats, network, positions

RULES = Rules()
SMALL = Rules(start_rank=11, num_suits=2, hand_size=3)
RULE_SETS = (
    RULES,
    SMALL,
    Rules(start_rank=2),
    Rules(include_trumps=False),
    Rules(start_rank=9, num_suits=3, max_attack_cards=6),
    Rules(start_rank=12),  # no talon, so no trump card
)
each_rules = pytest.mark.parametrize("rules", RULE_SETS, ids=str)
OF_FOUR = Rules(num_players=4, transfer=True, passport=True)
TABLES = (
    OF_FOUR,
    Rules(num_players=4, num_teams=2, throw_in="neighbours"),
    Rules(num_players=4, include_trumps=False, start_rank=11, hand_size=3),
    pytest.param(Rules(transfer=True), marks=pytest.mark.slow),
    pytest.param(Rules(num_players=6, start_rank=2, first_discard_limit=5), marks=pytest.mark.slow),
)


def probabilities(net: PolicyNetwork, info: InformationSet) -> np.ndarray:
    """Compute the probability of each action id, as the network has it, the plain way."""
    row = np.zeros(net.rules.num_actions)
    for action, probability in net.probabilities(info).items():
        row[action] = probability
    return row


@each_rules
@pytest.mark.parametrize("hidden", [(), (24,), (33, 16)])
def test_the_compiled_network_is_the_network(rules: Rules, hidden: tuple[int, ...]) -> None:
    net = network(rules, hidden)
    agent, rng = network_agent(net), np.random.default_rng(0)
    for info in positions(rules, steps=12):
        assert agent.act(info, rng) == np.argmax(probabilities(net, info))


@pytest.mark.parametrize("rules", TABLES, ids=str)
def test_the_compiled_network_is_the_network_at_larger_tables(rules: Rules) -> None:
    net = network(rules)
    agent, rng, chosen = network_agent(net), np.random.default_rng(0), set()
    for info in positions(rules, steps=60):
        chosen.add(agent.act(info, rng))
        assert agent.act(info, rng) == np.argmax(probabilities(net, info))
    assert not rules.transfer or max(chosen) > rules.done


@pytest.mark.slow
def test_the_network_is_torch_s() -> None:
    import torch

    net = network()
    inputs = np.random.default_rng(1).integers(0, 2, (50, input_size(RULES))).astype(np.float32)
    outputs = torch.from_numpy(inputs)
    for number, (weights, bias) in enumerate(net.layers):
        outputs = torch.nn.functional.linear(outputs, torch.from_numpy(weights), torch.from_numpy(bias))
        outputs = outputs if number + 1 == len(net.layers) else torch.relu(outputs)
    np.testing.assert_allclose(in_floats(net.layers, inputs), outputs.numpy(), rtol=1e-4, atol=1e-3)
    assert np.abs(net.logits(inputs) - outputs.numpy()).mean() < 0.02 * outputs.abs().mean()


def test_a_temperature_draws_from_the_probabilities() -> None:
    net = network()
    net = replace(net, layers=(*net.layers[:-1], tuple(array / 20 for array in net.layers[-1])))
    info = max(positions(RULES), key=lambda info: len(info.legal_actions))
    expected, rng = probabilities(net, info), np.random.default_rng(2)
    agent = network_agent(net, temperature=1.0)
    counts = np.bincount([agent.act(info, rng) for _ in range(5000)], minlength=RULES.num_actions)
    assert counts[expected == 0].sum() == 0
    assert chisquare(counts[expected > 0], 5000 * expected[expected > 0]).pvalue > 1e-4
    near_greedy = network_agent(net, temperature=1e-3)
    assert {near_greedy.act(info, rng) for _ in range(50)} == {int(np.argmax(expected))}


def test_what_is_hidden_changes_nothing() -> None:
    agent, rng = network_agent(network()), np.random.default_rng(3)
    for info in positions(RULES)[::5]:
        other = determinize(info, rng)
        again = InformationSet.of(other, RULES, info.seat)
        assert agent.act(again, rng) == agent.act(info, rng)


def test_suits_other_than_trumps_by_name_change_nothing() -> None:
    """To a network, a game with the trump suit and the first suit in each other's places is no other game."""
    deck = [str(card) for card in np.random.default_rng(4).permutation(list(RULES.deck))]
    trumps = deck[-1][1]
    assert trumps != SUITS[0]
    names = str.maketrans({SUITS[0]: trumps, trumps: SUITS[0]})
    agent, rng = network_agent(network()), np.random.default_rng(5)
    chosen = []
    for cards in (deck, [card[0] + card[1].translate(names) for card in deck]):
        state = Deal(tuple(map(Card, cards)), None, 0).lay_out(RULES)
        chosen.append(RULES.deck[agent.act(InformationSet.of(state, RULES, 0), rng)])
    assert chosen[1] == chosen[0][0] + chosen[0][1].translate(names)


def inputs_by_other_names(rules: Rules, names: dict[str, str]) -> np.ndarray:
    """Return the inputs of the plies of one game, which are equal for all names of the suits but for these."""
    deck = np.random.default_rng(4).permutation([str(card) for card in rules.deck])
    texts = texts_of_actions(rules)
    renamed = [text[:-1] + names[text[-1]] if len(text) == 2 else text for text in texts]
    state = Deal(tuple(Card(card[0] + names[card[1]]) for card in deck), None, 0).lay_out(rules)
    rng, vectors = np.random.default_rng(6), []
    for _ in range(40):
        info = InformationSet.of(state, rules, int(mover(state)))
        vectors.append(input_encoding(rules).observe(info))
        legal = sorted(renamed.index(texts[action]) for action in info.legal_actions)  # by their names in the first
        step(state, slots_of_actions(rules)[texts.index(renamed[rng.choice(legal)])])
    observations, masks = (np.array(some) for some in zip(*vectors, strict=True))
    return inputs_of(observations, masks, rules)[0]


@pytest.mark.parametrize("rules", [RULES, OF_FOUR], ids=str)
def test_an_exchange_of_suits_is_the_same_game_by_other_names(rules: Rules) -> None:
    """Renaming the suits of a deal exchanges the entries of the input, actions among them, and nothing else."""
    seen = [inputs_by_other_names(rules, dict(zip(SUITS, names, strict=True))) for names in permutations(SUITS)]
    inputs, actions = exchanges(rules)
    size = input_encoding(rules).size
    assert (actions + size == inputs[:, size:]).all()
    exchanged = {seen[0][:, order].tobytes() for order in inputs}
    assert exchanged == {one.tobytes() for one in seen}
    assert len(exchanged) == 6
    assert not rules.transfer or seen[0][:, size + rules.done + 1 : -1].any()


def test_it_plays_matches_and_sits_in_environments() -> None:
    agent = network_agent(network())
    result = play_match(agent, "greedy", games=300, seed=1)
    assert (outcomes(play_match(agent, "greedy", games=300, seed=1, jobs=2).results) == outcomes(result.results)).all()
    envs = DurakVectorEnv(4, opponent=[agent, "greedy"])
    envs.reset(seed=1)
    ends = sum(int(envs.step(envs.sample_actions())[2].sum()) for _ in range(200))
    assert ends > 10


def test_probabilities_are_those_of_the_legal_actions() -> None:
    net = network(SMALL)
    infos = list(positions(SMALL))
    for info in infos:
        found = net.probabilities(info)
        assert list(found) == list(info.legal_actions)
        assert sum(found.values()) == pytest.approx(1)
    with pytest.raises(ValueError, match="trained on other rules"):
        network(RULES).probabilities(infos[0])


def test_other_rules_are_refused() -> None:
    agent = network_agent(network())
    with pytest.raises(ValueError, match="trained on other rules"):
        play_match(agent, "greedy", games=2, rules=SMALL)
    with pytest.raises(ValueError, match="trained on other rules"):
        DurakVectorEnv(64, opponent=agent, rules=Rules(max_attack_cards=6)).reset(seed=0)
    with pytest.raises(ValueError, match=r"two seats only.*num_players=4"):
        match.play_match(Durak(OF_FOUR), [agent] * 4, games=4)


@pytest.mark.parametrize(
    ("spec", "where"),
    [
        ("champion:endgame=exact", "match"),
        ("champion-search:simulations=1", "tournament"),
        ("champion-search:simulations=1,evidence=yes", "match"),
    ],
)
def test_other_rules_are_refused_before_any_game(spec: str, where: str) -> None:
    run = CliRunner().invoke(app, [where, spec, "greedy", "--games", "2", "--start-rank", "9"])
    assert (run.exit_code, run.stdout) == (2, "")
    assert f"agent '{spec}' cannot play: it was trained on other rules" in run.stderr
    assert "standard or start_rank=2 or transfer=True, not start_rank=9" in run.stderr


def test_who_may_throw_in_is_the_same_where_two_play() -> None:
    agent = network_agent(network())
    assert play_match(agent, "greedy", games=2, rules=Rules(throw_in="attacker")).games == 2


@pytest.mark.slow
def test_other_tables_are_refused() -> None:
    agent = network_agent(network(OF_FOUR))
    assert match.play_match(Durak(OF_FOUR), [agent, *["greedy"] * 3], games=8).games == 8
    with pytest.raises(ValueError, match=r"4 seats only.*standard"):
        play_match(agent, "greedy", games=2)
    for name, value in (("throw_in", "attacker"), ("passport", False), ("first_discard_limit", 5)):
        with pytest.raises(ValueError, match="trained on other rules"):
            match.play_match(Durak(replace(OF_FOUR, **{name: value})), [agent] * 4, games=4)
    single = Rules(num_players=4)
    with pytest.raises(ValueError, match="trained on other rules"):
        match.play_match(Durak(replace(single, num_teams=2)), [network_agent(network(single))] * 4, games=4)


@pytest.mark.slow
def test_exact_endgames_leave_a_table_s_network_its_input() -> None:
    """Once two seats are left the exact agent offers fewer moves; the network still sees all that are legal."""
    agents = [network_agent(network(OF_FOUR), endgame=endgame) for endgame in ("policy", "exact")]
    rng = np.random.default_rng(0)
    for info in positions(OF_FOUR):
        best, kept = (agent.act(info, rng) for agent in agents)
        assert best == kept or info.talon_size == 0


@each_rules
def test_the_layout_names_every_entry(rules: Rules) -> None:
    assert sum(int(piece.split()[1]) for piece in layout(rules).split(", ")) == input_size(rules)


@pytest.mark.slow
def test_no_torch_and_no_compiler_are_needed(tmp_path: Path) -> None:
    save_network(network(), tmp_path / "net.safetensors")
    play = (
        "import sys\nfrom baselines import play_match\n"
        f"print(*play_match('policy:path={tmp_path / 'net.safetensors'}', 'greedy', 4).results['returns'])\n"
        "assert 'torch' not in sys.modules"
    )
    compiled, plain = (
        subprocess.run(
            [sys.executable, "-c", play], capture_output=True, text=True, env=os.environ | extra, check=True
        ).stdout
        for extra in ({}, {"NUMBA_DISABLE_JIT": "1"})
    )
    assert compiled == plain
