"""A film of a game on the table's page: a person who follows the hints of a search, against the champion.

``python -m tests.support.table_film`` plays it in Chromium and writes the moving picture of README and of the site. The
film follows from the deal, but for values of the search that depend on its time.
"""

from __future__ import annotations

import argparse
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PIL import Image

from baselines.durak.table.plugin import PLUGIN
from tests.support.browser import COMPILING, a_ply, begin, browsing, wait_for_turn
from tests.support.table_server import serving

if TYPE_CHECKING:
    from playwright.sync_api import Page

FILM = Path(__file__).parents[2] / "docs" / "kit" / "table_game.webp"
OPPONENT, DEAL = "champion", "3"
SIZE = {"width": 1200, "height": 700}
SHOWN = 960, 560
"""The size of the pictures, and what it is written at: a README is some 900 pixels wide."""
QUALITY = 60  # of 100, which keeps the letters of the page sharp
HINTED, PLAYED, LAST = 700, 500, 4000  # milliseconds that a picture stays


class Still(NamedTuple):
    """A picture, and how many milliseconds it stays."""

    picture: Image.Image
    stays: int


def still(page: Page, stays: int) -> Still:
    """Take a picture of the page as it is now."""
    shot = Image.open(BytesIO(page.screenshot(animations="disabled"))).convert("RGB")
    return Still(shot.resize(SHOWN, Image.Resampling.LANCZOS), stays)


SEARCHED = """() => [...document.querySelectorAll("aside .note")].some(
    (note) => note.textContent.includes("positions") && !note.textContent.endsWith("…"))"""
"""The test that the search has ended."""


def hinted(page: Page) -> None:
    """Wait until the search has ended, and the page names the best action."""
    page.wait_for_selector(".own .hint.best", timeout=COMPILING)
    page.wait_for_function(SEARCHED)


def dismiss_lessons(page: Page) -> None:
    """Put away the page's lessons for beginners."""
    for lesson in page.get_by_role("button", name="Got it").all():
        lesson.click()


def play_best(page: Page) -> None:
    """Play the search's best action: a card of the hand, Take or Done."""
    with a_ply(page):
        page.locator(":has(> .hint.best) > button, button:has(> .hint.best)").first.click()


def film(deal: str) -> list[Still]:
    """Film a whole game, a picture before and after each ply of the person."""
    stills: list[Still] = []
    with serving(PLUGIN) as address, browsing(address, viewport=SIZE) as page:
        begin(page, OPPONENT, seed=deal)
        wait_for_turn(page)
        page.get_by_role("button", name="Show hints").click()
        while wait_for_turn(page):
            hinted(page)
            stills.append(still(page, HINTED))
            play_best(page)
            dismiss_lessons(page)
            stills.append(still(page, PLAYED))
        stills.append(still(page, LAST))
    return stills


def write(stills: list[Still], path: Path) -> None:
    """Write the pictures as one that moves, again and again."""
    first, *rest = (one.picture for one in stills)
    first.save(
        path,
        save_all=True,
        append_images=rest,
        duration=[one.stays for one in stills],
        loop=0,
        quality=QUALITY,
        method=6,
    )


def main() -> None:
    """Film a deal, by default that of the documentation."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deal", default=DEAL)
    parser.add_argument("--to", type=Path, default=FILM)
    asked = parser.parse_args()
    stills = film(asked.deal)
    write(stills, asked.to)
    print(f"{asked.to.name}: {len(stills)} pictures, {asked.to.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
