"""The page that a browser test drives; a module that tests another game has an `address` of its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from baselines.durak.table.plugin import PLUGIN
from tests.support.browser import browsing, keeping_chromium
from tests.support.table_server import serving

if TYPE_CHECKING:
    from playwright.sync_api import Page


@pytest.fixture(scope="package", autouse=True)
def one_browser() -> Iterator[None]:
    """Share a browser among the tests of the folder; the first that needs it starts it."""
    with keeping_chromium():
        yield


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Serve a table of Durak."""
    with serving(PLUGIN) as address:
        yield address


@pytest.fixture
def page(address: str) -> Iterator[Page]:
    """Open a page of the table."""
    with browsing(address) as page:
        yield page
