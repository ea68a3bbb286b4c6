"""The gallery shows each component of the page in each of its states, from a plain server of files.

Some of its scenes are kept as pictures, in ``golden``; ``python -m tests.cardtable.browser.golden_pictures`` takes them
anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.cardtable.browser.golden_pictures import MOST_DIFFERING, PICTURES, differing, kept, taken
from tests.cardtable.browser.test_sizes import BEYOND, BEYOND_SIDES, OVERPRINTED
from tests.support.browser import PATIENCE, chromium, needs_browser
from tests.support.gallery.scenes import Scene
from tests.support.gallery.serving import showing

if TYPE_CHECKING:
    from playwright.sync_api import Frame, Page

pytestmark = [needs_browser, pytest.mark.slow]


ROUNDED_AWAY = re.compile(r"\b0[.,]000\b|−0[.,]?0*\s?%")
"""Figures of which nothing is left."""


@pytest.fixture(scope="module")
def gallery(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, list[Scene]]]:
    """Build the gallery, and serve its files."""
    with showing(tmp_path_factory.mktemp("gallery")) as shown:
        yield shown


@pytest.mark.parametrize(("theme", "language"), [("light", "en"), ("dark", "ru")])
def test_every_component_is_seen_and_no_script_fails(
    gallery: tuple[str, list[Scene]], theme: str, language: str
) -> None:
    address, scenes = gallery
    faults: list[str] = []
    with chromium() as browser:
        page = browser.new_context(viewport={"width": 1450, "height": 900}).new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
        page.goto(f"{address}/?theme={theme}&language={language}")
        for scene in scenes:
            page.frame_locator(f'iframe[title="{scene.name}"]').locator("html[data-shown]").wait_for(timeout=PATIENCE)
        unseen = [
            (scene.name, shown) for scene in scenes for shown in scene.shows if not is_seen(page, scene.name, shown)
        ]
        frames = [frame for frame in page.frames if frame.parent_frame]
        assert {frame.evaluate("document.documentElement.lang") for frame in frames} == {language}
        assert {frame.evaluate("getComputedStyle(document.body).colorScheme") for frame in frames} == {theme}
        laid = {frame.url: over for frame in frames if (over := lies_over(frame))}
        said = {frame.url: found for frame in frames if (found := ROUNDED_AWAY.findall(frame.inner_text("body")))}
    assert (unseen, faults) == ([], [])
    assert (laid, said) == ({}, {})


def is_seen(page: Page, name: str, shown: str) -> bool:
    """Return whether a scene shows a component."""
    return page.frame_locator(f'iframe[title="{name}"]').locator(shown).first.is_visible()


HIDDEN = """() => [...document.querySelectorAll(".offline, .toast, .getting-ready > *")].filter((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return !one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}).map((one) => one.textContent)"""
"""Elements that have to be seen over everything, and lie under something."""


BESIDE = """() => {
    const { left, right } = document.querySelector(".felt").getBoundingClientRect();
    const beyond = [...document.querySelectorAll(".hand .card")].filter((card) => {
        const box = card.getBoundingClientRect();
        return box.left < left || box.right > right;
    });
    const cut = [...document.querySelectorAll(".others .count")].filter((one) => one.scrollWidth > one.clientWidth + 1);
    return [...beyond, ...cut].map((one) => one.textContent || one.dataset.card);
}"""
"""Cards of the hand beyond the sides of the cloth, and words wider than their seat."""


def lies_over(frame: Frame) -> list[object]:
    """Return what lies over anything else at a scene's table, or beyond the cloth."""
    looks = [HIDDEN, *((BEYOND, BEYOND_SIDES, BESIDE, OVERPRINTED) if frame.locator(".felt").count() else ())]
    return [found for look in looks for found in frame.evaluate(look)]


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    with chromium() as browser:
        yield browser.new_context(viewport={"width": 1450, "height": 900}).new_page()


BLURRED = "* { -webkit-text-stroke: 0.35px currentcolor !important; }"
"""A style sheet that smooths letters otherwise, as another machine does."""
SMALL_FAULTS = {
    "the felt is lighter": ".felt { filter: brightness(1.25) }",
    "the hand has slipped": ".hand { transform: translateY(30px) }",
    "the pairs are gone": ".bout { visibility: hidden }",
    "cards are smaller": ".felt { --card-width: 52px !important }",
}


@pytest.mark.parametrize("picture", PICTURES)
def test_the_table_looks_as_it_did_and_blurred_letters_change_no_picture(
    gallery: tuple[str, list[Scene]], page: Page, picture: str
) -> None:
    for style in ("", BLURRED):
        assert differing(taken(page, gallery[0], picture, style), kept(picture)) <= MOST_DIFFERING, style


@pytest.mark.parametrize("fault", SMALL_FAULTS)
def test_a_small_fault_makes_another_picture(gallery: tuple[str, list[Scene]], page: Page, fault: str) -> None:
    assert differing(taken(page, gallery[0], "table", SMALL_FAULTS[fault]), kept("table")) > MOST_DIFFERING
