"""A language model behind a chat endpoint as an agent, ``chat:url=http://localhost:8000/v1,model=...``.

Each choice is a conversation of its own: the prompt, the model's answer, and after an answer that names no legal ply
the reason, for a few tries. After the last one the model has chosen the illegal action that it named, or failed.
"""

from __future__ import annotations

import logging
import time
from typing import Any

import numpy as np

from cardkit.known import Known
from cardkit.language.answers import AnswerError, AnswerReader
from cardkit.language.card_names import ORDINARY, CardNames
from cardkit.language.endpoint import ChatEndpoint, ChatError
from cardkit.language.prompt import prompt
from cardkit.programs.time_limit import check_move_time
from cardkit.specs.marks import runs_foreign_code

MOVE_SECONDS = 60.0  # for a choice, retries and further tries included
MOST_FAILURES = 3  # choices in a row that named no action; then the endpoint is asked no more

_log = logging.getLogger(__name__)


class ChatAgent:
    """A language model that is asked by a prompt for each choice.

    Args:
        endpoint: the arguments of its `cardkit.language.endpoint.ChatEndpoint`.
        tries: answers to a prompt at most.
        legal: whether prompts list the legal plies.
        names: of ranks and suits in prompts and answers.
        move_time: seconds that it has for a choice.

    Attributes:
        move_time: the same; may be changed.
        reader: reads the answers, and counts them.
    """

    def __init__(
        self,
        endpoint: tuple[str, str, str, float | None],
        tries: int = 3,
        legal: bool = True,
        names: CardNames = ORDINARY,
        move_time: float = MOVE_SECONDS,
    ) -> None:
        if tries < 1:
            raise ValueError(f"tries must be at least 1, got {tries}")
        self._made_of = endpoint, tries, legal, names
        self._endpoint, self._tries, self._legal, self._names = ChatEndpoint(*endpoint), tries, legal, names
        self.move_time = check_move_time(move_time)
        self.reader = AnswerReader(names)
        self._failures = 0

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (*self._made_of, self.move_time)

    def act(self, info: Known, rng: np.random.Generator) -> int:
        """Ask the model, and return the id of its action; an illegal one if no try named a legal one.

        Raises:
            ChatError: the endpoint gives no answer, or no try named an action.
        """
        if self._failures >= MOST_FAILURES:
            raise ChatError(f"the endpoint is asked no more: it failed {self._failures} times in a row")
        self._failures += 1
        action = self._choice(info, rng)
        self._failures = 0
        return action

    def _choice(self, info: Known, rng: np.random.Generator) -> int:
        deadline = time.monotonic() + self.move_time
        seed = int(rng.integers(2**31))
        messages = [{"role": "user", "content": prompt(info, self._legal, self._names)}]
        refused = AnswerError("no try")
        for _ in range(self._tries):
            answer = self._endpoint.complete(messages, seed, deadline)
            try:
                return self.reader(answer, info)
            except AnswerError as error:
                refused = error
                self._tell(error)
            messages += [{"role": "assistant", "content": answer}, {"role": "user", "content": str(refused)}]
        if refused.action is None:
            raise ChatError(f"no answer of {self._tries} names a ply; the last one: {refused}")
        return refused.action

    def _tell(self, error: AnswerError) -> None:
        """Log the first refused answer, the second, the fourth and so on, with their number."""
        read = self.reader
        refused = read.illegal + read.unreadable
        if refused & (refused - 1) == 0:
            told = "%d of %d answers refused, %d illegal and %d unreadable; the last one: %s"
            _log.warning(told, refused, read.answers, read.illegal, read.unreadable, error)


@runs_foreign_code
def chat(
    url: str,
    model: str,
    key: str = "OPENAI_API_KEY",
    tries: int = 3,
    legal: bool = True,
    names: int | None = None,
    temperature: float | None = None,
) -> ChatAgent:
    """Ask a language model behind a chat endpoint; see docs/kit/text.md.

    Args:
        url: the endpoint, such as `http://localhost:8000/v1`
        model: the model's name there
        key: the environment variable with the API key; a spec holds no key
        tries: answers to a prompt at most, 1 or more; then the last illegal one counts
        legal: whether prompts list the legal plies
        names: the seed of other names for ranks and suits; None: the ordinary ones
        temperature: of sampling; None leaves it to the server
    """
    drawn = ORDINARY if names is None else CardNames.drawn(names)
    return ChatAgent((url, model, key, temperature), tries, legal, drawn)
