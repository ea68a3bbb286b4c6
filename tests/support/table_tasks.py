"""The least effort of five tasks of a first-time player: clicks, and seconds of a script that knows where to click.

    python -m tests.support.table_tasks durak --size 390x844 --language ru

A click counts as well where a button has to be scrolled into sight first, which the last column says. A person has to
look for each button; the seconds are those of the page and the server.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from baselines.bang.table.plugin import PLUGIN as BANG
from baselines.durak.table.plugin import PLUGIN as DURAK
from baselines.oh_hell.table.plugin import PLUGIN as OH_HELL
from tests.support.browser import COMPILING, browsing
from tests.support.table_server import serving

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

TEXTS = Path(__file__).parents[2] / "cardtable" / "page" / "texts"
GAMES = {"durak": DURAK, "oh-hell": OH_HELL, "bang": BANG}
MAY = ".own .hand .playable, .middle .choosable, .own-actions .button.main, .bids .button:not([aria-disabled])"
CHOICES = "dialog[open] button, .chosen-card button.main"


class Hand:
    """A hand that clicks, and counts.

    Attributes:
        page: that is clicked on.
        texts: of its language.
        clicks: so far; a choice in a list is two.
        scrolled: how many of them were out of sight.
    """

    def __init__(self, page: Page, texts: dict[str, str]) -> None:
        self.page, self.texts = page, texts
        self.clicks = self.scrolled = 0

    def click(self, found: Locator) -> None:
        """Click on an element once it is there."""
        found.wait_for(timeout=COMPILING)
        box, size = found.bounding_box(), self.page.viewport_size
        self.scrolled += box is None or size is None or box["y"] + box["height"] > size["height"] or box["y"] < 0
        found.click(timeout=COMPILING)
        self.clicks += 1

    def press(self, words: str, role: str = "button") -> None:
        """Click the first button, or the first of another role, with a text of the page."""
        self.click(self.page.get_by_role(role, name=self.texts[words], exact=True).first)  # type: ignore[arg-type]

    def choose_another(self, label: str) -> None:
        """Choose another entry of a list than the chosen one."""
        found = self.page.get_by_label(self.texts[label], exact=True)
        found.select_option(index=int(found.evaluate("list => list.selectedIndex === 0 ? 1 : 0")))
        self.clicks += 2


def play(hand: Hand) -> None:
    """Play a game: the own turn, or the opponent's first card, is there."""
    hand.press("setup.start")
    hand.page.wait_for_selector("[data-ply]", timeout=COMPILING)


def invite(hand: Hand) -> None:
    """Invite friends, and wait until the link is copied."""
    hand.press("start.friends", "link")
    hand.press("setup.start_friends")
    hand.click(hand.page.locator(".invitation .button").first)


def change_the_level(hand: Hand) -> None:
    """Play against another level."""
    hand.choose_another("start.level")
    play(hand)


def see_a_mistake(hand: Hand) -> None:
    """See a mistake in a game that has ended; its plies are not counted."""
    play(hand)
    page, played = hand.page, hand.clicks
    page.locator("[data-key=pace]").first.select_option("0")
    while page.wait_for_selector(f"{MAY}, .over", timeout=COMPILING) and not page.locator(".over").count():
        before = page.get_attribute("[data-ply]", "data-ply")
        page.locator(MAY).last.click(position={"x": 6, "y": 6})
        if page.locator(CHOICES).count():
            page.locator(CHOICES).first.click()
        page.wait_for_selector(f"[data-ply]:not([data-ply='{before}']), .over", timeout=COMPILING)
    hand.clicks, hand.scrolled, begun = played, 0, time.monotonic()
    hand.press("review.start")
    hand.click(page.locator(".mistake-row").first)
    print(f"  of these {time.monotonic() - begun:.1f} s after the game")


def learn_a_rule(hand: Hand) -> None:
    """Read the rules."""
    hand.press("rules")
    hand.page.get_by_role("dialog").get_by_role("heading", level=2).first.wait_for()


TASKS: tuple[Callable[[Hand], None], ...] = (play, invite, change_the_level, learn_a_rule, see_a_mistake)


def measure(game: str, size: str, language: str) -> None:
    """Print the effort of each task, on a first screen that is open."""
    width, height = map(int, size.split("x"))
    texts = json.loads((TEXTS / f"{language}.json").read_text(encoding="utf-8"))
    with serving(GAMES[game]) as address:
        for task in TASKS:
            settings = {"locale": language, "viewport": {"width": width, "height": height}}
            with browsing(address, place="", **settings) as page:
                hand, begun = Hand(page, texts), time.monotonic()
                task(hand)
                passed = time.monotonic() - begun
                print(
                    f"{game} {size} {language} {task.__name__}: {hand.clicks} clicks, {passed:.1f} s, "
                    f"{hand.scrolled} out of sight",
                    flush=True,
                )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="What five tasks of a first-time player take at least.")
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--size", default="1366x768")
    parser.add_argument("--language", choices=("en", "ru"), default="en")
    given = parser.parse_args()
    measure(given.game, given.size, given.language)
