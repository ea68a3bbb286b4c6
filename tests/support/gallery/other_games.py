"""Scenes of Oh Hell! and Bang!."""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter

from tests.support.gallery.scenes import LYING, PHONE, WIDE, Scene, begun, ends, reached, resumed
from tests.support.table_server import Page


def oh_hell(page: Page) -> Iterator[Scene]:
    """Yield bids, tricks, a long hand and the result."""
    game = "oh_hell"
    state = begun(page, ["human", *["informed"] * 3], rules={"hand_sizes": [13, 2]})
    for size in (WIDE, PHONE):
        yield Scene(f"bids, {size[0]}", game, resumed(page, page.ask("state")), [".bids .button", ".hand .card"], size)
    trick = reached(page, state, lambda state: len(state["view"]["hands"][0]) == 7)
    for size in (LYING, PHONE):
        yield Scene(f"trick, {size[0]}", game, resumed(page, trick), [".hand .card", ".middle .card"], size)
    over = reached(page, trick, ends)
    yield Scene("scores", game, resumed(page, over), [".result strong"], WIDE)


def bang(page: Page) -> Iterator[Scene]:
    """Yield a chosen card with its targets, cards to be discarded, a shot, and the result."""
    game = "bang"
    state = begun(page, ["human", *["rair"] * 4])
    aims = reached(page, state, lambda state: any(way.get("target") is not None for way in state["legal"]))
    choose = [("click", ".hand .playable")]
    for size in (WIDE, LYING, PHONE):
        shows = [".chosen-card .button", ".lately", ".seat .lives"]
        yield Scene(f"chosen card, {size[0]}", game, resumed(page, aims), shows, size, "", {}, choose)
    yield Scene("cards", game, resumed(page, aims), ["dialog .rule-list"], PHONE, steps=[("click", ".bar > .button")])
    shot = reached(page, aims, lambda state: state["yours"] and state["view"]["phase"] == "shot")
    yield Scene("shot", game, resumed(page, shot), [".own-actions .button", ".arrow"], PHONE)
    yield Scene("shoot-out", game, resumed(page, reached(page, shot, ends)), [".result strong"], WIDE)
    seven = begun(page, ["human", *["rair"] * 6])
    discard = reached(
        page, seven, lambda state: state["yours"] and state["view"]["phase"] == "discarding", itemgetter(0)
    )
    yield Scene("seven seats, discard", game, resumed(page, discard), [".own-actions .button"], PHONE)
