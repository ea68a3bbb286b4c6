"""The tablebase: its outcomes against brute force, its parts, its place on disk, its command and its page."""

from __future__ import annotations

import random
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from baselines.durak.bench.endgames import natural_endgames, outcome_figures
from baselines.durak.cli import app
from baselines.durak.endgames import tablebase_store
from baselines.durak.endgames.position import by_rank, canonical_start
from baselines.durak.endgames.search import attacker_surely_wins
from baselines.durak.endgames.solver import UNSOLVED, begin_question, endgame_memory, next_outcome, outcome
from baselines.durak.endgames.tablebase import DRAW, LOSS, WIN
from baselines.durak.endgames.tablebase_build import build, positions_in, shapes_by_size, words_by_size
from baselines.durak.endgames.tablebase_statistics import markdown, statistics
from baselines.durak.endgames.tablebase_store import CHECKSUMS, checksum, load, save, tablebase_path
from cardkit.playing_cards import mask_of
from tests.support.command_line import run_command
from tests.support.endgame_oracle import BruteForce, endgame, random_endgame
from tests.support.oracle import Game
from tests.support.oracle_cards import SUITS, deck_cards

PAGE = Path(__file__).parents[3] / "docs" / "results" / "endgames.md"


def hands_of(game: Game) -> tuple[np.uint64, np.uint64]:
    """Return the attacker's and the defender's hand as rank-major words."""
    suit = 4 if game.trump_suit is None else SUITS.index(game.trump_suit)
    attacker, defender = (
        np.uint64(by_rank(mask_of(game.hands[seat]), suit)) for seat in (game.attacker, game.defender)
    )
    return attacker, defender


def starts(count: int, seed: int, cards: int, limits: tuple[int | None, ...] = (None,)) -> list[Game]:
    """Draw random endgames at the start of a bout, some without trumps."""
    rng, found = random.Random(seed), []
    while len(found) < count:
        game = random_endgame(rng, cards, rng.choice(limits), rng.random() < 0.7)
        if game.phase == "attack":
            found.append(game)
    return found


@pytest.mark.parametrize(
    ("most", "ranks", "draws"),
    [
        (3, 3, True),
        (3, 3, False),
        (4, 2, True),  # a defender has the longest win
        pytest.param(4, 3, True, marks=pytest.mark.slow),
    ],
)
def test_counts_are_those_of_brute_force_over_a_whole_deck(most: int, ranks: int, draws: bool) -> None:
    deck, brute = deck_cards(15 - ranks), BruteForce()
    for one in statistics(build(most, draws=draws), most, ranks, draws):
        counts, longest = np.zeros((one.cards + 1, 4), np.int64), 0
        for cards in combinations(deck, one.cards):
            for owners in range(1, 2**one.cards - 1):
                hands = [[card for place, card in enumerate(cards) if owners >> place & 1 == seat] for seat in (1, 0)]
                value, plies = brute.score(endgame((hands[0], hands[1]), "d", draws=draws), 0)
                counts[len(hands[0]), (DRAW, WIN, LOSS)[value]] += 1
                longest = max(longest, plies)
        assert (one.counts == counts).all()
        assert one.longest == longest


def test_shapes_are_as_many_as_words_whose_rows_may_change_places() -> None:
    assert [len(words) for words in words_by_size(6, True)] == [1, 4, 16, 60, 223, 824, 3040]  # 1 / (1-4x+4x³+x⁴)
    assert [len(words) for words in words_by_size(4, False)] == [1, 4, 22, 116, 613]  # 1 / (2-(1+x)⁴)
    assert positions_in(4) == sum(len(shapes_by_size(4)[size]) * (2**size - 2) for size in (2, 3, 4))


def test_a_small_tablebase_agrees_with_the_search_alone() -> None:
    with_it, without = endgame_memory(cards=6), endgame_memory(cards=0)
    pairs = [(outcome(state, with_it), outcome(state, without)) for state in natural_endgames(300)]
    solved = [pair for pair in pairs if UNSOLVED not in pair]
    assert all(found == searched for found, searched in solved)
    assert len(solved) > 250


def test_endgames_asked_in_a_row_are_worth_what_each_is_worth_alone() -> None:
    states = natural_endgames(100)
    alone, in_a_row = endgame_memory(cards=6), endgame_memory(cards=6, table_bits=8)
    values = [outcome(state, alone) for state in states]
    begin_question(states[0], in_a_row, 1, 0)
    again = [next_outcome(state, in_a_row) for state in [*states, *states]]
    pairs = list(zip(again, values * 2, strict=True))
    solved = [pair for pair in pairs if UNSOLVED not in pair]
    assert all(found == searched for found, searched in solved)
    assert len(solved) > 160


def test_what_wins_at_a_glance_wins() -> None:
    seen = 0
    for game in starts(800, 3, 6, (None, 1, 2)):
        limit = 255 if game.max_attack_cards is None else game.max_attack_cards
        trumps = np.uint64(0x1111_1111_1111_1111 if game.trump_suit else 0)
        if attacker_surely_wins(*hands_of(game), trumps, limit):
            seen += 1
            assert BruteForce().score(game, game.attacker)[0] == 1
    assert seen > 50


def test_suits_and_places_of_ranks_do_not_change_the_canonical_form() -> None:
    rng, alike = random.Random(4), 0
    for game in starts(300, 5, 9):
        attacker, defender = hands_of(game)
        wanted = canonical_start(attacker, defender, game.trump_suit is not None)
        again = (np.uint64(word) for word in (wanted[1], wanted[0] ^ wanted[1]))
        assert canonical_start(*again, game.trump_suit is not None) == wanted
        plain = [suit for suit in SUITS if suit != game.trump_suit]
        names = dict(zip(plain, rng.sample(plain, len(plain)), strict=True)) | {game.trump_suit: game.trump_suit}
        game.hands = [{f"{card[0]}{names[card[1]]}" for card in hand} for hand in game.hands]
        alike += canonical_start(*hands_of(game), game.trump_suit is not None) == wanted
    assert alike > 280  # suits that differ only in what they are tied to may come out in two orders
    low, high = (endgame((["6c", one], [other, "9c"]), "d") for one, other in (("7h", "8s"), ("8h", "7s")))
    assert canonical_start(*hands_of(low), True) == canonical_start(*hands_of(high), True)  # 7 and 8 share no suit


def test_the_default_one_has_its_checksum() -> None:
    assert checksum(build(8, jobs=2)) == CHECKSUMS[True][8]
    assert checksum(build(6, draws=False)) == CHECKSUMS[False][6]


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Use a cache directory of the test's own, with nothing in it and nothing remembered."""
    monkeypatch.setattr(tablebase_store, "user_cache_path", lambda name: tmp_path / name)
    tablebase_store._tablebase.cache_clear()
    return tmp_path


def test_it_is_kept_and_built_again_where_it_is_damaged(cache: Path) -> None:
    assert load(4) is None
    first = tablebase_store.tablebase(4)
    assert tablebase_path(4).read_bytes() == first.tobytes()
    assert tablebase_store.tablebase(4) is first
    assert not first.flags.writeable
    tablebase_path(4).write_bytes(b"no tablebase")
    assert load(4) is None
    tablebase_store._tablebase.cache_clear()
    assert (tablebase_store.tablebase(4) == first).all()
    assert load(4) is not None
    assert [path.name for path in tablebase_path(4).parent.iterdir()] == ["endgames-4.tablebase"]


def test_it_does_without_a_cache_directory(cache: Path) -> None:
    (cache / "durak-env").write_text("a file where the directory should be")
    assert checksum(tablebase_store.tablebase(3)) == CHECKSUMS[True][3]
    with pytest.raises(OSError, match="durak-env"):
        save(tablebase_store.tablebase(3), 3)


def test_what_cannot_be_built_is_refused() -> None:
    for cards, jobs, said in ((1, 1, "cards"), (11, 1, "cards"), (4, 0, "jobs")):
        with pytest.raises(ValueError, match=f"^{said} "):
            build(cards, jobs=jobs)


def test_its_command_builds_keeps_and_tells(cache: Path) -> None:
    page = cache / "page.md"
    page.write_text("before\n<!-- durak tablebase -->\nold\n<!-- end of durak tablebase -->\nafter\n")
    done = run_command(app, "tablebase", "--cards", "4", "--statistics", str(page))
    assert "932 positions, 2,434 bytes" in done.output
    assert CHECKSUMS[True][4] in done.output
    tables = markdown(statistics(build(4), 4))
    begin, end = "<!-- durak tablebase -->", "<!-- end of durak tablebase -->"
    assert page.read_text() == f"before\n{begin}\n\n{tables.strip()}\n\n{end}\nafter\n"
    for wrong, message in (
        (["--cards", "11"], "cards must be an integer from 2 to 10 (default 8), got 11"),
        (["--jobs", "0"], "jobs must be an integer of at least 1 (default 2), got 0"),
        (["--statistics", str(cache)], "Is a directory"),
    ):
        refused = run_command(app, "tablebase", *wrong, status=2)
        assert message in refused.output
        assert "positions" not in refused.output


@pytest.mark.slow
def test_the_page_tells_what_the_tablebase_holds() -> None:
    lines = markdown(statistics(build(6), 6)).splitlines()
    page = PAGE.read_text(encoding="utf-8")
    for line in lines[: lines.index("")]:
        assert line in page
    assert f"in {len(tablebase_store.tablebase(8)):,} bytes" in page
    assert f"the {sum(map(len, shapes_by_size(8)[2:])):,} patterns" in page


def test_natural_endgames_are_solved_and_timed() -> None:
    states = natural_endgames(50)
    assert (states["talon_size"] == 0).all()
    figures = outcome_figures(50)
    assert 0 < figures.every <= 1
    assert 0 < figures.up_to_14 <= 1
    assert figures.median > 0
