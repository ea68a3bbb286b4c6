"""What an agent is: a choice made from an information set and a source of randomness, and from nothing else."""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Protocol, runtime_checkable

import numpy as np

from cardkit.compiled.call import choice_signature
from cardkit.compiled.jit import jit
from cardkit.compiled.prng import streams_from
from cardkit.game import Game, Info
from cardkit.specs import load_agent

NO_MEMORY = np.zeros(0, np.uint8)


@runtime_checkable
class Agent(Protocol):
    """Chooses actions. A `CompiledAgent` is one that plays inside compiled loops too."""

    def act(self, info: Any, rng: np.random.Generator) -> int:
        """The id of one of ``info.legal_actions``, of which there is at least one; all chance comes from ``rng``."""
        ...


@runtime_checkable
class BatchAgent(Agent, Protocol):
    """An agent that can be asked about many games at once, as a network is best asked."""

    def act_batch(self, infos: Sequence[Any], rngs: Sequence[np.random.Generator]) -> Sequence[int]:
        """What `act` gives for each information set with its own source of randomness; all are of the same game."""
        ...


@runtime_checkable
class Analyst(Agent, Protocol):
    """An agent that can explain its choice."""

    def analyse(self, info: Any, rng: np.random.Generator) -> Any:
        """What it thinks of its legal actions. Its ``chosen`` is what `act` chooses with the same ``rng``."""
        ...


@runtime_checkable
class CompiledAnalyst(Protocol):
    """A compiled agent that can explain its choice."""

    def analyse_from(self, info: Any, stream: Any) -> Any:
        """The same with the randomness of a STREAM record."""
        ...


def compiled_choice(function: Callable[..., Any]) -> Any:
    """Decorate a choice function so that compiled loops can call it; compiled at its first use, cached on disk."""
    return jit(function)


class CompiledAgent:
    """An agent whose choice is compiled; plays inside compiled loops, and one ply at a time from Python.

    Each game has a subclass that names its INFO record.

    Attributes:
        info_dtype: of the INFO records that it chooses from.
        choose: the choice, decorated with `compiled_choice`.
        memory: its parameters and work space.
    """

    info_dtype: ClassVar[np.dtype[Any]]

    def __init__(self, choose: Any, memory: np.ndarray = NO_MEMORY) -> None:
        self.choose = choose
        self.memory = memory

    @property
    def entry(self) -> int:
        """The address of the compiled choice."""
        signature = choice_signature(self.info_dtype)
        self.choose.compile(signature)
        compiled = self.choose.overloads[signature.args]
        return compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)

    def act(self, info: Info, rng: np.random.Generator) -> int:
        """The chosen action id; the randomness is one word drawn from ``rng``.

        Raises:
            ValueError: the seat is not to move, or the game is over, or the choice is not legal.
        """
        if not info.to_move:
            raise ValueError(f"seat {info.seat} has nothing to choose: it is not to move")
        return self.act_from(info, streams_from(rng)[0])

    def act_from(self, info: Info, stream: Any) -> int:
        """The chosen action id, with the randomness of a STREAM record.

        Raises:
            IllegalSlotError: the choice is not legal.
        """
        own = info.record.copy()
        return info.action_of(int(self.choose(own, stream, self.memory)))


def name_of(agent: Any) -> str:
    """What an agent is called: its spec, else by its kind."""
    if isinstance(agent, str):
        return agent.strip()
    if isinstance(agent, CompiledAgent):
        return str(getattr(agent.choose, "__name__", "compiled agent"))
    if callable(getattr(agent, "act", None)):
        return type(agent).__name__
    return str(getattr(agent, "__name__", type(agent).__name__))


def as_agent(agent: Any, game: Game) -> Agent:
    """An agent, or the agent of a spec."""
    if isinstance(agent, str):
        return load_agent(agent, game.AGENTS)
    if not callable(getattr(agent, "act", None)):
        raise ValueError(f"{reprlib.repr(agent)} is not an agent: give its spec, or an object with act(info, rng)")
    return agent
