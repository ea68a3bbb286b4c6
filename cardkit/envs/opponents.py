"""The opponents of an environment: a pool from which each game draws one, or a line-up for all other seats."""

from __future__ import annotations

import inspect
import math
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, islice
from typing import Any

import numpy as np

from cardkit.agents import CompiledAgent, name_of, prepare
from cardkit.encoding import Encoding
from cardkit.envs.batch_arrays import MAX_POOL
from cardkit.game import Game
from cardkit.known import Known
from cardkit.specs.loading import is_agent, load_agent
from cardkit.wording import quoted


class CallableAgent:
    """A function ``policy(observation, action_mask) -> action`` as an agent; it sees the environment's encoding."""

    def __init__(self, policy: Callable[[np.ndarray, np.ndarray], Any], encoding: Encoding) -> None:
        self.policy = policy
        self.encoding = encoding

    def act(self, info: Known, rng: np.random.Generator) -> Any:
        """Return the policy's action; ``rng`` is not used."""
        return self.policy(*self.encoding.observe(info))


@dataclass(frozen=True, eq=False, slots=True)
class Opponent:
    """An agent, its name in a pool, and its number in infos."""

    name: str
    agent: Any
    number: int


class OpponentPool:
    """The opponents of an environment, from which each game draws one; the pool can be changed at any time.

    A change takes effect in the games that begin afterwards. A game in progress keeps its opponent, even a removed one.
    Opponents are drawn by weight, from the stream of the environment that also draws the seats; equal weights draw the
    same opponents as no weights. ::

        pool = env.unwrapped.opponent_pool
        pool.add("policy:path=checkpoint_7.safetensors", weight=2.0, name="checkpoint 7")
        pool.set_weights({"greedy": 0.5})
        pool.remove("random")

    An opponent's name is its spec, or else the agent's name; a second one of the same name is ``name#2``.

    Args:
        opponent: a spec such as ``greedy``, an agent with ``act(info, rng)``, a callable ``policy(observation,
            action_mask)``, or a list of these.
        game: that is played.
        encoding: of the observations that callables get.

    Attributes:
        changes: how often the pool has changed.

    Raises:
        ValueError: an unknown agent, an empty pool, or an object that is not an agent.
    """

    def __init__(self, opponent: Any, game: Game, encoding: Encoding) -> None:
        self.changes = 0
        self._every_name: list[str] = []
        self._game, self._encoding = game, encoding
        self._opponents: dict[str, Opponent] = {}
        self._weights: dict[str, float] = {}
        try:
            given = list(islice(_flat(opponent), MAX_POOL + 1))
        except RecursionError:
            raise ValueError("the list of opponents holds itself, or is nested too deeply") from None
        if not given:
            raise ValueError("the pool of opponents is empty")
        for one in given:
            self.add(one)

    @property
    def names(self) -> tuple[str, ...]:
        """The opponents' names, in the order in which they were added."""
        return tuple(self._opponents)

    @property
    def every_name(self) -> tuple[str, ...]:
        """The names of all opponents that were ever added, removed ones too: an opponent's number is its place here."""
        return tuple(self._every_name)

    @property
    def weights(self) -> dict[str, float]:
        """Each opponent's weight by name; an opponent is drawn with probability weight / sum of weights."""
        return dict(self._weights)

    @property
    def opponents(self) -> tuple[Opponent, ...]:
        """The opponents, in the order of their names."""
        return tuple(self._opponents.values())

    def add(self, opponent: Any, weight: float = 1.0, name: str | None = None) -> str:
        """Add an opponent.

        Args:
            opponent: a spec, an agent or a callable.
            weight: at least 0; 0 means that it is not drawn.
            name: its name in the pool; by default its spec or the agent's name.

        Returns:
            Its name.

        Raises:
            ValueError: no such agent, a bad weight, a name that is taken, or a full pool.
        """
        if len(self._opponents) == MAX_POOL:
            raise ValueError(f"a pool has at most {MAX_POOL} opponents: remove one before {quoted(opponent)} is added")
        if name is not None and not isinstance(name, str):
            raise ValueError(f"name must be a text, got {quoted(name)}")
        if name in self._opponents:
            raise ValueError(f"the pool already has an opponent {quoted(name)}: remove it, or give another name")
        share = _check_weight(f"weight of {quoted(name or opponent)}", weight)
        agent = _ready_agent(opponent, self._game, self._encoding)
        name = self._free_name(name_of(opponent)) if name is None else name
        self._opponents[name] = Opponent(name, agent, len(self._every_name))
        self._every_name.append(name)
        self._weights[name] = share
        self.changes += 1
        return name

    def remove(self, name: str) -> None:
        """Remove an opponent; games in progress continue against it.

        Raises:
            ValueError: the pool has no such opponent, or no other with a weight above 0.
        """
        self._check_name(name)
        if not any(weight for other, weight in self._weights.items() if other != name):
            raise ValueError(f"{quoted(name)} cannot be removed: no other opponent has a weight above 0")
        del self._opponents[name], self._weights[name]
        self.changes += 1

    def set_weights(self, weights: Mapping[str, float]) -> None:
        """Change the weights of the named opponents; the others keep theirs.

        Raises:
            ValueError: not a mapping, an unknown opponent, a weight that is not a finite number of at least 0, or no
                weight above 0 left; nothing has changed.
        """
        if not isinstance(weights, Mapping):
            raise ValueError(f"weights must be a dict of weights by opponent, got {quoted(weights)}")
        for name in weights:
            self._check_name(name)
        changed = {name: _check_weight(f"weight of {quoted(name)}", weight) for name, weight in weights.items()}
        changed = self._weights | changed
        if not any(changed.values()):
            raise ValueError(f"weights {quoted(dict(weights))} would leave no opponent with a weight above 0")
        self._weights = changed
        self.changes += 1

    def bounds(self) -> list[int]:
        """Return cumulative thresholds: a random 32-bit word selects the first opponent whose threshold exceeds it."""
        sums = list(accumulate(Fraction(weight) for weight in self._weights.values()))
        return [math.ceil(2**32 * part / sums[-1]) for part in sums]

    def __len__(self) -> int:
        return len(self._opponents)

    def __repr__(self) -> str:
        return f"OpponentPool({self._weights})"

    def _check_name(self, name: str) -> None:
        if not isinstance(name, str) or name not in self._opponents:
            raise ValueError(f"unknown opponent {quoted(name)}; the pool has {', '.join(self._opponents)}")

    def _free_name(self, name: str) -> str:
        names = [name, *(f"{name}#{number}" for number in range(2, len(self._opponents) + 2))]
        return next(free for free in names if free not in self._opponents)


class LineUp:
    """One opponent for each other seat, clockwise from the learner's left.

    Args:
        opponents: a spec, an agent or a callable for each.
        game: that is played.
        encoding: of the observations that callables get.

    Attributes:
        opponents: by place.
        every_name: one name, which is those of all, separated by commas; all have the number 0.

    Raises:
        ValueError: an agent is unknown, or the seats are more or fewer than the opponents.
    """

    def __init__(self, opponents: Any, game: Game, encoding: Encoding) -> None:
        if not _is_list(opponents) or len(opponents) != game.seats - 1:
            raise ValueError(
                f"opponents must be a list with one opponent for each other seat, {game.seats - 1} of them, "
                f"got {quoted(opponents)}"
            )
        for place, one in enumerate(opponents):
            if _is_list(one):
                raise ValueError(f"opponents[{place}] must be one opponent, got {quoted(one)}: opponent= takes a pool")
        self.opponents = tuple(Opponent(name_of(one), _ready_agent(one, game, encoding), 0) for one in opponents)
        self.every_name = (", ".join(one.name for one in self.opponents),)


def opposition(opponent: Any, opponents: Any, game: Game, encoding: Encoding) -> OpponentPool | LineUp | None:
    """Make the opponents at the seats that the learner does not have; None if it has all.

    Args:
        opponent: makes a pool, from which each game draws one opponent to play all other seats; None for self-play.
        opponents: makes a line-up instead.
        game, encoding: as for `OpponentPool` and `LineUp`.

    Raises:
        ValueError: both are given.
    """
    if opponent is not None and opponents is not None:
        raise ValueError(
            f"opponent and opponents exclude each other, got {quoted(opponent)} and {quoted(opponents)}: "
            "opponent plays all other seats, opponents has one for each"
        )
    if opponents is not None:
        return LineUp(opponents, game, encoding)
    return None if opponent is None else OpponentPool(opponent, game, encoding)


def _is_list(opponent: Any) -> bool:
    return isinstance(opponent, Sequence) and not isinstance(opponent, str)


def _flat(opponent: Any) -> Iterator[Any]:
    """Yield the opponents of a list, and of lists in it."""
    if not _is_list(opponent):
        yield opponent
        return
    for member in opponent:
        yield from _flat(member)


def _ready_agent(opponent: Any, game: Game, encoding: Encoding) -> Any:
    """Make the agent of an opponent, prepared for the game and compiled."""
    agent = _agent(opponent, game, encoding)
    prepare(agent, game, f"opponent {quoted(name_of(opponent))}")
    if isinstance(agent, CompiledAgent):
        agent.entry_for(game.new_info().dtype)  # compiles now, so that an error appears here and not in a game
    return agent


def _agent(opponent: Any, game: Game, encoding: Encoding) -> Any:
    if isinstance(opponent, str):
        return load_agent(opponent, game.AGENTS)
    if is_agent(opponent):
        return opponent
    if callable(opponent):
        _check_policy(opponent)
        return CallableAgent(opponent, encoding)
    raise ValueError(
        f"{quoted(opponent)} is not an opponent: give a spec such as 'random', an agent with act(info, rng), "
        "a callable policy(observation, action_mask), or a list of these"
    )


def _check_policy(policy: Any) -> None:
    try:
        signature = inspect.signature(policy)
    except ValueError:  # functions written in C may have no signature
        return
    try:
        signature.bind(None, None)
    except TypeError:
        name = name_of(policy)
        raise ValueError(
            f"opponent {name} is not a policy(observation, action_mask), since it takes {signature}: "
            f"call a factory, {name}(); turn a compiled choice into an agent with CompiledAgent({name})"
        ) from None


def _check_weight(what: str, weight: Any) -> float:
    good = isinstance(weight, int | float | np.integer | np.floating) and not isinstance(weight, bool)
    if not good or not 0 <= weight <= sys.float_info.max:
        raise ValueError(f"{what} must be a finite number of at least 0, got {quoted(weight)}")
    return float(weight)
