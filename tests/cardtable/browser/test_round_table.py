"""The seats stand round the table in their order of play, and stay where they are while the game goes on."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page

from baselines.bang.table.plugin import PLUGIN as BANG
from baselines.durak.table.plugin import PLUGIN as DURAK
from cardtable.view import TablePlugin
from tests.support.browser import COMPILING, browsing, needs_browser
from tests.support.table_server import serving

pytestmark = [needs_browser, pytest.mark.slow]

WIDE = [(844, 390), (1366, 768), (1920, 1080)]
NAMES = """() => [...document.querySelectorAll(".others .name, .own-line .name")].map((name) => {
    const { left, right } = name.closest(".seat, .own").getBoundingClientRect();
    return [(left + right) / 2, name.getBoundingClientRect().top];
})"""
"""The places of the seats: the middle of each across, and the top of its name."""
ARROW = """() => {
    const path = document.querySelector(".arrow path");
    if (!path) return null;
    const felt = document.querySelector(".felt").getBoundingClientRect();
    const seatAt = (length) => {
        const { x, y } = path.getPointAtLength(length);
        const far = ([, cards]) => {
            const { left, right, top, bottom } = cards.getBoundingClientRect();
            const [px, py] = [x + felt.left, y + felt.top];
            return Math.hypot(Math.max(left - px, px - right, 0), Math.max(top - py, py - bottom, 0));
        };
        const seats = [...document.querySelectorAll(".others .fan, .own")]
            .map((cards) => [cards.closest(".seat, .own").innerText, cards]);
        return seats.sort((one, other) => far(one) - far(other))[0][0];
    };
    return [seatAt(0), seatAt(path.getTotalLength())];
}"""
"""The words at the seats whose cards are nearest to the ends of the arrow."""


@contextmanager
def watched(plugin: TablePlugin, agent: str, seats: int) -> Iterator[Page]:
    """Show a game of agents that has ended, as the first seat knows it."""
    with serving(plugin) as address, browsing(address, place="#watch") as page:
        page.get_by_label("Players", exact=True).select_option(str(seats))
        for seat in range(1, seats + 1):
            page.get_by_label(f"Player {seat}", exact=True).select_option(agent)
        page.get_by_label("Deal number", exact=True).fill("2")
        page.get_by_role("button", name="Watch", exact=True).click()
        page.wait_for_selector("[data-ply]", timeout=COMPILING)
        page.get_by_label("Speed").select_option("at once")
        page.get_by_label("Cards shown").select_option("0")
        page.wait_for_selector(".over", timeout=COMPILING)
        yield page


def plies(page: Page) -> Iterator[int]:
    """Show each ply of the game, from its beginning, and yield its number."""
    page.locator(".board").focus()
    page.keyboard.press("Home")
    page.wait_for_selector("[data-ply='0']")
    yield 0
    for ply in range(1, int(str(page.get_by_label("Move shown").get_attribute("max"))) + 1):
        page.keyboard.press("ArrowRight")
        page.wait_for_selector(f"[data-ply='{ply}']")
        yield ply


@pytest.mark.parametrize(
    ("plugin", "agent", "seats"),
    [(DURAK, "greedy", 3), (DURAK, "greedy", 6), (BANG, "rair", 7)],
    ids=lambda value: getattr(getattr(value, "view", None), "name", str(value)),
)
def test_the_seats_stand_clockwise_from_the_own_one_below(plugin: TablePlugin, agent: str, seats: int) -> None:
    with watched(plugin, agent, seats) as page:
        for width, height in WIDE:
            page.set_viewport_size({"width": width, "height": height})
            felt = page.locator(".felt").bounding_box()
            assert felt is not None
            middle = (felt["x"] + felt["width"] / 2, felt["y"] + felt["height"] / 2)
            turns = [
                math.atan2(middle[0] - x, y - middle[1]) % math.tau for x, y in page.evaluate(NAMES)[:-1]
            ]  # from straight down, clockwise
            assert turns == sorted(turns), (width, height)
            assert turns[0] < math.pi < turns[-1], (width, height)
            assert max(turns) - min(turns) > 0.35 * math.tau, (width, height)


def test_nothing_moves_when_seats_go_out() -> None:
    with watched(DURAK, "greedy", 6) as page:
        for width, height in [(390, 844), *WIDE]:
            page.set_viewport_size({"width": width, "height": height})
            places, gone = {}, 0
            for ply in plies(page):
                gone = max(gone, page.locator(".role.out").count())
                if page.locator(".hand-row").count() < 2:  # a hand of two rows has smaller cards
                    places[ply] = page.evaluate(NAMES)
            del places[max(places)]  # the end, where the result stands below the table
            for ply, now in places.items():
                pairs = zip(places[0], now, strict=True)
                assert [(one, other) for one, other in pairs if math.dist(one, other) > 2] == [], (width, ply)
            assert gone > 2


def test_the_arrow_leads_from_the_attacker_to_the_defender() -> None:
    with watched(DURAK, "greedy", 5) as page:
        for width, height in [(390, 844), (1366, 768)]:
            page.set_viewport_size({"width": width, "height": height})
            pointed = 0
            for ply in plies(page):
                ends = page.evaluate(ARROW)
                if ends is not None:
                    assert "attacker" in ends[0], (width, ply)
                    assert "defender" in ends[1] or "take" in ends[1], (width, ply)
                    pointed += 1
            assert pointed > 20
