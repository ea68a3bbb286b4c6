"""The start of a game on the page: the agents offered, the page it leads to, and the fate of a start left behind."""

from __future__ import annotations

import re
import time
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from baselines.durak.table.plugin import PLUGIN
from cardtable import questions
from cardtable.answers import beginning, study
from tests.cardtable.browser.test_study import open_record
from tests.support import getting_ready
from tests.support.browser import (
    COMPILING,
    PATIENCE,
    a_ply,
    begin,
    begin_long_match,
    browsing,
    needs_browser,
    wait_for_turn,
)

STRONGEST = [level for level in PLUGIN.levels if level.startswith("ismcts")][-1]
"""The strongest level that plays by all rules."""

pytestmark = [needs_browser, pytest.mark.slow]


def offered(page: Page, label: str) -> list[str]:
    """Return the agents that a list offers."""
    options = page.get_by_label(label, exact=True).locator("option")
    return options.evaluate_all("options => options.map((option) => option.value)")


def test_agents_that_do_not_play_at_a_table_are_not_offered(page: Page) -> None:
    page.get_by_label("Player 2", exact=True).select_option("evolved")
    page.get_by_label("Players", exact=True).select_option("4")
    for seat in (2, 3, 4):
        expect(page.get_by_label(f"Player {seat}", exact=True)).to_have_value(STRONGEST, timeout=COMPILING)
    assert {"champion", "evolved"} & set(offered(page, "Player 3")) == {"champion"}
    page.get_by_label("Players", exact=True).select_option("2")
    expect(page.get_by_label("Player 2", exact=True)).to_have_value("evolved")


def test_the_page_says_what_gets_ready_and_what_has_failed(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    page.get_by_label("Player 2", exact=True).select_option("greedy")
    play = page.get_by_role("button", name="Play", exact=True)
    with monkeypatch.context() as patch:
        patch.setattr(beginning, "check", getting_ready.never)
        play.click()
        expect(page.get_by_role("alert").filter(has_text="Try again, or choose another agent.")).to_be_visible()
        patch.setattr(beginning, "check", getting_ready.slowly)
        play.click()
        place = play.bounding_box()
        expect(page.get_by_role("status").filter(has_text="Getting ready to play: Greedy.")).to_contain_text(
            re.compile(r"\d s so far\.")
        )
        assert play.bounding_box() == place
    page.wait_for_selector("[data-ply]", timeout=COMPILING)


@pytest.mark.parametrize("screen", ["first", "form", "table"])
def test_a_start_is_cancelled_at_once_and_holds_up_no_other(
    page: Page, screen: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = page.get_by_role("button", name="Play", exact=True)
    if screen == "table":
        open_record(page)
        start = page.get_by_role("button", name="Play on from here")
    elif screen == "first":
        page.goto(page.url.split("#")[0] + "#start")
    with monkeypatch.context() as patch:
        patch.setattr(beginning, "check", getting_ready.for_ages)
        start.click()
        cancel = page.locator(".getting-ready").get_by_role("button", name="Cancel")
        cancel.click()
        expect(start).to_be_enabled()
        expect(cancel).to_have_count(0)
    start.click()
    page.wait_for_selector("[data-ply]", timeout=COMPILING)
    expect(page.get_by_role("link", name="Play", exact=True)).to_have_attribute("aria-current", "page")


def test_what_gets_ready_for_hints_is_told_beside_them(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    begin(page, "greedy", seed="1")
    wait_for_turn(page)
    monkeypatch.setattr(study, "make_agent", partial(beginning.make_agent, do=getting_ready.slowly))
    page.get_by_role("button", name="Show hints").click()
    expect(page.locator(".analysis .getting-ready")).to_contain_text("Getting hints ready")
    expect(page.locator(".table-area .getting-ready")).to_be_empty()
    expect(page.locator(".values tbody tr").first).to_be_visible(timeout=COMPILING)
    expect(page.locator(".getting-ready progress")).to_have_count(0)


def test_rules_decide_too_and_a_match_is_offered_the_same(page: Page) -> None:
    page.get_by_role("link", name="Match", exact=True).click()
    page.get_by_label("Agent 1", exact=True).select_option("champion")
    page.locator("summary", has_text="Rules").click()
    page.get_by_label("Trumps", exact=True).uncheck()
    expect(page.get_by_label("Agent 1", exact=True)).to_have_value(STRONGEST, timeout=COMPILING)


def test_an_agent_that_does_not_play_there_is_refused_at_once_in_the_page_s_language(address: str) -> None:
    with browsing(address, locale="ru-RU", viewport={"width": 390, "height": 800}) as page:
        page.get_by_label("Игроки", exact=True).select_option("4")
        for seat, agent in ((2, "ismcts:simulations=123"), (3, "champion:generation=1")):
            page.get_by_label(f"Игрок {seat}", exact=True).select_option("другой бот …")
            page.get_by_label(f"Игрок {seat}").last.fill(agent)
        began = time.monotonic()
        page.get_by_role("button", name="Играть", exact=True).click()
        expect(page.get_by_role("alert").filter(has_text="не играет за таким столом")).to_be_visible(timeout=COMPILING)
        assert time.monotonic() - began < 30
        assert fits(page)


def fits(page: Page) -> bool:
    """Return whether nothing is wider than the window."""
    return page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_game_begins_at_the_top_with_the_focus_on_the_table(address: str) -> None:
    with browsing(address, viewport={"width": 390, "height": 500}) as page:
        page.locator("summary", has_text="Rules").click()
        page.get_by_label("Player 2", exact=True).select_option("greedy")
        page.get_by_role("button", name="Play", exact=True).click()
        expect(page.locator(".board")).to_be_focused(timeout=COMPILING)
        assert page.evaluate("scrollY") == 0
        wait_for_turn(page)
        page.get_by_role("button", name="Same cards, another seat").click()
        expect(page.get_by_role("dialog").or_(page.locator(".board:focus"))).to_be_visible()
        if page.get_by_role("dialog").is_visible():
            page.get_by_role("button", name="Give it up").click()
        expect(page.locator(".board")).to_be_focused()
        assert page.evaluate("scrollY") == 0


def test_a_running_game_is_given_up_only_if_one_says_so(page: Page) -> None:
    begin(page, "greedy", seed="1")
    wait_for_turn(page)
    with a_ply(page):
        page.locator(".hand .card.playable, .own-actions .button:not([aria-disabled])").last.click()
    seed = page.get_by_text("deal 1")
    page.get_by_role("button", name="Next game").click()
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    plies = page.locator(".log .ply")
    expect(plies.first).to_be_visible()
    page.get_by_role("button", name="Next game").click()
    page.get_by_role("dialog").get_by_role("button", name="Give it up").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(seed).to_be_visible()
    expect(plies.nth(1)).to_have_count(0)


def slow_prepare(spec: str, game: Any) -> str | None:
    """Prepare an agent as slowly as one that has to be compiled."""
    if spec == "low":
        time.sleep(3)
    return questions.prepare(spec, game)


@pytest.fixture
def slow_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the agent `low` take its time."""
    from cardtable.answers import beginning

    monkeypatch.setattr(beginning, "prepare", slow_prepare)


@pytest.mark.usefixtures("slow_compiling")
def test_a_start_that_is_left_behind_is_dropped_and_a_match_goes_on(page: Page) -> None:
    begin_long_match(page)
    page.get_by_role("link", name="Watch", exact=True).click()
    for seat in (1, 2):
        page.get_by_label(f"Player {seat}", exact=True).select_option("another agent …")
        page.get_by_label(f"Spec of the agent: Player {seat}").fill("low")
    page.get_by_role("button", name="Watch", exact=True).click()
    expect(page.get_by_role("status").filter(has_text="Getting ready to play: Lowest card.")).to_be_visible()
    page.get_by_role("link", name="Match", exact=True).click()
    page.wait_for_timeout(4000)
    assert page.evaluate("location.hash") == "#match"
    expect(page.get_by_role("button", name="Stop", exact=True)).to_be_visible()
    page.get_by_role("link", name="Watch", exact=True).click()
    expect(page.get_by_role("button", name="Watch", exact=True)).to_be_enabled(timeout=PATIENCE)


def test_hints_that_end_leave_a_match_alone(page: Page) -> None:
    begin_long_match(page)
    page.get_by_role("link", name="Play", exact=True).click()
    begin(page, "greedy", seed="1")
    wait_for_turn(page)
    page.get_by_role("button", name="Show hints").click()
    page.wait_for_selector(".values tbody tr", timeout=COMPILING)
    page.get_by_role("button", name="Stop").first.click()
    page.get_by_role("link", name="Match", exact=True).click()
    expect(page.get_by_role("button", name="Stop", exact=True)).to_be_visible()
