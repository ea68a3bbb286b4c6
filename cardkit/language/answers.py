"""Readers of a language model's free answers."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from cardkit.known import Known
from cardkit.language.card_names import ORDINARY, CardNames
from cardkit.wording import quoted

LONGEST_PLY = 4  # words
LONGEST_LINE = 300  # characters that are read of a line
_FORM = re.compile(r"\bply\b[\s*_`]*[:=](.*)", re.IGNORECASE)
_MARKUP = re.compile(r"[*`\"'$\[\]{}\\“”‘’]")
_REMARK = re.compile(r"[(;–—]|\s-\s|\.\s")
"""The beginning of a remark after the ply."""


class AnswerError(ValueError):
    """An answer that names no legal ply, with the reason in words for who gave it.

    Attributes:
        action: the id of the illegal action that it names; None if it names none, or several.
    """

    def __init__(self, reason: str, action: int | None = None) -> None:
        super().__init__(reason)
        self.action = action


class AnswerReader:
    """A reader of answers, which counts them.

    Args:
        names: of ranks and suits in the prompts that were answered.

    Attributes:
        answers: all answers so far.
        illegal: those that name an illegal action.
        unreadable: those that name no action, or several.
    """

    def __init__(self, names: CardNames = ORDINARY) -> None:
        self._names = names
        self.answers = self.illegal = self.unreadable = 0

    def __call__(self, answer: str, info: Known) -> int:
        """Return the id of the legal action that an answer names.

        It stands in the last line ``ply: ...``, or else in the last line; case, markdown and symbols of suits are free.

        Raises:
            AnswerError: the answer names no legal action, or several actions.
        """
        self.answers += 1
        try:
            return self._read(answer, info)
        except AnswerError as error:
            self.illegal += error.action is not None
            self.unreadable += error.action is None
            raise

    def _read(self, answer: str, info: Known) -> int:
        said = _said(answer)
        actions = list(dict.fromkeys(_named(said, info, self._names)))
        if len(actions) > 1:
            raise AnswerError(f"{quoted(said)} names several plies: name one.")
        if not actions:
            raise AnswerError(f"{quoted(said)} names no ply. End your answer with a line such as 'ply: ...'.")
        if actions[0] not in info.legal_actions:
            reason = self._names.shown(_reason(info, actions[0]))
            raise AnswerError(f"{quoted(said)} is not legal: {reason}.", actions[0])
        return actions[0]


def _said(answer: str) -> str:
    """Return the part of an answer that should name the ply, without markup and remarks."""
    answer = answer.rpartition("</think>")[2]
    found = _FORM.findall(answer) or answer.rstrip().splitlines() or [""]
    said = _MARKUP.sub("", found[-1][:LONGEST_LINE])
    return _REMARK.split(said.strip())[0].strip(" .,!:_")


def _named(said: str, info: Known, names: CardNames) -> Iterator[int]:
    """Yield the ids of the actions that a text names, legal or not."""
    words = said.replace(",", " ").replace("/", " ").split()
    if len(words) > 1:
        words = [word for word in words if word != "as"]  # English in a sentence, the ace of spades alone
    while words:
        for count in range(min(LONGEST_PLY, len(words)), 0, -1):
            try:
                yield info.action_named(names.ordinary(" ".join(words[:count]).strip("._!")))
            except ValueError:
                continue
            break
        else:
            count = 1
        del words[:count]


def _reason(info: Known, action: int) -> str:
    """Say which rule an illegal action breaks; the game says no more than the seat knows."""
    world = info.determinize(np.random.default_rng(0))
    try:
        world.game.read_action(world.record, action)
    except ValueError as error:
        return str(error).partition("; legal")[0].rpartition("): ")[2]
    return "it is not among the legal plies"
