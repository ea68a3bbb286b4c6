"""Tables of more than two seats, and transfers: what seats know, who plays there, and why an action is refused."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from cardkit.arena.match import MatchPlay, play_match
from cardkit.compiled.bits import nth_bit
from cardkit.compiled.jit import jit
from cardkit.compiled.prng import below, streams_from_seed
from durak_env import CompiledAgent, compiled_choice
from durak_env.cards import Card, count
from durak_env.deals import Deal
from durak_env.durak import Durak
from durak_env.game import GAME_OVER, deal_random, legal_actions, mover, new_states, returns, score, step
from durak_env.information import InformationSet, determinize, determinize_into
from durak_env.notation import format_action, parse_action
from durak_env.rules import Rules

PLAYED = (
    Rules(num_players=4),
    Rules(num_players=4, start_rank=10, hand_size=3, include_trumps=False, throw_in="neighbours"),
    Rules(num_players=4, start_rank=11, hand_size=2, transfer=True, passport=True),
    Rules(num_players=4, start_rank=12, transfer=True, first_discard_limit=2, throw_in="attacker"),
    Rules(num_players=4, num_teams=2, max_attack_cards=6),
    Rules(start_rank=9, hand_size=4, transfer=True, passport=True),
)
LATER = (  # whose records only the slow suite compiles
    Rules(num_players=3, start_rank=10, hand_size=4),
    Rules(num_players=5, transfer=True),
    Rules(num_players=6, num_teams=3),
)
by_rules = pytest.mark.parametrize(
    "rules", [*PLAYED, *(pytest.param(rules, marks=pytest.mark.slow) for rules in LATER)], ids=str
)


def positions(rules: Rules, share: float, seed: int, games: int = 4) -> Iterator[Any]:
    """States of random games, the first and the last of each among them."""
    rng, stream, state = random.Random(seed), streams_from_seed(seed)[0], new_states(rules)[0]
    for _ in range(games):
        deal_random(state, stream)
        yield state.copy()
        while state.legal:
            step(state, rng.choice([slot for slot in range(64) if int(state.legal) >> slot & 1]))
            if state.phase == GAME_OVER or rng.random() < share:
                yield state.copy()


def hidden_places(state: Any, seat: int) -> list[tuple[int, int]]:
    """The cards whose place a seat has not seen: (seat that holds it, slot), with -1 - place for cards of the talon."""
    bottom = int(state.talon_size > 0 and state.trump_card > 0)
    places = [(-1 - place, int(state.talon[place])) for place in range(bottom, int(state.talon_size))]
    for other in range(len(state.hands)):
        unknown = int(state.hands[other]) & ~int(state.known[other])
        places += [(other, slot) for slot in range(64) if unknown >> slot & 1 and other != seat]
    return places


def laid_anew(state: Any, places: list[tuple[int, int]], slots: tuple[int, ...] | list[int]) -> Any:
    """The state with the hidden cards in another order."""
    twin = state.copy()
    for place, slot in places:
        if place >= 0:
            twin.hands[place] &= ~np.uint64(1 << slot)
    for (place, _), slot in zip(places, slots, strict=True):
        if place >= 0:
            twin.hands[place] |= np.uint64(1 << slot)
        else:
            twin.talon[-1 - place] = slot
    twin.legal = legal_actions(twin)
    return twin


@by_rules
def test_hidden_cards_change_nothing(rules: Rules) -> None:
    rng, moved = random.Random(1), 0
    for state in positions(rules, 0.15, seed=1):
        for seat in range(rules.num_players):
            places = hidden_places(state, seat)
            slots = [slot for _, slot in places]
            twin = laid_anew(state, places, rng.sample(slots, len(slots)))
            mine, theirs = (InformationSet.of(one, rules, seat) for one in (state, twin))
            moved += twin.tobytes() != state.tobytes()
            assert mine.record.tobytes() == theirs.record.tobytes()
            assert mine.key() == theirs.key()
            assert mine.to_move == (mine.mover == seat)
    assert moved > 20


@by_rules
def test_determinize_keeps_the_information_set(rules: Rules) -> None:
    rng = np.random.default_rng(2)
    for state in positions(rules, 0.15, seed=2):
        for seat in range(rules.num_players):
            info = InformationSet.of(state, rules, seat)
            drawn = determinize(info, rng)
            assert InformationSet.of(drawn, rules, seat) == info
            if state.phase != GAME_OVER and mover(state) == seat:
                assert drawn.legal == state.legal
            opened = InformationSet.of(state, rules, seat, open_world=True)
            assert determinize(opened, rng).tobytes() == state.tobytes()


@by_rules
def test_cards_are_placed_when_one_place_is_left(rules: Rules) -> None:
    placed = spread = 0
    for state in positions(rules, 0.3, seed=3, games=8):
        for seat in range(rules.num_players):
            info = InformationSet.of(state, rules, seat)
            places = {max(place, -1) for place, _ in hidden_places(state, seat)}
            hands = [sum(1 << card.slot for card in hand) for hand in info.hands]
            own = [int(state.hands[one] if one == seat else state.known[one]) for one in range(rules.num_players)]
            if len(places) == 1 and -1 not in places:
                (other,) = places
                own[other] = int(state.hands[other])
                placed += 1
            elif -1 not in places:
                spread += len(places) > 1
            assert hands == own
            assert (len(places) > 1 or -1 in places) == bool(info.unseen)
    assert placed > 5
    assert spread > 5 or rules.num_players == 2


SMALL = [
    (Rules(num_players=4, start_rank=11, num_suits=2, hand_size=1), 0),
    (Rules(num_players=4, start_rank=11, num_suits=2, hand_size=1, include_trumps=False), 5),
    (Rules(num_players=4, start_rank=13, hand_size=2, transfer=True), 0),
    (Rules(num_players=4, start_rank=13, hand_size=2), 7),
]
SMALL_LATER = [
    (Rules(num_players=3, start_rank=11, num_suits=2, hand_size=2), 0),
    (Rules(num_players=3, start_rank=11, num_suits=2, hand_size=2), 5),
    (Rules(num_players=3, start_rank=9, num_suits=1, hand_size=2), 2),
]


@pytest.mark.parametrize(
    ("rules", "plies"), [*SMALL, *(pytest.param(*one, marks=pytest.mark.slow) for one in SMALL_LATER)], ids=str
)
def test_determinize_is_uniform(rules: Rules, plies: int) -> None:
    """Each consistent state, all hands and the talon's order alike, is drawn equally often."""
    found = (state for state in positions(rules, 1.0, seed=4, games=200) if state.plies == plies and state.legal)
    state, seat = next(
        (state, seat)
        for state in found
        for seat in range(rules.num_players)
        if 4 <= len(hidden_places(state, seat)) <= 6 and len({place for place, _ in hidden_places(state, seat)}) > 1
    )
    places = hidden_places(state, seat)
    orders = itertools.permutations([slot for _, slot in places])
    consistent = {laid_anew(state, places, order).tobytes() for order in orders}
    info, drawn = InformationSet.of(state, rules, seat), state.copy()
    counts, stream = dict.fromkeys(consistent, 0), streams_from_seed(5, plies)[0]
    for _ in range(60 * len(consistent)):
        determinize_into(info.record, stream, drawn)
        counts[drawn.tobytes()] += 1
    assert len(counts) == len(consistent) > 1
    assert chisquare(list(counts.values())).pvalue > 1e-3


def test_keys_know_who_went_out_first_but_not_when() -> None:
    rules = Rules(num_players=4)
    state = next(positions(rules, 0.0, seed=6))
    first, second, third = state.copy(), state.copy(), state.copy()
    first.out_bout[:], second.out_bout[:], third.out_bout[:] = (0, 7, 5, 0), (0, 9, 8, 0), (0, 5, 7, 0)
    keys = [InformationSet.of(one, rules, 0).key() for one in (first, second, third)]
    assert keys[0] == keys[1] != keys[2]


# --- agents ---------------------------------------------------------------------------------------------------------


@compiled_choice
def choose_any(info: Any, stream: Any, memory: Any) -> Any:
    return nth_bit(info.legal, below(stream, count(info.legal)))


@pytest.mark.parametrize("rules", PLAYED, ids=str)
def test_an_agent_for_any_table_plays_the_same_games_compiled_and_from_python(rules: Rules) -> None:
    game = Durak(rules)
    play = MatchPlay(game, [CompiledAgent(choose_any, any_table=True)] * game.seats, seed=1)
    compiled = play(0, 2 * game.seats).results
    for number, row in enumerate(compiled):
        row = row.copy()
        row["seconds"] = 0
        again = play.play_one(number).result
        again["seconds"] = 0
        assert row.tobytes() == again.tobytes()
        assert sum(row["returns"]) == pytest.approx(0, abs=1e-6)


def test_an_agent_for_two_seats_refuses_other_tables() -> None:
    agent = CompiledAgent(choose_any)
    rules = Rules(num_players=4)
    with pytest.raises(ValueError, match=r"'choose_any' cannot play: it plays two seats only.*num_players=4"):
        play_match(Durak(rules), [agent] * 4, games=4)
    state = next(positions(rules, 0.0, seed=7))
    info = InformationSet.of(state, rules, int(mover(state)))
    with pytest.raises(ValueError, match="choose_any does not play this variant"):
        agent.act(info, np.random.default_rng(1))
    with pytest.raises(ValueError, match="4 seats have no one other hand"):
        _ = info.other_hand
    with pytest.raises(ValueError, match="seat is 0, 1, 2 or 3, not 4"):
        InformationSet.of(state, rules, 4)


def test_who_goes_out_first_gets_the_most_where_places_pay() -> None:
    game = Durak(Rules(num_players=4), returns="places")
    state = game.new_states()[0]
    state.phase = GAME_OVER
    state.hands[1], state.out_bout[:] = 2**40, (9, 0, 5, 9)
    assert [returns(state, seat) for seat in range(4)] == pytest.approx([0, -1, 1, 0])
    assert [score(state, seat) for seat in range(4)] == pytest.approx([0.5, 0, 1, 0.5])
    state.by_places = False
    assert [returns(state, seat) for seat in range(4)] == pytest.approx([1 / 3, -1, 1 / 3, 1 / 3])
    assert [score(state, seat) for seat in range(4)] == pytest.approx([1, 0, 1, 1])
    assert str(game) == "closed world, rules: num_players=4, returns by places"
    assert "returns" not in str(Durak())
    with pytest.raises(ValueError, match="returns .*'money'"):
        Durak(returns="money")


def test_teams_win_and_lose_together() -> None:
    state = Durak(Rules(num_players=4, num_teams=2)).new_states()[0]
    state.phase = GAME_OVER
    state.hands[1] = 2**40
    assert [returns(state, seat) for seat in range(4)] == [1, -1, 1, -1]
    state.hands[2] = 2**41  # two teams are left: the bouts went in circles
    assert [returns(state, seat) for seat in range(4)] == [0] * 4


def test_a_failed_agent_loses_and_of_several_others_nobody_gains() -> None:
    assert Durak().forfeit(None, 1) == (1.0, -1.0)
    assert Durak(Rules(num_players=4)).forfeit(None, 2) == (0.0, 0.0, -1.0, 0.0)


# --- what is refused ------------------------------------------------------------------------------------------------

FOUR = Rules(num_players=4, start_rank=12, hand_size=2, transfer=True, passport=True)
SHORT = Rules(num_players=4, start_rank=12, hand_size=2, transfer=True, first_discard_limit=1)
TWO = Rules(start_rank=12, hand_size=3, transfer=True, passport=True)
DECKS = {
    4: "Qc Kc  Qd Qs  Ac Qh  Kd Ks  Ad Kh Ah As",  # hands, then the talon; spades are trumps
    2: "Qc Qd Kc  Qs Kd Ks  Ac Kh Ah Ad Qh As",
}


def after(plies: str, rules: Rules) -> Any:
    """The state after some plies, seat 0 attacking first."""
    state = Deal(tuple(map(Card, DECKS[rules.num_players].split())), attacker=0).lay_out(rules)
    for text in plies.split():
        step(state, Durak(rules).read_action(state, parse_action(text, rules)))
    return state


@pytest.mark.parametrize(
    ("rules", "plies", "legal"),
    [
        (FOUR, "Qc", "Qs take >d >s show"),
        (FOUR, "Qc >d", "Ac take"),  # seat 3 could not answer three cards
        (FOUR, "Qc >d Ac", "take"),
        (FOUR, "Qc show", "Ac take >h"),
        (SHORT, "Qc", "Qs take"),
        (TWO, "Qc show >d", "Qs Ks take"),
        (TWO, "Qc show >d Ks", "Kd Qs take"),
    ],
)
def test_what_a_defender_may_do(rules: Rules, plies: str, legal: str) -> None:
    state = after(plies, rules)
    info = InformationSet.of(state, rules, int(mover(state)))
    assert {format_action(action, rules) for action in info.legal_actions} == set(legal.split())


@pytest.mark.parametrize(
    ("rules", "plies", "action", "words"),
    [
        (FOUR, "", ">c", "only the defender may transfer"),
        (FOUR, "Qc Qs", "show", "only the defender may transfer"),
        (FOUR, "Qc", ">h", "Qh is not in the hand of seat 1"),
        (FOUR, "Qc show", "show", "Qs is not in the hand of seat 2"),
        (FOUR, "Qc >d", ">h", "seat 3 would have to answer 3 attack cards and holds 2"),
        (FOUR, "Qc >d Ac", ">h", "only before a card of the bout is beaten"),
        (FOUR, "Qc >d Ac", "Qh", "Qh does not beat Qd"),
        (SHORT, "Qc", ">d", "no room for another attack card"),
        (TWO, "Qc show >d", "show", "seat 1 has shown a trump before"),
    ],
)
def test_errors_name_what_a_transfer_lacks(rules: Rules, plies: str, action: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Durak(rules).read_action(after(plies, rules), parse_action(action, rules))


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"num_players": 1}, "num_players .*got 1"),
        ({"num_players": 7}, "num_players .*got 7"),
        ({"num_players": 5, "start_rank": 14}, "4 cards is too small for 5 seats"),
        ({"throw_in": "everyone"}, "throw_in .*'everyone'"),
        ({"first_discard_limit": 0}, "first_discard_limit .*got 0"),
        ({"transfer": "yes"}, "transfer .*got 'yes'"),
        ({"passport": True}, "passport=True needs transfer=True"),
        ({"passport": True, "transfer": True, "include_trumps": False}, "needs include_trumps=True"),
        ({"num_teams": 2}, "num_teams must be None with 2 players, got 2"),
        ({"num_teams": 3, "num_players": 4}, "num_teams must be None or 2 with 4 players, got 3"),
        ({"num_teams": 6, "num_players": 6}, "num_teams must be None or 2 or 3 with 6 players, got 6"),
        ({"num_teams": 2, "num_players": 4, "transfer": True}, "num_teams=2 does not go with transfer"),
    ],
    ids=str,
)
def test_tables_that_cannot_be_are_refused(given: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Rules(**given)
    text = ",".join(f"{name}={value}" for name, value in given.items())
    with pytest.raises(ValueError, match=words):
        Rules.of(text)


# --- how long games are ---------------------------------------------------------------------------------------------


@jit
def play_games(states: Any, streams: Any, games: int, sums: Any) -> None:
    """Sums over games of random legal actions: plies, bouts, draws."""
    state, stream = states[0], streams[0]
    for _ in range(games):
        deal_random(state, stream)
        while state.legal != 0:
            step(state, nth_bit(state.legal, below(stream, count(state.legal))))
        sums[0] += state.plies
        sums[1] += state.bouts
        sums[2] += returns(state, 0) == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seats", "start_rank", "limit", "plies", "bouts", "draws"),
    [
        (3, 6, None, 166, 41.7, 0.0022),
        (4, 6, None, 170, 40.0, 0.0016),
        (5, 6, None, 214, 48.1, 0.0021),
        (6, 6, None, 196, 44.8, 0.0016),
        (3, 2, 6, 217, 59.6, None),
        (4, 2, 6, 247, 60.1, None),
        (5, 2, 6, 313, 70.7, None),
        (6, 2, 6, 304, 68.0, None),
    ],
)
def test_random_games_are_as_long_as_known(
    seats: int, start_rank: int, limit: int | None, plies: float, bouts: float, draws: float | None
) -> None:
    games, sums = 100_000, np.zeros(3, np.int64)
    rules = Rules(num_players=seats, start_rank=start_rank, max_attack_cards=limit)
    play_games(new_states(rules), streams_from_seed(8, seats), games, sums)
    assert sums[0] / games == pytest.approx(plies, rel=0.01)
    assert sums[1] / games == pytest.approx(bouts, rel=0.01)
    if draws is not None:
        assert sums[2] / games == pytest.approx(draws, abs=0.0006)
