"""Games of Oh Hell! as text and back, and the errors for faulty text."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import numpy as np
import pytest

from cardkit.compiled.prng import streams_from_seed
from cardkit.playing_cards import Card
from oh_hell_env import Deal, Rules
from oh_hell_env.actions import actions_of, kind_of, slot_of
from oh_hell_env.core.dealing import deal_random, new_states
from oh_hell_env.core.play import mover, step
from oh_hell_env.core.records import BID, OVER
from oh_hell_env.deals import capture_deal
from oh_hell_env.notation import GameRecord, format_action, format_records, parse_action, parse_records, replay
from oh_hell_env.notation import records as notation
from oh_hell_env.oh_hell import OhHell
from tests.support.oh_hell.agreement import SEATS, SEATS_OF_QUICK_TESTS, deal_of, random_deal, random_rules
from tests.support.oh_hell.oracle import deck_cards

EXAMPLE = "\n".join(line[4:] for line in (notation.__doc__ or "").split("\n") if line.startswith("    "))
WORKED = """oh-hell-game 1
rules hand_sizes=2-1,num_suits=2
player_0 ann
player_3 dan
deck 2c 3c 4c 5c 6c 7c 8c 2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd Ad 9c Tc Jc Qc Kc Ac
deck Ac Kc Qc Jc Tc 9c 8c 7c 6c 5c 4c 3c 2c Ad Kd Qd Jd Td 9d 8d 7d 6d 5d 4d 3d 2d
round 1
bids b0 b0 b0 b0
1. 2c 4c 6c 8c
2. 2d 3c 5c 7c
scores 10 10 10 2
result *
"""


def random_record(rules: Rules, seed: int, plies: int | None = None) -> GameRecord:
    """Play a game at random, to its end or for a number of plies, and return its record."""
    rng = random.Random(seed)
    deal = deal_of(*random_deal(rules, rng))
    state, played = deal.lay_out(rules), []
    while state.phase != OVER and len(played) != plies:
        kind = int(state.phase != BID)
        played.append(rng.choice(actions_of(kind, state.legal, rules)))
        step(state, slot_of(played[-1], rules))
    names = [f"a, c={seed}", *(f"player {letter}" for letter in "bcdefg")][: rules.num_players]
    return GameRecord(rules, deal, tuple(played), tuple(names), bool(seed % 2))


# --- games ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("count", "seats"), [(60, SEATS_OF_QUICK_TESTS), pytest.param(300, tuple(SEATS), marks=pytest.mark.slow)]
)
def test_games_survive_a_round_trip(count: int, seats: tuple[int, ...]) -> None:
    records = []
    for seed in range(count):
        rules = random_rules(seats[seed % len(seats)], random.Random(seed))
        records.append(random_record(rules, seed, None if seed % 3 else seed % 20))
    assert all(GameRecord.parse(record.format()) == record for record in records)
    assert parse_records(format_records(records)) == records
    assert all((record.result is None) == (len(record.plies) < record.rules.num_plies) for record in records)


def test_the_documented_example_has_names_and_a_result() -> None:
    record = GameRecord.parse(EXAMPLE)
    assert record.players == ("informed:version=2", "ann")
    assert record.result == (11, 12)


def test_a_large_score_is_written_in_full() -> None:
    record = random_record(Rules(hand_sizes=(13,) * 4, bonus=1000, points_per_trick=997), 4)
    assert record.result is not None
    assert max(record.result) > 9_999
    assert record.format().split("\n")[-2].split()[1:] == [str(score) for score in record.result]


@pytest.mark.parametrize("returns", ["points", "margin", "win"])
def test_a_match_records_its_scores(returns: str) -> None:
    """A match records its scores whatever the seats are paid, and whichever cards were dealt at random."""
    game = OhHell(Rules(hand_size=2, trump="random"), returns=returns)
    start = game.new_states()[0]
    deal_random(start, streams_from_seed(3)[0])
    state, plies, rng = start.copy(), [], random.Random(1)
    while state.phase != OVER:
        action = rng.choice(actions_of(int(state.phase != BID), state.legal, game.rules))
        plies.append((int(mover(state)), action))
        step(state, slot_of(action, game.rules))
    text = game.tell.record_text(start, plies, ["a", "b", "c", "d"])
    (record,) = game.tell.read_records(text)
    assert record.result == tuple(state.scores.tolist())
    assert record.deal == capture_deal(start, game.rules)
    assert [(ply.seat, ply.action) for ply in replay(record)] == plies


def test_a_game_that_lacks_names_and_rounds_is_read() -> None:
    record = GameRecord.parse(WORKED)
    assert record.players == ("ann", "player_1", "player_2", "dan")
    assert (len(record.plies), record.result, record.open_world) == (12, None, False)
    began = GameRecord.parse(WORKED.split("round 1")[0] + "result *")
    assert began.plies == ()
    assert GameRecord.parse(began.format()) == began


def test_lines_may_break_off_anywhere() -> None:
    """An unfinished game of any length is read back."""
    whole = random_record(Rules(hand_size=2, num_players=2), 8)
    for length in range(len(whole.plies) + 1):
        part = replace(whole, plies=whole.plies[:length])
        assert GameRecord.parse(part.format()) == part


# --- faults ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("oh-hell-game 1", "oh-hell-game 2", "line 1: version .*got '2'"),
        ("oh-hell-game 1", "durak-game 1", "line 1: .*got 'durak-game 1'"),
        ("num_suits=2", "num_suits=x", "line 2: num_suits .*got 'x'"),
        ("hand_sizes=2-1", "hand_sizes=2-9", "line 2: hand_sizes .*9"),
        ("player_3 dan", "player_4 eve", "line 4: player_4 .*num_players=4"),
        ("player_0 ann", "player_0", "line 3: the field 'player_0' is empty"),
        ("player_3 dan", "colour red", "line 4: 'colour' .*player_3, world, deck, trumps, round, bids, scores"),
        ("player_3 dan", "world flat", "line 4: world .*got 'flat'"),
        ("deck 2c 3c", "deck 2c 2c", "line 5: deck .*repeated: 2c; missing: 3c"),
        ("deck 2c 3c", "deck 2c Zc", "line 5: 'Zc'"),
        ("deck Ac Kc", "deck Ac Kh", "line 6: deck .*missing: Kc.*Kh"),
        ("player_3 dan", "trumps c d", "line 7: the deal above does not fit the rules: trumps"),
        ("round 1\n", "", "line 7: the line 'bids' comes before the line 'round 1'"),
        ("round 1", "round 2", "line 7: expected round 1, not round 2"),
        ("bids b0 b0 b0 b0", "bids", "line 8: the line 'bids' has no plies"),
        ("bids b0 b0 b0 b0", "bids b0 b0 b3 b0", "line 8: ply 3: .*b3"),
        ("bids b0 b0 b0 b0", "bids b0 b0 b0 b2", "line 8: ply 4: .*b2.*dealer"),
        ("bids b0 b0 b0 b0", "bids b0 b0 b0 b0 b1", "line 8: all seats have bid before 'b1'"),
        ("bids b0 b0 b0 b0", "bids b0 b0 2c b0", "line 8: ply 3: '2c' is not a bid"),
        ("bids b0 b0 b0 b0", "bids b0 b0 b9 b0", "line 8: 'b9' is too high"),
        ("bids b0 b0 b0 b0", "bids b0 b0 b0", "line 9: trick 1 begins before all seats have bid"),
        ("bids b0 b0 b0 b0", "bids b0 b0\nbids b0 b0", "line 9: the bids of round 1 are given twice"),
        ("1. 2c 4c 6c 8c\n", "", "line 9: expected trick 1, not trick 2"),
        ("1. 2c 4c 6c 8c", "1. 2c 4c 6c", "line 10: trick 2 begins before trick 1 is over"),
        ("1. 2c 4c 6c 8c", "1. 2c 4c 6c 8c 2d", "line 9: trick 1 is over before '2d'"),
        ("1. 2c 4c 6c 8c", "1. 2c 4c 6c 2d", "line 9: ply 8: .*2d does not follow"),
        ("1. 2c 4c 6c 8c", "1. 2c 4c 6c Ad", "line 9: ply 8: .*Ad is not in the hand of seat 3"),
        ("1. 2c 4c 6c 8c", "1. 2c 4c 6c b1", "line 9: ply 8: 'b1' is not a card"),
        ("1. 2c 4c 6c 8c", "1. 2c 4c 6c 8h", "line 9: 8h is not in the deck"),
        ("scores 10 10 10 2", "scores 1 10 10 2", "line 11: the scores are '1 10 10 2', .*'10 10 10 2'"),
        ("scores 10 10 10 2\n", "", "line 11: expected the scores of round 1"),
        ("scores 10 10 10 2", "round 2\nscores 10 10 10 2", "line 11: expected the scores of round 1, got 'round'"),
        ("2. 2d 3c 5c 7c\n", "", "line 10: scores come before round 1 is over"),
        ("2. 2d 3c 5c 7c\n", "round 2\n", "line 10: round 2 begins before round 1 is over"),
        ("result *", "3. Ac", "line 12: trick 3 comes before the line 'round 2'"),
        ("result *", "result 10 10 10 2", "line 12: the result is '10 10 10 2', .*the game is not over"),
        ("result *", "world open", "line 12: the field 'world'"),
        ("result *", "", "the text ends before the line 'result'"),
        ("result *", "result *\nagain", "line 13: .*'again'"),
        ("round 1\n", "deck 2c\nround 1\n", "line 7: deck .*missing"),
    ],
)
def test_a_fault_is_named_with_its_line(old: str, new: str, message: str) -> None:
    assert old in WORKED
    with pytest.raises(ValueError, match=message):
        GameRecord.parse(WORKED.strip().replace(old, new, 1))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("trumps h s", "trumps h x", "line 9: the deal above does not fit the rules: trumps .*x"),
        ("trumps h s\n", "", "line 8: the deal above does not fit the rules: trumps"),
        ("deck Kh As Ks Ah Kd Ad Kc Ac\n", "", "line 8: .*decks .*2 rounds, got 1"),
        ("result 11 12", "result 11 13", "line 18: the result is '11 13', .*'11 12': the scores"),
        ("result 11 12", "round 3", "line 18: round 3 begins after the last of the 2 rounds"),
        ("result 11 12", "2. Kc", "line 18: trick 2 comes after the end of the game"),
        ("scores 11 12\n", "", "line 17: expected the scores of round 2 before the result"),
        ("scores 11 12", "scores 11 12\nscores 11 12", "line 18: scores"),
    ],
)
def test_a_fault_of_a_whole_game_is_named_with_its_line(old: str, new: str, message: str) -> None:
    assert old in EXAMPLE
    with pytest.raises(ValueError, match=message):
        GameRecord.parse(EXAMPLE.strip().replace(old, new, 1))


HOSTILE = [
    "{[]}",
    "[" * 5000,
    "(" * 100_000,
    "9" * 5000,
    "10**10**10",
    "b" + "9" * 5000,
    "\x00",
    "\ud800",
    "²",
    "b²",
    "-1",
]


@pytest.mark.parametrize("value", HOSTILE, ids=lambda value: ascii(value[:10]))
def test_hostile_texts_are_refused_in_short(value: str) -> None:
    """Hostile texts get a short error that names the line, wherever they stand."""
    for line in WORKED.strip().split("\n"):
        if line.startswith("player"):  # who may be called anything
            continue
        for hostile in (f"{line} {value}", f"{line.split()[0]} {value}", value, f"{value}. 2c"):
            with pytest.raises(ValueError, match=r"line \d+: |the text ends") as refused:
                parse_records(WORKED.strip().replace(line, hostile, 1))
            assert len(str(refused.value)) < 2000
            assert "sys." not in str(refused.value), "says how to go on, not what Python's limits are"


def test_a_record_is_checked() -> None:
    record = GameRecord.parse(EXAMPLE)
    with pytest.raises(ValueError, match=r"trumps .*None"):
        replace(record, deal=Deal(record.deal.decks))
    with pytest.raises(ValueError, match=r"decks .*2 rounds, got 1"):
        replace(record, deal=Deal(record.deal.decks[:1], ("h",)))
    with pytest.raises(ValueError, match="ply 1: illegal action 0"):
        replace(record, plies=(0,)).format()


# --- actions --------------------------------------------------------------------------------------------------------


def test_every_action_survives_a_round_trip() -> None:
    for seats in SEATS:
        rules = Rules(num_players=seats)
        for action in range(rules.num_actions):
            assert parse_action(format_action(action, rules), rules) == action
            assert kind_of(action, rules) == (action < 52)


def test_actions_are_read_leniently() -> None:
    texts = ["7c", "7C", " 7♣ ", "10h", "tH", "10♥", "b0", "B13", " b3 "]
    assert [parse_action(text, "standard") for text in texts] == [5, 5, 5, 34, 34, 34, 52, 65, 55]


@pytest.mark.parametrize("text", ["7x", "", "b", "b14", "b-1", "bb", "b1.0", "b" + "9" * 50, 7, None])
def test_a_text_that_is_no_action_is_named(text: str) -> None:
    with pytest.raises(ValueError, match=re.escape(repr(text))):
        parse_action(text, Rules())


# --- deals ----------------------------------------------------------------------------------------------------------


def test_a_given_deal_comes_back() -> None:
    rules = Rules(num_players=2, hand_sizes=(2, 1, 2), start_rank=11, trump="random")
    decks, trumps = random_deal(rules, random.Random(2))
    deal = deal_of(decks, trumps)
    assert capture_deal(deal.lay_out(rules), rules) == deal
    texts = [" ".join(deck).split() for deck in decks]
    assert Deal.from_options(rules, {"decks": texts, "trumps": trumps}) == deal
    assert Deal(tuple(map(tuple, texts)), trumps).lay_out(rules) == deal.lay_out(rules)  # type: ignore[arg-type]
    assert isinstance(deal.decks[0][0], Card)
    assert np.array_equal(np.sort(deck_cards(11)), np.sort(decks[0]))
    assert new_states(rules)[0]["given"] == 0
