"""Faults of agents: illegal actions and exceptions, each with the place where it was raised.

Result rows count such games; each agent's first fault is kept in words.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from cardkit.agents import CompiledAgent, asking_an_agent
from cardkit.wording import counted, place_of, printable, quoted, shortened

LONGEST_TEXT = 1000  # characters
MOST_FAILURES = 0.01
"""The default share of its games that an agent may fail in; with more, its results are no verdict on strength."""


@dataclass(frozen=True)
class Fault:
    """A fault that lost an agent a game.

    Attributes:
        agent: its number in the lineup.
        game: its number in the match, from 0 on.
        text: which agent, which game (from 1 on, as people count), and what was wrong.
    """

    agent: int
    game: int
    text: str


FirstFaults = tuple[Fault | None, ...]
"""For each agent of a lineup its fault in the game with the lowest number; None without a fault."""


def first_faults(faults: Iterable[Fault | None], agents: int, games: float = math.inf) -> FirstFaults:
    """Return the first fault of each agent among the first ``games`` games of a match."""
    found: list[Fault | None] = [None] * agents
    for fault in faults:
        if fault is not None and fault.game < games:
            before = found[fault.agent]
            found[fault.agent] = fault if before is None or fault.game < before.game else before
    return tuple(found)


@dataclass(frozen=True)
class FaultReport:
    """The games that an agent lost by faults, in a match or a tournament.

    Attributes:
        name: of the agent.
        illegal_actions, crashes: games that it lost this way.
        won: games that others lost to it by faults.
        games: all games that it played.
        first: its first fault in words, if known.
    """

    name: str
    illegal_actions: int
    crashes: int
    won: int
    games: int
    first: str | None

    @property
    def lost(self) -> int:
        """Games that it lost by faults."""
        return self.illegal_actions + self.crashes

    @property
    def finished_none(self) -> bool:
        """True if every game ended by a fault, the agent's own or another's, so that its strength is unknown."""
        return self.lost + self.won == self.games

    def exceeds(self, most_failures: float) -> bool:
        """Return whether the agent failed in more than this share of its games."""
        return self.lost > most_failures * self.games

    @property
    def no_verdict(self) -> str:
        """A line such as ``smart failed 451 of 600 games: no verdict on strength.``."""
        return f"{self.name} failed {self.lost:,} of {counted(self.games, 'game')}: no verdict on strength."

    def __str__(self) -> str:
        """Return a line such as ``smart lost 20 of 100 games by crashes``."""
        causes = (("illegal actions", self.illegal_actions), ("crashes", self.crashes))
        games = counted(self.games, "game")
        lost = f"all {games}" if self.lost == self.games > 1 else f"{self.lost:,} of {games}"
        return f"{self.name} lost {lost} by {' and '.join(cause for cause, count in causes if count)}"

    @property
    def long(self) -> str:
        """The line of `__str__`, followed by the agent's first fault."""
        return str(self) if self.first is None else f"{self}; the first: {self.first}"


def crash_text(name: str, game: int, agent: Any, error: Exception) -> str:
    """Name the agent that raised an exception and the game, from 1 on, and describe the error; see `crash_words`."""
    return told(f"agent {quoted(name)} in game {game + 1}: {crash_words(agent, error)}")


def crash_words(agent: Any, error: Exception) -> str:
    """Put an agent's exception in words, with the line of the agent's own file that raised it."""
    own = _file(agent)
    words = ": ".join(filter(None, [type(error).__name__, _message(error)]))
    place = place_of(error, lambda frame: frame.f_code.co_filename == own)
    return told(f"{words}{place}")


def told(text: str) -> str:
    """Make text from outside printable, and cut it to a reasonable length."""
    return printable(shortened(" ".join(text.split()), LONGEST_TEXT))


def _message(error: Exception) -> str:
    try:
        with asking_an_agent():
            return str(error)
    except Exception:  # an agent's own exception class may fail in turn
        return ""


def _file(agent: Any) -> str | None:
    """Return the file in which an agent chooses its actions: that of its ``act``, or of its compiled function."""
    choose = agent.choose if isinstance(agent, CompiledAgent) else agent.act
    return getattr(getattr(getattr(choose, "py_func", choose), "__code__", None), "co_filename", None)
