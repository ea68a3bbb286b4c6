"""The time that a program has for an action, by itself and in a lineup of agents."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

from cardkit.agents import as_agent, name_of
from cardkit.game import Game

MOVE_SECONDS = 10.0  # the default limit for an action
MOST_SECONDS = 1_000_000.0  # the largest limit


def check_move_time(seconds: Any) -> float:
    """Check the limit, and return it.

    Raises:
        ValueError: it is not a number of seconds within the range.
    """
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or not 0 < seconds <= MOST_SECONDS:
        raise ValueError(
            f"move_time must be a number of seconds above 0 and at most {MOST_SECONDS:,.0f} "
            f"(default {MOVE_SECONDS:g}), got {seconds!r}"
        )
    return float(seconds)


class TimedProgram:
    """A maker of the program that a spec names, with a time limit: a factory that goes by the spec's name.

    Args:
        spec: such as ``exec:./program``, a factory, or an agent with a ``move_time``, which is copied.
        seconds: that it has for an action.
        game: that it is to play.
    """

    def __init__(self, spec: Any, seconds: float, game: Game) -> None:
        self.__name__ = name_of(spec)
        self._spec, self._seconds, self._game = spec, seconds, game

    def __call__(self) -> Any:
        made: Any = as_agent(self._spec, self._game)
        if made is self._spec:
            made = deepcopy(made)
        made.move_time = self._seconds
        return made


def in_time(agents: Sequence[Any], seconds: float, game: Game, store: Path | str | None = None) -> list[Any]:
    """Set this time limit on those of the agents that are external programs; equal specs give the same factory.

    Raises:
        ValueError: none is a program, ``seconds`` is out of range, or a store would keep games of several limits under
            one spec.
    """
    if store is not None:
        raise ValueError("move_time does not go with a store, which knows agents by their specs alone: leave one out")
    limit, timed = check_move_time(seconds), dict[Any, TimedProgram]()
    programs = [hasattr(as_agent(agent, game), "move_time") for agent in agents]
    if not any(programs):
        raise ValueError(
            "move_time is only for external programs, exec:./program, and models, chat:; none of these agents is one"
        )
    for agent, is_program in zip(agents, programs, strict=True):
        if is_program:
            timed.setdefault(_key(agent), TimedProgram(agent, limit, game))
    return [timed.get(_key(agent), agent) for agent in agents]


def _key(agent: Any) -> str | int:
    return agent.strip() if isinstance(agent, str) else id(agent)
