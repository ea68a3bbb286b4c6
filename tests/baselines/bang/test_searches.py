"""Bang!'s agents that look ahead: the dangers they foresee, and that they use only the knowledge of their seat."""

from __future__ import annotations

import numpy as np
import pytest

from bang_env import Bang, InformationSet, format_action
from bang_env.compiled_agents import CompiledAgent
from bang_env.core.legal import set_legal
from baselines.bang.evaluation.individuals import HAI
from baselines.bang.evaluation.weights import INDIVIDUAL, default_weights
from baselines.bang.search.memory import LAYOUT
from baselines.bang.search.trees import judge
from cardkit.agents import as_agent
from cardkit.compiled.memory import address_of
from cardkit.compiled.prng import streams_from
from cardkit.search.memory import begin_move
from cardkit.search.tree import start_tree
from tests.support.bang.scenes import Scene
from tests.support.positions import positions


def chosen(scene: Scene, spec: str, times: int = 10) -> set[str]:
    """Return the texts of an agent's choices."""
    info = InformationSet.of(scene.state, scene.rules, scene.mover)
    agent, rng = as_agent(spec, scene.game), np.random.default_rng(1)
    return {format_action(agent.act(info, rng), scene.rules, scene.mover) for _ in range(times)}


def memory_of(spec: str) -> np.ndarray:
    agent = as_agent(spec, Bang())
    assert isinstance(agent, CompiledAgent)
    return agent.memory


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
        ("hai:weights=best", "weights must be one of own, es"),
        ("hai:path=nowhere.json", "is not a file of weights"),
        ("mcai:ms=0", "ms"),
        ("ismcts:playout=eai", "playout"),
        ("ismcts:roles=none", "roles"),
    ],
)
def test_a_parameter_out_of_range_is_named(spec: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        as_agent(spec, Bang())


def test_an_individual_of_eai_has_100_numbers() -> None:
    assert default_weights().shape == (INDIVIDUAL,) == (100,)


def test_an_individual_of_hai_is_named_and_its_depth_may_be_another() -> None:
    own, evolved = (HAI.read(LAYOUT.search(memory_of(f"hai:weights={name}"))) for name in ("own", "es"))
    assert own.shape == (21,)
    assert own[0] == 40
    assert (own[1:] != evolved[1:]).any()
    deeper = HAI.read(LAYOUT.search(memory_of("hai:weights=es,depth=50")))
    assert deeper[0] == 50
    assert (deeper[1:] == evolved[1:]).all()


@pytest.mark.parametrize(("horizon", "depth", "plies"), [(1, 1, 1), (9, 1, 9), (9, 9, 1), (9, 10, 0), (9, 12, 0)])
def test_a_playout_of_hai_is_as_long_as_that_of_the_thesis(horizon: int, depth: int, plies: int) -> None:
    """A playout goes on "while N <= M": from the depth N where it begins to the individual's greatest depth M."""
    state = Scene({0: ["bang"]}).state
    memory = memory_of(f"hai:depth={horizon}")
    search = LAYOUT.search_in(state, address_of(memory))
    begin_move(search, address_of(memory))
    start_tree(search)
    before = int(state.plies)
    judge(search, state, depth, streams_from(np.random.default_rng(1))[0])
    assert int(state.plies) - before == plies


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
