"""Durak played on the page by clicks, keys and dragging, with illegal moves and agents that fail."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser import COMPILING, MAY_PLAY, a_ply, begin, browsing, needs_browser, ply, says, wait_for_turn

pytestmark = [needs_browser, pytest.mark.slow]

PLAYABLE = ".hand .card.playable"
BARRED = ".hand .card.barred"
OFFERED = ".own-actions .button:not([aria-disabled])"


def play_a_ply(page: Page) -> None:
    """Play the first card that may be played, or else take or be done."""
    with a_ply(page):
        page.locator(f"{PLAYABLE}, {OFFERED}").last.click()


def press_keys(page: Page) -> None:
    """Play a ply by keys alone: the arrows and Enter, T, or D."""
    if not page.query_selector(PLAYABLE):
        page.keyboard.press("t" if "take" in says(page) else "d")
        return
    page.keyboard.press("ArrowRight")
    while not page.evaluate("document.activeElement.classList.contains('playable')"):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")


def cards_of(page: Page, selector: str) -> list[str]:
    """Return the cards in a place, in order."""
    return page.locator(selector).evaluate_all("cards => cards.map((card) => card.dataset.card)")


def until_taught(page: Page) -> None:
    """Play until a card may not be played."""
    while not page.query_selector(BARRED):
        play_a_ply(page)
        wait_for_turn(page)


def test_a_card_is_dragged_onto_the_table(page: Page) -> None:
    begin(page, "greedy", seed="1")
    wait_for_turn(page)
    with a_ply(page):
        page.locator(PLAYABLE).first.drag_to(page.locator(".bout"))


def test_a_card_dropped_beside_the_table_goes_back(page: Page) -> None:
    begin(page, "greedy", seed="1")
    wait_for_turn(page)
    before = ply(page)
    page.locator(PLAYABLE).first.drag_to(page.locator(".others"))
    page.keyboard.press("ArrowLeft")  # the page still answers
    assert ply(page) == before


NOTE_ABOVE_HAND = """() => document.querySelector(".toast").getBoundingClientRect().bottom
    <= document.querySelector(".own .hand").getBoundingClientRect().top"""


def test_a_card_that_may_not_be_played_says_why(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    begin(page, "greedy", seed="1")
    wait_for_turn(page)
    until_taught(page)
    before = ply(page)
    page.locator(BARRED).first.click(force=True)  # it is clickable, though marked as disabled
    expect(page.locator(".toast").filter(has_text="not")).to_be_visible()
    assert page.evaluate(NOTE_ABOVE_HAND)
    assert ply(page) == before


def test_an_attack_is_passed_on(page: Page) -> None:
    page.locator("summary", has_text="Rules").click()
    page.get_by_label("Transfers (Perevodnoy)").check()
    begin(page, "greedy", seed="1")
    transfer = page.locator(".own-actions [data-key^='>']").first
    while wait_for_turn(page) and not transfer.is_visible():
        play_a_ply(page)
    with a_ply(page):
        transfer.click()
    expect(page.locator(".log .ply", has_text="→").first).to_be_visible()


def test_undo_gives_the_card_back_and_swapped_seats_the_deal(page: Page) -> None:
    begin(page, "greedy", seed="1")
    wait_for_turn(page)
    cards, before = cards_of(page, ".hand .card"), ply(page)
    play_a_ply(page)
    wait_for_turn(page)
    page.keyboard.press("u")
    page.wait_for_selector(f"[data-ply='{before}']")
    assert cards_of(page, ".hand .card") == cards
    page.get_by_role("button", name="Same cards, another seat").click()
    page.get_by_role("button", name="Give it up").click()  # Greedy's attack lies there
    expect(page.locator("aside h2").first).to_have_text("Greedy – You")
    page.get_by_label("Show all cards").check()
    expect(page.locator(f".fan [data-glide='{cards[0]}']")).to_be_visible()


def test_an_unknown_agent_is_refused_beside_its_field(page: Page) -> None:
    page.get_by_label("Player 2", exact=True).select_option("another agent …")
    field = page.get_by_label("Spec of the agent: Player 2")
    field.fill("ismct:5")
    page.get_by_role("button", name="Play").click()
    expect(page.locator(f"#{field.get_attribute('aria-describedby')}")).to_contain_text("ismct")
    assert field.get_attribute("aria-invalid") == "true"


def test_a_failing_agent_shows_its_error_and_another_goes_on(page: Page) -> None:
    begin(page, "tests.support.faulty_agents:Crashing", seed="1")
    alert = page.get_by_role("alert").filter(has=page.get_by_role("button", name="Go on"))
    while not alert.is_visible():
        if wait_for_turn(page, also=".alert"):
            play_a_ply(page)
    alert.get_by_label("Go on with", exact=True).select_option("greedy")
    alert.get_by_role("button", name="Go on").click()
    expect(alert).to_be_hidden()
    assert wait_for_turn(page)


def test_the_keys_are_listed(page: Page) -> None:
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog")
    for words in ("play it", "take", "done", "previous mistake, next mistake"):
        expect(dialog.get_by_text(words, exact=True)).to_be_visible()


def test_russian_has_its_own_words_and_letters(address: str) -> None:
    with browsing(address, locale="ru-RU") as page:
        assert page.locator("html").get_attribute("lang") == "ru"
        page.get_by_label("Игрок 2", exact=True).select_option("greedy")
        page.get_by_role("button", name="Играть").click()
        wait_for_turn(page)
        label = str(page.locator(".hand .card").first.get_attribute("aria-label"))
        assert any(suit in label for suit in ("треф", "бубен", "червей", "пик"))
        page.get_by_role("button", name="Настройки").click()
        page.get_by_label("Язык").select_option("en")
        expect(page.get_by_role("link", name="Replay")).to_be_visible()


def test_what_cannot_be_done_is_said_in_russian(address: str) -> None:
    with browsing(address, locale="ru-RU") as page:
        page.get_by_label("Номер раздачи").fill("семь")
        page.get_by_role("button", name="Играть").click()
        expect(page.get_by_role("alert").filter(has_text="целое число не меньше 0, а не семь")).to_be_visible()


@pytest.mark.parametrize("width", [390, 1366])
def test_the_discard_is_shown_as_cards_by_suit(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    begin(page, "greedy", seed="1")
    pile, shown = page.locator(".discard"), page.get_by_role("dialog", name="Out of play")
    expect(pile).to_be_disabled()
    while wait_for_turn(page) and not page.locator(".discard:enabled").count():
        play_a_ply(page)
    count = int(re.findall(r"\d+", pile.inner_text())[0])
    pile.click()
    expect(shown.get_by_role("heading")).to_have_text(f"Out of play: {count} cards")
    rows = shown.locator(".discard-suit").evaluate_all(
        "rows => rows.map((row) => [...row.children].map((card) => card.getAttribute('aria-label').split(' of ')[1]))"
    )
    assert sum(map(len, rows)) == count
    assert [len(set(suits)) for suits in rows] == [1] * len(rows)
    shown.get_by_role("button", name="Close").click()
    expect(shown).to_have_count(0)


def test_who_is_out_of_a_game_has_it_played_to_its_end_at_once(address: str) -> None:
    with browsing(address) as page:
        page.get_by_label("Players", exact=True).select_option("5")
        for seat in (2, 3, 4, 5):
            page.get_by_label(f"Player {seat}", exact=True).select_option("greedy")
        notes = page.locator(".field > small.note:visible").all_inner_texts()
        assert len(set(notes)) == len(notes)  # equal agents are told of once
        page.get_by_label("Deal number", exact=True).fill("2")
        page.get_by_role("button", name="Play", exact=True).click()
        page.wait_for_selector("[data-ply]", timeout=COMPILING)
        expect(page.locator("aside h2").first).to_have_text("You – 4 × Greedy")
        page.get_by_label("Speed").select_option("0.1")
        to_the_end = page.get_by_role("button", name="To the end")
        while wait_for_turn(page, also=".status [data-key=to-the-end]"):
            cards = page.locator(".hand .playable").evaluate_all("some => some.map((one) => one.dataset.card)")
            lowest = min(cards, key=lambda card: "23456789TJQKA".index(card[0]), default="")
            with a_ply(page):
                page.locator(f'.hand [data-card="{lowest}"]' if lowest else MAY_PLAY).first.click()
        expect(page.locator(".says")).to_have_text("You are out: you cannot lose.")
        to_the_end.click()
        page.wait_for_selector(".over")
        expect(page.get_by_label("Speed")).to_have_value("0.1")
        expect(to_the_end).to_have_count(0)
