"""Tasks of worker processes: choices and analyses of agents. Each process makes an agent once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from cardkit import agents
from cardkit.agents import CompiledAgent, asking_an_agent
from cardkit.arena.faults import crash_words
from cardkit.compiled.call import players
from cardkit.game import Game
from cardtable.line import Chance, Position
from cardtable.view import Analysis, Json

AGENTS_KEPT = 32
PREPARE_SECONDS = 900.0
"""For `prepare`, which compiles."""


class AgentError(Exception):
    """An agent has failed; the text says how, and may name cards of its hand.

    Attributes:
        brief: the same for those who may not see the hand.
    """

    def __init__(self, text: str, brief: str | None = None) -> None:
        super().__init__(text)
        self.brief = text if brief is None else brief


@lru_cache(AGENTS_KEPT)
def _told(spec: str, game: Game) -> tuple[Any, str | None]:
    """Make the agent of a spec, told what it is to play; return also why it does not play that, if so.

    Raises:
        ValueError: an unknown agent, or a parameter that it refuses.
    """
    agent = agents.as_agent(spec, game)
    return agent, _why_not(agent, spec, game)


def _why_not(agent: Any, spec: str, game: Game) -> str | None:
    try:
        agents.prepare(agent, game, f"agent {spec!r}")
    except ValueError as error:
        return str(error)
    return None


@lru_cache(AGENTS_KEPT)
def agent_of(spec: str, game: Game) -> Any:
    """Make the agent of a spec, told what it is to play, and compiled.

    Raises:
        ValueError: an unknown agent, a parameter that it refuses, or a game that it does not play.
    """
    agent, why_not = _told(spec, game)
    if why_not is not None:
        raise ValueError(why_not)
    if isinstance(agent, CompiledAgent):
        players([agent], [agent.memory], game.new_info().dtype)
    return agent


def check(spec: str, game: Game) -> str | None:
    """Make an agent, without compiling it; return why it does not play this, None if it does.

    Raises:
        ValueError: an unknown agent, or a parameter that it refuses.
    """
    return _told(spec, game)[1]


def prepare(spec: str, game: Game) -> str | None:
    """Make an agent and compile it; return why it does not play this, None if it does."""
    why_not = check(spec, game)
    if why_not is None:
        agent_of(spec, game)
    return why_not


def unfit_among(specs: Sequence[str], game: Game) -> list[str]:
    """List the agents that do not play this; one that cannot be made without more parameters is not among them."""
    return [spec for spec in specs if _is_unfit(spec, game)]


def _is_unfit(spec: str, game: Game) -> bool:
    try:
        agent = agents.as_agent(spec, game)
    except ValueError:
        return False
    return _why_not(agent, spec, game) is not None


def _made(spec: str, game: Game) -> Any:
    """Make an agent that could be made before, but perhaps not in this process."""
    try:
        return agent_of(spec, game)
    except ValueError as error:
        raise AgentError(str(error)) from None


def choose(spec: str, position: Position, chance: Chance) -> tuple[int, Chance]:
    """Ask an agent for a legal action id; return also the randomness that it has left.

    Raises:
        AgentError: it has failed.
    """
    agent, game = _made(spec, position.game), position.game
    stream = chance.stream()
    try:
        with asking_an_agent():
            info = position.information_set()
            if isinstance(agent, CompiledAgent):
                action = agent.act_from(info, stream)
            else:
                action = agent.act(info, chance.generator)
            state = position.state_record()
            legal = game.action_of(state, game.read_action(state, action))
    except Exception as error:
        raise _failure(spec, agent, error) from None
    return legal, Chance(int(stream.word), chance.generator)


def explain(analysis: Analysis, spec: str, position: Position, chance: Chance, step: int) -> tuple[Json, bool]:
    """Ask an agent to judge a position, and return whether it is done: see `cardtable.view.Analysis.explain`.

    Raises:
        ValueError: the agent cannot explain its choices.
        AgentError: it has failed.
    """
    agent = _made(spec, position.game)
    try:
        with asking_an_agent():
            return analysis.explain(agent, position.information_set(), chance, step)
    except ValueError as error:
        raise ValueError(f"agent {spec!r} cannot analyse this: {error}") from None
    except Exception as error:
        raise _failure(spec, agent, error) from None


def _failure(spec: str, agent: Any, error: Exception) -> AgentError:
    failed = f"agent {spec!r} failed: "
    brief = f"{failed}{type(error).__name__}; its words may name hidden cards: show all cards to read them"
    return AgentError(failed + crash_words(agent, error), brief)


def facts(analysis: Analysis, position: Position) -> Json:
    """Find a seat's beliefs about hidden cards, and the exact solution of the position if it is known."""
    info = position.information_set()
    return {"beliefs": analysis.beliefs(info), "exact": analysis.solve(info) if info.to_move else None}


def solution(analysis: Analysis, position: Position) -> Json | None:
    """Find the exact solution of a position; None if it is not known."""
    return analysis.solve(position.information_set())
