"""The order of different agents of Durak by strength depends neither on their names nor on their seats."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from baselines import play_match
from baselines.durak.arena.tournament import play_tournament
from baselines.durak.cli import app
from baselines.durak.report.fool_tables import FoolStandings
from baselines.durak.table.plugin import PLUGIN
from cardkit.arena.match import MatchPlay
from cardkit.arena.match_result import MatchResult
from cardkit.arena.store import Store
from cardkit.statistics.sprt import LastRateSprt, Sprt
from cardtable.records import standing, tournament_game
from durak_env.durak import Durak
from durak_env.rules import Rules
from tests.support.command_line import run_command

OWN = ("smart", "high", "greedy", "low")
OTHER = tuple(f"tests.support.other_names:{name}" for name in ("a_smart", "b_high", "c_greedy", "d_low"))
FOUR = Rules(num_players=4)


def standings(agents: tuple[str, ...], seatings: str) -> dict[str, dict[str, Any]]:
    """Return the figures of the agents by the names that `OWN` gives them."""
    found = FoolStandings(play_tournament(agents, 4800, seed=1, rules=FOUR, seatings=seatings), 0.98)
    figures = {figure["agent"]: figure for figure in found.figures()["agents"]}
    return {own: figures[name] for own, name in zip(OWN, agents, strict=True)}


def difference(one: dict[str, dict[str, Any]], other: dict[str, dict[str, Any]]) -> float:
    return max(abs(one[name]["fool_rate"] - other[name]["fool_rate"]) for name in OWN)


def contradict(one: dict[str, dict[str, Any]], other: dict[str, dict[str, Any]]) -> bool:
    """Return whether two agents are ranked both ways, each time with intervals that part."""
    return any(
        (above(one, *pair) and above(other, *reversed(pair))) or (above(one, *reversed(pair)) and above(other, *pair))
        for pair in combinations(OWN, 2)
    )


def above(figures: dict[str, dict[str, Any]], better: str, worse: str) -> bool:
    low, high = figures[better]["strength_interval"][0], figures[worse]["strength_interval"][1]
    return bool(low > high)


def test_other_names_give_the_same_fool_rates_and_ranking() -> None:
    one, other = standings(OWN, "orders"), standings(OTHER, "orders")
    assert difference(one, other) < 0.02
    assert not contradict(one, other)


def test_rotations_of_one_order_give_what_the_names_decide() -> None:
    """Rotations of one order depend on the names, so the test above could have failed."""
    one, other = standings(OWN, "rotations"), standings(OTHER, "rotations")
    assert difference(one, other) > 0.05
    assert contradict(one, other)


@pytest.mark.slow
def test_beyond_four_agents_names_decide_nothing_either() -> None:
    agents = (*OWN, "random")
    reverse = ["low", "random", "smart", "high", "greedy"]  # the same five, called in another order
    one = play_match(*agents, games=20_000, seed=1).mean_returns
    other = play_match(*reverse, games=20_000, seed=1).mean_returns
    assert one == pytest.approx([other[reverse.index(name)] for name in agents], abs=0.02)


def test_a_match_from_python_seats_an_agent_for_each_seat() -> None:
    result = play_match("greedy", "smart", "low", "high", games=48, seed=1)
    assert result.game.seats == 4
    assert result.names == ("greedy", "smart", "low", "high")
    assert result.games_a_deal == 4
    alone = play_match("greedy", "random", rules=FOUR, games=8)
    assert alone.names == ("greedy", "random", "random", "random")
    assert play_match("greedy", "smart", 6, seed=1).games == 6
    test = LastRateSprt(0.5, 0.2)
    assert play_match("greedy", "random", games=4000, rules=FOUR, sprt=test).games < 400
    in_all = play_match("greedy", "smart", "low", "high", games=48, seatings="all")
    assert len({tuple(row) for row in in_all.results["seating"].tolist()}) == in_all.games_a_deal == 24


@pytest.mark.slow
def test_three_agents_make_a_table_of_three() -> None:
    assert play_match("greedy", "random", "low", rules="start_rank=9", games=3).game.seats == 3


@pytest.mark.parametrize(
    ("agents", "given", "match"),
    [
        (("greedy", "smart", "low"), {"rules": FOUR}, "4 seats, but you name 3 agents"),
        (("greedy", "smart", 100, 1), {}, "100 is not an agent"),
        (("greedy", "smart", "low"), {"seatings": "one"}, "seatings must be one of"),
        (("greedy", "smart", "low"), {"sprt": Sprt(0, 5)}, "LastRateSprt"),
        (["greedy"] * 7, {}, "num_players"),
    ],
)
def test_what_a_match_of_several_refuses(agents: list[Any], given: dict[str, Any], match: str) -> None:
    with pytest.raises(ValueError, match=match):
        play_match(*agents, **given)


def durak(*arguments: str) -> str:
    done = run_command(app, *arguments, columns=300)
    return done.stdout


@pytest.mark.parametrize("seatings", ["orders", "rotations", "all"])
def test_the_commands_name_the_seatings(seatings: str) -> None:
    wanted = ["--games", "24", "--seed", "1", "--seatings", seatings]
    figures = json.loads(durak("match", *OWN, *wanted, "--json"))
    assert figures["seatings"] == seatings
    assert figures["only_order"] == (list(OWN) if seatings == "rotations" else None)
    assert (f"in one order, {', '.join(OWN)}:" in durak("match", *OWN, *wanted)) == (seatings == "rotations")
    assert json.loads(durak("tournament", *OWN, "--players", "4", *wanted, "--json"))["seatings"] == seatings
    shown = durak("tournament", *OWN, "--players", "4", *wanted)
    assert (f"in the one order {', '.join(sorted(OWN))}," in shown) == (seatings == "rotations")


def test_a_stored_game_is_played_again_with_its_seats(tmp_path: Path) -> None:
    file, game = tmp_path / "store.db", Durak(FOUR)
    with Store(file, game) as store:
        for kind in ("rotations", "orders"):
            play = MatchPlay(game, OWN, 1, seatings=kind)
            store.keep(store.match(OWN, 1, play.plan.kept_as), 0, play(0, 24))
    view = PLUGIN.view
    seated = [tournament_game(view, file, (), None, match, 5).players for match in (1, 2)]
    assert seated == [("low", "smart", "high", "greedy"), ("greedy", "smart", "high", "low")]
    told = standing(view, file, None)
    assert [match["seatings"] for match in told["matches"]] == ["rotations", "orders"]
    only = MatchResult(game, OWN, 1, MatchPlay(game, OWN, 1)(0, 24).results, (None,) * 4)
    place = {name: told["agents"].index(name) for name in ("high", "smart")}
    outcome = np.sign(only.results["returns"][:, 1] - only.results["returns"][:, 0])
    assert told["crosstable"][place["high"]][place["smart"]]["score"] == pytest.approx(np.mean((outcome + 1) / 2))
