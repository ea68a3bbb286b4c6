"""Actions and games as text and back, and the errors for faulty text."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from cardkit.arena.match import MatchPlay
from durak_env.actions import actions_of, slots_of_actions
from durak_env.core.dealing import deal
from durak_env.core.play import step
from durak_env.core.records import GAME_OVER, STATE
from durak_env.deals import Deal
from durak_env.durak import Durak
from durak_env.notation import (
    GameRecord,
    capture_deal,
    format_action,
    format_records,
    parse_action,
    parse_records,
    parse_rules,
    replay,
)
from durak_env.notation import records as notation
from durak_env.render.pictures import render_text
from durak_env.rules import THROWERS, Rules
from tests.support.many_seats import PLAYED
from tests.support.rule_sets import RULE_SETS
from tests.support.tables import QUICK, TABLES

EXAMPLE = "\n".join(line[4:] for line in (notation.__doc__ or "").split("\n") if line.startswith("    "))

OF_FOUR = [rules for rules in PLAYED if rules.num_players == 4]
LATER = [
    pytest.param(rules, marks=pytest.mark.slow)
    for rules in [*(table for name, table in TABLES.items() if name not in QUICK), *PLAYED]
    if rules not in OF_FOUR
]


def random_record(rules: Rules, seed: int, plies: int | None = None) -> GameRecord:
    """Play a game at random, to its end or for a number of plies, and return its record."""
    rng = np.random.default_rng(seed)
    state = deal(rules, rng)
    dealt, played = capture_deal(state, rules), []
    while state.phase != GAME_OVER and len(played) != plies:
        played.append(int(rng.choice(actions_of(state.legal, rules))))
        step(state, int(slots_of_actions(rules)[played[-1]]))
    names = ("a", f"mcts:limit={seed}, c=1", "b", "c", "d", "e")[: rules.num_players]
    return GameRecord(rules, dealt, tuple(played), names, bool(seed % 2))


# --- actions and rules ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [*RULE_SETS, *PLAYED, *TABLES.values()], ids=str)
def test_every_action_and_the_rules_survive_a_round_trip(rules: Rules) -> None:
    for action in range(rules.num_actions):
        assert parse_action(format_action(action, rules), rules) == action
    assert parse_rules(str(rules)) == rules


def test_actions_are_read_leniently() -> None:
    rules = Rules()
    texts = ["7c", "7C", " 7♣ ", "10h", "tH", "10♥", "12D", "14♠", "take", "TAKE", "Done "]
    assert [parse_action(text, rules) for text in texts] == [1, 1, 1, 22, 22, 22, 15, 35, 36, 36, 37]
    rules = Rules(transfer=True, passport=True)
    assert [parse_action(text, rules) for text in (">c", ">♦", ">H", "Show")] == [38, 39, 40, 42]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("7x", "'7x'"),
        ("", "'' is not an action"),
        (7, "7 is not an action"),
        ("5c", "5c is not in the deck of these rules, which holds 36 cards, 6..A of c d h s"),
    ],
)
def test_a_text_that_is_no_action_is_named(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        parse_action(text, Rules())


@pytest.mark.parametrize("action", [-1, 38, 1.5, "7c"])
def test_an_id_out_of_range_is_named(action: int) -> None:
    with pytest.raises(ValueError, match=re.escape(str(action))):
        format_action(action, Rules())


@pytest.mark.parametrize(
    "text", ["", "start_rank", "ranks=3", "start_rank=x y", "start_rank=6,start_rank=6", "num_suits=5"]
)
def test_bad_rules_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"rule|start_rank|num_suits"):
        parse_rules(text)


HOSTILE = ["{[]}", "[" * 5000, "(" * 100_000, "9" * 5000, "10**10**10", "1j", "6.0", "\x00", "\ud800", "lambda: 0"]


@pytest.mark.parametrize("value", HOSTILE, ids=lambda value: value[:10])
def test_rules_that_are_no_text_of_ours_are_refused(value: str) -> None:
    """Rules that are no text of ours get a short error that names the line, whatever Python would make of them."""
    with pytest.raises(ValueError, match="start_rank") as refused:
        parse_rules(f"start_rank={value}")
    assert len(str(refused.value)) < 1000
    for line in EXAMPLE.strip().split("\n"):
        if line.startswith("player"):  # who may be called anything
            continue
        word = line.split()[-1]
        with pytest.raises(ValueError, match=r"line \d+: |the text ends") as refused:
            parse_records(EXAMPLE.strip().replace(line, line.replace(word, f"{word} {value}")))
        assert len(str(refused.value)) < 2000


@pytest.mark.parametrize(
    "text", ["start_rank={[]}", "start_rank=" + "[" * 10_000_000, "x" * 10_000_000, "hand_size=6.0"]
)
def test_hostile_rules_are_named_in_short(text: str) -> None:
    with pytest.raises(ValueError, match=r"start_rank|hand_size|rule") as refused:
        parse_rules(text)
    assert len(str(refused.value)) < 600


# --- deals ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", RULE_SETS, ids=str)
def test_a_random_deal_is_read_off_its_state(rules: Rules) -> None:
    for seed in range(5):
        state = deal(rules, np.random.default_rng(seed))
        laid_out = capture_deal(state, rules).lay_out(rules)
        assert all(np.array_equal(state[name], laid_out[name]) for name in STATE.names or ())


def test_a_deal_is_read_off_a_fresh_state_of_its_rules_only() -> None:
    state = deal(Rules(), np.random.default_rng(0))
    with pytest.raises(ValueError, match="was not dealt by the rules max_attack_cards=2: max_attack_cards"):
        capture_deal(state, Rules(max_attack_cards=2))
    with pytest.raises(ValueError, match="deck must hold"):
        capture_deal(state, Rules(start_rank=2))
    with pytest.raises(ValueError, match="was not dealt by the rules num_players=3"):
        capture_deal(state, Rules(num_players=3))
    step(state, int(slots_of_actions(Rules())[actions_of(state.legal, Rules())[0]]))
    with pytest.raises(ValueError, match="1 plies have been played"):
        capture_deal(state, Rules())


# --- games ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", RULE_SETS, ids=str)
def test_games_survive_a_round_trip(rules: Rules) -> None:
    records = [random_record(rules, seed, plies) for seed, plies in ((1, None), (2, None), (3, 7), (4, 0))]
    assert all(GameRecord.parse(record.format()) == record for record in records)
    assert parse_records(format_records(records)) == records
    assert all(record.result is not None for record in records[:2])


@pytest.mark.parametrize("rules", [*OF_FOUR, *LATER], ids=str)
def test_games_of_larger_tables_survive_a_round_trip(rules: Rules) -> None:
    records = [random_record(rules, seed, plies) for seed, plies in ((1, None), (2, None), (3, 7))]
    assert parse_records(format_records(records)) == records
    for record in records[:2]:
        assert record.result is not None
        assert len(record.result) == len(record.players) == rules.num_players
        assert sum(record.result) == pytest.approx(0)
    assert GameRecord(rules, records[0].deal).players[-1] == f"player_{rules.num_players - 1}"


def random_rules(chance: random.Random) -> Rules:
    """Draw rules with any options that go together."""
    options: dict[str, Any] = {
        "start_rank": chance.randint(2, 13),
        "num_suits": chance.randint(1, 4),
        "hand_size": chance.randint(1, 9),
        "include_trumps": chance.random() < 0.7,
        "max_attack_cards": chance.choice([None, 1, 4, 6]),
        "num_players": chance.randint(2, 6),
        "throw_in": chance.choice(THROWERS),
        "first_discard_limit": chance.choice([None, 1, 5]),
        "transfer": chance.random() < 0.6,
        "passport": chance.random() < 0.5,
        "num_teams": chance.choice([None, None, 2, 3]),
    }
    try:
        return Rules(**options)
    except ValueError:
        return random_rules(chance)


@pytest.mark.slow
def test_games_by_random_rules_survive_a_round_trip() -> None:
    chance = random.Random(1)
    for seed in range(300):
        record = random_record(random_rules(chance), seed)
        assert GameRecord.parse(record.format()) == record


def test_the_documented_example_has_names_and_a_result() -> None:
    record = GameRecord.parse(EXAMPLE)
    assert record.players == ("greedy", "mcts:limit=30")
    assert record.result == (1, -1)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("durak-game 1", "durak-game 2", "line 1: version .*got '2'"),
        ("durak-game 1", "chess 1", "line 1: .*got 'chess 1'"),
        ("start_rank=12", "start_rank=x", "line 2: start_rank .*got 'x'"),
        ("world closed", "world flat", "line 5: world .*got 'flat'"),
        ("Qc Kd Ad", "Qc Kd Zd", "line 6: 'Zd'"),
        (
            "Qc Kd Ad",
            "Qc Kd Kd",
            "line 9: the deal above does not fit the rules: deck must hold each of the 9 cards",
        ),
        ("trump_suit c\n", "", "line 8: the deal above does not fit the rules: trump_suit must be one of c d h"),
        ("attacker 0", "attacker 2", "line 8: attacker .*got '2'"),
        ("attacker 0\n", "", "line 8: before this line the game lacks: attacker"),
        ("attacker 0", "colour red", "line 8: 'colour'"),
        ("attacker 0", "attacker 0\nattacker 0", "line 9: the field 'attacker' is given twice"),
        ("player_0 greedy", "player_0", "line 3: the field 'player_0' is empty"),
        ("2. Ad", "3. Ad", "line 10: expected bout 2, not bout 3"),
        ("take Kh Kd\n", "take\n", "line 10: bout 2 begins before bout 1 is over"),
        ("Kd\n2. Ad Kc", "Kd Ad Kc", "line 9: bout 1 is over before 'Ad'"),
        ("Ad Kc", "Ad 9c", "line 10: 9c is not in the deck of these rules"),
        ("Ad Kc", "Ah Kc", "line 10: ply 7: .* Ah is not in the hand of seat 0"),
        ("Ad Kc", "Ad Kc done", "line 10: ply 9: .* the game is over"),
        ("result 1 -1", "result -1 1", "line 11: the result is '-1 1', but the plies lead to '1 -1'"),
        ("2. Ad Kc\n", "", "line 10: the result is '1 -1', but the plies lead to .*: the game is not over"),
        ("result 1 -1", "world open", "line 11: the field 'world' comes after the first ply"),
        ("result 1 -1", "", "the text ends before the line 'result'"),
        ("result 1 -1", "result 1 -1\nagain", "line 12: .*'again'"),
    ],
)
def test_a_fault_is_named_with_its_line(old: str, new: str, message: str) -> None:
    assert old in EXAMPLE
    with pytest.raises(ValueError, match=message):
        GameRecord.parse(EXAMPLE.strip().replace(old, new))


GAME_OF_FOUR = """durak-game 1
rules start_rank=11,hand_size=3,num_players=4,transfer=True,passport=True
player_0 ann
player_1 bob
player_3 dan
deck Jc Kd Ad Js Jd Qc Ac Ks Jh Kh Qh Qd Kc Qs Ah As
attacker 0
1. Jc >s >♥ take
2. Ad take Ac
result *
"""


def test_a_game_of_four_is_read() -> None:
    record = GameRecord.parse(GAME_OF_FOUR.replace("2. Ad take Ac\n", ""))
    assert record.players == ("ann", "bob", "player_2", "dan")
    assert record.format().split("\n")[-3:-1] == ["1. Jc >s >h take", "result *"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("player_3 dan", "player_4 eve", "line 5: player_4 .* num_players=4"),
        ("rules start_rank=11,hand_size=3,num_players=4,transfer=True,passport=True", "rules standard", "player_3"),
        ("attacker 0", "attacker 4", "line 7: attacker must be seat 0, 1, 2 or 3, got '4'"),
        ("player_3 dan", "colour red", "line 5: 'colour' .* player_3, world"),
        (">s", ">c", "line 8: ply 2: .*Jc is not in the hand of seat 1"),
        (">s", ">x", "line 8: '>x' is not an action"),
        (">♥", "show", "line 8: ply 3: .*Js is not in the hand of seat 2"),
        ("num_players=4,transfer=True,passport=True", "num_players=4", "'>s' is not an action"),
        ("result *", "result 0 0 0 0", "line 10: the result is '0 0 0 0'"),
    ],
)
def test_a_fault_of_a_larger_table_is_named_with_its_line(old: str, new: str, message: str) -> None:
    assert old in GAME_OF_FOUR
    with pytest.raises(ValueError, match=message):
        GameRecord.parse(GAME_OF_FOUR.replace(old, new))


def test_returns_are_written_to_four_digits() -> None:
    record = random_record(Rules(num_players=4, start_rank=11), 4)
    assert sorted(record.format().split("\n")[-2].split()[1:]) == ["-1", "0.3333", "0.3333", "0.3333"]


def test_a_game_paid_by_places_is_recorded_with_its_fool() -> None:
    play = MatchPlay(Durak(Rules(num_players=4, start_rank=11), returns="places"), ["random"] * 4, 1)
    game = play.play_one(0)
    record = GameRecord.parse(game.record_text())
    assert record.result is not None
    assert sorted(record.result) == pytest.approx([-1, 1 / 3, 1 / 3, 1 / 3])
    end = list(replay(record))[-1].after
    paid = end.copy()
    paid["by_places"] = True
    assert render_text(paid) == render_text(end)


def test_a_record_is_checked() -> None:
    record = GameRecord.parse(EXAMPLE)
    with pytest.raises(ValueError, match="first attacker"):
        replace(record, deal=Deal(record.deal.deck, "c"))
    with pytest.raises(ValueError, match="ply 1: illegal action 9"):
        replace(record, plies=(record.rules.take,)).format()
