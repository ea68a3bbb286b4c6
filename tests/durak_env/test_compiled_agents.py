"""Compiled agents that cannot play are refused when they are made, or when a match or an environment is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from baselines import play_match
from cardkit.compiled.bits import lowest
from cardkit.compiled.jit import JIT_OFF, jit
from cardkit.compiled.prng import STREAM
from durak_env import CompiledAgent, compiled_choice
from durak_env.agents.heuristic import choose_greedy
from durak_env.core.dealing import deal
from durak_env.envs.gym_env import DurakEnv
from durak_env.envs.vector_env import DurakVectorEnv
from durak_env.information import InformationSet
from durak_env.rules import Rules

pytestmark = pytest.mark.skipif(JIT_OFF, reason="without compilation every function is a choice")


@compiled_choice
def misspelt(info: Any, stream: Any, memory: Any) -> Any:
    """Read a field that does not exist."""
    return lowest(info.hnad)


@compiled_choice
def halved(info: Any, stream: Any, memory: Any) -> Any:
    """Return a number that is no slot."""
    return lowest(info.legal) / 2


@compiled_choice
def two_parameters(info: Any, stream: Any) -> Any:
    """Choose without a parameter for the memory."""
    return lowest(info.legal)


def plain(info: Any, stream: Any, memory: Any) -> Any:
    """Choose without being compiled."""
    return lowest(info.legal)


@compiled_choice
def choose_lowest(info: Any, stream: Any, memory: Any) -> Any:
    """Choose the lowest slot, as a word of fewer bits."""
    return np.uint8(lowest(info.legal))


def asked(agent: CompiledAgent) -> Any:
    state = deal(Rules(), np.random.default_rng(1))
    return agent.act(InformationSet.of(state, Rules(), int(state.attacker)), np.random.default_rng(1))


USES: dict[str, Callable[[CompiledAgent], Any]] = {
    "match": lambda agent: play_match("random", agent, games=2),
    "shown match": lambda agent: play_match("random", agent, games=2, on_game=lambda game: None),
    "environment": lambda agent: DurakEnv(opponent=agent),
    "vector environment": lambda agent: DurakVectorEnv(4, opponent=["greedy", agent]),
    "asked": asked,
}


@pytest.mark.parametrize("use", USES.values(), ids=USES)
@pytest.mark.parametrize(
    ("choose", "said"),
    [
        (misspelt, r"choice misspelt \(.*test_compiled_agents.py, line \d+\) .*'hnad'; info has .*hands"),
        (halved, r"choice halved .*integer"),
    ],
)
def test_a_choice_that_cannot_be_compiled_is_named(choose: Any, said: str, use: Callable[[CompiledAgent], Any]) -> None:
    with pytest.raises(ValueError, match=said):
        use(CompiledAgent(choose))


@pytest.mark.parametrize(
    ("choose", "said"),
    [
        (two_parameters, r"two_parameters takes \(info.*, stream"),
        (plain, "got plain: .*@compiled_choice"),
        (7, "got 7"),
    ],
)
def test_what_is_no_compiled_choice_makes_no_agent(choose: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        CompiledAgent(choose)


@pytest.mark.parametrize("memory", [np.array([0.5]), np.zeros((2, 2), np.uint8), np.zeros(4, np.uint8)[::2], b"memory"])
def test_a_memory_is_bytes_in_a_row(memory: Any) -> None:
    with pytest.raises(ValueError, match=r"memory of choose_lowest .* got .*\.view\(np.uint8\)"):
        CompiledAgent(choose_lowest, memory)


@pytest.mark.parametrize("use", USES.values(), ids=USES)
def test_a_whole_number_of_any_kind_is_a_slot(use: Callable[[CompiledAgent], Any]) -> None:
    use(CompiledAgent(choose_lowest))


@compiled_choice
def unsigned(info: Any, stream: Any, memory: Any) -> Any:
    """Choose the lowest legal slot as a number of eight bits."""
    return np.uint8(lowest(info.legal))


@jit
def called_directly(infos: Any, streams: Any, memory: Any) -> Any:
    """Call choices in other compiled code, which goes on with their returns."""
    info, stream = infos[0], streams[0]
    return np.uint64(1) << np.uint64(unsigned(info, stream, memory)), choose_greedy(info, stream, memory) == 1


def test_a_choice_that_plays_can_be_called_by_compiled_code_too() -> None:
    """A choice that plays can be called by compiled code too, whatever kind of integer it returns."""
    for agent in (CompiledAgent(unsigned), "greedy"):
        assert play_match(agent, "random", games=4, seed=1).results["fault"].sum() == 0
    infos = np.array([InformationSet.of(deal(Rules(), np.random.default_rng(1)), Rules(), 0).record])
    infos["legal"] = 0b110
    assert called_directly(infos, np.zeros(1, STREAM), np.zeros(0, np.uint8))[0] == 2
