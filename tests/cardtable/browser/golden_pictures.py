"""Golden pictures of the table: scenes of the gallery as they should look, kept small.

``python -m tests.cardtable.browser.golden_pictures`` takes them anew. Other letters would fill
other lines, so these are those of Matplotlib's font; browsers smooth even them differently. Pictures are therefore
compared by fields of `FIELD` kept pixels: where letters look otherwise, the mean colour of a field hardly does. A
picture differs if more than `MOST_DIFFERING` of its fields differ in colour by more than `TOLERANCE`.
"""

from __future__ import annotations

import tempfile
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image

from tests.support.browser import chromium

if TYPE_CHECKING:
    from playwright.sync_api import Page

FOLDER = Path(__file__).parent / "golden"
PICTURES = {
    "table": ("five seats, many attacks, 1366", "light"),
    "phone": ("five seats, many attacks, 390", "dark"),
    "review": ("review", "dark"),
    "start": ("start", "light"),
    "trick": ("trick, 390", "light"),
    "bids": ("bids, 1366", "dark"),
    "bang": ("chosen card, 1366", "light"),
    "discards": ("seven seats, discard", "light"),
}
"""The scene and the colours of each."""
SHRUNK = 3
"""The pixels of the window, in a row, that become one that is kept."""
FIELD = 6
TOLERANCE = 24.0  # of 255, of the channel that differs most
MOST_DIFFERING = 0.02


def taken(page: Page, address: str, picture: str, style: str = "") -> Image.Image:
    """Take a picture of a scene, as small as it is kept; a style sheet may change the page before."""
    scene, theme = PICTURES[picture]
    page.goto(f"{address}/?theme={theme}&language=en&letters=own&only={scene}")
    page.wait_for_selector("body[data-ready]", timeout=60_000)
    frame = page.frames[-1]
    if style:
        frame.add_style_tag(content=style)
    table = frame.locator(
        ".felt, .narrow"
    ).first  # in the panel beside it a word more or less in a line moves all below
    shot = table.screenshot(animations="disabled", caret="hide")
    whole = Image.open(BytesIO(shot)).convert("RGB")
    return whole.resize((whole.width // SHRUNK, whole.height // SHRUNK), Image.Resampling.BOX)


def kept(picture: str) -> Image.Image:
    """Open the golden picture."""
    return Image.open(FOLDER / f"{picture}.webp").convert("RGB")


def differing(one: Image.Image, other: Image.Image) -> float:
    """Return the share of fields in which two pictures differ."""
    first, second = _fields(one), _fields(other)
    if first.shape != second.shape:
        return 1.0
    return float((np.abs(first - second).max(axis=2) > TOLERANCE).mean())


def _fields(picture: Image.Image) -> np.ndarray:
    size = (picture.width // FIELD, picture.height // FIELD)
    return np.asarray(picture.resize(size, Image.Resampling.BOX), dtype=float)


def main() -> None:
    """Take all pictures anew."""
    from tests.support.gallery.serving import showing

    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, showing(Path(folder)) as (address, _), chromium() as browser:
        page = browser.new_context(viewport={"width": 1450, "height": 900}).new_page()
        for picture in PICTURES:
            taken(page, address, picture).save(FOLDER / f"{picture}.webp", quality=70, method=6)
    print(f"{sum(path.stat().st_size for path in FOLDER.iterdir()) / 1e3:.0f} kB in {len(PICTURES)} pictures")


if __name__ == "__main__":
    main()
