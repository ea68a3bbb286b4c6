"""Exact endgames around any compiled agent: what it shows the agent inside, and copies in other processes."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from baselines import make_agent
from baselines.durak.agents.exact import ExactAgent
from cardkit.agents import Analyst, compiled_choice
from cardkit.compiled.bits import nth_bit
from cardkit.compiled.prng import streams_from_seed
from durak_env.cards import count
from durak_env.compiled_agents import CompiledAgent
from durak_env.core.play import legal_actions
from durak_env.knowledge import INFO
from tests.support.search_positions import STANDARD, small_endgames


@compiled_choice
def choose_highest(info, stream, memory):  # type: ignore[no-untyped-def]
    """Choose the highest of the slots left, and note their number."""
    memory[0] = count(info.legal)
    return nth_bit(info.legal, count(info.legal) - 1)


def test_the_agent_inside_chooses_among_the_best_moves_and_nobody_else_sees_less() -> None:
    agent = ExactAgent(CompiledAgent(choose_highest, np.zeros(3, np.uint8)))
    agent.entry_for(INFO)
    for info, outcomes in small_endgames():
        record, memory = info.record.copy(), agent.memory.copy()
        slot = agent.choose(record, streams_from_seed(1)[0], memory)
        best = [action for action, outcome in outcomes.items() if outcome == max(outcomes.values())]
        assert memory[0] == len(best)
        assert record.tobytes() == info.record.tobytes()
        assert agent.act(info, np.random.default_rng(0)) == max(best)
        assert int(info.record.legal) >> slot & 1
    assert agent.inside.memory[0] == 0
    assert agent.name == "choose_highest_exactly"


@pytest.mark.slow
def test_copies_play_in_another_process(tmp_path: Path) -> None:
    specs = "champion", "champion:endgame=policy", "ismcts:simulations=20", "minimax:depth=1", "mcts:limit=5"
    agents, endgames = [make_agent(spec) for spec in specs], [info for info, _ in small_endgames(STANDARD)[:5]]
    choices = [[agent.act(info, np.random.default_rng(1)) for info in endgames] for agent in agents]
    (tmp_path / "agents").write_bytes(pickle.dumps((agents, endgames)))
    code = (
        "import pickle, numpy; agents, infos = pickle.load(open('agents', 'rb'));"
        "print([[agent.act(info, numpy.random.default_rng(1)) for info in infos] for agent in agents])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str(choices)


def test_a_policy_is_shown_all_that_is_legal() -> None:
    for info, _ in small_endgames():
        assert legal_actions(info.record) == info.record.legal


@pytest.mark.parametrize("spec", ["mcts:limit=5,endgame=exact", "ismcts:simulations=20"])
def test_actions_that_are_left_out_have_their_true_value(spec: str) -> None:
    agent, left_out = make_agent(spec), 0
    assert isinstance(agent, Analyst)
    for info, outcomes in small_endgames():
        for action, one in agent.analyse(info, np.random.default_rng(0)).found.items():
            if outcomes[action] < max(outcomes.values()):
                assert (one.value, one.visits) == (0.5 + 0.5 * outcomes[action], 0)
                left_out += 1
    assert left_out > 0


def test_only_agents_that_can_explain_themselves_are_asked_to() -> None:
    assert not isinstance(make_agent("champion:endgame=exact"), Analyst)
