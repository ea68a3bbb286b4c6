"""Searches' explanations in the games whose searches are the kit's; Durak's have tests of their own."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from bang_env import Bang
from baselines.bang.cli.app import app as bang
from baselines.oh_hell.cli.app import app as oh_hell
from cardkit.agents import Analyst, as_agent
from cardkit.compiled.prng import streams_from_seed
from cardkit.compiled.protocol import deal, mover
from cardkit.game import Game
from oh_hell_env import OhHell

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
@pytest.mark.parametrize(
    ("app", "rules"), [(oh_hell, ("--hand-sizes", "2-1")), (bang, ("--players", "4"))], ids=["oh-hell", "bang"]
)
def test_a_match_on_the_command_line_explains(app: Any, rules: tuple[str, ...]) -> None:
    command = "match", SEARCH, "random", "--games", "1", "--seed", "3", "--verbose", *rules
    plain, told = CliRunner().invoke(app, command), CliRunner().invoke(app, [*command, "--explain"])
    assert plain.exit_code == told.exit_code == 0, told.output
    assert "line: " not in plain.stdout
    assert "(60 positions, depth " in told.stdout
    assert " visits" in told.stdout
