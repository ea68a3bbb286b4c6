"""A game that brings no page of its own is played with plain buttons: the kit's test game."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser import COMPILING, a_ply, needs_browser, wait_for_turn
from tests.support.herding_table import FAILING, HERDING, RANDOM
from tests.support.table_server import serving

pytestmark = [needs_browser, pytest.mark.slow]

ACTIONS = ".plain-actions button"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serving(HERDING) as address:
        yield address


def begin(page: Page) -> None:
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector("[data-ply]", timeout=COMPILING)
    page.get_by_label("Speed").select_option("at once")


def test_a_whole_round_is_played_with_buttons(page: Page) -> None:
    begin(page)
    while wait_for_turn(page, ACTIONS):
        with a_ply(page):
            page.locator(ACTIONS).first.click()
    expect(page.locator("[data-ply]")).to_have_attribute("data-ply", "18")
    assert "over" in page.inner_text(".says")
    expect(page.locator(".log .ply")).to_have_count(18)


def test_an_action_is_chosen_by_keys(page: Page) -> None:
    begin(page)
    wait_for_turn(page, ACTIONS)
    page.keyboard.press("ArrowRight")
    with a_ply(page):
        page.keyboard.press("Enter")


def test_a_game_without_analysis_offers_none(page: Page) -> None:
    begin(page)
    expect(page.get_by_role("heading", name="Moves")).to_be_visible()
    expect(page.get_by_role("button", name="Show hints")).to_have_count(0)


def test_an_agent_that_fails_is_replaced(page: Page) -> None:
    for seat in (2, 3):
        page.get_by_label(f"Player {seat}", exact=True).select_option("another agent …")
        page.get_by_label(f"Spec of the agent: Player {seat}").fill(FAILING if seat == 2 else RANDOM)
    begin(page)
    alert = page.get_by_role("alert").filter(has=page.get_by_role("button", name="Go on"))
    while wait_for_turn(page, ACTIONS, also=".alert") and not alert.is_visible():
        with a_ply(page):
            page.locator(ACTIONS).first.click()
    alert.get_by_label("Go on with", exact=True).select_option(RANDOM)
    alert.get_by_role("button", name="Go on").click()
    expect(alert).to_be_hidden()


def test_the_host_replaces_an_agent_that_has_failed(page: Page) -> None:
    page.get_by_label("Player 2", exact=True).select_option("another agent …")
    page.get_by_label("Spec of the agent: Player 2").fill(FAILING)
    page.get_by_label("Player 3", exact=True).select_option("friend")
    page.locator("summary", has_text="friends who stay away").click()
    page.get_by_label("Clock", exact=True).select_option("game")
    page.get_by_label("Seconds", exact=True).fill("600")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(".invitation", timeout=COMPILING)
    page.get_by_role("button", name="Let an agent play").click()
    page.get_by_role("button", name="Begin the game").click()
    expect(page.locator("[data-clock='0']")).to_have_text(re.compile("10:00|9:5."))
    replace = page.get_by_role("button", name="Replace by another agent")
    while wait_for_turn(page, ACTIONS, also="[data-key='fill-1']") and not replace.is_visible():
        with a_ply(page):
            page.locator(ACTIONS).first.click()
    replace.click()
    expect(replace).to_be_hidden()
    expect(page.locator(".people")).not_to_contain_text("has failed")
