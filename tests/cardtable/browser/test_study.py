"""Games studied on the page: hints while one plays, a replay stepped, mistakes, a position shared."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser import COMPILING, MAY_PLAY, begin, needs_browser, page_address, play_last, ply, wait_for_turn

pytestmark = [needs_browser, pytest.mark.slow]

RECORD = """\
durak-game 1
rules standard
player_0 smart
player_1 greedy
world closed
deck 7c Kc 8d Jh Js Ks 9c Qc Jd Kd Qh 6s As 6h Th Jc 8s Tc 8c Ac 7d 6d Kh Ts 9d Qd Td Ah 8h Qs Ad 6c 7h 7s 9h 9s
attacker 1
1. 9c Kc Kd Js Jd Ks done
2. 7c Qc done
3. 6h Jh done
4. 6d 7d done
5. Th Kh done
6. 8c Ac 8d 9d done
7. 8h 8s done
8. 6c 6s done
9. Qh Ah Ad take done
10. 9h Qh 9s take Qs
11. 7s 9s done
12. 7h Ts Tc As
result -1 1
"""


def open_record(page: Page, record: str = RECORD) -> int:
    """Open the record and return its number of plies."""
    page.get_by_role("link", name="Replay").click()
    page.get_by_label("Text of the game, or a link").fill(record)
    page.get_by_role("button", name="Show").click()
    page.wait_for_selector("[data-ply]", timeout=COMPILING)
    return int(str(page.get_by_label("Move shown").get_attribute("max")))


def step_to(page: Page, wanted: int, key: str) -> None:
    page.keyboard.press(key)
    page.wait_for_selector(f"[data-ply='{wanted}']")


def test_hints_are_shown_and_stopped(page: Page) -> None:
    begin(page, "greedy", seed="1")
    wait_for_turn(page)
    page.get_by_role("button", name="Show hints").click()
    page.wait_for_selector(".values tbody tr", timeout=COMPILING)
    legal = page.locator(".hand .card.playable, .own-actions .button:not([aria-disabled])")
    expect(page.locator(".hand .hint, .own-actions .hint")).to_have_count(legal.count())
    expect(page.locator(".hint.best")).to_have_count(1)
    expect(page.locator(".beliefs .belief").first).to_be_visible()
    page.get_by_role("button", name="Stop").first.click()
    expect(page.locator(".hint")).to_have_count(0)


def test_a_replay_is_stepped_by_keys_and_by_the_list_of_plies(page: Page) -> None:
    plies = open_record(page)
    assert ply(page) == 0
    for wanted, key in [(1, "ArrowRight"), (2, "ArrowRight"), (1, "ArrowLeft"), (plies, "End"), (0, "Home")]:
        step_to(page, wanted, key)
    page.locator(".log .ply").nth(4).click()
    page.wait_for_selector("[data-ply='5']")
    expect(page.locator(".log [aria-current]")).to_have_count(1)
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    page.wait_for_selector("[data-ply='11']")


def test_a_shared_position_is_opened_again(page: Page, address: str) -> None:
    open_record(page)
    for wanted in (1, 2, 3):
        step_to(page, wanted, "ArrowRight")
    page.get_by_role("button", name="Share this position").click()
    link = page.get_by_label("Link to this position").input_value()
    assert "token" not in link
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    page.goto("about:blank")
    page.goto(page_address(address) + "#" + link.split("#")[1])
    page.wait_for_selector("[data-ply='3']", timeout=COMPILING)


def test_a_text_that_is_no_record_says_why(page: Page) -> None:
    page.get_by_role("link", name="Replay").click()
    page.get_by_label("Text of the game, or a link").fill("durak-game 1\ndeck nonsense")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("alert").filter(has_text="line")).to_be_visible()


def test_mistakes_are_marked_with_their_cost(page: Page) -> None:
    open_record(page)
    page.get_by_role("button", name="Find mistakes").click()
    page.wait_for_selector(".mistake-row", timeout=COMPILING)
    expect(page.get_by_role("button", name="Find again")).to_be_visible(timeout=COMPILING)
    expect(page.locator(".graph .line")).to_be_visible()
    assert page.locator(".log .mistake, .log .blunder").count() == page.locator(".mistake-row").count()
    page.locator(".mistake-row").first.click()
    expect(page.locator(".mistake-row[aria-current]")).to_have_count(1)
    ply_of_mistake = int(str(page.locator(".mistake-row").first.get_attribute("data-key")).removeprefix("mistake-"))
    page.wait_for_selector(f"[data-ply='{ply_of_mistake - 1}']")  # the choice is shown, not what came of it
    expect(page.locator(".mistake-row .number").first).to_have_text(f"move {ply_of_mistake}")
    expect(page.locator(".transport .note")).to_contain_text(f"move {ply_of_mistake - 1} of")
    expect(page.locator(".says .mark-better")).to_be_visible()
    expect(page.locator(".felt .card.mark-played, .felt .card.mark-better").first).to_be_in_viewport()
    found = page.locator(".mistake-row").all_inner_texts()
    page.reload()
    expect(page.locator(".mistake-row")).to_have_count(len(found), timeout=COMPILING)
    assert page.locator(".mistake-row").all_inner_texts() == found
    page.keyboard.press("Home")
    page.wait_for_selector("[data-ply='0']")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".mistake-row").first).to_have_attribute("aria-current", "step")


def find_better(page: Page) -> None:
    """Try on the table what may be tried, until something is right."""
    while not page.locator(".practice .mark-better").count():
        tries = page.locator(MAY_PLAY)
        left = tries.count()
        tries.first.click()
        expect(tries).not_to_have_count(left)


def test_one_learns_from_the_mistakes_of_a_game(page: Page) -> None:
    """The answer is nowhere until it is found or asked for; a question shows the knowledge of its seat."""
    open_record(page)
    page.get_by_role("button", name="Find mistakes").click()
    expect(page.get_by_role("button", name="Find again")).to_be_visible(timeout=COMPILING)
    rows = page.locator(".mistake-row")
    expect(page.locator(".review .note")).to_contain_text("of a game lost.")
    everybody = rows.count()
    page.get_by_label("Mistakes of").select_option(index=1)
    of_one = rows.count()
    assert 0 < of_one < everybody
    first = int(str(rows.first.get_attribute("data-key")).removeprefix("mistake-"))
    page.get_by_role("button", name="Learn from mistakes").click()
    page.wait_for_selector(f"[data-ply='{first - 1}']")
    expect(page.locator(".practice strong")).to_have_text(f"Mistake 1 of {of_one}")
    expect(page.locator(".says")).to_contain_text("Find a better move")
    expect(page.get_by_label("Cards shown")).not_to_have_value("all")
    expect(page.locator(".mistake-row, .mark-better")).to_have_count(0)
    find_better(page)
    expect(page.locator(".says .mark-better")).to_be_visible()
    for number in range(2, of_one + 1):
        page.get_by_role("button", name="Next mistake").click()
        expect(page.locator(".practice strong")).to_have_text(f"Mistake {number} of {of_one}")
        page.get_by_role("button", name="Show the answer").click()
    expect(page.locator(".practice")).to_contain_text(f"of {of_one}.")
    page.get_by_role("button", name="End", exact=True).click()
    expect(rows).to_have_count(of_one)
    expect(page.get_by_label("Cards shown")).to_have_value("all")


def test_one_plays_on_from_a_mistake(page: Page) -> None:
    open_record(page)
    page.get_by_role("button", name="Find mistakes").click()
    expect(page.get_by_role("button", name="Find again")).to_be_visible(timeout=COMPILING)
    page.get_by_role("button", name="Learn from mistakes").click()
    page.get_by_role("button", name="Show the answer").click()
    page.locator(".practice").get_by_role("button", name="Play on from here").click()
    expect(page.get_by_role("link", name="Play", exact=True)).to_have_attribute("aria-current", "page")
    assert wait_for_turn(page)


def test_questions_leave_a_player_the_own_seat(page: Page) -> None:
    """After the questions the next game shows the cards of its own seat."""
    begin(page, "greedy", seed="1")
    while wait_for_turn(page):
        play_last(page)
    page.locator(".review").get_by_role("button", name="Find mistakes").click()
    expect(page.get_by_role("button", name="Find again")).to_be_visible(timeout=COMPILING)
    page.get_by_role("button", name="Learn from mistakes").click()
    expect(page.locator(".says")).to_contain_text("Find a better move (You).")
    page.get_by_role("button", name="Show the answer").click()
    page.get_by_role("button", name="End", exact=True).click()
    page.get_by_role("button", name="Same cards, another seat").click()
    assert wait_for_turn(page)


def test_an_evaluation_goes_on_after_the_page_is_loaded_again_unless_it_was_stopped(page: Page) -> None:
    open_record(page)
    find = page.get_by_role("button", name="Find mistakes")
    stop = page.locator(".review").get_by_role("button", name="Stop", exact=True)
    find.click()
    page.wait_for_selector(".review progress[value]:not([value='0'])", timeout=COMPILING)
    page.reload()
    expect(stop).to_be_visible(timeout=COMPILING)
    stop.click()
    page.reload()
    expect(find).to_be_visible(timeout=COMPILING)


def test_one_plays_on_from_a_position_of_a_replay(page: Page) -> None:
    open_record(page)
    step_to(page, 1, "ArrowRight")
    page.get_by_role("button", name="Play on from here").click()
    expect(page.get_by_role("link", name="Play", exact=True)).to_have_attribute("aria-current", "page")
    assert wait_for_turn(page)


@pytest.mark.parametrize("spec", ["exec:touch {}", "strategy:keep={}"])
def test_a_record_that_names_programs_or_files_leaves_no_trace_when_it_is_played_on(
    page: Page, tmp_path: Path, spec: str
) -> None:
    program = spec.format(tmp_path / "trace")
    open_record(page, RECORD.replace("_0 smart", f"_0 {program}").replace("_1 greedy", f"_1 {program}"))
    step_to(page, 1, "ArrowRight")
    page.get_by_role("button", name="Play on from here").click()
    assert wait_for_turn(page)
    assert not (tmp_path / "trace").exists()
    assert page.get_by_text(spec.partition(":")[0]).count() == 0
