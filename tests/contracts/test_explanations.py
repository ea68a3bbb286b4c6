"""Searches' explanations in the games whose searches are the kit's; Durak's have tests of their own."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bang_env import Bang
from baselines.bang.cli.app import app as bang
from baselines.durak.cli.app import app as durak
from baselines.oh_hell.cli.app import app as oh_hell
from cardkit.agents import Analyst, as_agent
from cardkit.compiled.prng import streams_from_seed
from cardkit.compiled.protocol import deal, mover, step
from cardkit.compiled.slots import first_slot, legal_of
from cardkit.game import Game
from cardkit.notation.analysis import Finding
from cardkit.notation.search_tree import Cut
from cardkit.search.analyst import CompiledAnalyst
from oh_hell_env import OhHell
from oh_hell_env.core.records import Phase
from tests.support.command_line import run_command

SEARCH = "ismcts:simulations=60"


@pytest.mark.slow
@pytest.mark.parametrize("game", [Bang("num_players=4"), OhHell("hand_sizes=2-1")], ids=["bang", "oh-hell"])
def test_an_analysis_is_of_the_choice(game: Game) -> None:
    state = game.new_states()[0]
    deal(state, streams_from_seed(3)[0])
    info, agent, other = game.information_set(state, int(mover(state))), as_agent(SEARCH, game), as_agent(SEARCH, game)
    assert isinstance(agent, Analyst)
    analysis = agent.analyse(info, np.random.default_rng(5))
    assert analysis.chosen == other.act(info, np.random.default_rng(5))
    assert set(analysis.found) == set(info.legal_actions)
    assert sum(one.visits for one in analysis.found.values()) == analysis.positions == 60
    assert analysis.line[0] == analysis.chosen
    assert max(analysis.line) < game.num_actions
    assert set(analysis.texts) == {*analysis.found, *analysis.line}


@pytest.mark.slow
def test_monte_carlo_tells_cards_by_the_means_that_decide_and_bids_by_the_tree_of_cards() -> None:
    game = OhHell("hand_sizes=3,num_players=3")
    agent: Any = as_agent("monte-carlo:iterations=60,samples=4", game)
    state, streams = game.new_states()[0], streams_from_seed(3, count=2)
    deal(state, streams[0])
    bids, cards = 0, 0
    while legal_of(state):
        info = game.information_set(state, int(mover(state)))
        if len(info.legal_actions) == 1:
            step(state, first_slot(legal_of(state)))
            continue
        analysis = agent.analyse_from(info, streams[1], Cut(2, 1))
        assert analysis.tree.title == "tree of the last of 4 determinizations, to depth 2:"
        assert {one.text for one in analysis.tree.branches} <= {str(card) for card in info.hand}
        assert analysis.line == (analysis.chosen,)
        if info.phase == Phase.PLAY:
            values = [one.value for one in analysis.found.values()]
            assert values == sorted(values, reverse=True)
            assert sum(one.visits for one in analysis.found.values()) == analysis.positions == 240
            cards += 1
        else:
            assert set(analysis.found.values()) == {Finding(None, 0)}
            bids += 1
        step(state, game.read_action(state, analysis.chosen))
    assert bids
    assert cards


@pytest.mark.slow
@pytest.mark.parametrize("game", [Bang("num_players=4"), OhHell("hand_sizes=2-1")], ids=["bang", "oh-hell"])
def test_a_tree_goes_as_deep_as_slots_tell_their_actions(game: Game) -> None:
    """In Bang! a slot means another action in each seat, so its tree ends with the first ply."""
    state = game.new_states()[0]
    deal(state, streams_from_seed(3)[0])
    info, agent = game.information_set(state, int(mover(state))), as_agent(SEARCH, game)
    assert isinstance(agent, CompiledAnalyst)
    analysis = agent.analyse_from(info, streams_from_seed(5)[0], Cut(2, 1))
    assert analysis.tree is not None
    shown = {one.text: (one.value, one.visits) for one in analysis.tree.branches}
    assert shown == {analysis.texts[a]: (one.value, one.visits) for a, one in analysis.found.items() if one.visits}
    assert any(one.branches for one in analysis.tree.branches) == isinstance(game, OhHell)


@pytest.mark.parametrize(
    ("app", "rules"),
    [
        pytest.param(durak, (), id="durak"),
        pytest.param(oh_hell, ("--hand-sizes", "2-1"), id="oh-hell", marks=pytest.mark.slow),
        pytest.param(bang, ("--players", "4"), id="bang", marks=pytest.mark.slow),
    ],
)
def test_a_match_on_the_command_line_explains(app: Any, rules: tuple[str, ...]) -> None:
    command = "match", SEARCH, "random", "--games", "1", "--seed", "3", "--verbose", *rules
    plain, told = run_command(app, *command), run_command(app, *command, "--explain")
    assert "line: " not in plain.stdout
    assert "(60 positions, depth " in told.stdout
    assert " visits" in told.stdout
