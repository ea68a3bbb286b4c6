"""A person as an agent: shows what the seat knows, and asks for an action in the game's notation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from baselines.agents.protocol import Agent
from baselines.search.analysis import Analysis, Analyst
from durak_env.action_errors import action_text, illegal_action
from durak_env.information import InformationSet
from durak_env.notation import parse_action
from durak_env.render.pictures import render_text, word_text
from durak_env.rules import Rules

HINT, LEAVE = "?", ("q", "quit")


class GameLeft(Exception):  # noqa: N818 - not an error
    """A person has left the game."""


class Person:
    """The person who answers the questions.

    Args:
        opponents: the names of the others, clockwise.
        adviser: gives hints: its analysis, or its choice if it cannot explain it.
        ask: shows a prompt, and returns the line that the person writes.
        show: shows a text, or the `Analysis` of a hint.
    """

    def __init__(
        self,
        opponents: Sequence[str],
        adviser: Agent,
        ask: Callable[[str], str],
        show: Callable[[str | Analysis], object],
    ) -> None:
        self._players = ("you", *_told_apart(opponents))
        self._adviser, self._ask, self._show = adviser, ask, show

    def act(self, info: InformationSet, rng: np.random.Generator) -> int:
        """The id of the action that the person writes.

        Raises:
            GameLeft: the person leaves, or the input has ended.
        """
        self._show("\n" + render_text(info, players=self.names(info.seat)))
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

    def names(self, seat: int) -> tuple[str, ...]:
        """The names of the players from seat 0 on, with the person at ``seat``."""
        return self._players[-seat:] + self._players[:-seat] if seat else self._players

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


def help_text(rules: Rules) -> str:
    """What a person may write."""
    forms = "a card such as 7c or 10h, take or done"
    if rules.transfer:
        forms += "; >h to pass the attack on with a heart" + ", show by showing a trump" * rules.passport
    return f"Write {forms}; {HINT} for a hint, {LEAVE[0]} to leave."


def _told_apart(names: Sequence[str]) -> Iterator[str]:
    """The names, numbered where several are the same."""
    for place, name in enumerate(names):
        yield name if names.count(name) == 1 else f"{name} {names[: place + 1].count(name)}"


def _word(action: int, rules: Rules) -> str:
    return word_text(rules.deck[action] if action < rules.take else action_text(action, rules))
