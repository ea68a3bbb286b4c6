"""Table and hand lie inside the window, with nothing over anything else, on a phone held either way and on screens."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from playwright.sync_api import Page

from baselines.bang.table.plugin import PLUGIN as BANG
from baselines.durak.table.plugin import PLUGIN as DURAK
from baselines.oh_hell.table.plugin import PLUGIN as OH_HELL
from cardtable.view import TablePlugin
from tests.cardtable.browser.test_rooms import open_table, sit
from tests.support.browser import COMPILING, browsing, needs_browser, wait_for_turn
from tests.support.table_server import serving

pytestmark = [needs_browser, pytest.mark.slow]

SIZES = [(390, 844), (844, 390), (1366, 768), (1920, 1080)]
MAY = ".own .hand .playable, .middle .choosable, .own-actions .button.main, .bids .main"
TURNS = 6

PLACES = """() => [".felt", ".middle", ".own .hand", ".own-line"].map((one) => {
    const { top, right, bottom, left } = document.querySelector(one).getBoundingClientRect();
    return [one, top, right, bottom, left];
})"""
CARDS = """() => [...document.querySelectorAll(".own .hand .card, .middle .card, .own-actions .button, .bids .button")]
    .map((one) => { const { top, right, bottom, left } = one.getBoundingClientRect();
        return [one.className, top, right, bottom, left]; })"""

BEYOND = """() => {
    const felt = document.querySelector(".felt").getBoundingClientRect();
    return [...document.querySelectorAll(".felt .card, .felt .caption")]
        .map((one) => [one.textContent, one.getBoundingClientRect()])
        .filter(([, { top, bottom }]) => bottom > top && (top < felt.top - 1 || bottom > felt.bottom + 1));
}"""
"""The parts beyond the upper or the lower edge of the cloth."""
BEYOND_SIDES = """() => {
    const { left, right } = document.querySelector(".felt").getBoundingClientRect();
    return [...document.querySelectorAll(".felt :is(.name, .clock, .role)")]
        .filter((one) => { const box = one.getBoundingClientRect(); return box.left < left || box.right > right; })
        .map((one) => one.textContent);
}"""
OVERPRINTED = """() => {
    const groups = [
        ...[...document.querySelectorAll(".others .seat")].map((seat) => ["seat", seat, ".name, .role, .card, .chip"]),
        ["middle", document.querySelector(".middle"), ".card, .caption, .drop-note, tr"],
        ["own", document.querySelector(".own"), ".name, .role, .card, .button, .chip"]];
    const boxes = groups.flatMap(([kind, host, parts], group) => [...host.querySelectorAll(parts)]
        .filter((part) => !part.closest(".chosen-card"))
        .map((part) => [group, `${kind}: ${part.className.baseVal ?? part.className} ${part.textContent}`,
            part.getBoundingClientRect()])
        .filter(([, , box]) => box.width * box.height > 1));
    const cross = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2
        && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2;
    return boxes.flatMap(([group, what, box]) => boxes.filter(([other, , over]) => group < other && cross(box, over))
        .map(([, over]) => [what, over]));
}"""
"""Parts of a seat, of the middle or of the own seat that lie over parts of another of these.

What a chosen card does lies over the middle on purpose."""


OVER_ARROW = """() => [...document.querySelectorAll(".others .seat")]
    .every((seat) => getComputedStyle(seat).position === "relative")"""
"""The test that each seat lies above the arrow, which comes first on the cloth."""


def take_turn(page: Page) -> None:
    """Take the last possible action, once it is the person's turn."""
    page.wait_for_selector(f"{MAY}, .over")
    before = page.get_attribute("[data-ply]", "data-ply")
    page.locator(MAY).last.click(position={"x": 6, "y": 6})
    for choice in ("dialog[open] button", ".chosen-card button.main"):
        if page.locator(choice).count():
            page.locator(choice).first.click()
    page.wait_for_selector(f"[data-ply]:not([data-ply='{before}']), .over")


def outside(page: Page, width: int, height: int) -> list[object]:
    """Return the parts of the table that lie beyond the window."""
    places = [*page.evaluate(PLACES), *page.evaluate(CARDS)]
    return [one for one in places if one[1] < 0 or one[4] < -1 or one[2] > width + 1 or one[3] > height + 1]


@pytest.mark.parametrize(
    ("plugin", "opponent", "seats"),
    [
        *((DURAK, "greedy", seats) for seats in (2, 4, 6)),
        *((OH_HELL, "informed", seats) for seats in (2, 4, 7)),
        *((BANG, "rair", seats) for seats in (4, 7)),
    ],
    ids=lambda value: getattr(getattr(value, "view", None), "name", str(value)),
)
def test_hand_and_table_are_in_sight(plugin: TablePlugin, opponent: str, seats: int) -> None:
    with serving(plugin) as address, browsing(address) as page:
        begin(page, opponent, seats)
        for turn in range(TURNS):
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                page.evaluate("scrollTo(0, 0)")
                page.wait_for_selector(f"{MAY}, .over")
                assert outside(page, width, height) == [], (width, height, turn)
                assert page.evaluate(BEYOND) == [], (width, height, turn)
                assert page.evaluate(OVERPRINTED) == [], (width, height, turn)
                picture(page, f"{plugin.view.name}-{seats}-{width}x{height}-{turn}.png")
            if page.locator(".over").count():
                break
            take_turn(page)


@pytest.mark.parametrize(
    ("plugin", "opponent"),
    [(DURAK, "greedy"), (OH_HELL, "informed")],
    ids=lambda value: getattr(getattr(value, "view", None), "name", str(value)),
)
def test_long_names_and_clocks_of_friends_lie_over_nothing(plugin: TablePlugin, opponent: str) -> None:
    with serving(plugin) as address, browsing(address, place="#play/friends") as host:
        host.get_by_label("Players", exact=True).select_option("5")
        for seat in (2, 3, 4):
            host.get_by_label(f"Player {seat}", exact=True).select_option(opponent)
        host.locator("summary", has_text="friends who stay away").click()
        host.get_by_label("Clock", exact=True).select_option("game")
        host.get_by_label("Seconds", exact=True).fill("3600")
        link = open_table(host, "M" * 30)
        with browsing(f"{address.partition('?')[0]}?{link.partition('?')[2]}", place="") as friend:
            sit(friend, "W" * 30)
            for page in (host, friend):
                page.wait_for_selector(".felt .clock")
                for width, height in SIZES:
                    page.set_viewport_size({"width": width, "height": height})
                    page.evaluate("scrollTo(0, 0)")
                    page.wait_for_timeout(200)
                    picture(page, f"friends-{plugin.view.name}-{width}x{height}.png")
                    assert page.evaluate(BEYOND_SIDES) == [], (width, height)
                    assert page.evaluate(OVERPRINTED) == [], (width, height)


def test_rows_of_attacks_shrink_before_they_lie_over_hands() -> None:
    with serving(DURAK) as address, browsing(address) as page:
        begin(page, "greedy", 5)
        most = 0
        while wait_for_turn(page) and most < 6:
            attacks = page.locator(".pair").count()
            if attacks > max(3, most):
                most = attacks
                for width, height in SIZES:
                    page.set_viewport_size({"width": width, "height": height})
                    picture(page, f"attacks-{width}x{height}-{attacks}.png")
                    assert page.evaluate(BEYOND) == [], (width, height, attacks)
                    assert page.evaluate(OVERPRINTED) == [], (width, height, attacks)
                    assert page.evaluate(OVER_ARROW), (width, height, attacks)
            take_turn(page)
        assert most >= 5


FELT = """() => {
    const { top, height } = document.querySelector(".felt").getBoundingClientRect();
    return [top, height];
}"""
NO_LESSONS = ["durak.lesson.throw_in", "durak.lesson.transfer", "durak.lesson.show"]


@pytest.mark.parametrize(("plugin", "opponent"), [(DURAK, "greedy"), (BANG, "rair")], ids=["durak", "bang"])
@pytest.mark.parametrize("locale", ["en", "ru"])
def test_the_table_stays_where_it_is_whatever_is_said_above(plugin: TablePlugin, opponent: str, locale: str) -> None:
    with serving(plugin) as address, browsing(address, viewport={"width": 390, "height": 844}) as page:
        begin(page, opponent, 4)
        settings = json.dumps({"language": locale, "met": NO_LESSONS})
        page.evaluate("settings => localStorage.setItem('table-settings', settings)", settings)
        page.reload()
        places, said = [], set()
        for _ in range(3 * TURNS):
            page.wait_for_selector(f"{MAY}, .over", timeout=COMPILING)
            if page.locator(".over").count():
                break
            places.append(page.evaluate(FELT))
            said.add(page.inner_text(".says"))
            take_turn(page)
        assert len(said) > 3
        assert all(place == places[0] for place in places), places


def begin(page: Page, opponent: str, seats: int) -> None:
    """Begin a game against agents that play at once."""
    page.get_by_label("Players", exact=True).select_option(str(seats))
    for seat in range(2, seats + 1):
        page.get_by_label(f"Player {seat}", exact=True).select_option(opponent)
    page.get_by_label("Deal number", exact=True).fill("3")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector("[data-ply]", timeout=COMPILING)
    page.get_by_label("Speed").select_option("at once")


def picture(page: Page, name: str) -> None:
    """Keep a picture where the environment asks for it, to look at."""
    if folder := os.environ.get("TABLE_PICTURES"):
        page.screenshot(path=Path(folder) / name)
