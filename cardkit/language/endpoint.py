"""A chat endpoint of the usual form: ``POST url/chat/completions``, as OpenAI's service and most local servers have."""

from __future__ import annotations

import logging
import os
import time
from typing import Any

from cardkit.storage.origin import DISTRIBUTION
from cardkit.wording import printable, shortened

PAUSE = 0.5  # seconds before the first retry; each further one waits twice as long
PASSING = {408, 409, 429, 500, 502, 503, 504}
"""The statuses of a server that may answer the same request later."""

_log = logging.getLogger(__name__)

Messages = list[dict[str, str]]
"""A conversation: the role and the content of each message."""


class ChatError(ValueError):
    """An endpoint that gives no answer."""


class ChatEndpoint:
    """An endpoint that completes conversations.

    Args:
        url: of the endpoint, without ``/chat/completions``.
        model: the name of the model.
        key: the environment variable that holds the API key; if there is none, no key is sent.
        temperature: of sampling; None leaves it to the server.

    Raises:
        ValueError: the URL is not that of a server, or holds a password.
        ImportError: httpx is missing.
    """

    def __init__(self, url: str, model: str, key: str, temperature: float | None) -> None:
        self._httpx = _httpx()
        address = self._httpx.URL(url)
        if address.scheme not in ("http", "https") or not address.host:
            raise ValueError(f"url must be the address of a server, such as http://localhost:8000/v1, got {url!r}")
        if address.userinfo:
            raise ValueError(f"url must hold no password: put a key into the environment variable {key}")
        self._url, self._model, self._key, self._temperature = url.rstrip("/"), model, key, temperature
        self._client = self._httpx.Client()
        self._has_answered = False

    def complete(self, messages: Messages, seed: int, deadline: float) -> str:
        """Return the next message of a conversation; retry what may pass until ``deadline``, a `time.monotonic`.

        Raises:
            ChatError: the endpoint refuses, or gives no answer in time.
        """
        body: dict[str, Any] = {"model": self._model, "messages": messages, "seed": seed}
        if self._temperature is not None:
            body["temperature"] = self._temperature
        pause, trouble = PAUSE, "no answer in time"
        while (left := deadline - time.monotonic()) > 0:
            try:
                answer = self._client.post(f"{self._url}/chat/completions", json=body, headers=self._auth, timeout=left)
            except self._httpx.TransportError as error:
                trouble, wanted = str(error) or type(error).__name__, None
                if isinstance(error, self._httpx.ConnectError) and not self._has_answered:
                    break  # nobody is there
            else:
                self._has_answered = True
                if answer.status_code not in PASSING:
                    return self._content(answer)
                trouble, wanted = _told(answer), answer.headers.get("retry-after", "")
            wait = float(wanted) if wanted and wanted.isdecimal() else pause
            if time.monotonic() + wait > deadline:
                break
            _log.warning("%s: %s; asked again in %g s", self._url, trouble, wait)
            time.sleep(wait)
            pause *= 2
        raise ChatError(f"{self._url} gave no answer: {trouble}; --move-time limits a choice")

    @property
    def _auth(self) -> dict[str, str]:
        secret = os.environ.get(self._key)
        return {"Authorization": f"Bearer {secret}"} if secret else {}

    def _content(self, answer: Any) -> str:
        if answer.status_code != 200:
            key = f"; the key is that of the environment variable {self._key}" * (answer.status_code in (401, 403))
            raise ChatError(f"{self._url} refuses: {_told(answer)}{key}")
        try:
            return str(answer.json()["choices"][0]["message"]["content"] or "")
        except (ValueError, LookupError, TypeError):
            raise ChatError(f"{self._url} gave no completion of a chat: {_told(answer)}") from None


def _told(answer: Any) -> str:
    return printable(shortened(f"{answer.status_code} {' '.join(answer.text.split())}"))


def _httpx() -> Any:
    try:
        import httpx
    except ImportError as error:
        raise ImportError(f"chat endpoints need the extra 'chat' of {DISTRIBUTION}: {error}") from None
    return httpx
