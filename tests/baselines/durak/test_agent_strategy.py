"""The strategies of agents in small games: their knowledge there, and the consequences of their faults."""

from __future__ import annotations

import numpy as np
import pytest

from baselines.durak.agents.solved import SolvedAgent
from baselines.durak.solving.agent_strategy import agent_strategies
from baselines.durak.solving.durak_tree import DurakTree, durak_tree
from baselines.durak.solving.exploitability import exploitability
from baselines.durak.solving.solution import solution
from cardkit.compiled.bits import lowest
from durak_env import CompiledAgent, Deal, Rules, compiled_choice
from durak_env.actions import slots_of_actions
from durak_env.core.play import step
from durak_env.core.seating import mover
from durak_env.information import InformationSet
from tests.support.small_games import SMALLEST


class _Lowest:
    """A Python agent of the lowest action id that checks that it receives the plies."""

    def act(self, info: InformationSet, rng: np.random.Generator) -> int:
        assert len(info.plies) == info.record.plies
        return min(info.legal_actions)


def test_agents_written_in_python_are_asked_too(smallest: DurakTree) -> None:
    found = exploitability(_Lowest(), smallest, smallest.tree.uniform(), 2)
    assert found.least == found.most > 0.1


class _Drawing:
    """A Python agent of uniform legal actions."""

    def act(self, info: InformationSet, rng: np.random.Generator) -> int:
        return info.legal_actions[int(rng.integers(len(info.legal_actions)))]


@pytest.mark.parametrize(("agent", "answers", "least"), [("uniform", 2000, 500), (_Drawing(), 4, 10)])
def test_each_question_and_each_seed_has_luck_of_its_own(
    smallest: DurakTree, agent: object, answers: int, least: int
) -> None:
    """Answers that share their luck would be fewer than they seem."""
    of_two = smallest.tree.first_action[:-1][np.diff(smallest.tree.first_action) == 2]
    first, second = (half[of_two] for half in agent_strategies(agent, smallest, answers, seed=1))
    assert len(set(zip(first, second, strict=True))) >= least
    other, _ = agent_strategies(agent, smallest, answers, seed=2)
    assert np.mean(other[of_two] == first) < 0.5


class _Asked:
    """An agent that plays the lowest action id and records the information sets it receives."""

    def __init__(self) -> None:
        self.told: set[tuple[bytes, tuple[tuple[int, int], ...], int]] = set()

    def act(self, info: InformationSet, rng: np.random.Generator) -> int:
        self.told.add((info.record.tobytes(), info.plies, info.first_trump))
        return min(info.legal_actions)


def test_agents_know_what_they_know_in_games(smallest: DurakTree) -> None:
    """All that a player of a match knows at a choice, with clubs as trumps, it also knows in the tree."""
    in_tree, in_games = _Asked(), _Asked()
    exploitability(in_tree, smallest, smallest.tree.uniform(), 2)
    rng, checked = np.random.default_rng(3), 0
    for _ in range(40):
        state = Deal(tuple(rng.permutation(SMALLEST.deck))).lay_out(SMALLEST)
        plies: list[tuple[int, int]] = []
        while state["talon_size"] > 0 and state["trump_suit"] == 0:
            info = InformationSet.of(state, SMALLEST, int(mover(state)), plies=plies)
            if len(info.legal_actions) > 1:
                in_games.act(info, rng)
                checked += 1
            plies.append((info.seat, int(rng.choice(info.legal_actions))))
            step(state, int(slots_of_actions(SMALLEST)[plies[-1][1]]))
    assert checked > 20
    assert in_games.told <= in_tree.told


class _Faulty:
    """An agent that answers the same whatever is asked, or raises an error that it is given."""

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def act(self, info: InformationSet, rng: np.random.Generator) -> object:
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer


@compiled_choice
def _next_word(info, stream, memory):
    """Choose the lowest legal slot of another word, which must not count as the legal one."""
    return lowest(info.legal) + 64


@compiled_choice
def _illegal(info, stream, memory):
    return lowest(~info.legal)


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (_Faulty(0), "agent '_Faulty': illegal action 0 .Qc.: .* legal actions"),
        (_Faulty("take"), "agent '_Faulty': action must be an integer"),
        (_Faulty(RuntimeError("boom")), "agent '_Faulty': RuntimeError: boom .*test_agent_strategy.py, line"),
        (_Faulty(SystemExit(0)), "agent '_Faulty': AgentExitError"),
        (CompiledAgent(_next_word), "agent '_next_word': slot .* stands for no action"),
        (CompiledAgent(_illegal), "agent '_illegal': "),
    ],
)
def test_faults_of_agents_name_them(smallest: DurakTree, agent: object, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        exploitability(agent, smallest, smallest.tree.uniform(), 2)


def test_agents_that_cannot_play_the_rules_are_refused(smallest: DurakTree) -> None:
    other = durak_tree(Rules(start_rank=13, num_suits=4, hand_size=3))
    with pytest.raises(ValueError, match="start_rank=12"):
        exploitability(SolvedAgent(solution(other, other.tree.uniform())), smallest, smallest.tree.uniform())
    with pytest.raises(ValueError, match="answers"):
        exploitability("greedy", smallest, smallest.tree.uniform(), 3)
