"""Bang! on the page: a click reads a card, discards none by accident, and a ply's consequences stand beneath it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from baselines.bang.table.plugin import PLUGIN
from tests.support.browser import COMPILING, a_ply, browsing, needs_browser, ply
from tests.support.table_server import serving

pytestmark = [needs_browser, pytest.mark.slow]

RAISED, OTHERS = ".own .hand .card.playable", ".own .hand .card:not(.playable)"
SEED = "3"
"""The first turn of seat 1 has cards that may be played and others that may only be discarded."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serving(PLUGIN) as address:
        yield address


@pytest.fixture
def page(address: str) -> Iterator[Page]:
    with browsing(address) as page:
        begin(page, SEED)
        yield page


def begin(page: Page, seed: str) -> None:
    """Begin a game of four, wait for the turn, and read what a newcomer is told."""
    for seat in (2, 3, 4):
        page.get_by_label(f"Player {seat}", exact=True).select_option("random")
    page.get_by_label("Deal number", exact=True).fill(seed)
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector("[data-ply]", timeout=COMPILING)
    expect(page.get_by_label("Speed")).to_have_value("1.2")
    page.get_by_label("Speed").select_option("at once")
    page.wait_for_selector(".hand.live")
    lesson = page.locator(".lesson")
    expect(lesson).to_contain_text("You are the Sheriff: you and the Deputies win once")
    lesson.get_by_role("button", name="Got it").click()
    expect(lesson).to_be_hidden()


def test_cards_to_discard_are_raised_and_a_button_counts_them_down(page: Page) -> None:
    hand, box, raised = page.locator(".own .hand .card"), page.locator(".chosen-card"), page.locator(RAISED)
    cards, may_be_played = hand.count(), raised.count()
    assert 0 < may_be_played < cards
    expect(page.locator(".own .hand [aria-disabled], .own-actions [aria-disabled]")).to_have_count(0)
    count_down = page.locator(".own-actions [data-key=end]")
    expect(count_down).to_have_text("Discard 2 cards")
    count_down.click()
    expect(raised).to_have_count(cards)
    count_down.click()  # the user would rather play
    expect(raised).to_have_count(may_be_played)
    count_down.click()
    for left, words in ((1, "Discard 1 card"), (0, "End the turn")):
        raised.first.click()
        with a_ply(page):
            box.locator("button.main").click()
        expect(count_down).to_have_text(words)
        expect(raised).to_have_count(cards - 2 + left)


def choose_one_that_aims(page: Page) -> Locator:
    """Choose the first card of the hand that may be played at a seat."""
    aims, cards = page.locator(".aim"), page.locator(RAISED)
    for number in range(cards.count()):
        expect(aims).to_have_count(0)
        cards.nth(number).click()
        if aims.count():
            return cards.nth(number)
        page.get_by_role("button", name="Close").click()
    raise AssertionError("no card may be played at a seat")


def test_a_card_is_played_at_the_seat_that_is_tapped(page: Page) -> None:
    """The seats that a chosen card reaches light up, and no others."""
    aims = page.locator(".aim")
    choose_one_that_aims(page)
    seats = page.locator(".others .seat").evaluate_all("seats => seats.map(seat => seat.getAttribute('aria-label'))")
    words = aims.evaluate_all("aims => aims.map(aim => aim.getAttribute('aria-label'))")
    lit = page.locator(".others .seat:has(.aim)").evaluate_all("seats => seats.map(seat => seat.ariaLabel)")
    assert 0 < len(lit) <= len(seats)
    assert all(name in said for name, said in zip(lit, words, strict=True))
    with a_ply(page):
        aims.first.click()
    expect(aims).to_have_count(0)


def test_a_card_is_played_at_the_seat_onto_which_it_is_dragged(page: Page) -> None:
    """A seat takes only the cards that may be played at it."""
    card = choose_one_that_aims(page)
    lit = page.locator(".others .seat:has(.aim)").first
    name, number = lit.get_attribute("aria-label"), lit.get_attribute("data-seat")
    page.keyboard.press("Escape")
    seat, before = page.locator(f".others [data-seat='{number}']"), ply(page)
    page.locator(RAISED).filter(has_text="Barile").drag_to(seat)
    assert ply(page) == before
    with a_ply(page):
        card.drag_to(seat)
    expect(page.locator(".log .ply").filter(has_text=f" at {name}").first).to_be_visible()


def test_a_role_says_what_it_wins_by(page: Page) -> None:
    page.locator(".own-line .role.sheriff").click()
    expect(page.locator(".toast")).to_have_text(re.compile("^The Sheriff and the Deputies win once "))


def test_a_call_for_discards_ends_with_the_position(page: Page) -> None:
    raised, may_be_played = page.locator(RAISED), page.locator(RAISED).count()
    barile = raised.filter(has_text="Barile")
    barile.click()
    with a_ply(page):
        barile.click()
    page.locator(".own-actions [data-key=end]").click()
    expect(raised).to_have_count(page.locator(".own .hand .card").count())
    with a_ply(page):
        page.get_by_role("button", name="Undo").click()
    expect(raised).to_have_count(may_be_played)


def test_a_call_for_discards_keeps_the_hints_on_the_cards(page: Page) -> None:
    hints = page.locator(".own .hand .hint")
    page.get_by_role("button", name="Show hints").click()
    expect(hints).not_to_have_count(0, timeout=COMPILING)
    before, after = page.evaluate("""() => {
        const hints = () => document.querySelectorAll(".own .hand .hint").length;
        const before = hints();
        document.querySelector(".own-actions [data-key=end]").click();
        return [before, hints()];
    }""")
    assert after == before > 0


KINDS_BESIDE_THEIR_SIGNS = """async () => {
    const { cardPicture } = await import("/game/pictures.js");
    const { keysOf } = await import("/page/texts.js");
    const inside = (part, { left, right, top, bottom }) => {
        const box = part.getBoundingClientRect();
        return box.left >= left && box.right <= right && box.top >= top && box.bottom <= bottom;
    };
    return keysOf("bang.card.").map((kind) => {
        const card = cardPicture(`${kind} 2h`);
        const host = document.body.appendChild(document.createElement("div"));
        host.className = "card";
        host.append(card);
        const field = card.querySelector(".kind-field").getBoundingClientRect();
        const parts = [...card.querySelectorAll(".kind, .meaning, .sign > *")];
        return [kind, card.querySelector(".meaning").textContent, card.querySelectorAll(".sign > *").length > 0,
            parts.filter((part) => part.textContent || part.closest(".sign")).every((part) => inside(part, field))];
    });
}"""


@pytest.mark.parametrize(("locale", "beer", "bang"), [("en", "Beer", ""), ("ru", "Пиво", "Бэнг!")])
def test_each_kind_has_a_sign_and_its_name_in_the_page_s_language(
    address: str, locale: str, beer: str, bang: str
) -> None:
    with browsing(address, locale=locale) as page:
        kinds = page.evaluate(KINDS_BESIDE_THEIR_SIGNS)
    assert len(kinds) == 22
    assert [kind for kind, _, has_sign, is_inside in kinds if not (has_sign and is_inside)] == []
    meanings = {kind: meaning for kind, meaning, *_ in kinds}
    assert (meanings["birra"], meanings["bang"]) == (beer, bang)


def test_the_felt_shows_what_has_happened_last_and_who_aims_at_whom(address: str) -> None:
    with browsing(address, place="#watch") as page:
        page.locator("main input:visible").first.fill("5")
        page.locator("button.main").click()
        aimed = page.locator(".log .ply", has_text="Bang! at ").first
        aimed.wait_for(timeout=COMPILING)
        page.get_by_role("button", name="Pause").click()
        aimed.click()
        expect(page.locator(".lately li")).to_have_count(3)
        expect(page.locator(".lately li").last).to_contain_text("Bang! at ")
        expect(page.locator(".bang > .arrow path")).to_have_count(2)
        page.get_by_label("Move shown").fill("0")
        expect(page.locator(".lately li, .bang > .arrow path")).to_have_count(0)


ARROW_DRAWN_AT_FIRST_AND_AGAIN = """async () => {
    const felt = document.querySelector(".felt");
    const arrow = () => felt.querySelector(".arrow path")?.getAttribute("d") ?? null;
    const drawing = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const first = arrow();
    for (const width of ["99%", ""]) {
        felt.style.width = width;
        await drawing();
    }
    return [first, arrow()];
}"""


def test_an_arrow_ends_where_the_seats_lie_in_its_position(address: str) -> None:
    with browsing(address, place="#watch") as page:
        page.locator("main input:visible").first.fill("5")
        page.locator("button.main").click()
        page.get_by_label("Speed").select_option("at once", timeout=COMPILING)
        expect(page.get_by_role("button", name="Pause")).to_be_disabled(timeout=COMPILING)  # the game is over
        place = page.get_by_label("Move shown")
        plies = range(int(str(place.get_attribute("max"))))
        drawn = []
        for early, late in zip(
            plies[:20], reversed(plies), strict=False
        ):  # with fewer and with more cards before a seat
            for wanted in (early, late):
                place.fill(str(wanted))
                page.wait_for_selector(f"[data-ply='{wanted}']")
                drawn.append((wanted, *page.evaluate(ARROW_DRAWN_AT_FIRST_AND_AGAIN)))
        arrows = [one for one in drawn if one[1] is not None]
        assert len(arrows) > 3
        assert [ply for ply, first, again in arrows if first != again] == []


def test_a_card_that_may_only_be_discarded_is_read_by_a_click_and_not_lost(page: Page) -> None:
    before, card, box = ply(page), page.locator(OTHERS).first, page.locator(".chosen-card")
    for _ in range(2):
        card.click()
        expect(box).to_contain_text("answers a shot")
        expect(box).to_contain_text("keep it until somebody shoots at you")
        assert ply(page) == before
    box.get_by_role("button", name="Close").click()
    expect(box).to_be_hidden()
    card.click()
    with a_ply(page):
        box.get_by_role("button", name="Discard Mancato").click()
    expect(box).to_be_hidden()


LIVES_OF_WHO_DIES = """async () => {
    const { seatParts } = await import("/game/seats.js");
    const seat = { role: "outlaw", alive: true, most: 4, lives: -1, character: "bart_cassidy" };
    const parts = seatParts({ view: { seats: [seat], turn: 0 }, thinking: null, returns: null, over: true }, 0, "Anna");
    return parts.find((part) => part?.className === "lives").textContent;
}"""


def test_who_is_to_drink_after_dynamite_has_no_lives_and_the_table_is_drawn(page: Page) -> None:
    assert page.evaluate(LIVES_OF_WHO_DIES) == "♡♡♡♡"


def test_a_second_click_plays_what_a_card_can_only_do_in_one_way(page: Page) -> None:
    card = page.locator(RAISED).filter(has_text="Barile")
    card.click()
    expect(page.locator(".chosen-card").get_by_role("button", name="Play Barile")).to_be_visible()
    with a_ply(page):
        card.click()
    expect(page.locator(".own-line .chip")).to_have_text("Barile")


def test_names_on_the_table_are_explained_by_a_touch(page: Page) -> None:
    page.locator(".others .character").first.click()
    expect(page.locator(".toast")).to_contain_text(": ")
    page.get_by_role("button", name="Rules", exact=True).click()
    rules = page.get_by_role("dialog")
    expect(rules.get_by_text("answers a shot")).to_be_visible()
    expect(rules.locator("dt")).to_have_count(22 + 16)


def test_keys_choose_and_play_a_card(page: Page) -> None:
    page.keyboard.press("ArrowRight")
    while "Barile" not in str(page.evaluate("document.activeElement.textContent")):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".chosen-card")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".chosen-card")).to_be_hidden()
    page.keyboard.press("Enter")
    with a_ply(page):
        page.keyboard.press("Enter")


@pytest.mark.parametrize(("locale", "told"), [("en", "2 cards drawn"), ("ru", "взято 2 карты")])
def test_what_follows_a_ply_by_itself_stands_beneath_it(address: str, locale: str, told: str) -> None:
    with browsing(address, locale=locale, place="#watch") as page:
        page.locator("main input:visible").first.fill("5")
        page.locator("button.main").click()
        expect(page.locator(".log .ply-note").filter(has_text=told).first).to_be_visible(timeout=COMPILING)
