"""The champions: their files, their strength, and their endgames."""

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
from cardkit.learning.integers.files import MADE_FROM, write_in_integers
from durak_env.durak import Durak
from durak_env.rules import Rules
from tests.support.networks import positions
from tests.support.positions import positions as at_tables

MADE_OF = {
    "champion": "2f02b1050d6babb577a33c5876a489d5b0741e7efdc67e218e135ba92806414b",
    "champion_2": "ecd545d5fcaab33dfaa5f564c5401028ce85981d272322f334b6f91ad90f5e15",
    "champion_3": "97149706526437321d4a5928246e4d44f3b5cb82ac5f926f98bae278f2aedfd1",
    "champion_4": "f48e3b44f722e68c50f6502b4f8daa586b9392a6a3d3e584ac2b725672548958",
    "champion_many": "7d55008628f06516eeaa859bce01db7c7dadba85453164954f6a66f11688aa32",
    "champion_many_2": "fd84723b256e445dd2ceed26f4870f7deb99150a1acc82e49a7dc9ae66d87306",
    "champion_52": "584d17746e651a6276437804629b7e92806688f3ba075618db7825d37c440f9c",
    "champion_transfer": "ff126c0b6b090718bba134744b4f6313beeacbf35091cc18259502f65d1c81e4",
    "champion_belief": "07a24c1343189c100de6c06bc59eed0460eadb256300724b99dcfda3a9ae3370",
    "champion_critic": "3d8b465c11f1d975e783338daf2dd0a8fdf3e9e74b480c9c462b62d69864df64",
}
"""The SHA-256 of the float32 file that training wrote."""
WEIGHTS = {
    "champion": "7ec849c488e14f52ac8adc9d62d38fcc6777e2fe942858a9b177f68ba79377ba",
    "champion_2": "c9ac2630bc4579a28c0be803ae6afc283bf159eb59ad4acd229902ea5cfce88f",
    "champion_3": "5dabced07bc27adb8836831e0d484fe7d2762af8eade6af7f6f42344e8d5ece7",
    "champion_4": "b9b08d1593c0225032ab38d1d55f4297ad25fc9e371ab6e98f5d7bf472847ea8",
    "champion_many": "779320a592c2ef0d6b6d8006f5f65fd45152828c93da6afee66caee74168b899",
    "champion_many_2": "1f496a7c1c253ed785934c5e8c37d88db3ae89e025344a7cd2dd9b95284a700c",
    "champion_52": "c2eec36e7a3238b054401ec4cbf3a83f9eb329ae4f23500cb9e4a07927a1c200",
    "champion_transfer": "36f41d165b07561767e90a8238983d333064373475ffb8b3930529f179f3f8b6",
    "champion_belief": "f3a4c67fbad4b35b3338cb1b2121ceba4c9ae25ae18f749e296f7e2e30be0f38",
    "champion_critic": "2b28e3e3779c1cf7633a41a4207b02651a0394ebbce999caa2c752682d7c6442",
}
"""The digests of the package's files behind their heads: whole numbers, scales and biases."""


def body(path: Path) -> bytes:
    """Return the bytes of a safetensors file behind its head, whose length its first eight bytes tell."""
    content = path.read_bytes()
    return content[8 + int.from_bytes(content[:8], "little") :]


FILES = [*(one.policy for one in GENERATIONS.values()), CHAMPION_CRITIC, BELIEF, IMITATED, *OTHER_RULES]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_champion_s_files_are_those_that_were_trained(path: Path, tmp_path: Path) -> None:
    """Weights agree bit for bit, also through float32, which training goes on from; a changed one is noticed."""
    kind = {CHAMPION_CRITIC: CriticNetwork, BELIEF: BeliefNetwork}.get(path, PolicyNetwork)
    net = load_network(path, kind)
    assert hashlib.sha256(body(path)).hexdigest() == WEIGHTS[path.stem]
    assert net.origin[MADE_FROM] == MADE_OF[path.stem]
    save_network(net, tmp_path / "floats")
    write_in_integers(tmp_path / "floats", tmp_path / "again")
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
    assert CHAMPION.stat().st_size < 500_000
    champion = load_policy(CHAMPION)
    assert champion.rules == Rules()
    assert any("durak train --preset champion" in command for command in champion.origin["commands"])
    assert set(champion.origin["scores"]) == {"random", "greedy", "smart"}


def test_generations_have_a_file_and_endgames_of_their_own() -> None:
    """The first generation stays as it was, so that its published scores keep their meaning."""
    infos, rng = positions(Rules())[::7], np.random.default_rng(4)
    for spec, full in (
        ("champion:generation=1", f"policy:path={CHAMPION},endgame=policy"),
        ("champion", f"policy:path={GENERATIONS[2].policy},endgame=exact"),
        ("champion:endgame=policy", f"policy:path={GENERATIONS[2].policy},endgame=policy"),
        ("champion:generation=3", f"policy:path={GENERATIONS[3].policy},endgame=exact"),
        ("champion:generation=4", f"policy:path={GENERATIONS[4].policy},endgame=exact"),
    ):
        agent, same = make_agent(spec), make_agent(full)
        assert [agent.act(info, rng) for info in infos] == [same.act(info, rng) for info in infos]
    assert all(one.policy.stat().st_size < 500_000 for one in GENERATIONS.values())
    with pytest.raises(ValueError, match="generation must be an integer from 1 to 4"):
        make_agent("champion:generation=5")


def test_the_champion_plays_the_full_deck_by_a_file_of_its_own() -> None:
    infos, rng = positions(Rules(start_rank=2))[::7], np.random.default_rng(4)
    for options in ("endgame=exact", "endgame=policy"):
        champion, own = make_agent(f"champion:{options}"), make_agent(f"policy:path={FULL_DECK},{options}")
        assert [champion.act(info, rng) for info in infos] == [own.act(info, rng) for info in infos]
    assert FULL_DECK.stat().st_size < 600_000
    assert play_match("champion", "greedy", 400, seed=3, rules=Rules(start_rank=2)).interval(0.98)[0] > 0.6


@pytest.mark.slow
def test_the_champion_plays_transfers_by_a_file_of_its_own() -> None:
    """The champion plays transfers by a file of its own, endgames included, which cannot be solved."""
    rules, rng, transfers = Rules(transfer=True), np.random.default_rng(4), 0
    agents = [make_agent(spec) for spec in ("champion", "champion:endgame=policy", f"policy:path={TRANSFERS}")]
    for game, state, seat in at_tables(60, 6, [Durak(rules)]):
        info = game.information_set(state, seat)
        (action,) = {agent.act(info, rng) for agent in agents}
        transfers += action > rules.done
    assert transfers > 0
    assert TRANSFERS.stat().st_size < 200_000
    assert play_match("champion", "greedy", 400, seed=3, rules=rules).interval(0.98)[0] > 0.55


def test_the_champion_refuses_other_rules_of_as_many_cards() -> None:
    known = "other rules than the game's: standard or start_rank=2 or transfer=True, not start_rank=2,hand_size=7"
    with pytest.raises(ValueError, match=known):
        play_match("champion", "greedy", 2, rules=Rules(start_rank=2, hand_size=7))


@pytest.mark.slow
@pytest.mark.parametrize(("generation", "games"), [(2, 1000), (3, 2500)])
def test_a_generation_beats_the_one_before(generation: int, games: int) -> None:
    """The generations' leads, 0.078 and 0.04, show in 49 of 50 such matches; in one of a hundred equals seem ahead."""
    later, before = (f"champion:generation={number},endgame=exact" for number in (generation, generation - 1))
    assert play_match(later, before, games, seed=3).interval(0.98)[0] > 0.5


def test_exact_endgames_are_lost_by_nobody() -> None:
    """Exact endgames are lost by nobody where they can be solved, and change nothing else."""
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
