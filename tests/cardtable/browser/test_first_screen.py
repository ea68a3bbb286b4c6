"""The first screen: a game with one click, the ways to everything else, and a curtain between two at one screen."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from baselines.durak.table.plugin import PLUGIN
from tests.support.browser import COMPILING, begin, browsing, needs_browser, play_last, wait_for_turn

pytestmark = [needs_browser, pytest.mark.slow]

WORDS = ["Newcomer", "Beginner", "Casual", "Experienced", "Strong", "Very strong", "Master", "Grandmaster"]

OPEN = sum(level.startswith("ismcts") for level in PLUGIN.levels)
"""The levels that play at every table."""


@pytest.fixture
def page(address: str) -> Iterator[Page]:
    with browsing(address, place="") as page:
        yield page


def test_one_click_begins_a_game_against_a_level_in_words(page: Page) -> None:
    level = page.get_by_label("Level", exact=True)
    assert level.locator("option").all_inner_texts() == WORDS
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector("[data-ply]", timeout=COMPILING)
    expect(page.locator("aside h2").first).to_have_text("You – Casual")


def test_the_first_screen_says_what_the_game_is_and_how_one_has_done_at_a_level(page: Page) -> None:
    expect(page.get_by_text("Who is left with cards at the end is the fool.")).to_be_visible()
    expect(page.get_by_text("at this level.")).to_have_count(0)
    page.get_by_label("Level", exact=True).select_option(label="Newcomer")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector("[data-ply]", timeout=COMPILING)
    page.get_by_label("Speed").select_option("at once")
    while wait_for_turn(page):
        play_last(page)
    page.get_by_role("link", name="Durak").click()
    page.goto(page.url.split("#")[0] + "#start")
    expect(page.get_by_text("of 1 game at this level.")).to_be_visible()
    page.get_by_label("Level", exact=True).select_option(label="Grandmaster")
    expect(page.get_by_text("at this level.")).to_have_count(0)


def test_at_another_table_there_are_fewer_levels_and_the_choice_is_kept(page: Page) -> None:
    level = page.get_by_label("Level", exact=True)
    level.select_option(label="Grandmaster")
    page.get_by_label("Players", exact=True).select_option("4")
    expect(level.locator("option")).to_have_text(WORDS[:OPEN], timeout=COMPILING)
    level.select_option(label="Newcomer")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector("[data-ply]", timeout=COMPILING)
    page.reload()
    page.get_by_role("link", name="Watch", exact=True).wait_for(timeout=COMPILING)
    assert page.evaluate("JSON.parse(localStorage['table-settings']).level") == PLUGIN.levels[0]


def test_play_waits_until_it_is_known_which_levels_play_at_the_table(page: Page) -> None:
    page.get_by_label("Level", exact=True).select_option(label="Grandmaster")
    page.get_by_label("Players", exact=True).select_option("6")
    page.get_by_role("button", name="Play", exact=True).click(timeout=COMPILING)
    page.wait_for_selector("[data-ply]", timeout=COMPILING)
    assert "Grandmaster" not in page.inner_text("aside h2")


def test_the_table_chosen_is_got_ready_while_one_reads(page: Page) -> None:
    warmed: list[list[str]] = []

    def note(frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "warm":
            warmed.append(message["seats"])

    page.on("websocket", lambda socket: socket.on("framesent", note))
    page.reload()
    page.get_by_label("Level", exact=True).select_option(label="Newcomer")
    page.get_by_label("Players", exact=True).select_option("4")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_enabled(timeout=COMPILING)
    page.get_by_role("link", name="Watch", exact=True).first.click()
    newcomer = PLUGIN.levels[0]
    assert warmed[-1] == ["human", *[newcomer] * 3]
    assert ["human", newcomer] in warmed


def test_the_first_screen_leads_to_friends_to_analysis_to_watching_and_to_the_form(page: Page) -> None:
    ways = page.get_by_role("navigation", name="What else")
    for name, heading in (
        ("Replay a game", "Replay a game"),
        ("Watch", "Watch agents play"),
        ("More choices …", "New game"),
    ):
        ways.get_by_role("link", name=name, exact=True).click()
        expect(page.get_by_role("heading", name=heading, exact=True)).to_be_visible()
        page.go_back()
    ways.get_by_role("link", name="With friends").click()
    expect(page.get_by_label("Player 2", exact=True)).to_have_value("friend")


def test_the_bar_leads_from_a_game_to_the_first_screen_where_the_game_goes_on(address: str) -> None:
    with browsing(address) as page:
        begin(page, "greedy", seed="1")
        wait_for_turn(page)
        play_last(page)
        for way in ("Play", "Durak"):
            page.get_by_role("link", name=way, exact=True).click()
            expect(page.get_by_role("heading", name="Durak", exact=True)).to_be_visible()
            page.get_by_role("button", name="Play", exact=True).click()
            page.get_by_role("dialog", name="Give this game up?").get_by_role("button", name="Cancel").click()
            page.get_by_role("link", name="Continue").click()
            expect(page.locator(".log .ply").first).to_be_visible()


def test_a_curtain_hides_the_hand_of_the_next_person(address: str) -> None:
    with browsing(address) as page:
        page.get_by_label("Player 2", exact=True).select_option("human")
        for seat, name in ((1, "Anna"), (2, "Boris")):
            page.get_by_label(f"Name of player {seat}").fill(name)
        page.get_by_label("Deal number", exact=True).fill("1")
        page.get_by_role("button", name="Play", exact=True).click()
        shown = []
        for _ in range(2):
            curtain = page.locator("dialog.curtain")
            curtain.wait_for(timeout=COMPILING)
            name = "Anna" if "Anna" in curtain.inner_text() else "Boris"
            if shown:  # the board behind is still that of the other
                assert page.get_by_label(f"Own hand: {shown[-1]}").count() == 1
            curtain.get_by_role("button").click()
            assert page.get_by_label(f"Own hand: {name}").count() == 1
            shown.append(name)
            page.locator(".own .hand .playable").or_(page.locator(".own-actions button")).last.click()
        assert set(shown) == {"Anna", "Boris"}


def test_a_rule_is_explained_when_it_first_comes_up(address: str) -> None:
    with browsing(address) as page:
        begin(page, "greedy", seed="1")
        lesson = page.get_by_text("Throwing in: you may add cards")
        while wait_for_turn(page) and not lesson.is_visible():
            play_last(page)
        page.get_by_role("button", name="Got it").click()
        expect(lesson).to_be_hidden()
        page.reload()
        page.wait_for_selector("[data-ply]", timeout=COMPILING)
        expect(lesson).to_be_hidden()


def test_the_rules_are_read_with_pictures_in_both_languages(page: Page) -> None:
    for language, name, first in (("en", "Rules", "Who loses"), ("ru", "Правила", "Кто проигрывает")):
        page.evaluate("language => localStorage.setItem('table-settings', JSON.stringify({ language }))", language)
        page.reload()
        page.get_by_role("button", name=name, exact=True).click(timeout=COMPILING)
        dialog = page.get_by_role("dialog")
        expect(dialog.get_by_role("heading", level=2)).to_have_count(9)
        expect(dialog.get_by_role("heading", level=2).first).to_have_text(first)
        assert dialog.locator(".rule .card").count() > 8
        dialog.get_by_role("button").first.click()
        expect(dialog).to_have_count(0)


NO_FILES_OF_THIS_VERSION = """() => {
    const given = fetch;
    window.fetch = (url) => String(url).includes("/texts/") ? new Response("", { status: 404 }) : given(url);
}"""


def test_a_page_that_has_outlived_its_version_is_loaded_again_to_change_the_language(page: Page) -> None:
    page.evaluate(NO_FILES_OF_THIS_VERSION)
    page.get_by_role("button", name="Settings").click()
    with page.expect_navigation():
        page.get_by_label("Language").select_option("ru")
    expect(page.get_by_role("button", name="Играть", exact=True)).to_be_visible(timeout=COMPILING)


def test_the_page_says_that_a_level_does_not_play_here(page: Page) -> None:
    page.get_by_label("Level", exact=True).select_option(label="Grandmaster")
    page.get_by_label("Players", exact=True).select_option("4")
    expect(page.get_by_text("Grandmaster does not play at this table")).to_be_visible(timeout=COMPILING)
    page.get_by_label("Players", exact=True).select_option("2")
    expect(page.get_by_text("does not play at this table")).to_have_count(0)
    expect(page.get_by_label("Level", exact=True).locator("option:checked")).to_have_text("Grandmaster")


def test_the_form_begins_with_the_opponent_of_the_first_screen(page: Page) -> None:
    chosen = page.get_by_label("Level", exact=True).input_value()
    page.get_by_role("link", name="More choices …").click()
    expect(page.get_by_label("Player 2", exact=True)).to_have_value(chosen)


def test_people_without_names_are_numbered(address: str) -> None:
    with browsing(address) as page:
        page.get_by_label("Player 2", exact=True).select_option("human")
        page.get_by_role("button", name="Play", exact=True).click()
        expect(page.locator("dialog.curtain")).to_contain_text("It is the turn of Player", timeout=COMPILING)


def test_the_end_says_who_has_won_and_leads_to_the_next_game(address: str) -> None:
    with browsing(address) as page:
        begin(page, "random", seed="1")
        expect(page.locator(".durak .arrow path")).to_have_count(2)
        for games in (1, 2):
            while wait_for_turn(page):
                play_last(page)
            expect(page.locator(".result strong")).to_have_text(page.inner_text(".says"))
            assert ("games, the fool: You" in page.inner_text(".result")) == (games > 1)
            with page.expect_download() as saved:
                page.get_by_role("button", name="Save the scores").click()
            assert saved.value.suggested_filename == "scores.csv"
            header, *lines = saved.value.path().read_text(encoding="utf-8").splitlines()
            assert header == "game,seat,player,return,bouts,plies,first_attacker"
            assert [line.split(",")[0] for line in lines] == [str(game) for game in range(1, games + 1) for _ in (0, 1)]
            if games == 1:
                page.get_by_role("button", name="Next game").click()
                expect(page.locator(".result")).to_be_hidden()
        page.locator(".result").get_by_role("link", name="With friends").click()
        expect(page.get_by_label("Player 2", exact=True)).to_have_value("friend")
        page.go_back()
        page.get_by_role("link", name="Play", exact=True).click()
        expect(page.get_by_role("heading", name="Durak", exact=True)).to_be_visible()
        expect(page.get_by_role("link", name="Continue")).to_have_count(0)


def test_a_game_that_is_over_can_be_played_on_from_an_earlier_move(address: str) -> None:
    with browsing(address) as page:
        begin(page, "random", seed="1")
        branch = page.get_by_role("button", name="Play on from here")
        expect(branch).to_have_count(0)
        while wait_for_turn(page):
            play_last(page)
        page.get_by_label("Move shown").fill("5")
        page.wait_for_selector("[data-ply='5']")
        page.locator(".status").get_by_role("button", name="Play on from here").click()
        expect(page.locator(".screen:not(.over) .felt")).to_be_visible()
        expect(page.locator(".log .ply").nth(4)).to_be_visible()
        expect(branch).to_have_count(0)


def test_back_from_a_game_leads_to_the_first_screen_and_forward_to_the_game(address: str) -> None:
    with browsing(address, place="") as page:
        page.get_by_role("button", name="Play", exact=True).click()
        page.wait_for_selector("[data-ply]", timeout=COMPILING)
        page.go_back()
        expect(page.get_by_role("link", name="Continue")).to_be_visible()
        page.go_forward()
        expect(page.locator(".felt")).to_be_visible()


def test_sounds_are_off_until_they_are_turned_on(page: Page) -> None:
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_label("Sounds")).not_to_be_checked()
    page.get_by_label("Sounds").check()
    assert page.evaluate("JSON.parse(localStorage['table-settings']).sounds") is True
