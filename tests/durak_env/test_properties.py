"""Properties of every game, of any rules and with any actions, and the errors of impossible rules and deals."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardkit.playing_cards import ALL_CARDS, Card, cards_of, mask_of
from durak_env.actions import actions_of, actions_of_slots, slots_of_actions
from durak_env.core.play import legal_actions, step
from durak_env.core.records import GAME_OVER
from durak_env.core.results import returns
from durak_env.core.seating import mover
from durak_env.deals import Deal
from durak_env.rules import THROWERS, Rules
from tests.support.agreement import SLOTS, random_deal
from tests.support.oracle_cards import deck_cards

MOST_PLIES = 65535


SEATS = [2, 4, *(pytest.param(seats, marks=pytest.mark.slow) for seats in (3, 5, 6))]
"""The quick tests compile two of them."""


@st.composite
def any_rules(draw: Any, num_players: int = 2) -> Rules:
    """Draw rules that can be dealt to so many seats."""
    num_suits = draw(st.integers(1, 4))
    ranks = draw(st.integers(-(-num_players // num_suits), 13))
    include_trumps, transfer = draw(st.booleans()), draw(st.booleans())
    teams = [teams for teams in range(2, num_players) if num_players % teams == 0 and not transfer]
    return Rules(
        start_rank=15 - ranks,
        num_suits=num_suits,
        hand_size=draw(st.one_of(st.integers(1, 8), st.integers(9, 60))),
        include_trumps=include_trumps,
        max_attack_cards=draw(st.none() | st.integers(1, 60)),
        num_players=num_players,
        throw_in=draw(st.sampled_from(THROWERS)),
        first_discard_limit=draw(st.none() | st.integers(1, 60)),
        transfer=transfer,
        passport=transfer and include_trumps and draw(st.booleans()),
        num_teams=draw(st.sampled_from([None, *teams])),
    )


def dealt(rules: Rules, seed: int) -> Any:
    """Return a STATE record of a random deal."""
    deck, trump_suit, attacker = random_deal(rules, random.Random(seed))
    return Deal(tuple(map(Card, deck)), trump_suit, attacker).lay_out(rules)


def slots_of(word: int) -> list[int]:
    return [slot for slot in range(64) if word >> slot & 1]


def played(state: Any, choices: list[int]) -> Iterator[Any]:
    """Yield the states of a game; the choices, over and over, name the legal action to play."""
    yield state
    for choice in itertools.cycle(choices):
        legal = slots_of(int(state.legal))
        if not legal:
            return
        step(state, legal[choice % len(legal)])
        yield state


def check_places(rules: Rules, state: Any) -> None:
    """Check that hands, talon, table and discard are the deck, each card once, and that the counts fit the sets."""
    talon = state.talon.tolist()
    table = state.table.tolist()
    attacks, defences = int(state.attacks), int(state.defences)
    places = [*map(int, state.hands), int(state.discard), attacks, defences]
    places += [1 << slot for slot in talon[: state.talon_size]]
    everything = 0
    for place in places:
        assert everything & place == 0
        everything |= place
    assert (
        everything == int(state.deck) == sum(1 << SLOTS[card] for card in deck_cards(rules.start_rank, rules.num_suits))
    )
    assert sum(place.bit_count() for place in places) == rules.num_cards
    assert not any(talon[state.talon_size :])
    assert not any(table[state.table_size :])
    assert sum(1 << slot for slot in table[: state.table_size]) == attacks | defences
    assert all(int(known) & ~int(hand) == 0 for known, hand in zip(state.known, state.hands, strict=True))


def position(state: Any) -> bytes:
    """Return the state without its counters."""
    copy = state.copy()
    copy["plies"] = copy["bouts"] = 0
    if "out_bout" in copy.dtype.names:
        copy["out_bout"] = 0
    return copy.tobytes()


@pytest.mark.parametrize("num_players", SEATS)
@settings(max_examples=100, deadline=None)
@given(st.data(), st.integers(0, 2**32), st.lists(st.integers(0, 60), min_size=1, max_size=40))
def test_a_game_of_any_rules(num_players: int, data: Any, seed: int, choices: list[int]) -> None:
    rules = data.draw(any_rules(num_players))
    seen = set()
    state = dealt(rules, seed)
    most_attacks = rules.max_attack_cards or rules.num_cards
    for ply, now in enumerate(played(state, choices)):
        assert ply == now.plies < MOST_PLIES
        check_places(rules, now)
        assert int(now.legal) == int(legal_actions(now))
        assert (int(now.legal) == 0) == (now.phase == GAME_OVER)
        assert int(now.attacks).bit_count() <= most_attacks
        assert int(now.legal) & int(ALL_CARDS) & ~int(now.hands[mover(now)]) == 0
        assert position(now) not in seen
        seen.add(position(now))
        if now.phase != GAME_OVER:
            assert not any(returns(now, seat) for seat in range(num_players))
    paid = [returns(state, seat) for seat in range(num_players)]
    sides = {seat % rules.teams for seat in range(num_players) if state.hands[seat]}
    assert math.isclose(sum(paid), 0, abs_tol=1e-9)
    if len(sides) == 1:
        gain = 1 / (rules.teams - 1)
        assert state.talon_size == 0
        assert paid == [-1 if seat % rules.teams in sides else gain for seat in range(num_players)]
    else:
        assert not any(paid)
        assert not sides or state.idle == state.idle_limit == 2 * rules.num_cards


@pytest.mark.parametrize("num_players", SEATS)
@settings(max_examples=60, deadline=None)
@given(st.data(), st.integers(0, 2**32))
def test_a_deal_gives_each_seat_its_hand(num_players: int, data: Any, seed: int) -> None:
    rules = data.draw(any_rules(num_players))
    state = dealt(rules, seed)
    sizes = [int(hand).bit_count() for hand in state.hands]
    assert sizes == list(rules.dealt) == sorted(sizes, reverse=True)
    assert max(sizes) - min(sizes) in (0, 1)
    assert min(sizes) >= 1
    assert bool(state.talon_size) == rules.has_talon
    assert sum(sizes) + state.talon_size == rules.num_cards
    assert bool(state.trump_card) == rules.has_trump_card


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 6).flatmap(any_rules), st.sets(st.integers(0, 58)))
def test_ids_and_slots_are_one_to_one(rules: Rules, ids: set[int]) -> None:
    slots, actions = slots_of_actions(rules), actions_of_slots(rules)
    assert len(slots) == rules.num_actions
    assert actions[slots].tolist() == list(range(rules.num_actions))
    assert int((actions >= 0).sum()) == rules.num_actions
    assert [card.slot for card in rules.deck] == slots[: rules.num_cards].tolist()
    assert cards_of(mask_of(rules.deck)) == rules.deck
    wanted = sorted(action for action in ids if action < rules.num_actions)
    assert actions_of(sum(1 << int(slots[action]) for action in wanted), rules) == tuple(wanted)


def test_each_game_without_talon_and_trumps_left_can_be_drawn_out() -> None:
    """A game in which every card is taken ends too: the attacker's cards run out."""
    for seed in range(20):
        state = dealt(Rules(start_rank=2), seed)
        for _ in played(state, [0]):  # TAKE and DONE have the lowest slots
            pass
        assert state.phase == GAME_OVER
        assert int(state.discard) == 0


STANDARD = tuple(map(Card, deck_cards()))
SMALL = tuple(map(Card, deck_cards(12)))


@pytest.mark.parametrize(
    ("rules", "deal", "words"),
    [
        (Rules(), Deal((*STANDARD[:-1], Card("6c"))), "repeated: 6c; missing: As"),
        (Rules(), Deal(STANDARD[:-2]), "missing: As Ks"),
        (Rules(), Deal((*STANDARD, Card("2c"))), "not in the deck of these rules: 2c"),
        (Rules(), Deal((*STANDARD, Card("6c"))), "repeated: 6c"),
        (Rules(), Deal(()), "36 cards"),
        (Rules(), Deal(STANDARD, trump_suit="s"), "trump_suit .*got 's'"),
        (Rules(include_trumps=False), Deal(STANDARD, trump_suit="s"), "the rules have no trumps"),
        (Rules(start_rank=12), Deal(SMALL), "trump_suit must be one of c d h s"),
        (Rules(start_rank=12), Deal(SMALL, trump_suit="x"), "'x'"),
        (Rules(start_rank=12), Deal(SMALL, trump_suit=""), "trump_suit must"),
        (Rules(start_rank=12), Deal(SMALL, trump_suit="cd"), "'cd'"),
        (Rules(start_rank=12, num_suits=2), Deal(SMALL[:6], trump_suit="h"), "one of c d,"),
        (Rules(start_rank=12), Deal(SMALL, trump_suit=1), "trump_suit must"),  # type: ignore[arg-type]
        (Rules(), Deal(STANDARD, attacker=2), "attacker .*got 2"),
        (Rules(), Deal(STANDARD, attacker=-1), "attacker .*got -1"),
        (Rules(), Deal(STANDARD, attacker=True), "attacker .*got True"),
        (Rules(), Deal(STANDARD, attacker="0"), "attacker .*got '0'"),  # type: ignore[arg-type]
        (Rules(), Deal(STANDARD), "no hand holds a trump, so the deal must name the first attacker"),
        (Rules(include_trumps=False), Deal(STANDARD), "the first attacker"),
        (Rules(num_players=4), Deal(STANDARD, attacker=4), "attacker .*got 4"),
        (Rules(num_players=4), Deal(STANDARD), "the first attacker: attacker=0, 1, 2 or 3"),
        (Rules(num_players=6), Deal(STANDARD), "trump_suit must be one of c d h s"),
    ],
)
def test_deals_that_do_not_fit_are_refused(rules: Rules, deal: Deal, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        deal.lay_out(rules)


def test_the_cards_of_a_deal_are_text() -> None:
    with pytest.raises(ValueError, match="1c"):
        Deal.from_options(Rules(), {"deck": "1c"})
    with pytest.raises(ValueError, match="needs the option 'deck'"):
        Deal.from_options(Rules(), {"attacker": 1})
    assert Deal.from_options(Rules(), {}) is None
    deal = Deal.from_options(Rules(), {"deck": " ".join(STANDARD), "attacker": 1})
    assert deal == Deal(STANDARD, attacker=1)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"start_rank": 1}, "start_rank .*got 1"),
        ({"start_rank": 15}, "start_rank .*got 15"),
        ({"start_rank": "6"}, "start_rank .*got '6'"),
        ({"start_rank": 6.0}, "start_rank"),
        ({"start_rank": True}, "start_rank"),
        ({"start_rank": None}, "start_rank"),
        ({"num_suits": 0}, "num_suits .*got 0"),
        ({"num_suits": 5}, "num_suits .*got 5"),
        ({"hand_size": 0}, "hand_size .*got 0"),
        ({"hand_size": -6}, "hand_size"),
        ({"hand_size": float("nan")}, "hand_size"),
        ({"include_trumps": 1}, "include_trumps .*got 1"),
        ({"include_trumps": "no"}, "include_trumps"),
        ({"max_attack_cards": 0}, "max_attack_cards .*got 0"),
        ({"max_attack_cards": "6"}, "max_attack_cards"),
        ({"start_rank": 14, "num_suits": 1}, "a deck of 1 card"),
        ({"num_players": 1}, "num_players .*got 1"),
        ({"num_players": 7}, "num_players .*got 7"),
        ({"num_players": True}, "num_players .*got True"),
        ({"num_players": 5, "start_rank": 14}, "4 cards .*5 seats"),
        ({"throw_in": "both"}, "throw_in .*got 'both'"),
        ({"throw_in": None}, "throw_in .*got None"),
        ({"throw_in": ["all"]}, "throw_in"),
        ({"first_discard_limit": 0}, "first_discard_limit .*got 0"),
        ({"transfer": 1}, "transfer .*got 1"),
        ({"transfer": True, "passport": None}, "passport .*got None"),
        ({"passport": True}, "passport.*transfer"),
        ({"passport": True, "transfer": True, "include_trumps": False}, "passport.*include_trumps"),
        ({"num_teams": 2}, "num_teams .*got 2"),
        ({"num_players": 4, "num_teams": 4}, "num_teams .*got 4"),
        ({"num_players": 4, "num_teams": 1}, "num_teams .*got 1"),
        ({"num_players": 5, "num_teams": 2}, "num_teams .*got 2"),
        ({"num_players": 6, "num_teams": 4}, "num_teams .*got 4"),
        ({"num_players": 6, "num_teams": 2.0}, "num_teams .*got 2.0"),
        ({"num_players": 6, "num_teams": 3, "transfer": True}, "num_teams=3.*transfer"),
    ],
    ids=str,
)
def test_rules_that_cannot_be_are_refused(given: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Rules(**given)
    if all(isinstance(value, int) for value in given.values()):
        with pytest.raises(ValueError, match=list(given)[-1]):
            Rules.of(",".join(f"{name}={value}" for name, value in given.items()))


@pytest.mark.parametrize(
    "text", ["", "6", "c", "1c", "6x", "9", "15c", "010c", "1010c", "6cc", "♣6", "c6", "Tc Jc", 6, None]
)
def test_what_names_no_card_is_refused(text: Any) -> None:
    with pytest.raises(ValueError, match="card"):
        Card(text)


@pytest.mark.parametrize(
    ("text", "card"),
    [
        *[("10h", "Th"), ("q♠", "Qs"), (" 6C ", "6c"), ("10♦", "Td"), ("aH", "Ah"), ("T♥", "Th")],
        *[("11c", "Jc"), ("12D", "Qd"), ("13♠", "Ks"), (" 14h", "Ah")],
    ],
)
def test_cards_are_read_in_other_spellings(text: str, card: str) -> None:
    assert Card(text) == card
    assert Card(Card(text)) == card
