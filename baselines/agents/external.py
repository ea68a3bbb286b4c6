"""A program in any language as an agent, ``exec:./program --its arguments``; ``docs/protocol.md`` has the protocol.

A program fails when it ends, or when its answer is late or not an action. It is then stopped, loses the game, and is
restarted for the next one. After failing in `MOST_FAILURES` games in a row it is not restarted, and loses all further
games. An illegal action also loses the game, but the program keeps running.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

import numpy as np

from cardkit.processes.line_process import Program, ProgramError
from cardkit.specs import runs_foreign_code
from durak_env.cards import Card
from durak_env.game import PHASES
from durak_env.information import InformationSet
from durak_env.notation import format_action, parse_action
from durak_env.rules import Rules

PROTOCOL = 1
START_SECONDS = 30.0  # for the greeting
MOVE_SECONDS = 10.0  # the default limit for an action
MOST_SECONDS = 1_000_000.0  # the largest limit
MOST_FAILURES = 3

_log = logging.getLogger(__name__)


@runs_foreign_code
def program(command: str, /) -> ProgramAgent:
    """A program that is asked for its actions in JSON lines; see docs/protocol.md."""
    return ProgramAgent(command)


class ProgramAgent:
    """A program as an agent. It is started at its first use, and stopped with this object.

    Args:
        command: the program and its arguments.
        move_time: seconds that it has for an action.

    Attributes:
        move_time: the same; may be changed.
    """

    def __init__(self, command: str, move_time: float = MOVE_SECONDS) -> None:
        self._command, self.move_time = command, check_move_time(move_time)
        self._program: Program | None = None
        self._greeted: tuple[Rules, bool] | None = None
        self._asked, self._failures = 0, 0
        self._next_ply, self._failed = 0, False  # of the game in progress

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._command, self.move_time)

    def prepare(self, rules: Rules, open_world: bool) -> None:
        """Start the program and greet it.

        Raises:
            ProgramError: it cannot be started, or does not follow this protocol.
        """
        self._greet(rules, open_world)

    def act(self, info: InformationSet, rng: np.random.Generator) -> int:
        """The program's action id, legal or not.

        Raises:
            ProgramError: the program failed; it has been stopped.
        """
        if self._failures >= MOST_FAILURES:
            raise ProgramError(f"program {self._command!r} is not restarted: it failed {self._failures} times")
        self._note_game(info)
        try:
            running = self._greet(info.rules, info.open_world)
            self._asked += 1
            question = {"type": "move", "id": self._asked, "seed": int(rng.integers(2**31))} | knowledge(info)
            return self._read(running, running.ask(question, self.move_time), info.rules)
        except ProgramError as error:
            self._fail(error)
            raise

    def close(self) -> None:
        """Stop the program."""
        if self._program is not None:
            self._program.close()
        self._program = None

    def _greet(self, rules: Rules, open_world: bool) -> Program:
        """The running program, greeted with these rules."""
        if self._program is not None and self._greeted == (rules, open_world):
            return self._program
        self.close()
        self._program = running = Program(self._command)
        hello = {"type": "hello", "protocol": PROTOCOL, "rules": asdict(rules), "open_world": open_world}
        answer = running.ask(hello, START_SECONDS)
        if answer.get("type") != "ready" or answer.get("protocol") != PROTOCOL:
            raise running.error(f"answered the greeting of protocol {PROTOCOL} with {answer}")
        self._greeted = rules, open_world
        return running

    def _read(self, running: Program, answer: dict[str, Any], rules: Rules) -> int:
        if answer.get("id") != self._asked:
            raise running.error(f"answered the question {self._asked} with {answer}, which lacks its id")
        try:
            return parse_action(answer["action"], rules)
        except (ValueError, KeyError) as error:
            raise running.error(f"answered with {answer}: {error}") from None

    def _note_game(self, info: InformationSet) -> None:
        """Forget earlier failures after a game without one. A smaller number of plies shows that a new game began."""
        if info.record.plies < self._next_ply or self._failed:
            self._failures *= self._failed
            self._failed = False
        self._next_ply = int(info.record.plies) + 1

    def _fail(self, error: ProgramError) -> None:
        self.close()
        self._failed = True
        self._failures += 1
        rest = "" if self._failures < MOST_FAILURES else "; it is not restarted, and loses all its further games"
        _log.warning("%s%s", error, rest)


def knowledge(info: InformationSet) -> dict[str, Any]:
    """An information set as a program receives it; cards and actions are text, unknown cards None."""
    table = [*map(str, info.defence_cards), *[None] * (len(info.attack_cards) - len(info.defence_cards))]
    two = info.rules.num_players == 2
    others = {"other_hand": _texts(info.other_hand)} if two else {"hands": list(map(_texts, info.hands))}
    known = {
        "seat": info.seat,
        "attacker": info.attacker,
        "phase": PHASES[info.phase],
        "hand": _texts(info.hand),
        **others,
        "unseen": _texts(info.unseen),
        "table": [[str(attack), defence] for attack, defence in zip(info.attack_cards, table, strict=True)],
        "discard": _texts(info.discard),
        "hand_sizes": info.hand_sizes,
        "talon_size": info.talon_size,
        "talon": [None if card is None else str(card) for card in info.talon],
        "trump_suit": info.trump_suit,
        "trump_card": None if info.trump_card is None else str(info.trump_card),
        "plies": [[seat, format_action(action, info.rules)] for seat, action in info.plies],
        "legal": [format_action(action, info.rules) for action in info.legal_actions],
    }
    return known if info.rules.is_plain else known | _at_table(info)


def _at_table(info: InformationSet) -> dict[str, Any]:
    """What only games of more than two seats or with transfers have."""
    record = info.record
    return {
        "defender": info.defender,
        "place": int(record.place),
        "shown": list(info.shown),
        "idle": info.idle,
        "out": record.out_bout.tolist(),
    }


def _texts(cards: Iterable[Card]) -> list[str]:
    return list(map(str, cards))


def check_move_time(seconds: Any) -> float:
    """The limit, checked.

    Raises:
        ValueError: it is not a number of seconds within the range.
    """
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or not 0 < seconds <= MOST_SECONDS:
        raise ValueError(
            f"move_time must be a number of seconds above 0 and at most {MOST_SECONDS:,.0f} "
            f"(default {MOVE_SECONDS:g}), got {seconds!r}"
        )
    return float(seconds)
