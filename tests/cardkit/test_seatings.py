"""Seats and orders: circular orders, the seats of games, and their use by matches and stores."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cardkit.arena.lineups import ALL, MOST_IN_TURN, ORDERS, ROTATIONS, SeatingPlan, circular_orders
from cardkit.arena.match import play_match
from cardkit.arena.match_result import MatchResult, by_agent_and_deal
from cardkit.arena.store import Store
from cardkit.arena.tournament import play_tournament
from cardkit.report.match_report import MatchReport
from cardkit.report.tournament_tables import Standings
from cardkit.statistics.sprt import LastRateSprt
from tests.support.herding_game import Herding, Random, compiled_random

GAME = Herding()
HERE = "tests.support.herding_game"
A, B, C = f"{HERE}:compiled_random", f"{HERE}:ismcts:simulations=1", f"{HERE}:Random"
LINEUP = [A, B, C]


def order(seating: np.ndarray) -> tuple[int, ...]:
    """Return the agents clockwise, from agent 0 on."""
    around = np.argsort(seating).tolist()
    start = around.index(0)
    return tuple(around[start:] + around[:start])


def rotations(order: tuple[int, ...]) -> set[tuple[int, ...]]:
    """Return the seats by agent of each rotation."""
    seats = len(order)
    return {tuple((order.index(agent) + turn) % seats for agent in range(seats)) for turn in range(seats)}


@pytest.mark.parametrize(
    ("agents", "orders"),
    [
        ("ab", 1),
        ("abc", 2),
        ("abb", 1),
        ("abcd", 6),
        ("abbb", 1),
        ("babb", 1),
        ("aaaa", 1),
        ("aabb", 3),
        ("abcc", 3),
        ("abcde", 24),
        ("abbbb", 1),
    ],
)
def test_circular_orders_without_exchanges_of_equal_agents(agents: str, orders: int) -> None:
    found = circular_orders(agents)
    assert len(found) == orders
    assert found[0] == tuple(range(len(agents)))
    assert len({tuple(agents[place] for place in one) for one in found}) == orders


@pytest.mark.parametrize("agents", ["abc", "abcd", "aabb", "abcde", "abcdefg"])
def test_each_deal_is_played_in_all_rotations_of_one_order(agents: str) -> None:
    seats = len(agents)
    rows = SeatingPlan(agents, 1).seats(0, 24 * seats).reshape(24, seats, seats)
    for deal in rows:
        assert {tuple(row) for row in deal.tolist()} == rotations(order(deal[0]))


@pytest.mark.parametrize(("agents", "times"), [("abc", 12), ("abcd", 4)])
def test_deals_go_through_all_orders_in_turn(agents: str, times: int) -> None:
    seats = len(agents)
    rows = SeatingPlan(agents, 3).seats(0, 24 * seats)[::seats]
    found = Counter(map(order, rows))
    assert set(found) == {(0, *others) for others in permutations(range(1, seats))}
    assert set(found.values()) == {times}


def test_beyond_four_agents_each_deal_draws_an_order() -> None:
    """Chi-square of 24 orders with 23 degrees of freedom passes 60 with a probability of 4e-5."""
    plan = SeatingPlan("abcde", 5)
    found = Counter(map(order, plan.seats(0, 5 * 4800)[::5]))
    assert len(found) == 24 > MOST_IN_TURN
    assert sum((times - 200) ** 2 / 200 for times in found.values()) < 60
    assert (plan.seats(0, 500) != SeatingPlan("abcde", 6).seats(0, 500)).any()


@pytest.mark.parametrize("agents", ["ab", "abcd", "abcde", "abcdefgh"])
@pytest.mark.parametrize("seatings", [ORDERS, ROTATIONS])
def test_seats_follow_from_the_number_of_the_game_alone(agents: str, seatings: str) -> None:
    plan = SeatingPlan(agents, 2**70, seatings)
    whole = plan.seats(0, 100)
    for first, count in ((0, 1), (1, 1), (7, 30), (37, 63), (99, 1), (50, 0)):
        assert np.array_equal(plan.seats(first, count), whole[first : first + count])
    assert np.array_equal(SeatingPlan(agents, 2**70, seatings).seats(0, 100), whole)


@pytest.mark.parametrize("agents", ["ab", "abb", "babb", "aaaa"])
@pytest.mark.parametrize("seatings", [ORDERS, ALL])
def test_with_one_order_all_seatings_are_its_rotations(agents: str, seatings: str) -> None:
    plan, plain = SeatingPlan(agents, 1, seatings), SeatingPlan(agents, 1, ROTATIONS)
    assert np.array_equal(plan.seats(0, 40), plain.seats(0, 40))
    assert plan.games_a_deal == len(agents)
    assert plan.kept_as == ROTATIONS


def test_all_plays_each_deal_in_every_seating() -> None:
    plan = SeatingPlan("abcd", 1, ALL)
    assert plan.games_a_deal == 24
    for deal in (0, 5):
        assert len({tuple(row) for row in plan.seats(24 * deal, 24).tolist()}) == 24


def test_what_is_refused() -> None:
    with pytest.raises(ValueError, match=r"seatings must be one of orders, rotations, all, got 'some'"):
        play_match(GAME, LINEUP, 6, seatings="some")
    with pytest.raises(ValueError, match=r"sprt .* 'all'"):
        play_match(GAME, LINEUP, 6, seatings=ALL, sprt=LastRateSprt(0.3, 0.2))


@pytest.mark.parametrize("seatings", [ORDERS, ALL])
@pytest.mark.parametrize("compiled", [True, False])
def test_games_of_a_deal_share_it_and_sit_as_planned(seatings: str, compiled: bool) -> None:
    agents: list[Any] = [compiled_random(), compiled_random(), compiled_random() if compiled else Random()]
    games: list[Any] = []
    result = play_match(GAME, agents, 15, seed=1, seatings=seatings, on_game=games.append)
    plan = SeatingPlan("abc", 1, seatings)
    assert np.array_equal(result.results["seating"], plan.seats(0, 15))
    assert result.games_a_deal == plan.games_a_deal
    starts = [game.start.tobytes() for game in games]
    assert [starts.index(start) for start in starts] == [n // plan.games_a_deal * plan.games_a_deal for n in range(15)]
    assert [order(row) for row in result.results["seating"][:6:3]] == [(0, 1, 2), (0, 2, 1)]
    for jobs in (1, 2):
        again = play_match(GAME, agents, 15, seed=1, seatings=seatings, jobs=jobs).results
        for name in ("seating", "returns", "plies"):
            assert np.array_equal(again[name], result.results[name])


def test_names_decide_nothing() -> None:
    agents: list[Any] = [compiled_random(), compiled_random(), compiled_random()]
    alike, different = (
        play_match(GAME, agents, 30, seed=1, names=names).results for names in (["a", "a", "a"], ["c", "b", "a"])
    )
    assert np.array_equal(alike["seating"], different["seating"])
    assert np.array_equal(alike["returns"], different["returns"])


def test_a_deal_is_the_cluster_however_many_games_it_has() -> None:
    result = play_match(GAME, LINEUP, 15, seed=1, seatings=ALL)
    assert by_agent_and_deal(result.results["returns"], [0, 1, 2], 3, result.games_a_deal).shape == (2, 3, 3)
    starts, sizes = result.deals
    assert (starts.tolist(), sizes.tolist()) == ([0, 6, 12], [6, 6, 3])


def _said(result: MatchResult) -> str:
    return str(list(MatchReport(result, 0.98).parts())[-1])


def test_a_verdict_from_one_order_names_it() -> None:
    results = {kind: play_match(GAME, LINEUP, 6, seed=1, seatings=kind) for kind in (ORDERS, ROTATIONS, ALL)}
    assert f"in one order, {A}, {B}, {C}: in another the verdict may differ" in _said(results[ROTATIONS])
    assert MatchReport(results[ROTATIONS], 0.98).figures()["only_order"] == LINEUP
    for kind in (ORDERS, ALL):
        assert "order" not in _said(results[kind])
        assert MatchReport(results[kind], 0.98).figures()["seatings"] == kind
    assert "order" not in _said(play_match(GAME, [A, C, C], 6, seed=1, seatings=ROTATIONS))


def test_a_tournament_of_one_order_names_it() -> None:
    titles = {
        kind: Standings(play_tournament(GAME, LINEUP, 6, seed=1, seatings=kind), 0.98)
        for kind in (ORDERS, ROTATIONS, ALL)
    }
    assert f"in the one order {', '.join(sorted(LINEUP))}, seed" in titles[ROTATIONS].title
    assert "all orders of seats" in titles[ALL].title
    assert "order" not in titles[ORDERS].title
    assert {kind: one.figures()["seatings"] for kind, one in titles.items()} == {kind: kind for kind in titles}


def test_a_store_never_mixes_orders_and_rotations(tmp_path: Path) -> None:
    file = tmp_path / "results.db"
    for kind in (ROTATIONS, ORDERS, ORDERS, ALL):
        kept = play_tournament(GAME, LINEUP, 12, seed=1, seatings=kind, store=file)
        fresh = play_tournament(GAME, LINEUP, 12, seed=1, seatings=kind)
        for one, other in zip(kept.matches, fresh.matches, strict=True):
            assert np.array_equal(one.results["returns"], other.results["returns"])
            assert np.array_equal(one.results["seating"], other.results["seating"])
    with Store(file, GAME) as store:
        assert sorted(one.seatings for one in store.matches().values()) == [ORDERS, ROTATIONS, ROTATIONS]


def test_a_lineup_with_one_order_is_kept_as_stores_have_always_kept_it(tmp_path: Path) -> None:
    file = tmp_path / "results.db"
    play_tournament(GAME, [A, C], 6, seed=1, store=file)
    with sqlite3.connect(file) as database:
        written = sorted(json.loads(agents) for (agents,) in database.execute("SELECT agents FROM matches"))
    assert written == sorted([[C, A, A], [A, C, C]])
