"""Games of a tournament's store: those that it has, and nothing that a stranger's store would run."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from baselines.durak.arena.tournament import play_tournament
from baselines.durak.table.plugin import PLUGIN
from cardkit.arena.match import MatchPlay
from cardkit.arena.store import Store
from cardkit.report.tournament_tables import Standings
from cardkit.specs.strangers import is_harmless
from cardtable.records import standing, tournament_game
from durak_env.durak import Durak
from durak_env.rules import Rules


def stored(file: Path, *names: str) -> int:
    """Write a match of four games that names these agents into a store, and return its number."""
    played = MatchPlay(Durak(), ["greedy", "low"], 1)(0, 4)
    with Store(file, Durak()) as store:
        match = store.match(names, 1)
        store.keep(match, 0, played)
    return match


def test_a_store_runs_no_code_that_it_names(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    code = f"open({str(trace)!r}, 'w')"
    spec = f"exec:{shlex.join([sys.executable, '-c', code])}"
    match = stored(tmp_path / "store.db", spec, "greedy")
    with pytest.raises(ValueError, match=r"would run code .* --agent"):
        tournament_game(PLUGIN.view, tmp_path / "store.db", (), None, match, 0)
    assert not trace.exists()


def test_agents_that_the_user_trusts_and_installed_ones_play_again(tmp_path: Path) -> None:
    own = "tests.support.opponents:Lowest"
    match = stored(tmp_path / "store.db", own, "greedy")
    game = tournament_game(PLUGIN.view, tmp_path / "store.db", (own,), None, match, 1)
    assert tuple(game.players) == ("greedy", own)


@pytest.mark.parametrize(("beyond", "number"), [(0, 4), (0, 1000), (0, -1), (1, 0), (0, 1 << 80)])
def test_a_game_that_was_never_played_is_not_shown(tmp_path: Path, beyond: int, number: int) -> None:
    match = stored(tmp_path / "store.db", "greedy", "low") + beyond
    with pytest.raises(ValueError, match=f"has no game {number} of match {match}$"):
        tournament_game(PLUGIN.view, tmp_path / "store.db", (), None, match, number)


@pytest.mark.parametrize("spec", ["exec:./program", "sb3:a.zip", "a.b:c", "champion-search:opponent=a:b", "nobody"])
def test_specs_that_lead_to_foreign_code_are_told_from_others(spec: str) -> None:
    assert not is_harmless(spec, Durak.AGENTS)
    assert is_harmless("champion-search:opponent=greedy", Durak.AGENTS)


def test_four_seats_are_told_whole_games_as_the_command_does(tmp_path: Path) -> None:
    store, agents = tmp_path / "store.db", ["greedy", "low", "high", "random"]
    result = play_tournament(agents, games=32, seed=1, rules=Rules(num_players=4), store=store)
    told = standing(PLUGIN.view, store, None)
    standings = Standings(result, 0.98)
    assert [one["agent"] for one in told["strengths"]] == [result.names[agent] for agent in standings.order]
    for one, figures in zip(told["strengths"], standings.figures()["agents"], strict=True):
        assert (one["strength"], one["interval"]) == (figures["strength"], figures["strength_interval"])
        assert (one["return"], one["return_interval"]) == (figures["mean_return"], figures["return_interval"])
    assert told["failed"] == []


def test_two_seats_are_told_elo_alone_and_who_has_failed(tmp_path: Path) -> None:
    store, failing = tmp_path / "store.db", "tests.support.faulty_agents:Illegal"
    play_tournament(["greedy", failing], games=4, seed=1, store=store)
    told = standing(PLUGIN.view, store, None)
    assert told["strengths"] is None
    assert told["failed"] == [{"agent": failing, "failed": 4, "games": 4}]
