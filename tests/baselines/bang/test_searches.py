"""Bang!'s agents that look ahead: the dangers they foresee, and that they use only the knowledge of their seat."""

from __future__ import annotations

import numpy as np
import pytest

from bang_env import Bang, InformationSet, format_action
from bang_env.core.legal import set_legal
from baselines.bang.evaluation.weights import INDIVIDUAL, default_weights
from cardkit.agents import as_agent
from tests.support.bang.scenes import Scene
from tests.support.positions import positions


def chosen(scene: Scene, spec: str, times: int = 10) -> set[str]:
    """Return the texts of an agent's choices."""
    info = InformationSet.of(scene.state, scene.rules, scene.mover)
    agent, rng = as_agent(spec, scene.game), np.random.default_rng(1)
    return {format_action(agent.act(info, rng), scene.rules, scene.mover) for _ in range(times)}


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
    infos = [game.information_set(state, seat) for _, state, seat in positions(10, 5, [game])]
    found = []
    for threads in (1, 2, 2, 5):
        agent = as_agent(spec.format(threads), game)
        found.append([agent.act(info, np.random.default_rng(number)) for number, info in enumerate(infos)])
    assert found[1] == found[2]
    assert found[0] != found[1] != found[3]
    assert all(action in info.legal_actions for row in found for action, info in zip(row, infos, strict=True))
