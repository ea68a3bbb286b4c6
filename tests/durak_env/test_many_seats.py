"""Tables of more than two seats, and transfers: the seats' knowledge, the agents there, and refusals of actions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cardkit.agents import choose_any
from cardkit.arena.match import MatchPlay, play_match
from cardkit.compiled.bits import nth_bit
from cardkit.compiled.jit import jit
from cardkit.compiled.prng import below, streams_from_seed
from cardkit.playing_cards import Card
from durak_env import CompiledAgent
from durak_env.cards import count
from durak_env.core.dealing import deal_random, new_states
from durak_env.core.play import step
from durak_env.core.records import GAME_OVER, THROW_IN
from durak_env.core.results import returns, score
from durak_env.core.seating import mover, set_mover
from durak_env.deals import Deal
from durak_env.durak import ASKED, Durak, event_after
from durak_env.information import InformationSet
from durak_env.notation import format_action, parse_action
from durak_env.rules import Rules
from tests.support.many_seats import PLAYED, positions


def test_keys_know_who_went_out_first_but_not_when() -> None:
    rules = Rules(num_players=4)
    state = next(positions(rules, 0.0, seed=6))
    first, second, third = state.copy(), state.copy(), state.copy()
    first.out_bout[:], second.out_bout[:], third.out_bout[:] = (0, 7, 5, 0), (0, 9, 8, 0), (0, 5, 7, 0)
    keys = [InformationSet.of(one, rules, 0).key() for one in (first, second, third)]
    assert keys[0] == keys[1] != keys[2]


# --- agents ---------------------------------------------------------------------------------------------------------


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
    with pytest.raises(ValueError, match=r"other_hand .* not of 4"):
        _ = info.other_hand
    with pytest.raises(ValueError, match="seat must be 0, 1, 2 or 3, got 4"):
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
    with pytest.raises(ValueError, match=r"returns .*'money'"):
        Durak(returns="money")


def test_teams_win_and_lose_together() -> None:
    state = Durak(Rules(num_players=4, num_teams=2)).new_states()[0]
    state.phase = GAME_OVER
    state.hands[1] = 2**40
    assert [returns(state, seat) for seat in range(4)] == [1, -1, 1, -1]
    state.hands[2] = 2**41  # two teams are left: the bouts went in circles
    assert [returns(state, seat) for seat in range(4)] == [0] * 4


def test_bouts_that_go_in_circles_end_in_a_draw_at_the_limit() -> None:
    """With the deck dealt out, each bout that is taken moves cards and brings no end nearer."""
    rules = Rules(num_players=4, start_rank=13, throw_in="attacker")
    state = Deal(tuple(map(Card, ["Kc", "Ad", "Kd", "Ac", "Kh", "As", "Ks", "Ah"])), "s", 0).lay_out(rules)
    state.idle = 2 * rules.num_cards - 2
    for lead, is_over in (("Kc", False), ("Kh", True)):
        for text in (lead, "take"):
            step(state, Durak(rules).read_action(state, parse_action(text, rules)))
        assert (state.phase == GAME_OVER) == is_over
    assert [returns(state, seat) for seat in range(4)] == [0] * 4


def test_an_agent_that_fails_leaves_the_others_what_a_fool_leaves_them() -> None:
    assert Durak().forfeit(Durak().new_states()[0], 1) == (1, -1)
    four, teams = Rules(num_players=4), Rules(num_players=4, num_teams=2)
    state = new_states(four)[0]
    assert Durak(four).forfeit(state, 2) == pytest.approx((1 / 3, 1 / 3, -1, 1 / 3))
    assert Durak(teams).forfeit(new_states(teams)[0], 2) == (-1, 1, -1, 1)
    by_places = Durak(four, returns="places")
    state = by_places.new_states()[0]
    assert by_places.forfeit(state, 2) == pytest.approx((1 / 3, 1 / 3, -1, 1 / 3))
    state.out_bout[:], state.bouts = [0, 5, 0, 0], 7
    assert by_places.forfeit(state, 2) == pytest.approx((0, 1, -1, 0))
    assert by_places.forfeit(state, 2, beside=[3]) == pytest.approx((1 / 3, 1, -1, -1 / 3))


def test_each_of_six_seats_that_is_asked_to_throw_in_is_an_event_of_its_own() -> None:
    state = new_states(Rules(num_players=6))[0]
    state.phase, state.attacker, state.defender = THROW_IN, 4, 5
    events = []
    for seat in (4, 0, 1, 2, 3):  # clockwise, without the defender
        set_mover(state, seat)
        events.append(event_after(state, 0))
    assert tuple(events) == ASKED


# --- what is refused ------------------------------------------------------------------------------------------------

FOUR = Rules(num_players=4, start_rank=12, hand_size=2, transfer=True, passport=True)
SHORT = Rules(num_players=4, start_rank=12, hand_size=2, transfer=True, first_discard_limit=1)
ALL_QUEENS = Rules(num_players=4, start_rank=11, hand_size=3, transfer=True, passport=True)
TWO = Rules(start_rank=12, hand_size=3, transfer=True, passport=True)
DECKS = {  # by the number of cards dealt
    8: "Qc Kc  Qd Qs  Ac Qh  Kd Ks  Ad Kh Ah As",  # hands, then the talon; spades are trumps
    12: "Qc Kc Jc  Qd Kd Jd  Qh Kh Jh  Qs Ks Js  Ac Ad Ah As",
    6: "Qc Qd Kc  Qs Kd Ks  Ac Kh Ah Ad Qh As",
}


def after(plies: str, rules: Rules) -> Any:
    """Return the state after some plies, seat 0 attacking first."""
    state = Deal(tuple(map(Card, DECKS[rules.num_players * rules.hand_size].split())), attacker=0).lay_out(rules)
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
        (ALL_QUEENS, "Qc >d >h", "show", "seat 0 would have to answer 3 attack cards and holds 2"),
        (FOUR, "Qc >d Ac", ">h", "only before a card of the bout is beaten"),
        (FOUR, "Qc >d Ac", "Qh", "Qh does not beat Qd"),
        (SHORT, "Qc", ">d", "no room for another attack card"),
        (TWO, "Qc show >d", "show", "seat 1 has shown a trump before"),
    ],
)
def test_errors_name_what_a_transfer_lacks(rules: Rules, plies: str, action: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Durak(rules).read_action(after(plies, rules), parse_action(action, rules))


# --- how long games are ---------------------------------------------------------------------------------------------


@jit
def play_games(states: Any, streams: Any, games: int, sums: Any) -> None:
    """Sum over games of random legal actions: plies, bouts, draws."""
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
