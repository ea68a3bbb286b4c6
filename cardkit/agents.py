"""Agents: an agent chooses an action from an information set and a source of randomness, and from nothing else."""

from __future__ import annotations

import inspect
import operator
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from copy import deepcopy
from importlib import import_module
from typing import Any, Protocol, runtime_checkable
from weakref import WeakValueDictionary

import numpy as np

from cardkit.compiled import protocol
from cardkit.compiled.call import compiled_entry, uncompiled_entry
from cardkit.compiled.jit import JIT_OFF, jit
from cardkit.compiled.prng import Stream, streams_from
from cardkit.compiled.protocol import Slot
from cardkit.compiled.slots import legal_of, random_slot, words_of
from cardkit.game import Game, Info
from cardkit.notation.analysis import Analysis
from cardkit.processes.interrupts import interrupt_came, watching_for_interrupts
from cardkit.specs.loading import is_agent, load_agent
from cardkit.wording import from_here, printable, quoted, told_error

NO_MEMORY = np.zeros(0, np.uint8)
_SEVERAL_WORDS = "nestedarray(uint64"  # Numba's name for the field of a set of several words


@runtime_checkable
class Agent(Protocol):
    """An agent: it chooses actions. A `CompiledAgent` also plays inside compiled loops."""

    def act(self, info: Any, rng: np.random.Generator) -> int:
        """Choose one of ``info.legal_actions``, which is never empty, and return its id; ``rng`` is all its chance."""
        ...


@runtime_checkable
class BatchAgent(Agent, Protocol):
    """An agent that chooses in many games at once, which suits neural networks."""

    def act_batch(self, infos: Sequence[Any], rngs: Sequence[np.random.Generator]) -> Sequence[int]:
        """Choose, as `act` does, for each information set with its generator; all games follow the same rules."""
        ...


@runtime_checkable
class Analyst(Agent, Protocol):
    """An agent that can explain its choice."""

    def analyse(self, info: Any, rng: np.random.Generator) -> Analysis:
        """Judge the legal actions; with the same ``rng`` the analysis chooses the action that `act` chooses."""
        ...


Factory = Callable[[], Agent]
"""Makes a new agent at each call: a class, or a function, that needs no arguments."""


def compiled_choice(function: Callable[..., Any]) -> Any:
    """Decorate a choice function so that compiled loops can call it. It is compiled on first use and cached on disk.

    A choice is a function ``choose(info, stream, memory) -> slot``, which returns the slot of a legal action:

    * ``info``: INFO record of the seat to move, which has at least one legal action (``info.legal``, a set of slots,
      see `cardkit.compiled.slots`);
    * ``stream``: STREAM record, the agent's own random stream;
    * ``memory``: uint8 array of shape (bytes,), contiguous, the agent's parameters and work space, laid out by itself.
    """
    return jit(function)


@compiled_choice
def choose_any(info: protocol.Info, stream: Stream, memory: np.ndarray) -> Slot:
    """Choose a uniform legal action, in any game."""
    return random_slot(legal_of(info), stream)


class CompiledAgent:
    """An agent whose choice is compiled. It plays inside compiled loops, and one ply at a time from Python.

    Each game has a subclass that names its INFO records.

    Attributes:
        info_dtypes: the dtypes of the INFO records that it can choose from.
        choose: the choice, decorated with `compiled_choice`.
        memory: its parameters and work space.

    Raises:
        ValueError: an invalid choice or memory.
    """

    info_dtypes: Sequence[np.dtype[Any]]

    def __init__(self, choose: Any, memory: np.ndarray = NO_MEMORY) -> None:
        _check_choice(choose)
        _check_memory(choose.__name__, memory)
        self.choose = choose
        self.memory = memory

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"choose": _named(self.choose)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        named = state["choose"]
        choose = getattr(import_module(named[0]), named[1]) if isinstance(named, tuple) else named
        self.__dict__ = state | {"choose": choose}

    @property
    def name(self) -> str:
        """The name of the choice function."""
        return str(getattr(self.choose, "__name__", "compiled agent"))

    def entry_for(self, info_dtype: np.dtype[Any]) -> int:
        """Return the address of the choice compiled for a kind of INFO records, or its substitute with the JIT off.

        Raises:
            ValueError: the choice does not take such records, or cannot be compiled.
        """
        if info_dtype not in self.info_dtypes:
            raise ValueError(f"the agent {self.name} does not play this variant: it cannot read its INFO records")
        if JIT_OFF:
            return uncompiled_entry(self.choose)
        try:
            return compiled_entry(self.choose, info_dtype)
        except Exception as error:  # Numba raises errors of many kinds
            raise _uncompilable(self.choose, info_dtype, error) from error

    def act(self, info: Info, rng: np.random.Generator) -> int:
        """Choose an action and return its id; the randomness is one word drawn from ``rng``.

        Raises:
            ValueError: the seat is not to move, the game is over, or the choice is not legal.
        """
        if not info.to_move:
            raise ValueError(f"seat {info.seat} has nothing to choose: it is not to move")
        return self.act_from(info, streams_from(rng)[0])

    def act_from(self, info: Info, stream: Stream) -> int:
        """Choose an action with the randomness of a STREAM record, and return its id.

        Raises:
            ValueError: the agent does not play this variant.
            IllegalSlotError: the choice is not legal.
        """
        kind = info.record.dtype
        if kind not in self.info_dtypes or not (JIT_OFF or self.choose.overloads):
            self.entry_for(kind)  # compiles for the types that loops use, or raises a clear error
        answer = self.choose(info.record.copy(), stream, self.memory)
        try:
            slot = operator.index(answer)
        except TypeError:
            raise ValueError(
                f"the compiled choice {self.name} must return an integer, a slot; got {answer!r}"
            ) from None
        return info.action_of(slot)


def _named(choose: Callable[..., Any]) -> Any:
    """Return the module and name of a choice, or the choice itself where another process could not import it by name.

    Numba pickles a function with copies of everything that it calls; copies of our functions would not be compiled.
    """
    module, name = getattr(choose, "__module__", ""), getattr(choose, "__name__", "")
    is_there = module != "__main__" and getattr(sys.modules.get(module), name, None) is choose
    return (module, name) if is_there else choose


def _check_choice(choose: Any) -> None:
    name = getattr(choose, "__name__", repr(choose))
    if not callable(choose) or not (JIT_OFF or hasattr(choose, "py_func")):
        raise ValueError(f"choose must be a compiled choice, got {name}: decorate the function with @compiled_choice")
    signature = inspect.signature(choose)
    try:
        signature.bind(None, None, None)
    except TypeError:
        raise ValueError(f"a compiled choice takes (info, stream, memory), but {name} takes {signature}") from None


def _check_memory(name: str, memory: Any) -> None:
    bytes_in_a_row = isinstance(memory, np.ndarray) and memory.dtype == np.uint8 and memory.ndim == 1
    if not bytes_in_a_row or not memory.flags.c_contiguous:
        given = f"{memory.dtype} of shape {memory.shape}" if isinstance(memory, np.ndarray) else repr(memory)
        raise ValueError(
            f"the memory of {name} must be a contiguous uint8 array of shape (bytes,), got {given}: "
            "an array of other numbers becomes one by .view(np.uint8)"
        )


def _uncompilable(choose: Any, info_dtype: np.dtype[Any], error: Exception) -> ValueError:
    """Return the error that names a choice and its place in the source, and says why it cannot be compiled."""
    code = choose.py_func.__code__
    reason = str(error)
    if isinstance(error, KeyError):  # Numba names the missing field of a record, and nothing else
        fields = ", ".join(name for name in info_dtype.names or () if not name.startswith("gap_"))
        reason = f"a record that it reads has no field {reason}; info has {fields}"
    if words_of(info_dtype) > 1 and _SEVERAL_WORDS in reason:
        reason = (
            f"it reads a set of slots as one word, and the sets of this game have {words_of(info_dtype)}: "
            "take legal_of(info), and functions for sets such as random_slot, from cardkit.compiled.slots"
        )
    place = f"{from_here(code.co_filename)}, line {code.co_firstlineno}"
    return ValueError(f"the compiled choice {choose.__name__} ({place}) cannot be compiled: {reason}")


def name_of(agent: Any) -> str:
    """Return the name of an agent: its spec, or the name of its choice, class or function; all of it can be printed."""
    if isinstance(agent, str):
        return printable(agent.strip())
    if isinstance(agent, CompiledAgent):
        return printable(agent.name)
    if callable(getattr(agent, "act", None)) and not isinstance(agent, type):
        return type(agent).__name__
    return printable(str(getattr(agent, "__name__", type(agent).__name__)))


def as_agent(agent: Any, game: Game) -> Agent:
    """Return the agent itself, the agent that a spec describes, or the one that a factory makes.

    Raises:
        ValueError: the argument is neither an agent nor a way to make one, or making one fails.
    """
    if isinstance(agent, str):
        return load_agent(agent, game.AGENTS)
    if _is_factory(agent):
        return _made_by(agent)
    if not is_agent(agent):
        raise ValueError(
            f"{quoted(agent)} is not an agent: give its spec, an object with act(info, rng), or CompiledAgent(choice)"
        )
    return agent


def compiled_agent(name: str, spec: str, group: str) -> Any:
    """Return the compiled agent of a spec string, which errors call ``name``; ``group`` holds the named agents.

    Raises:
        ValueError: there is no such agent, or it is not compiled.
    """
    agent = load_agent(spec, group)
    if not isinstance(agent, CompiledAgent):
        raise ValueError(f"{name} must be a compiled agent, one made as a CompiledAgent, got {quoted(spec)}")
    return agent


def _is_factory(candidate: Any) -> bool:
    if not callable(candidate) or not (isinstance(candidate, type) or getattr(candidate, "act", None) is None):
        return False
    try:
        inspect.signature(candidate).bind()
    except (TypeError, ValueError):  # it takes arguments, or does not say what it takes
        return False
    return True


def _made_by(factory: Factory) -> Agent:
    name = name_of(factory)
    try:
        with asking_an_agent(name):
            made = factory()
    except Exception as error:  # a fault in foreign code
        module = getattr(factory, "__module__", None)
        told = told_error(error, lambda frame: frame.f_globals.get("__name__") == module)
        raise ValueError(f"{name} makes no agent: {told}") from error
    if not is_agent(made):
        raise ValueError(f"{name} must return an agent, but what it returns has no act(info, rng)")
    return made


class AgentExitError(Exception):
    """An agent raised an exception that would end the whole program, as ``sys.exit`` does."""


def prepare(agent: Any, game: Game, who: str) -> None:
    """Tell an agent that has ``prepare`` which game it is to play; ``who`` names it in errors.

    Raises:
        ValueError: it cannot play this, or fails.
    """
    try:
        with watching_for_interrupts(), asking_an_agent():
            game.prepare(agent)
    except ValueError as error:
        raise ValueError(f"{who} cannot play: {error}") from error
    except Exception as error:  # a fault in foreign code
        module = type(agent).__module__
        told = told_error(error, lambda frame: frame.f_globals.get("__name__") == module)
        raise ValueError(f"{who} cannot play: {told}") from error


class Maker:
    """A maker of agents that play alike and share no object: a spec and a factory make each anew, an agent is copied.

    Compiled agents are all copies of the first. An agent that is given is never asked itself.

    Args:
        agent: the spec, the factory or the agent.
        game: what they are to play.
        who: they are in errors.

    Attributes:
        compiled: the first one if it is compiled, which is never asked itself; None if it is not.
        in_batches: whether they choose in many games at once.

    Raises:
        ValueError: no agent can be made, or it cannot play this.
    """

    def __init__(self, agent: Agent | Factory | str, game: Game, who: str) -> None:
        self._source, self._game, self._who = agent, game, who
        self._made = WeakValueDictionary[int, Any]()
        first = self._new()
        self.compiled = first if isinstance(first, CompiledAgent) else None
        self.in_batches = isinstance(first, BatchAgent)
        self._unused = [] if self.compiled else [first]
        self._source = self.compiled or agent

    def __call__(self) -> Agent:
        """Make an agent that nobody has asked, prepared for the game.

        Raises:
            ValueError: none can be made.
        """
        return self._unused.pop() if self._unused else self._new()

    def _new(self) -> Agent:
        made = as_agent(self._source, self._game)
        if made is self._source:
            made = _copy_of(made, self._who)
        if id(made) in self._made:
            raise ValueError(f"{self._who} is the same object at each call: each place and seat needs one of its own")
        with suppress(TypeError):  # some objects have no weak references
            self._made[id(made)] = made
        prepare(made, self._game, self._who)
        return made


def _copy_of(agent: Agent, who: str) -> Agent:
    way_out = "give its spec, or what makes one, such as its class or lambda: MyAgent()"
    try:
        copied = deepcopy(agent)
    except Exception as error:  # a fault in foreign code
        raise ValueError(
            f"{who} cannot be copied ({type(error).__name__}: {error}), but each place and seat needs one of its own: "
            f"{way_out}"
        ) from error
    if copied is agent:
        raise ValueError(f"{who} is its own copy, but each place and seat needs one of its own: {way_out}")
    return copied


@contextmanager
def asking_an_agent(who: str = "the agent") -> Iterator[None]:
    """Turn whatever an agent raises, such as ``sys.exit``, into an error of that agent: only Ctrl-C ends a program."""
    try:
        yield
    except Exception:
        raise
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt) and interrupt_came():
            raise
        raise AgentExitError(f"{who} raised {type(error).__name__}").with_traceback(error.__traceback__) from None
