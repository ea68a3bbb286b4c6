"""A person as an agent: shows what the seat knows, and asks for an action in the game's notation."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from baselines.agents.protocol import Agent
from baselines.search.analysis import Analysis, Analyst
from durak_env.action_errors import action_text, illegal_action
from durak_env.information import InformationSet
from durak_env.notation import parse_action
from durak_env.render.pictures import render_text
from durak_env.rules import Rules

HINT, LEAVE = "?", ("q", "quit")
HELP = f"Write a card such as 7c or 10h, take or done; {HINT} for a hint, {LEAVE[0]} to leave."


class GameLeft(Exception):  # noqa: N818 - not an error
    """A person has left the game."""


class Person:
    """The person who answers the questions.

    Args:
        opponent: the name of the other seat.
        adviser: gives hints: its analysis, or its choice if it cannot explain it.
        ask: shows a prompt, and returns the line that the person writes.
        show: shows a text, or the `Analysis` of a hint.
    """

    def __init__(
        self, opponent: str, adviser: Agent, ask: Callable[[str], str], show: Callable[[str | Analysis], object]
    ) -> None:
        self._opponent, self._adviser, self._ask, self._show = opponent, adviser, ask, show
        self._told = 0

    def act(self, info: InformationSet, rng: np.random.Generator) -> int:
        """The id of the action that the person writes.

        Raises:
            GameLeft: the person leaves, or the input has ended.
        """
        self._tell(info.plies, info.seat, info.rules)
        self._show(render_text(info, players=self._names(info.seat)))
        while True:
            line = self._line()
            if line == HINT:
                self._hint(info, rng)
                continue
            try:
                action = parse_action(line, info.rules)
                if action in info.legal_actions:
                    return action
                raise illegal_action(info, action)
            except ValueError as error:
                self._show(str(error))

    def end(self, plies: Sequence[tuple[int, int]], seat: int, rules: Rules) -> None:
        """Show how a game ended: the plies since the last question. The next question belongs to a new game."""
        self._tell(plies, seat, rules)
        self._told = 0

    def _tell(self, plies: Sequence[tuple[int, int]], seat: int, rules: Rules) -> None:
        names = self._names(seat)
        words = (f"{names[mover]} {_word(action, rules)}" for mover, action in plies[self._told :])
        self._show("\n" + ", ".join(words))
        self._told = len(plies)

    def _names(self, seat: int) -> tuple[str, str]:
        return ("you", self._opponent) if seat == 0 else (self._opponent, "you")

    def _line(self) -> str:
        try:
            line = self._ask("your ply: ").strip()
        except EOFError:
            raise GameLeft from None
        if line.lower() in LEAVE:
            raise GameLeft
        return line

    def _hint(self, info: InformationSet, rng: np.random.Generator) -> None:
        given = info.copy()
        if isinstance(self._adviser, Analyst):
            self._show(self._adviser.analyse(given, rng))
        else:
            self._show(_word(self._adviser.act(given, rng), info.rules))


def _word(action: int, rules: Rules) -> str:
    return rules.deck[action].symbol if action < rules.take else action_text(action, rules)
