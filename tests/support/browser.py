"""Debian's Chromium, driven by Playwright, for tests of the table's page."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

CHROMIUM = shutil.which("chromium")
PATIENCE = 120_000  # milliseconds; agents may have to be compiled

needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine: apt-get install chromium")


@contextmanager
def browsing(address: str, **settings: Any) -> Iterator[Page]:
    """A page of a table, which must not fail; ``address`` is that of the table's WebSocket.

    Args:
        address: as `tests.support.table_server.serving` yields it.
        settings: of Playwright's browser context, such as the viewport or the locale.
    """
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    faults: list[str] = []
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_context(**{"locale": "en-US", "reduced_motion": "reduce"} | settings).new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
        page.goto(page_address(address))
        page.wait_for_selector("body[data-ready]")
        yield page
        browser.close()
    assert not faults


def page_address(address: str) -> str:
    """The address of the page whose WebSocket this is."""
    return address.replace("ws:", "http:").replace("/socket", "/")


def ply(page: Page) -> int:
    """The ply that is shown."""
    return int(str(page.get_attribute("[data-ply]", "data-ply")))


def wait_for_ply(page: Page, number: int) -> None:
    """Wait until a ply is shown."""
    page.wait_for_selector(f"[data-ply='{number}']")


def says(page: Page) -> str:
    """The line above the table."""
    return page.inner_text(".says")
