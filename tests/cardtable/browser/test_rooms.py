"""A game between two browsers: one invites, the other follows the link, and both play it to its end."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from baselines.durak.table.plugin import PLUGIN
from tests.support.browser import COMPILING, MAY_PLAY, PATIENCE, chromium, needs_browser, page_address, play_last
from tests.support.table_server import serving

pytestmark = [needs_browser, pytest.mark.slow]


def opened(browser: Browser, address: str, faults: list[str]) -> Page:
    page = browser.new_context(locale="en-US", reduced_motion="reduce").new_page()
    page.set_default_timeout(PATIENCE)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(address)
    page.wait_for_selector("body[data-ready]", timeout=COMPILING)
    return page


def picture(page: Page, name: str) -> None:
    """Keep a picture where the environment asks for it, as for docs/kit/table.md."""
    if folder := os.environ.get("TABLE_PICTURES"):
        page.set_viewport_size({"width": 1366, "height": 860})
        page.screenshot(path=Path(folder) / name)


def plays(page: Page) -> bool:
    """Play where it is this page's turn, and say whether it was."""
    if page.locator(MAY_PLAY).count() == 0:
        return False
    expect(page).to_have_title(re.compile("^● Your turn"))
    play_last(page)
    return True


def open_table(host: Page, name: str = "Anna") -> str:
    """Open a table as the form says, under a name, and return its link."""
    host.get_by_role("button", name="Open the table").click()
    host.wait_for_selector(".invitation", timeout=COMPILING)
    rename(host, name)
    return host.get_by_label("The table's link").input_value()


def rename(page: Page, name: str) -> None:
    """Enter a name."""
    page.get_by_label("Your name").fill(name)
    page.get_by_label("Your name").press("Tab")


def sit(page: Page, name: str, place: int = 0) -> None:
    """Take one of the free seats, under a name."""
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit here").nth(place).click()
    expect(page.locator(".people")).to_contain_text(f"{name} (You)")


def play_out(pages: list[Page]) -> None:
    """Play a game to its end."""
    moves = 0
    while not pages[0].locator(".screen.over").count():
        moves += any(plays(page) for page in pages)
        pages[0].wait_for_timeout(30)
        assert moves < 600
    for page in pages:
        expect(page.locator(".screen.over")).to_be_visible()


def fools(page: Page) -> int:
    """Count the fools by the list of seats, which says nothing of people who never were."""
    return sum(int(words.split()[0]) for words in page.locator(".people .count").all_inner_texts() if words)


def test_friends_spend_an_evening_with_one_link() -> None:
    """Friends share names and seats, two games and a swap between them, a review for all, and a freed seat."""
    faults: list[str] = []
    with serving(PLUGIN, is_open=True) as address, chromium() as browser:
        host = opened(browser, page_address(address), faults)
        host.get_by_role("link", name="With friends").click()
        expect(host.get_by_label("Player 2", exact=True)).to_have_value("friend")
        host.locator("summary", has_text="friends who stay away").click()
        host.get_by_label("If a friend stays away").select_option("wait")
        link = open_table(host)
        expect(host.locator(".qr")).to_be_visible()
        picture(host, "table_room.png")
        friend, watching = opened(browser, link, faults), opened(browser, link, faults)
        expect(friend.get_by_role("heading", name="Anna's table: Durak, 2 players").last).to_be_visible()
        friend.get_by_role("button", name="Sit here").click()
        expect(friend.locator(".toast")).to_contain_text("Give your name first.")
        sit(friend, "Boris")
        rename(watching, "Vera")
        expect(host.locator(".room-box")).to_contain_text("Watching: Vera")
        expect(watching.get_by_role("button", name="Sit here")).to_have_count(0)
        friend.reload()
        friend.wait_for_selector(".felt")
        expect(friend.locator(".people")).to_contain_text("Boris (You)")
        friend.goto(link)  # once more, as it stands in the chat
        expect(friend.locator(".people")).to_contain_text("Boris (You)", timeout=COMPILING)
        assert friend.url != link
        play_out([host, friend])
        expect(watching.locator(".result strong")).to_have_text(re.compile("^(Anna|Boris) is the fool|^A draw"))
        ended = watching.inner_text(".result strong")
        host.get_by_role("button", name="Swap with the next").click()
        expect(host.locator(".people li").first).to_contain_text("Boris")
        for page in (host, friend, watching):
            assert page.locator(".screen.over").count() == 1
        assert watching.inner_text(".result strong") == ended
        watching.locator(".result").get_by_role("button", name="Find mistakes").click()
        expect(watching.locator(".review progress")).to_have_count(0, timeout=COMPILING)
        expect(watching.locator(".review .mistakes, .review p").first).to_be_visible()
        friend.get_by_role("button", name="Share this game").click()
        with friend.expect_download() as saved:
            friend.get_by_role("link", name="Save as a file").click()
        assert saved.value.path().read_text(encoding="utf-8").startswith("durak-game")
        for one in (host, watching):
            with one.expect_download() as saved:
                one.locator(".result").get_by_role("button", name="Save the scores").click()
            players = [line.split(",")[2] for line in saved.value.path().read_text(encoding="utf-8").splitlines()[1:]]
            assert players == ["Anna", "Boris"]
        friend.get_by_role("dialog").get_by_role("button", name="Close").click()
        friend.locator(".result").get_by_role("button", name="Ready for the next game").click()
        expect(host.locator(".people")).to_contain_text("ready")
        assert host.locator(".screen.over").count() == 1
        host.locator(".result").get_by_role("button", name="Ready for the next game").click()
        expect(friend.locator(".screen:not(.over) .felt")).to_be_visible()
        play_out([host, friend])
        if not ended.startswith("A draw") and "A draw" not in host.inner_text(".result strong"):
            assert fools(host) == fools(watching) == 2
        expect(host.locator(".result")).to_contain_text("2 games, the fool:")
        host.get_by_role("button", name="Free the seat").click()
        host.get_by_role("dialog").get_by_role("button", name="Free the seat").click()
        expect(friend.locator(".offline")).to_contain_text("freed the seat")
        sit(watching, "Vera")
        host.get_by_role("button", name="Close the table").click()
        host.locator("dialog[open]").get_by_role("button", name="Close the table").click()
        expect(watching.locator(".offline")).to_contain_text("ended")
    assert faults == []


def test_who_runs_out_of_time_sees_it_and_plays_again(address: str) -> None:
    with chromium() as browser:
        faults: list[str] = []
        host = opened(browser, page_address(address) + "#play/friends", faults)
        host.locator("summary", has_text="friends who stay away").click()
        host.get_by_label("Clock", exact=True).select_option("move")
        host.get_by_label("Seconds", exact=True).fill("5")
        friend = opened(browser, open_table(host), faults)
        sit(friend, "Boris")
        friend.wait_for_selector(".felt .clock")
        bars = {page: page.locator(".stand-in:not(:empty)") for page in (host, friend)}
        expect(bars[host].or_(bars[host].page.locator(".people", has_text="(Boris)"))).to_be_visible()
        late = next(page for page in bars if bars[page].count())
        expect(bars[late]).to_contain_text("Your time is up: an agent plays for you.")
        assert "You are to move" not in late.inner_text(".says")
        late.set_viewport_size({"width": 390, "height": 844})
        late.evaluate("scrollTo(0, 0)")
        again = bars[late].get_by_role("button", name="Play again myself")
        expect(again).to_be_in_viewport(ratio=1)
        again.click()
        expect(bars[late]).to_have_count(0)
        expect(late.locator(".felt .clock.late").first).to_be_visible()
    assert faults == []


SCREEN_LOCKS = """
    globalThis.locks = 0;
    const release = async () => { locks -= 1; };
    const request = async () => { locks += 1; return { release }; };
    Object.defineProperty(navigator, "wakeLock", { value: { request } });
"""


def guest_with_counted_locks(browser: Browser, link: str, faults: list[str]) -> Page:
    guest = opened(browser, link, faults)
    guest.add_init_script(SCREEN_LOCKS)
    guest.reload()
    guest.wait_for_selector("body[data-ready]")
    sit(guest, "Boris")
    return guest


def test_the_screen_of_a_phone_stays_on_while_a_game_goes_on() -> None:
    with serving(PLUGIN, pace=0) as address, chromium() as browser:
        faults: list[str] = []
        host = opened(browser, page_address(address) + "#play/friends", faults)
        friend = guest_with_counted_locks(browser, open_table(host), faults)
        friend.wait_for_selector(".felt")
        assert friend.evaluate("locks") == 1
        play_out([host, friend])
        friend.wait_for_function("() => locks === 0")
        assert faults == []


def test_the_screen_of_a_phone_may_go_off_once_another_tab_has_taken_the_seat() -> None:
    with serving(PLUGIN, pace=0) as address, chromium() as browser:
        faults: list[str] = []
        host = opened(browser, page_address(address) + "#play/friends", faults)
        friend = guest_with_counted_locks(browser, open_table(host), faults)
        friend.wait_for_function("() => locks === 1")
        other = friend.context.new_page()
        other.goto(friend.url)
        other.locator(".offline").get_by_role("button").click()
        other.locator(".felt").wait_for()
        friend.locator(".offline").wait_for()
        friend.wait_for_function("() => locks === 0")
        assert faults == []
