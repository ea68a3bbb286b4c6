"""Debian's Chromium, driven by Playwright, for tests of the table's page."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")  # the shell takes 0.6 of the time
PATIENCE, COMPILING = 60_000, 240_000  # milliseconds; both far above what a slow machine takes

MAY_PLAY = ".own .hand .playable, .own-actions button.main"
"""The actions that a person may take at Durak's table."""

needs_browser = pytest.mark.skipif(
    CHROMIUM is None, reason="no chromium on this machine: apt-get install chromium-headless-shell"
)


@dataclass
class _Shared:
    """The browser that tests share while one is kept; `closing` closes it."""

    closing: ExitStack | None = None
    browser: Browser | None = None


_shared = _Shared()


@contextmanager
def chromium() -> Iterator[Browser]:
    """Yield a browser: the shared one while one is kept. What was opened in it is closed in the end."""
    if _shared.closing is None:
        with _started() as browser:
            yield browser
        return
    if _shared.browser is None:
        _shared.browser = _shared.closing.enter_context(_started())
    browser, others = _shared.browser, _shared.browser.contexts
    try:
        yield browser
    finally:
        for context in browser.contexts:
            if context not in others:
                context.close()


@contextmanager
def _started() -> Iterator[Browser]:
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    sync_api.expect.set_options(timeout=PATIENCE)
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def keeping_chromium() -> Iterator[None]:
    """Share one browser among its users meanwhile: to start it takes longer than most tests with it."""
    with ExitStack() as _shared.closing:
        try:
            yield
        finally:
            _shared.closing.close()
            _shared.closing = _shared.browser = None


@contextmanager
def browsing(
    address: str, refused_connections: bool = False, place: str = "#play/new", **settings: Any
) -> Iterator[Page]:
    """Open a page of a table, which must not fail; ``address`` is that of the table's WebSocket.

    Args:
        address: as `tests.support.table_server.serving` yields it.
        refused_connections: whether the browser may say that a connection has failed.
        place: of the page to open; by default the form of a new game.
        settings: of Playwright's browser context, such as the viewport or the locale.
    """
    faults: list[str] = []
    with chromium() as browser:
        own: dict[str, Any] = {"locale": "en-US", "reduced_motion": "reduce"} | settings
        page = browser.new_context(**own).new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
        page.goto(page_address(address) + place)
        page.wait_for_selector("body[data-ready]", timeout=COMPILING)
        yield page
    told = ("WebSocket connection", "Failed to load resource: net::ERR") if refused_connections else ()
    unexpected = [fault for fault in faults if not any(one in fault for one in told)]
    assert unexpected == [], unexpected


def page_address(address: str) -> str:
    """Return the address of the page whose WebSocket this is."""
    return address.replace("ws:", "http:").replace("/socket", "/")


def begin(page: Page, opponent: str, seed: str) -> None:
    """Begin a game of two against an agent: of the list, or of any other spec."""
    to_the_form(page)
    seat = page.get_by_label("Player 2", exact=True)
    if opponent in seat.locator("option").evaluate_all("options => options.map((option) => option.value)"):
        seat.select_option(opponent)
    else:
        seat.select_option("another agent …")
        page.get_by_label("Spec of the agent: Player 2").fill(opponent)
    page.get_by_label("Deal number", exact=True).fill(seed)
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector("[data-ply]", timeout=COMPILING)
    page.get_by_label("Speed").select_option("at once")


def to_the_form(page: Page) -> None:
    """Go from the first screen, if it is shown, to the form of a new game."""
    more = page.get_by_role("link", name="More choices …")
    # The page may still be changing its screen, and the one it leaves may ask for a deal number as the form does.
    more.or_(page.get_by_label("Player 2", exact=True)).first.wait_for()
    if more.count():
        more.click()


def ply(page: Page) -> int:
    """Return the ply that is shown."""
    return int(str(page.get_attribute("[data-ply]", "data-ply")))


@contextmanager
def a_ply(page: Page) -> Iterator[None]:
    """Wait for another ply after the actions inside."""
    before = ply(page)
    yield
    page.wait_for_selector(f"[data-ply]:not([data-ply='{before}'])")


def play_last(page: Page) -> None:
    """Take the last possible action at Durak's table: cards come after buttons, so a seat that can beat does not take.

    It waits for the ply: until that is shown, the board offers the old choices.
    """
    with a_ply(page):
        page.locator(MAY_PLAY).last.click()
        choice = page.locator("dialog[open] button")
        if choice.count():
            choice.first.click()


def says(page: Page) -> str:
    """Return the line above the table."""
    return page.inner_text(".says")


def wait_for_turn(page: Page, turn: str = ".live", also: str = ".over") -> bool:
    """Wait until the person is to move, which shows ``turn``, or the game is over, or something else is shown.

    Returns whether the person is to move.
    """
    page.wait_for_selector(f"{turn}, .over, {also}")
    return page.query_selector(turn) is not None


def begin_long_match(page: Page) -> None:
    """Begin a match that outlasts any test, and wait for its first games."""
    page.get_by_role("link", name="Match", exact=True).click()
    for number in (1, 2):
        page.get_by_label(f"Agent {number}", exact=True).select_option("minimax")
    page.get_by_label("Games", exact=True).fill("1000000")
    page.get_by_role("button", name="Start the match").click()
    page.locator(".spread .note").wait_for(timeout=COMPILING)
