"""Bang!'s agents that look ahead: what they see coming, and that they use nothing but what their seat knows."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bang_env import Bang, InformationSet, determinize, format_action
from bang_env.core.legal import set_legal
from baselines.bang.evaluation.weights import INDIVIDUAL, default_weights
from cardkit.agents import as_agent
from cardkit.compiled.prng import streams_from_seed
from cardkit.compiled.protocol import deal, mover, step
from cardkit.compiled.slots import as_int
from tests.support.bang.scenes import Scene

SPECS = (
    "rair",
    "eai",
    "mcai:playouts=40,n=4",
    "hai:playouts=40,n=4,depth=20",
    "hai:playouts=40,n=4,depth=20,leaf=gain",
    "ismcts:simulations=40",
    "ismcts:simulations=40,playout=rai,roles=any,choice=mean",
)


def chosen(scene: Scene, spec: str, times: int = 10) -> set[str]:
    """The texts of what an agent chooses."""
    info = InformationSet.of(scene.state, scene.rules, scene.mover)
    agent, rng = as_agent(spec, scene.game), np.random.default_rng(1)
    return {format_action(agent.act(info, rng), scene.rules, scene.mover) for _ in range(times)}


def positions(game: Bang, count: int) -> list[Any]:
    """Positions of random games, each 7 plies later than the one before."""
    found: list[Any] = []
    rng = np.random.default_rng(5)
    for seed in range(count):
        state = game.new_states()[0]
        deal(state, streams_from_seed(seed)[0])
        for _ in range(7 * seed):
            slots = [slot for slot in range(185) if as_int(state.legal) >> slot & 1]
            if slots:
                step(state, int(rng.choice(slots)))
        if as_int(state.legal):
            found.append(state)
    return found


@pytest.mark.parametrize("spec", SPECS)
def test_the_choice_is_the_same_in_every_state_that_agrees_with_the_knowledge(spec: str) -> None:
    game = Bang("num_players=4")
    agent = as_agent(spec, game)
    for number, state in enumerate(positions(game, 12)):
        seat = int(mover(state))
        info = game.information_set(state, seat)
        twin = determinize(info, np.random.default_rng(number))
        twin.may[:] = state.may  # the knowledge is the same
        told = game.information_set(twin, seat)
        assert told.record.tobytes() == info.record.tobytes()
        choices = {agent.act(one, np.random.default_rng(3)) for one in (info, told)}
        assert len(choices) == 1


def test_eai_shoots_the_enemy_whose_fall_is_worth_most() -> None:
    scene = Scene({0: ["bang"]}, lives={1: 1}, roles="SORO")
    scene.state.attacks[4 * 1] = scene.state.attacks[4 * 3] = 3  # of seats 1 and 3 at the Sheriff
    assert chosen(scene, "eai") == {"bang 1"}


def test_eai_drinks_when_hurt_and_not_when_well() -> None:
    assert chosen(Scene({0: ["birra"]}, lives={0: 2}), "eai") == {"birra"}
    assert chosen(Scene({0: ["birra"]}), "eai") == {"end"}


@pytest.mark.parametrize("spec", ["mcai:playouts=600,n=3", "mcai:playouts=600,n=3,threads=3", "ismcts:simulations=600"])
def test_searches_see_the_shot_that_wins(spec: str) -> None:
    scene = Scene({0: ["bang", "birra"]}, lives={0: 1, 1: 1}, roles="SORO", dead=(2, 3))
    scene.state.legal[:] = 0
    set_legal(scene.state)
    assert chosen(scene, spec, 3) == {"bang 1"}


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("mcai:playouts=0", "playouts"),
        ("mcai:n=0", "n must"),
        ("hai:depth=301", "depth"),
        ("mcai:ms=0", "ms"),
        ("ismcts:playout=eai", "playout"),
        ("ismcts:roles=none", "roles"),
    ],
)
def test_a_parameter_out_of_range_is_named(spec: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        as_agent(spec, Bang())


def test_an_individual_has_100_numbers() -> None:
    assert default_weights().shape == (INDIVIDUAL,) == (100,)


@pytest.mark.parametrize("spec", ["mcai:playouts=200,n=5,threads={}", "hai:playouts=200,n=5,depth=9,threads={}"])
def test_seed_and_threads_decide_the_ply(spec: str) -> None:
    game = Bang("num_players=4")
    infos = [game.information_set(state, int(mover(state))) for state in positions(game, 10)]
    found = []
    for threads in (1, 2, 2, 5):
        agent = as_agent(spec.format(threads), game)
        found.append([agent.act(info, np.random.default_rng(number)) for number, info in enumerate(infos)])
    assert found[1] == found[2]
    assert found[0] != found[1] != found[3]
    assert all(action in info.legal_actions for row in found for action, info in zip(row, infos, strict=True))
