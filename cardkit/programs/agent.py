"""A program in any language as an agent, ``exec:./program --its arguments``.

``docs/kit/agent_protocol.md`` has the protocol.

A program fails when it ends, or when its answer is late or not an action. It is then stopped, loses the game, and is
restarted for the next one. After failing in `MOST_FAILURES` games in a row it is not restarted, and loses all further
games. An illegal action also loses the game, but the program keeps running.
"""

from __future__ import annotations

import logging
from typing import Any, Generic

import numpy as np

from cardkit.known import K
from cardkit.processes.line_process import Program, ProgramError
from cardkit.programs.codec import Codec
from cardkit.programs.time_limit import MOVE_SECONDS, check_move_time

PROTOCOL = 1
START_SECONDS = 30.0  # for the greeting
MOST_FAILURES = 3

_log = logging.getLogger(__name__)


class ProgramAgent(Generic[K]):
    """A program as an agent. It is started at its first use, and stopped with this object.

    Args:
        command: the program and its arguments.
        codec: of the game that it plays.
        move_time: seconds that it has for an action.

    Attributes:
        move_time: the same; may be changed.
    """

    def __init__(self, command: str, codec: Codec[K], move_time: float = MOVE_SECONDS) -> None:
        self._command, self._codec, self.move_time = command, codec, check_move_time(move_time)
        self._program: Program | None = None
        self._greeted: tuple[Any, ...] | None = None
        self._asked, self._failures = 0, 0
        self._next_ply, self._failed = 0, False  # of the game in progress

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._command, self._codec, self.move_time)

    def prepare(self, *variant: Any) -> None:
        """Start the program and greet it.

        Raises:
            ProgramError: it cannot be started, or does not follow this protocol.
        """
        self._greet(variant)

    def act(self, info: K, rng: np.random.Generator) -> int:
        """Ask the program for an action, and return its id, legal or not.

        Raises:
            ProgramError: the program failed; it has been stopped.
        """
        if self._failures >= MOST_FAILURES:
            raise ProgramError(f"program {self._command!r} is not restarted: it failed {self._failures} times")
        self._note_game(self._codec.plies(info))
        try:
            running = self._greet(self._codec.variant(info))
            self._asked += 1
            asked = {"type": "move", "id": self._asked, "seed": int(rng.integers(2**31))}
            return self._read(running, running.ask(asked | self._codec.knowledge(info), self.move_time), info)
        except ProgramError as error:
            self._fail(error)
            raise

    def close(self) -> None:
        """Stop the program."""
        if self._program is not None:
            self._program.close()
        self._program = None

    def _greet(self, variant: tuple[Any, ...]) -> Program:
        """Start the program, and greet it with this variant."""
        if self._program is not None and self._greeted == variant:
            return self._program
        self.close()
        self._program = running = Program(self._command)
        hello = {"type": "hello", "protocol": PROTOCOL} | self._codec.greeting(*variant)
        answer = running.ask(hello, START_SECONDS)
        if answer.get("type") != "ready" or answer.get("protocol") != PROTOCOL:
            raise running.error(f"answered the greeting of protocol {PROTOCOL} with {answer}")
        self._greeted = variant
        return running

    def _read(self, running: Program, answer: dict[str, Any], info: K) -> int:
        if answer.get("id") != self._asked:
            raise running.error(f"answered the question {self._asked} with {answer}, which lacks its id")
        try:
            return self._codec.action(answer["action"], info)
        except (ValueError, KeyError) as error:
            raise running.error(f"answered with {answer}: {error}") from None

    def _note_game(self, plies: int) -> None:
        """Forget earlier failures after a game without one. A smaller number of plies shows that a new game began."""
        if plies < self._next_ply or self._failed:
            self._failures *= self._failed
            self._failed = False
        self._next_ply = plies + 1

    def _fail(self, error: ProgramError) -> None:
        self.close()
        self._failed = True
        self._failures += 1
        rest = "" if self._failures < MOST_FAILURES else "; it is not restarted, and loses all its further games"
        _log.warning("%s%s", error, rest)
