"""Parties that the deal draws: lineups, rows, desks, stores, records, leads, faults."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cardkit.arena import result_rows
from cardkit.arena.lineups import ALL
from cardkit.arena.match import MatchPlay, play_match
from cardkit.arena.match_result import MatchResult
from cardkit.arena.tournament import play_tournament
from cardkit.compiled.protocol import returns, step
from cardkit.report.single_games import csv_of_games
from cardkit.report.tournament_tables import Standings
from cardkit.report.win_report import WinRates, WinReport
from cardkit.statistics.sprt import WinRateSprt
from tests.support.heist import SEATS
from tests.support.heist_game import Heist, HeistBySeats

H = "tests.support.heist_game:"
GAME, BY_SEATS = Heist(), HeistBySeats()
TWO = [H + "high", H + "random_agent", H + "random_agent"]
TALKING = ["talking", "Talking", "TalkingInBatches"]


def plain(results: np.ndarray) -> bytes:
    """Return the rows without times."""
    found = results.copy()
    found["seconds"] = 0
    return found.tobytes()


@pytest.mark.parametrize("game", [GAME, BY_SEATS], ids=["parties", "seats"])
def test_the_csv_of_games_has_a_line_for_each_seat_with_its_own_counts(game: Any) -> None:
    names = ["a", "b", "c", "d", "e"][: game.places]
    results = play_match(game, [H + "high"] + [H + "random_agent"] * (game.places - 1), 2 * game.places, 1).results
    header, *lines = (line.split(",") for line in csv_of_games(game, names, results).splitlines())
    found = [dict(zip(header, line, strict=True)) for line in lines]
    assert [(int(one["game"]), int(one["seat"])) for one in found] == [
        (number + 1, seat) for number in range(len(results)) for seat in range(SEATS)
    ]
    for one in found:
        row = results[int(one["game"]) - 1]
        place = names.index(one["player"])
        assert float(one["return"]) == row["returns"][place]
        seat = int(one["seat"])
        if game.parties is None:
            assert row["seating"][place] == seat
            assert one["role"] == (game.ROLES[row["role"][place]] if game.ROLES else str(row["role"][place]))
        else:
            assert row["seating"][place] == row["parties"][seat] == int(one["role"])


def test_a_lineup_goes_round_the_parties_of_a_deal() -> None:
    rows = play_match(GAME, TWO, 90, 1).results
    assert (rows["seating"].reshape(-1, 3, 3) == [[0, 1, 2], [1, 2, 0], [2, 0, 1]]).all()
    assert (rows["parties"] == rows["role"]).all()
    assert (rows["parties"].reshape(-1, 3, SEATS) == rows["parties"][::3, None]).all()


def test_games_are_the_same_from_python_and_with_two_jobs() -> None:
    shown: list[Any] = []
    once = play_match(GAME, TWO, 90, 1).results
    assert plain(once) == plain(play_match(GAME, TWO, 90, 1, on_game=shown.append).results)
    assert plain(once) == plain(play_match(GAME, TWO, 90, 1, jobs=2).results)
    for game, row in zip(shown, once, strict=True):
        assert game.players == [TWO[list(row["seating"]).index(party)] for party in row["parties"]]


def test_another_number_of_agents_than_parties_is_refused() -> None:
    with pytest.raises(ValueError, match="has 3 parties: a lineup has an agent for each"):
        play_match(GAME, [H + "high"] * SEATS, 3)


def test_a_tournament_of_other_than_whole_rotations_is_refused() -> None:
    with pytest.raises(ValueError, match=r"a multiple of 3, .* all 3 rotations of the parties; got 4"):
        play_tournament(GAME, TWO[:2], 4)


@pytest.mark.parametrize("agent", TALKING)
@pytest.mark.parametrize("seatings", ["orders", ALL])
def test_seats_of_a_party_cannot_talk(agent: str, seatings: str) -> None:
    for lineup in ([H + agent] * 3, [H + agent, H + "Anything", H + "high"]):
        played = play_match(GAME, lineup, 60, 1, forfeits=True, seatings=seatings)
        assert not any(played.illegal_actions + played.crashes)


@pytest.mark.parametrize("agent", TALKING)
def test_agents_that_talk_fail_at_a_shared_desk(agent: str, monkeypatch: pytest.MonkeyPatch) -> None:
    play = MatchPlay(GAME, [H + agent, H + "Anything", H + "Anything"], 1, forfeits=True)
    made: dict[int, Any] = {}
    monkeypatch.setattr(
        play, "_agent", lambda desk, meeting: made.setdefault(desk // SEATS, play._makers[desk // SEATS]())
    )
    assert play.played(play.play_some(0, 6)).results["fault"].any()


def test_each_seat_has_a_stream_of_its_own() -> None:
    game = MatchPlay(GAME, [H + "Anything"] * 3, 1).play_one(0)
    assert len({int(game.generator(desk).integers(2**62)) for desk in range(SEATS)}) == SEATS


def test_no_desk_meets_a_deal_twice() -> None:
    play = MatchPlay(GAME, [H + "high", H + "random_agent", H + "Anything"], 1, seatings=ALL)
    for deal in range(3):
        met: list[Any] = []
        for game in play.play_some(6 * deal, 6):
            places = [result_rows.place_of(game.result, seat) for seat in range(SEATS)]
            met += [game.agents[result_rows.desk_in(game.result, places[seat], seat)] for seat in range(SEATS)]
        assert len(set(map(id, met))) == len(met) == 6 * SEATS


def test_an_agent_that_fails_loses_in_all_its_parties() -> None:
    rows = play_match(GAME, [H + "Anything", H + "Failing", H + "Failing"], 30, 1, forfeits=True).results
    assert (rows["fault"] == 1).all()
    assert (rows["culprit"] > 0).all()
    assert (rows["returns"] == [1, -1, -1]).all()


def test_leads_stand_by_party() -> None:
    result = play_match(GAME, TWO, 300, 1)
    assert result.won.shape == (300, 3)
    assert (result.won.sum(axis=1) <= 1).all()
    assert result.won[:, 0].mean() > result.won[:, 1:].mean()
    assert result.seen_by(1).results["role"].tolist() == result.results["role"].tolist()


def test_records_hold_chance_and_replay(tmp_path: Path) -> None:
    result = play_tournament(GAME, TWO[:2], 60, 2, records=tmp_path / "games")
    assert result.lineups == [(0, 1, 1), (1, 0, 0)]  # the six splits of three parties between two agents
    rows = np.concatenate([match.results for match in result.matches])
    for told, row in zip(GAME.tell.read_records((tmp_path / "games").read_text()), rows, strict=True):
        state = GAME.tell.start_of(told)
        for _, action in told["plies"]:
            step(state, GAME.read_action(state, action))
        places = [list(row["seating"]).index(party) for party in row["parties"]]
        assert [returns(state, seat) for seat in range(SEATS)] == row["returns"][places].tolist()
        assert len(told["lots"]) == row["lots"] > 0


def test_a_killed_tournament_goes_on(tmp_path: Path) -> None:
    names = [H + name for name in ("high", "talking", "Anything")]
    code = (
        "import sys, os\n"
        "from cardkit.arena.tournament import play_tournament\n"
        "from tests.support.heist_game import Heist\n"
        f"play_tournament(Heist(), {names}, 120, 5, store=sys.argv[1],"
        " progress=lambda done, of: os._exit(9) if done > 60 else None)"
    )
    store = tmp_path / "games.db"
    assert subprocess.run([sys.executable, "-c", code, str(store)], cwd=Path(__file__).parents[2]).returncode == 9
    seen: list[int] = []
    resumed = play_tournament(GAME, names, 120, 5, store=store, progress=lambda done, of: seen.append(done))
    whole = play_tournament(GAME, names, 120, 5)
    assert seen[0] > 60
    assert [plain(one.results) for one in resumed.matches] == [plain(one.results) for one in whole.matches]


def test_rates_of_wins_decide_and_are_reported() -> None:
    test = WinRateSprt(0.3, 0.5)
    result = play_match(GAME, TWO, 3000, 1, sprt=test)
    assert result.games < 3000
    report = WinReport(result, 0.98, test)
    assert report.figures()["sprt"]["accepted"] == "H1"
    lines = "\n".join(map(str, report.parts()))
    assert report.header() == (TWO[0], f"{TWO[1]} (2 parties)")
    assert report.figures()["parties"] == [1, 2]
    assert f"{TWO[0]} winner in 0, 1, 2, 3 games" in lines
    assert sum(one.value * len(by.seats) for one, by in zip(report.rates, report.players, strict=True)) + (
        report.drawn
    ) == pytest.approx(1)
    for party, means in enumerate(report.by_role.values()):
        mine = result.results["seating"][:, 0] == party
        assert means[0].value == pytest.approx(result.won[mine, 0].mean())


class Stumbles:
    """An agent that never finds an action."""

    def act(self, info: Any, rng: np.random.Generator) -> int:
        raise LookupError


def test_a_report_on_parties_says_who_failed_too_often_for_a_verdict() -> None:
    result = play_match(GAME, [Stumbles(), *TWO[1:]], 6, 1, forfeits=True)
    assert "Stumbles failed 6 of 6 games: no verdict on strength." in WinReport(result, 0.98).verdict()
    assert "Stumbles lost all 6 games by crashes." in WinReport(result, 0.98, most_failures=1.0).verdict()


def test_a_party_that_an_agent_never_was_has_no_rate() -> None:
    report = WinReport(play_match(GAME, TWO, 1, 1), 0.98)
    assert {*(row[1] for row in report.agent_rows() if row[0].startswith("won as"))} >= {"-"}


def test_a_tournament_has_rates_of_wins_by_agent_and_party() -> None:
    result = play_tournament(GAME, TWO[:2], 300, 1)
    rates = WinRates(result.matches, result.by_deal, 0.98)
    high, low = (one.value for one in rates.all)
    assert high > low
    by_party = [one[0].value for one in rates.by_role.values()]
    assert high == pytest.approx(np.mean(by_party))  # in all rotations it is each party equally often
    standings = Standings(result, 0.98)
    titles = {table.title: table.csv() for table in standings.tables()}
    assert "won,as law,as outlaws,as renegade" in titles["Wins"]
    assert "W-D-L" not in titles["Ratings"]
    assert standings.figures()["agents"][0]["win_rate"] == high
    assert standings.figures()["agents"][0]["win_rates_by_role"] == dict(zip(GAME.PARTY_NAMES, by_party, strict=True))


def roles_that_win(result: MatchResult) -> list[int]:
    """Return the role of the first winner of each game that has one."""
    return [int(roles[won][0]) for roles, won in zip(result.roles, result.won, strict=True) if won.any()]


def test_what_is_counted_by_seat_stands_under_the_agent_of_the_seat() -> None:
    result = play_match(BY_SEATS, [H + "high", *[H + "random_agent"] * (SEATS - 1)], 60, 1)
    for roles, won in zip(result.roles, result.won, strict=True):
        assert sorted(roles) == [0, 0, 1, 1, 2]
        assert len({*roles[won]}) == won.any(), "one party wins"
        assert not {*roles[won]} & {*roles[~won]}, "with all its seats"
    turned = result.seen_by(1)
    assert turned.roles.tolist() == np.roll(result.roles, -1, axis=1).tolist()
    assert roles_that_win(turned) == roles_that_win(result)


def test_agents_of_seats_have_rates_of_wins_by_role() -> None:
    names = [H + name for name in ("high", "random_agent")]
    result = play_tournament(BY_SEATS, names, 300, 1)
    standings = Standings(result, 0.98)
    first, _ = standings.figures()["agents"]
    assert "draws" not in first
    alone, among = result.matches
    won = np.concatenate([alone.won[:, 0], among.won[:, 1:].ravel()])
    outlaws = np.concatenate([alone.roles[:, 0], among.roles[:, 1:].ravel()]) == 1
    assert first["agent"] == names[0]
    assert first["win_rates_by_role"]["outlaws"] == pytest.approx(won[outlaws].mean())
    tables = {table.title: table for table in standings.tables()}
    assert tables["Wins"].notes[0].startswith("The share of an agent's seats that win, ±")
    assert "W-D-L" not in tables["Ratings"].csv()
    assert "half of those that both win or both lose" in standings.crosstable().notes[-1]
    assert standings.csv().startswith("agent,won,won low,won high,won as law,")
    (match, _) = standings.figures()["matches"]
    assert match["win_rates"] == result.matches[0].won.mean(axis=0).tolist()
    assert "draws" not in match
    report = WinReport(result.matches[0], 0.98)
    assert report.header() == (names[0], f"{names[1]} (4 seats)")
    assert [*report.figures()["win_rates_by_role"]] == ["law", "outlaws", "renegade"]


def test_rates_of_wins_are_whole_in_a_narrow_terminal() -> None:
    standings = Standings(play_tournament(GAME, TWO[:2], 30, 1), 0.98)
    wide, narrow = (standings.tables(width)[2] for width in (200, 80))
    assert "±" in wide.csv()
    assert "±" not in narrow.csv()
    assert narrow.rows[0][2] == str(round(100 * standings.figures()["agents"][0]["win_rate"]))
