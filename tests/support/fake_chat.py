"""A server of the usual chat form with a fake model, which plays what a function says of the prompt."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

Model = Callable[[dict[str, Any]], str | int]
"""Answers a request by a text, or by a status that fails it."""


def first_listed(request: dict[str, Any]) -> str:
    """Play the first ply of the list in the last prompt, with the talk of a model around it."""
    prompt = next(one["content"] for one in reversed(request["messages"]) if "may play" in one["content"])
    ply = prompt.rpartition("may play")[2].split()[0]
    return f"Let me think: I could keep my trumps.\n\n**Ply:** `{ply}`"


class FakeChat:
    """A running server.

    Attributes:
        url: its address.
        requests: the requests so far.
        keys: the headers ``Authorization`` that came with them.
    """

    def __init__(self, model: Model) -> None:
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str | None] = []
        self._model = model
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.url = f"http://127.0.0.1:{self.server.server_port}/v1"

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        fake = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                request = json.loads(self.rfile.read(int(self.headers["content-length"])))
                fake.requests.append(request)
                fake.keys.append(self.headers["authorization"])
                said = fake._model(request)
                message = {"role": "assistant", "content": said}
                choice = {"index": 0, "message": message, "finish_reason": "stop"}
                usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
                named = {"id": "fake", "object": "chat.completion", "created": 0, "model": request["model"]}
                body = json.dumps(named | {"choices": [choice], "usage": usage}).encode()
                self.send_response(200 if isinstance(said, str) else said)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *args: Any) -> None:
                pass

        return Handler


@contextmanager
def fake_chat(model: Model = first_listed) -> Iterator[FakeChat]:
    """Run a server in the block."""
    fake = FakeChat(model)
    thread = Thread(target=fake.server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield fake
    finally:
        fake.server.shutdown()
        fake.server.server_close()
        thread.join()
