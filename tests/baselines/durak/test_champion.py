"""The champions: their files, how strong they are, and their endgames."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import pytest

from baselines import make_agent, play_match
from baselines.durak.lab.regret import endgame_regret
from baselines.durak.networks.champions import (
    BELIEF,
    CHAMPION,
    FULL_DECK,
    GENERATIONS,
    IMITATED,
    OTHER_RULES,
    TRANSFERS,
)
from baselines.durak.networks.critic import CHAMPION_CRITIC
from baselines.durak.networks.network_file import (
    BeliefNetwork,
    CriticNetwork,
    PolicyNetwork,
    load_network,
    load_policy,
    save_network,
)
from cardkit.arena.match_result import outcomes
from durak_env.durak import Durak
from durak_env.rules import Rules
from tests.support.networks import positions
from tests.support.positions import positions as at_tables

WEIGHTS = {
    "champion": "8a657d39a0edf0adb4cc20904ea3e0704eafd22fc38d23d85492bd31f8bc7da4",
    "champion_2": "39e9738b2a8442d0644578d97d9fe43e7cb88a5d0405adea2d0ab5d976b33913",
    "champion_3": "945c2261886ad07dc64972070b324e296825f1a2d178bd351a251706cf3e2968",
    "champion_many": "0e98c0ad9b8f41bee8f8861186b811a7b55691ab61f4a74a49efcd4ffe702c53",
    "champion_many_2": "c5a0907631748a772b473c9c7c10c7a13fb8d9dc93cb61dbbc73eb1cc7c0dd9b",
    "champion_52": "f136e95b05ec6044aa37255c48d3f1e1f3f1a535ee186c38fa8649349c9aea91",
    "champion_transfer": "c4b702d36a7b7adc9371fddf4f7d6a21a477ecf2958edb90b2115c43eef105ea",
    "champion_belief": "606985e4149a08b951cb1980702d4116561da8121fd5786f1fdb3bba4d946c30",
    "champion_critic": "7ce61e324a2dde96ef2e3823a36751da8678170bc235e38adb4628bdc6ea5988",
}


def body(path: Path) -> bytes:
    """What a safetensors file has behind its head, whose length its first eight bytes tell."""
    content = path.read_bytes()
    return content[8 + int.from_bytes(content[:8], "little") :]


FILES = [*(one.policy for one in GENERATIONS.values()), CHAMPION_CRITIC, BELIEF, IMITATED, *OTHER_RULES]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_champion_s_files_are_those_that_were_trained(path: Path, tmp_path: Path) -> None:
    """Weights bit for bit, by a checksum taken before the files had one; a changed one is noticed."""
    kind = {CHAMPION_CRITIC: CriticNetwork, BELIEF: BeliefNetwork}.get(path, PolicyNetwork)
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


def test_the_champion_beats_greedy_and_says_where_it_comes_from() -> None:
    assert play_match("champion", "greedy", 1000, seed=3).interval(0.98)[0] > 0.55
    assert CHAMPION.stat().st_size < 5_000_000
    champion = load_policy(CHAMPION)
    assert champion.rules == Rules()
    assert any("durak train --preset champion" in command for command in champion.origin["commands"])
    assert set(champion.origin["scores"]) == {"random", "greedy", "smart"}


def test_generations_have_a_file_and_endgames_of_their_own() -> None:
    """The first one stays as it was, so that its published scores keep their meaning."""
    infos, rng = positions(Rules())[::7], np.random.default_rng(4)
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


def test_the_champion_plays_the_full_deck_by_a_file_of_its_own() -> None:
    infos, rng = positions(Rules(start_rank=2))[::7], np.random.default_rng(4)
    for options in ("endgame=exact", "endgame=policy"):
        champion, own = make_agent(f"champion:{options}"), make_agent(f"policy:path={FULL_DECK},{options}")
        assert [champion.act(info, rng) for info in infos] == [own.act(info, rng) for info in infos]
    assert FULL_DECK.stat().st_size < 3_000_000
    assert play_match("champion", "greedy", 400, seed=3, rules=Rules(start_rank=2)).interval(0.98)[0] > 0.6


@pytest.mark.slow
def test_the_champion_plays_transfers_by_a_file_of_its_own() -> None:
    """With its endgames, which cannot be solved."""
    rules, rng, transfers = Rules(transfer=True), np.random.default_rng(4), 0
    agents = [make_agent(spec) for spec in ("champion", "champion:endgame=policy", f"policy:path={TRANSFERS}")]
    for game, state, seat in at_tables(60, 6, [Durak(rules)]):
        info = game.information_set(state, seat)
        (action,) = {agent.act(info, rng) for agent in agents}
        transfers += action > rules.done
    assert transfers > 0
    assert TRANSFERS.stat().st_size < 3_000_000
    assert play_match("champion", "greedy", 400, seed=3, rules=rules).interval(0.98)[0] > 0.55


def test_the_champion_refuses_other_rules_of_as_many_cards() -> None:
    known = "other rules than the game's: standard or start_rank=2 or transfer=True, not start_rank=2,hand_size=7"
    with pytest.raises(ValueError, match=known):
        play_match("champion", "greedy", 2, rules=Rules(start_rank=2, hand_size=7))


@pytest.mark.slow
@pytest.mark.parametrize(("generation", "games"), [(2, 1000), (3, 2500)])
def test_a_generation_beats_the_one_before(generation: int, games: int) -> None:
    """Their leads, 0.078 and 0.04, show in 49 of 50 such matches; in one of a hundred equals seem ahead."""
    later, before = (f"champion:generation={number},endgame=exact" for number in (generation, generation - 1))
    assert play_match(later, before, games, seed=3).interval(0.98)[0] > 0.5


def test_exact_endgames_are_lost_by_nobody() -> None:
    """Where they can be solved; and nothing else changes."""
    found = endgame_regret("champion:generation=1,endgame=exact", "greedy", games=60, seed=2)
    usual = endgame_regret("champion:generation=1", "greedy", games=60, seed=2)
    assert found.choices > 200
    assert found.mistakes <= 2 < usual.mistakes
    agent, exact = make_agent("champion:endgame=policy"), make_agent("champion")
    rng = np.random.default_rng(4)
    with_talon = [info for info in positions(Rules())[::5] if info.talon_size]
    assert [exact.act(info, rng) for info in with_talon] == [agent.act(info, rng) for info in with_talon]
    matches = [play_match("champion:endgame=exact", "smart", 40, seed=3, jobs=jobs) for jobs in (1, 2)]
    assert (outcomes(matches[0].results) == outcomes(matches[1].results)).all()
