"""The page under strain: long names, large texts, a server that hangs, many games, another layout of keys."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from cardtable.web import connection
from tests.cardtable.browser.test_play import OFFERED
from tests.cardtable.browser.test_starts import fits
from tests.cardtable.browser.test_study import RECORD, open_record
from tests.support.browser import COMPILING, a_ply, begin, browsing, needs_browser, says, to_the_form, wait_for_turn
from tests.support.herding_table import HERDING
from tests.support.table_program import running
from tests.support.table_server import serving

pytestmark = [needs_browser, pytest.mark.slow]

ACTIONS = ".plain-actions button"


@pytest.fixture
def plain() -> Iterator[Page]:
    """Open a page of Herding."""
    with serving(HERDING) as address, browsing(address) as page:
        yield page


@pytest.mark.parametrize("width", [390, 1280])
def test_a_long_name_widens_nothing(address: str, width: int) -> None:
    with browsing(address, viewport={"width": width, "height": 800}) as page:
        open_record(page, RECORD.replace("player_0 smart", f"player_0 {'x' * 10_000}") + "\n" + RECORD)
        assert fits(page)
        assert (
            page.evaluate("Math.max(...[...document.querySelectorAll('.panel *')].map((one) => one.scrollWidth))")
            < 2000
        )
        page.get_by_role("link", name="Play", exact=True).click()
        to_the_form(page)
        page.get_by_label("Player 2", exact=True).select_option("another agent …")
        page.get_by_label("Spec of the agent: Player 2").fill("x" * 5000)
        page.get_by_role("button", name="Play", exact=True).click()
        expect(page.get_by_role("alert").filter(has_text="unknown agent")).to_be_visible(timeout=COMPILING)
        assert fits(page)


def test_a_text_that_is_too_large_is_not_sent_and_says_so(plain: Page, tmp_path: Path) -> None:
    plain.get_by_role("link", name="Replay").click()
    file = tmp_path / "games.txt"
    file.write_text("\n" * (connection.MOST_BYTES - 1))  # twice as long in JSON
    plain.locator("#file").set_input_files(file)
    expect(plain.get_by_role("alert").filter(has_text="This text is too large")).to_be_visible()
    larger = tmp_path / "more.txt"
    larger.write_text("x" * 5_000_000)
    plain.locator("#file").set_input_files(larger)
    expect(plain.get_by_role("alert").filter(has_text="more.txt is too large: at most 1,000,000 bytes")).to_be_visible()
    expect(plain.locator(".offline")).to_have_count(0)


def test_a_game_without_texts_has_its_own_name(plain: Page) -> None:
    assert plain.title().endswith("herding")
    expect(plain.locator(".brand")).to_have_text("herding")


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="stops a process as POSIX systems do")
def test_a_server_that_hangs_is_waited_for() -> None:
    with running() as (program, address, _), browsing(address) as page:
        os.kill(program.pid, signal.SIGSTOP)
        try:
            expect(page.get_by_text("Waiting for the server")).to_be_visible(timeout=8000)
        finally:
            os.kill(program.pid, signal.SIGCONT)
        expect(page.locator(".offline")).to_have_count(0)


def count(page: Page) -> tuple[int, int]:
    """Count the nodes and the listeners that the browser keeps, those that the page has let go included."""
    session = page.context.new_cdp_session(page)
    session.send("HeapProfiler.collectGarbage")
    session.send("Performance.enable")
    found = {one["name"]: int(one["value"]) for one in session.send("Performance.getMetrics")["metrics"]}
    session.detach()
    return found["Nodes"], found["JSEventListeners"]


PLAY = """async (games) => {
    const find = (selector) => document.querySelector(selector);
    const again = () => [...document.querySelectorAll(".button")].find((one) => one.textContent === "Next game");
    while (games > 0) {
        if (find(".over")) {
            again().click();
            games -= 1;
            while (find(".over")) await new Promise((resolve) => setTimeout(resolve, 5));
        }
        find(".plain-actions button")?.click();
        await new Promise((resolve) => setTimeout(resolve, 25));
    }
}"""
"""Plays games in a row inside the page: Playwright's handles of elements would keep them."""


def test_fifty_games_leave_nothing_behind(plain: Page) -> None:
    plain.get_by_role("button", name="Play", exact=True).click()
    plain.wait_for_selector("[data-ply]", timeout=COMPILING)
    plain.get_by_label("Speed").select_option("at once")
    plain.evaluate(PLAY, 5)
    nodes, listeners = count(plain)
    plain.evaluate(PLAY, 45)
    more_nodes, more_listeners = count(plain)
    assert more_nodes < nodes + 300
    assert more_listeners < listeners + 50


def press_russian(page: Page, key: str) -> None:
    """Press a key of a Russian layout, whose letter is another one."""
    letters = {"d": "в", "t": "е", "u": "г", "h": "р", "a": "ф"}
    page.evaluate(
        "([key, code]) => document.activeElement.dispatchEvent("
        "new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true }))",
        [letters[key], f"Key{key.upper()}"],
    )


def test_keys_work_under_a_russian_layout(page: Page) -> None:
    begin(page, "greedy", seed="1")
    done = set()
    while wait_for_turn(page) and done != {"d", "t"}:
        with a_ply(page):
            key = "t" if "take" in says(page) else "d"
            cards = page.locator(".hand .card.playable")
            if page.locator(OFFERED).count() and (key not in done or not cards.count()):
                press_russian(page, key)
                done.add(key)
            else:
                cards.first.click()
    assert done == {"d", "t"}
    wait_for_turn(page)
    with a_ply(page):
        press_russian(page, "u")
    press_russian(page, "a")
    expect(page.get_by_label("Show all cards")).to_be_checked()
    press_russian(page, "h")
    expect(page.get_by_role("button", name="Stop").first).to_be_visible()


@pytest.mark.parametrize(("width", "cards"), [(390, 36), (900, 36), (1366, 36), (1366, 20)])
def test_a_hand_of_most_of_the_deck_stays_on_the_table(address: str, width: int, cards: int) -> None:
    """A hand of 36 cards, which no game of the tests takes, is made by dealing more cards of its kind."""
    with browsing(address, viewport={"width": width, "height": 800}) as page:
        open_record(page)
        over = page.locator(".others .fan").evaluate(
            """(fan, cards) => {
                while (fan.children.length < cards) fan.append(fan.lastElementChild.cloneNode(true));
                return fan.lastElementChild.getBoundingClientRect().right
                    - fan.closest(".felt").getBoundingClientRect().right;
            }""",
            cards,
        )
        assert over < 0
        assert fits(page)
