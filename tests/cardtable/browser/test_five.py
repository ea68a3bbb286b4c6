"""Durak with transfers for five: three browsers, an agent and a program; one browser is killed and comes back."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.cardtable.browser.test_rooms import open_table, opened, plays, sit
from tests.support.browser import CHROMIUM, COMPILING, chromium, needs_browser, page_address
from tests.support.table_program import ROOT, running

pytestmark = [needs_browser, pytest.mark.slow]

KILLED_AT = 12  # turns of the three browsers
MOST_TURNS = 1500
HEADLESS = ("--headless", "--no-sandbox", "--remote-debugging-port=0")


@contextmanager
def mortal_browser(folder: Path) -> Iterator[tuple[Callable[[], None], str]]:
    """Yield a function that kills a browser, and the address by which it is driven."""
    command = [str(CHROMIUM), *HEADLESS, f"--user-data-dir={folder}"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)

    def kill() -> None:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)  # the program may be a script that waits for the browser

    try:
        assert process.stderr is not None
        told = next(line for line in process.stderr if "DevTools listening" in line)
        yield kill, told.split()[-1]
    finally:
        kill()
        process.communicate()


def invite(host: Page) -> str:
    """Open a table of Durak with transfers (host, two friends, an agent, a friend), and return its link."""
    host.get_by_label("Players", exact=True).select_option("5")
    for seat, player in enumerate(("friend", "friend", "greedy", "friend"), 2):
        host.get_by_label(f"Player {seat}", exact=True).select_option(player)
    host.locator("summary", has_text="friends who stay away").click()
    host.get_by_label("If a friend stays away").select_option("wait")
    host.locator("summary", has_text="Rules").click()
    host.get_by_label("Transfers (Perevodnoy)").check()
    return open_table(host)


def test_three_browsers_an_agent_and_a_program_finish_a_game(tmp_path: Path) -> None:
    faults: list[str] = []
    with (
        running("--friends") as (_, address, said),
        mortal_browser(tmp_path) as (kill, driven),
        chromium() as browser,
    ):
        host = opened(browser, f"{page_address(address)}#play/new", faults)
        link = invite(host)
        assert re.match(r"http://[\d.]+:\d+/\?seat=", link), said
        client = [sys.executable, str(ROOT / "examples" / "table_client.py"), link]
        with subprocess.Popen(client, stdout=subprocess.PIPE, text=True) as program, ExitStack() as at_the_end:
            at_the_end.callback(program.kill)  # or else a failure would wait for the game to end
            friend = opened(browser.browser_type.connect_over_cdp(driven), link, faults)
            people = [host, friend, opened(browser, link, faults)]
            expect(host.locator(".people")).to_contain_text("a program")
            for page, name in zip(people[1:], ("Boris", "Clara"), strict=True):
                sit(page, name)
            own = friend.url
            for page in people:
                page.wait_for_selector(".felt", timeout=COMPILING)
            turns = 0
            while not host.locator(".screen.over").count():
                turns += any(plays(page) for page in people)
                host.wait_for_timeout(40)
                assert turns < MOST_TURNS
                if turns >= KILLED_AT and people[1] is friend:
                    kill()
                    expect(host.locator(".people li", has_text="Boris")).to_contain_text("away")
                    people[1] = opened(browser, own, faults)
                    people[1].wait_for_selector(".felt")
            assert people[1] is not friend
            for page in people:
                expect(page.locator(".screen.over")).to_be_visible()
            told = program.communicate(timeout=60)[0]
            assert told.startswith("returns by seat: [")
    assert faults == []
