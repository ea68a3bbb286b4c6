"""Transcripts of Oh Hell! tell a seat only its own knowledge."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from oh_hell_env import Rules
from oh_hell_env.core.play import mover
from oh_hell_env.deals import Deal
from oh_hell_env.information import InformationSet, determinize
from oh_hell_env.notation import GameRecord, replay
from oh_hell_env.notation.transcript import GameTeller, tell
from tests.oh_hell_env.test_notation import EXAMPLE, WORKED, random_record
from tests.support.oh_hell.agreement import SEATS_OF_QUICK_TESTS, random_rules

NAMES = ["ann", "bob", "cat", "dan"]


def told(record: GameRecord, seat: int | None) -> str:
    return "\n".join(tell(record, seat=seat))


def test_all_cards_are_told() -> None:
    text = told(GameRecord.parse(WORKED), None)
    assert text.startswith("seat 0 (ann), seat 1 (player_1), seat 2 (player_2), seat 3 (dan)\nrules   hand_sizes=2-1")
    assert "round 1: 2 cards, seat 3 (dan) deals, trumps ♦" in text
    assert "-> bids 0" in text
    assert "bid in all: 0 of 2" in text
    assert "-> leads 2♣" in text
    assert "-> plays 4♣" in text
    assert "won by seat 3 (dan)" in text
    assert text.count("  made") == 3
    assert text.endswith("result  not over")


def test_the_end_is_told() -> None:
    text = told(GameRecord.parse(EXAMPLE), None)
    assert text.endswith("result  seat 1 (ann) wins with 12 points")
    assert "bid in all: 3 of 2" in text


def test_one_line_a_ply() -> None:
    record = GameRecord.parse(WORKED)
    lines = list(GameTeller(record, 0, NAMES).short_lines())
    assert lines[:5] == ["ann  bids 0", "bob  bids 0", "cat  bids 0", "dan  bids 0", "ann  leads 2♣"]
    assert lines[7] == "dan  plays 8♣; dan wins the trick"
    assert lines[11] == "cat  plays 7♣; dan wins the trick"
    assert lines[12] == "round 1: ann 10 (made), bob 10 (made), cat 10 (made), dan 2"


def test_notes_stand_with_their_ply() -> None:
    record = GameRecord.parse(WORKED)
    lines = list(tell(record, notes={2: ["first", "second"]}))
    place = next(number for number, line in enumerate(lines) if line.startswith("  ply 2:"))
    rest = lines[place:]
    assert (
        rest.index("       first") + 1 == rest.index("       second") < rest.index("  ply 3: seat 2 (player_2), bids")
    )


@pytest.mark.parametrize("seat", [4, -1, "0"])
def test_a_seat_that_is_not_there_is_named(seat: int) -> None:
    with pytest.raises(ValueError, match=f"seat must be 0, 1, 2 or 3, got {seat!r}"):
        list(tell(GameRecord.parse(WORKED), seat=seat))


def other_game(record: GameRecord, length: int, seat: int, rng: random.Random) -> GameRecord:
    """Return the first plies of a game, with the cards that a seat has not seen dealt in another way."""
    start = record.deal.lay_out(record.rules)
    before = list(replay(replace(record, plies=record.plies[:length])))
    state = before[-1].after if before else start
    info = InformationSet.of(state, record.rules, seat)
    drawn = determinize(info, np.random.default_rng(rng.randrange(2**32)))
    number = int(state.round_number)
    deck: list[str] = []
    for one in range(record.rules.num_players):
        hand = set(InformationSet.of(drawn, record.rules, one, open_world=True).hands[one])
        deck += sorted(hand | set(info.played_by[one]))
    turned = InformationSet.of(drawn, record.rules, seat, open_world=True).turned
    deck += [turned] if turned else []
    deck += [card for card in record.rules.deck if card not in deck]
    decks = [list(one) for one in record.deal.decks]
    decks[number] = deck
    for later in range(number + 1, len(decks)):
        rng.shuffle(decks[later])
    trumps = record.deal.trumps
    if trumps is not None:
        drawn_suit: Any = InformationSet.of(drawn, record.rules, seat, open_world=True).trump
        trumps = (*trumps[:number], drawn_suit, *(rng.choice(record.rules.suits) for _ in trumps[number + 1 :]))
    return replace(record, deal=Deal(tuple(map(tuple, decks)), trumps), plies=record.plies[:length])


@pytest.mark.parametrize("number", range(24))
def test_a_seat_is_told_only_what_it_knows(number: int) -> None:
    """Two games that a seat cannot tell apart have one transcript for it, blind rounds included."""
    rng = random.Random(number)
    rules = random_rules(SEATS_OF_QUICK_TESTS[number % 2], rng, 6)
    record = replace(random_record(rules, number), open_world=False)
    for _ in range(6):
        length, seat = rng.randrange(len(record.plies)), rng.randrange(rules.num_players)
        first = replace(record, plies=record.plies[:length])
        other = other_game(record, length, seat, rng)
        assert told(first, seat) == told(other, seat)


def test_hidden_cards_are_hidden_in_blind_rounds() -> None:
    record = random_record(Rules(hand_sizes=(3,), blind="full"), 2)
    lines = list(tell(record, seat=0))
    bids, play = (
        lines[: lines.index("  ply 5: seat 0 (a, c=2), trick 1")],
        lines[lines.index("  ply 5: seat 0 (a, c=2), trick 1") :],
    )
    assert not any(line.strip().startswith("seat") and "♥" in line for line in bids)
    hand = record.deal.decks[0][:3]
    assert not any(card.symbol in line for card in hand for line in bids)
    assert all(any(card.symbol in line for line in play) for card in hand)
    half = random_record(Rules(hand_sizes=(3,), blind="half", trump="turn_up"), 2)
    text = told(half, 1)
    assert "trumps unknown" in text.split("ply 5")[0]
    assert half.deal.decks[0][12].symbol not in text.split("ply 5")[0].replace("rules", "")
    assert f"turned up {half.deal.decks[0][12].symbol}" in text.split("ply 5")[1]
    assert mover(half.deal.lay_out(half.rules)) == 0
