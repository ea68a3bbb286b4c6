"""A program that takes a seat at a table: it follows a link and plays a random legal action at each of its turns.

    durak table                          # on the page: a seat for a friend, then copy the table's link
    python examples/table_client.py "http://127.0.0.1:8765/?seat=..."

Put a choice of your own in place of `choose`. It gets the state that docs/kit/table_protocol.md describes: what this
seat knows (`view`), what it may do (`legal`), and what has happened since (`log`). If the connection is lost, run it
again with the link that it has printed: that one leads back to the seat.
"""

from __future__ import annotations

import json
import random
import sys
from typing import Any
from urllib.parse import parse_qs, urlsplit

from websockets.sync.client import connect


def choose(state: dict[str, Any]) -> int:
    """Choose the id of the action to play."""
    return random.choice(state["legal"])["action"]


def play(link: str, name: str = "a program") -> list[float] | None:
    """Play a game to its end and return the payments of the seats, or None if the game ended by forfeit."""
    address = urlsplit(link)
    (token,) = parse_qs(address.query)["seat"]
    scheme = "wss" if address.scheme == "https" else "ws"  # a proxy encrypts
    is_asking = False
    with connect(f"{scheme}://{address.netloc}/socket?seat={token}") as socket:
        for text in socket:
            message = json.loads(text)
            if message["type"] == "error":
                print("refused:", message["text"])
            elif message["type"] == "seated":
                print(f"back to this seat: {address.scheme}://{address.netloc}{message['link']}", file=sys.stderr)
            elif message["type"] == "room" and message["you"] is None and not is_asking:
                is_asking = True
                free = next(place["seat"] for place in message["places"] if place["free"])
                socket.send(json.dumps({"type": "sit", "seat": free, "name": name}))
            elif message["type"] == "room" and message["ended"] and message["forfeit"] is not None:
                return None
            elif message["type"] == "state" and message["over"]:
                return message["returns"]
            elif message["type"] == "state" and message["yours"]:
                act = {"type": "act", "action": choose(message), "ply": message["plies"]}
                socket.send(json.dumps(act | {"revision": message["revision"]}))
    return None


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    print("returns by seat:", play(sys.argv[1]))
