"""A saved policy plays what its network says, in every loop, and refuses what it was not trained for."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise, permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors import safe_open
from safetensors.numpy import load_file, save_file
from scipy.stats import chisquare
from typer.testing import CliRunner

from baselines import make_agent, play_match
from baselines.durak.agents.policy import network_agent
from baselines.durak.cli import app
from baselines.durak.lab.regret import endgame_regret
from baselines.durak.networks.champions import CHAMPION, GENERATIONS, LARGER
from baselines.durak.networks.critic import CHAMPION_CRITIC
from baselines.durak.networks.network_file import CriticNetwork, PolicyNetwork, load_network, load_policy, save_network
from baselines.durak.networks.network_input import exchanges, input_encoding, input_size, inputs_of, layout
from cardkit.arena import match
from cardkit.arena.match_result import outcomes
from cardkit.arrays import to_safetensors
from cardkit.learning.layers import layers_from
from cardkit.playing_cards import SUITS, Card
from durak_env.actions import slots_of_actions, texts_of_actions
from durak_env.core.play import step
from durak_env.core.seating import mover
from durak_env.deals import Deal
from durak_env.durak import Durak
from durak_env.envs.vector_env import DurakVectorEnv
from durak_env.information import InformationSet, determinize
from durak_env.rules import Rules

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
WEIGHTS = {
    "champion": "8a657d39a0edf0adb4cc20904ea3e0704eafd22fc38d23d85492bd31f8bc7da4",
    "champion_2": "39e9738b2a8442d0644578d97d9fe43e7cb88a5d0405adea2d0ab5d976b33913",
    "champion_3": "945c2261886ad07dc64972070b324e296825f1a2d178bd351a251706cf3e2968",
    "champion_many": "0e98c0ad9b8f41bee8f8861186b811a7b55691ab61f4a74a49efcd4ffe702c53",
    "champion_critic": "7ce61e324a2dde96ef2e3823a36751da8678170bc235e38adb4628bdc6ea5988",
}
OF_FOUR = Rules(num_players=4, transfer=True, passport=True)
TABLES = (
    OF_FOUR,
    Rules(num_players=4, num_teams=2, throw_in="neighbours"),
    Rules(num_players=4, include_trumps=False, start_rank=11, hand_size=3),
    pytest.param(Rules(transfer=True), marks=pytest.mark.slow),
    pytest.param(Rules(num_players=6, start_rank=2, first_discard_limit=5), marks=pytest.mark.slow),
)


def network(rules: Rules = RULES, hidden: tuple[int, ...] = (24, 16), seed: int = 0) -> PolicyNetwork:
    """A network of random weights."""
    rng = np.random.default_rng(seed)
    sizes = (input_size(rules), *hidden, rules.num_actions)
    layers = tuple(
        (rng.normal(size=(outputs, inputs)).astype(np.float32), rng.normal(size=outputs).astype(np.float32))
        for inputs, outputs in pairwise(sizes)
    )
    return PolicyNetwork(rules, layers, {"command": "none", "scores": {"greedy": [0.1, 0.0, 0.2]}})


def probabilities(net: PolicyNetwork, info: InformationSet) -> np.ndarray:
    """Of each action id, as the network has it, computed the plain way."""
    row = np.zeros(net.rules.num_actions)
    for action, probability in net.probabilities(info).items():
        row[action] = probability
    return row


def positions(rules: Rules, steps: int = 60) -> list[InformationSet]:
    """What seats to move know in random games."""
    envs = DurakVectorEnv(8, opponent=None, rules=rules)
    _, infos = envs.reset(seed=1)
    seen = []
    for _ in range(steps):
        seen += [envs.information_set(game) for game in range(8) if infos["action_mask"][game].any()]
        infos = envs.step(envs.sample_actions())[4]
    return seen


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
    np.testing.assert_allclose(net.logits(inputs), outputs.numpy(), rtol=1e-4, atol=1e-3)


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
    """A game with the trump suit and the first suit in each other's places is the same game to a network."""
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
    """The inputs of the plies of one game, the same for all names of the suits but for these."""
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
    assert "standard, not start_rank=9" in run.stderr


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


def test_a_file_holds_all(tmp_path: Path) -> None:
    net = network()
    save_network(net, tmp_path / "net.safetensors")
    again = load_policy(tmp_path / "net.safetensors")
    assert (again.rules, again.origin, again.parameters) == (net.rules, net.origin, net.parameters)
    for (weights, bias), (same_weights, same_bias) in zip(net.layers, again.layers, strict=True):
        assert (weights == same_weights).all()
        assert (bias == same_bias).all()
    by_name = make_agent(f"policy:path={tmp_path / 'net.safetensors'}")
    info = positions(RULES)[0]
    rng = np.random.default_rng(0)
    assert by_name.act(info, rng) == network_agent(net).act(info, rng)


def spoilt(path: Path, name: str, value: Any) -> Path:
    """A copy of a policy's file with another value in its metadata."""
    with safe_open(path, "numpy") as file:
        metadata = file.metadata()
    save_file(load_file(path), path.with_name("spoilt.safetensors"), {**metadata, name: json.dumps(value)})
    return path.with_name("spoilt.safetensors")


def test_files_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "net.safetensors"
    save_network(network(), path)
    with pytest.raises(ValueError, match=r"'missing' is not a policy file"):
        load_policy("missing")
    (tmp_path / "text").write_text("not a network")
    with pytest.raises(ValueError, match="is not a policy file"):
        load_policy(tmp_path / "text")
    with pytest.raises(ValueError, match="its format is 'other'"):
        load_policy(spoilt(path, "format", "other"))
    with pytest.raises(ValueError, match=r"its input_version is 0, here it is \d+; train it again"):
        load_policy(spoilt(path, "input_version", 0))
    with pytest.raises(ValueError, match="its layout is 'own_hand 36', here it is 'own_hand 36, other_hand 36"):
        load_policy(spoilt(path, "layout", "own_hand 36"))
    save_file(load_file(path), tmp_path / "bare.safetensors", {"format": json.dumps("durak-policy")})
    with pytest.raises(ValueError, match="is not a policy file: it lacks 'rules'"):
        load_policy(tmp_path / "bare.safetensors")
    with pytest.raises(ValueError, match="do not form a policy"):
        PolicyNetwork(SMALL, network().layers)
    with pytest.raises(ValueError, match=r"spoilt.*' is not a policy file: its rules are invalid: start_rank"):
        load_policy(spoilt(path, "rules", {"start_rank": 99}))
    with pytest.raises(ValueError, match=r"spoilt.safetensors' is not a policy file: its origin"):
        load_policy(spoilt(path, "origin", 3))
    with pytest.raises(ValueError, match="temperature must be a finite number of at least 0"):
        make_agent(f"policy:path={path},temperature=-1")
    with pytest.raises(ValueError, match=r"endgame .*got 'search'"):
        make_agent(f"policy:path={path},endgame=search")


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("0.weight", lambda tensor: tensor.astype(np.int64)),
        ("0.weight", lambda tensor: tensor.astype(bool)),
        ("0.bias", lambda tensor: tensor.astype(np.float64)),
        ("1.weight", lambda tensor: tensor.astype(np.float16)),
        ("1.weight", lambda tensor: tensor * np.float32(np.nan)),
        ("1.bias", lambda tensor: tensor + np.float32(np.inf)),
        ("0.weight", lambda tensor: tensor.T),
        ("0.weight", lambda tensor: tensor[:0]),
        ("0.bias", lambda tensor: tensor[:, None]),
        ("1.bias", lambda tensor: tensor[:-1]),
        ("2.weight", lambda tensor: np.zeros((3, 3), np.float32)),
        ("3.weight", lambda tensor: np.zeros((3, 3), np.float32)),
        ("extra", lambda tensor: np.zeros((3, 3), np.float32)),
    ],
)
def test_tensors_that_make_no_network_are_named(tmp_path: Path, name: str, change: Callable[[Any], Any]) -> None:
    path = tmp_path / "net.safetensors"
    save_network(network(), path)
    tensors = load_file(path)
    tensors[name] = np.ascontiguousarray(change(tensors.get(name)))
    with safe_open(path, "numpy") as file:
        save_file(tensors, tmp_path / "changed.safetensors", file.metadata())
    with pytest.raises(ValueError, match=re.escape(f"{tmp_path / 'changed.safetensors'!s}") + f".*{re.escape(name)}"):
        make_agent(f"policy:path={tmp_path / 'changed.safetensors'}")
    if len(tensors) == 6:
        with pytest.raises(ValueError, match=re.escape(name)):
            PolicyNetwork(RULES, layers_from(tensors))


def test_a_number_damaged_on_disk_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "net.safetensors"
    save_network(network(), path)
    content = bytearray(path.read_bytes())
    content[-2] ^= 1  # of a bias, which stays finite
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"net.safetensors' is not a policy file: its content is damaged"):
        load_policy(path)


def test_the_same_network_is_the_same_file(tmp_path: Path) -> None:
    for number in range(8):  # the library alone would put the metadata in another order each time
        save_network(network(), tmp_path / str(number))
    assert len({file.read_bytes() for file in tmp_path.iterdir()}) == 1


def test_metadata_count_in_the_checksum(tmp_path: Path) -> None:
    path = tmp_path / "net.safetensors"
    save_network(network(), path)
    with pytest.raises(ValueError, match=r"spoilt.safetensors' is not a policy file: its content is damaged"):
        load_policy(spoilt(path, "origin", {"scores": {"greedy": [1.0, 1.0, 1.0]}}))
    with safe_open(path, "numpy") as file:
        metadata = file.metadata()
    del metadata["checksum"]
    save_file(load_file(path), path, metadata)
    with pytest.raises(ValueError, match=r"net.safetensors' is not a policy file: it has no checksum"):
        load_policy(path)


def body(path: Path) -> bytes:
    """What a safetensors file has behind its head, whose length its first eight bytes tell."""
    content = path.read_bytes()
    return content[8 + int.from_bytes(content[:8], "little") :]


@pytest.mark.parametrize(
    "path", [*(one.policy for one in GENERATIONS.values()), CHAMPION_CRITIC, LARGER], ids=lambda path: path.stem
)
def test_the_champion_s_files_are_those_that_were_trained(path: Path, tmp_path: Path) -> None:
    """Weights bit for bit, by a checksum taken before the files had one; a changed one is noticed."""
    kind = CriticNetwork if path == CHAMPION_CRITIC else PolicyNetwork
    net = load_network(path, kind)
    weights = hashlib.sha256(b"".join(tensor.tobytes() for layer in net.layers for tensor in layer))
    assert weights.hexdigest() == WEIGHTS[path.stem]
    save_network(net, tmp_path / "again")
    assert body(tmp_path / "again") == body(path)  # rules declared since stand in the head of the new file alone
    assert load_network(tmp_path / "again", kind).rules == net.rules
    rng, content = np.random.default_rng(3), path.read_bytes()
    for place in rng.integers(8, len(content), 20):
        changed = bytearray(content)
        changed[place] ^= 1 << int(rng.integers(8))
        (tmp_path / "changed").write_bytes(changed)
        with pytest.raises(ValueError, match="changed' "):
            load_network(tmp_path / "changed", kind)


def test_weights_that_no_training_leads_to_are_refused(tmp_path: Path) -> None:
    """By the file, which has a right checksum, and by the network."""
    layers = network().layers
    with pytest.raises(ValueError, match=r"2.weight and 2.bias are so large that outputs may reach"):
        PolicyNetwork(RULES, (*layers[:2], (layers[2][0] * np.float32(1e30), layers[2][1])))
    path = tmp_path / "net.safetensors"
    save_network(network(), path)
    with safe_open(path, "numpy") as file:
        metadata = file.metadata()
    tensors = load_file(path)
    tensors["0.weight"] *= np.float32(1e30)
    path.write_bytes(to_safetensors(tensors, metadata))
    with pytest.raises(ValueError, match=r"net.safetensors' is not a policy file: the tensors 0.weight and 0.bias"):
        load_policy(path)


def test_files_of_any_size_and_depth_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "net.safetensors"
    save_network(network(), path)
    with safe_open(path, "numpy") as file:
        metadata = file.metadata()
    save_file(load_file(path), tmp_path / "deep", {**metadata, "origin": "[" * 100_000})
    with pytest.raises(ValueError, match=r"deep' is not a policy file: .*nested too deep"):
        load_policy(tmp_path / "deep")
    with (tmp_path / "large").open("wb") as large:
        large.truncate(1 << 40)  # a file of nothing takes no room
    for name in (str(tmp_path / "large"), "/dev/zero"):
        with pytest.raises(ValueError, match=f"{name}' is not a policy file"):
            load_policy(name)


def test_a_file_is_never_half_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "net.safetensors"
    save_network(network(), path)
    before = path.read_bytes()

    def breaks_off(file: Path, content: bytes) -> None:
        file.write_text("half")
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "write_bytes", breaks_off)
    with pytest.raises(KeyboardInterrupt):
        save_network(network(hidden=(6,)), path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_the_champion_beats_greedy_and_says_where_it_comes_from() -> None:
    assert play_match("champion", "greedy", 1000, seed=3).interval(0.98)[0] > 0.55
    assert CHAMPION.stat().st_size < 5_000_000
    champion = load_policy(CHAMPION)
    assert champion.rules == Rules()
    assert any("durak train --preset champion" in command for command in champion.origin["commands"])
    assert set(champion.origin["scores"]) == {"random", "greedy", "smart"}


def test_generations_have_a_file_and_endgames_of_their_own() -> None:
    """The first one stays as it was, so that its published scores keep their meaning."""
    infos, rng = positions(RULES)[::7], np.random.default_rng(4)
    for spec, full in (
        ("champion:generation=1", f"policy:path={CHAMPION},endgame=policy"),
        ("champion", f"policy:path={GENERATIONS[2].policy},endgame=exact"),
        ("champion:endgame=policy", f"policy:path={GENERATIONS[2].policy},endgame=policy"),
        ("champion:generation=3", f"policy:path={GENERATIONS[3].policy},endgame=exact"),
    ):
        agent, same = make_agent(spec), make_agent(full)
        assert [agent.act(info, rng) for info in infos] == [same.act(info, rng) for info in infos]
    assert all(one.policy.stat().st_size < 5_000_000 for one in GENERATIONS.values())
    with pytest.raises(ValueError, match="generation must be an integer from 1 to 3"):
        make_agent("champion:generation=4")


@pytest.mark.slow
@pytest.mark.parametrize("generation", [2, 3])
def test_a_generation_beats_the_one_before(generation: int) -> None:
    later, before = (f"champion:generation={number},endgame=exact" for number in (generation, generation - 1))
    assert play_match(later, before, 4000, seed=3).interval(0.98)[0] > 0.5


def test_exact_endgames_are_lost_by_nobody() -> None:
    """Where they can be solved; and nothing else changes."""
    found = endgame_regret("champion:generation=1,endgame=exact", "greedy", games=60, seed=2)
    usual = endgame_regret("champion:generation=1", "greedy", games=60, seed=2)
    assert found.choices > 200
    assert found.mistakes <= 2 < usual.mistakes
    agent, exact = make_agent("champion:endgame=policy"), make_agent("champion")
    rng = np.random.default_rng(4)
    with_talon = [info for info in positions(RULES)[::5] if info.talon_size]
    assert [exact.act(info, rng) for info in with_talon] == [agent.act(info, rng) for info in with_talon]
    matches = [play_match("champion:endgame=exact", "smart", 40, seed=3, jobs=jobs) for jobs in (1, 2)]
    assert (outcomes(matches[0].results) == outcomes(matches[1].results)).all()


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
