"""Scene: a state of the page, as messages of the server that lead to it and what is then clicked.

A scene is shown by the page itself, whose WebSocket tells what was recorded: see ``page/scene.js``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any

from tests.support.table_server import Page, at

Json = dict[str, Any]
Choice = Callable[[Sequence[Json]], Json]
"""A choice among legal actions."""
DESK, WIDE, PHONE, LYING = (1000, 680), (1366, 768), (390, 844), (844, 390)
"""Sizes of a scene's window, in pixels."""


@dataclass(frozen=True)
class Scene:
    """A state of the page.

    Attributes:
        name: that the gallery shows, and by which it is asked for.
        game: whose module the page loads.
        messages: of the server, the welcome first.
        shows: selectors of the components for which the scene is there.
        size: of the window.
        place: the address within the page.
        replies: by type of the page's messages, the server's answers.
        steps: what is done then: ``("click", selector)``, ``("tell", message)``, ``("close", code)``.
        settings: of the page.
    """

    name: str
    game: str
    messages: Sequence[Json]
    shows: Sequence[str]
    size: tuple[int, int] = DESK
    place: str = ""
    replies: Mapping[str, Sequence[Json]] = field(default_factory=dict)
    steps: Sequence[tuple[str, Any]] = ()
    settings: Json = field(default_factory=dict)


def resumed(page: Page, *messages: Json) -> list[Json]:
    """Return the welcome of a page that comes back to its table, and what follows it."""
    return [page.welcome | {"resumed": True}, *messages]


def begun(page: Page, seats: Sequence[str], seed: int = 3, **fields: Any) -> Json:
    """Begin a game, and return its state once no agent thinks."""
    return page.settled(page.ask("new", seats=list(seats), seed=seed, **fields))


def followed(page: Page, state: Json, is_meant: Callable[[Json], Any], choose: Choice = itemgetter(-1)) -> list[Json]:
    """Play chosen actions, by default the last, until a state is as it is meant; return all states on the way."""
    states = [state]
    while not is_meant(states[-1]):
        if states[-1]["thinking"] is not None:
            states.append(page.until("state"))
            continue
        assert not states[-1]["over"], "the game has ended before"
        action = choose(states[-1]["legal"])["action"]
        states.append(page.ask("act", action=action, **at(states[-1])))
    return states


def reached(page: Page, state: Json, is_meant: Callable[[Json], Any], choose: Choice = itemgetter(-1)) -> Json:
    """Play until a state in which no agent thinks is as it is meant; return it with its whole log."""
    followed(page, state, lambda one: one["thinking"] is None and is_meant(one), choose)
    return page.ask("state")


def reviewed(page: Page, agent: str) -> Json:
    """Let an agent evaluate the game shown; return all that the server says of it as one message."""
    asked, entries = page.send("review", agent=agent), list[Json]()
    while True:
        told = page.until("review", asked)
        entries += told["entries"]
        if told["done"]:
            return told | {"entries": entries}


def ends(state: Json) -> bool:
    """Return whether a game is over."""
    return bool(state["over"])
