"""Agents watched on the page: a game of theirs, a match, a tournament that goes on."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from baselines.durak.arena.tournament import play_tournament
from baselines.durak.table.plugin import PLUGIN
from durak_env.rules import Rules
from tests.support.browser import COMPILING, browsing, needs_browser, ply
from tests.support.table_server import serving

pytestmark = [needs_browser, pytest.mark.slow]


def watch(page: Page) -> None:
    page.get_by_role("link", name="Watch").click()
    for seat in (1, 2):
        page.get_by_label(f"Player {seat}", exact=True).select_option("greedy")
    page.get_by_role("button", name="Watch").click()
    page.wait_for_selector("[data-ply]", timeout=COMPILING)


def test_a_game_of_agents_is_paused_stepped_and_watched_to_its_end(page: Page) -> None:
    watch(page)
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Resume").wait_for()
    before = ply(page)
    page.get_by_role("button", name="One move", exact=True).click()
    page.wait_for_selector(f"[data-ply='{before + 1}']")
    page.get_by_role("heading", name="Analysis").click()
    page.keyboard.press("Space")
    page.get_by_label("Speed").select_option("at once")
    page.wait_for_selector(".over")


def test_plies_leave_an_open_list_and_a_pressed_button_alone(page: Page) -> None:
    """A browser closes a list that is replaced, and a click needs the button that was pressed."""
    watch(page)
    pace = page.get_by_label("Speed").element_handle()
    pause = page.get_by_role("button", name="Pause")
    pause.hover()
    page.mouse.down()
    page.wait_for_selector(f"[data-ply='{ply(page) + 2}']")
    assert pace.evaluate("list => list.isConnected")
    page.mouse.up()
    page.get_by_label("Speed").select_option("at once")
    page.get_by_role("button", name="Resume").click()
    page.wait_for_selector(".over")
    expect(page.get_by_label("Speed").locator("option:checked")).to_have_text("at once")


def test_a_match_shows_its_score_as_it_grows(page: Page) -> None:
    page.get_by_role("link", name="Match").click()
    page.get_by_label("Agent 1", exact=True).select_option("greedy")
    page.get_by_label("Agent 2", exact=True).select_option("random")
    page.get_by_label("Games").fill("200")
    page.get_by_label("Deal number").fill("1")
    page.get_by_role("button", name="Start the match").click()
    expect(page.get_by_role("heading", name="200 of 200 games")).to_be_visible(timeout=COMPILING)
    expect(page.get_by_role("row", name="Greedy")).to_contain_text("0.9")
    expect(page.locator(".score-bar")).to_be_visible()


def test_a_tournament_is_read_while_it_grows(tmp_path: Path) -> None:
    store = tmp_path / "games.sqlite"
    play_tournament(["random", "low"], games=20, seed=1, store=store)
    with serving(PLUGIN, file=store, holds_tournament=True) as address, browsing(address, place="") as page:
        expect(page.get_by_text("games.sqlite: 20 games")).to_be_visible()
        play_tournament(["random", "low", "high"], games=20, seed=1, store=store)
        expect(page.get_by_text("games.sqlite: 60 games")).to_be_visible()
        expect(page.get_by_role("region", name="Crosstable").get_by_role("row")).to_have_count(4)
        expect(page.locator(".score-cell")).to_have_count(6)
        bars = page.get_by_role("region", name="Ratings").get_by_role("img")
        expect(bars).to_have_count(3)
        expect(bars.first).to_have_accessible_name(re.compile(r"\+\d+ … \+\d+"))
        page.get_by_role("button", name="Show").click()
        page.wait_for_selector("[data-ply='0']", timeout=COMPILING)


def test_a_tournament_of_three_shows_whole_games(tmp_path: Path) -> None:
    store = tmp_path / "games.sqlite"
    play_tournament(["random", "low", "high"], games=30, seed=1, rules=Rules(num_players=3), store=store)
    with serving(PLUGIN, file=store, holds_tournament=True) as address, browsing(address, place="") as page:
        whole = page.get_by_role("region", name="Whole games")
        expect(whole.get_by_role("row")).to_have_count(4)
        expect(whole).to_contain_text("Strength")
        expect(whole).to_contain_text("±")
