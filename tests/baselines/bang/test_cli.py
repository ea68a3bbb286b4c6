"""The program ``bang``: a person at the terminal, and lineups by seats."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from bang_env.bang import Bang
from bang_env.cards import KINDS
from baselines.bang.cli import app
from cardkit.arena.match import play_match


def bang(*arguments: str, written: str | None = None) -> Result:
    return CliRunner().invoke(app, arguments, input=written, env={"COLUMNS": "220"})


def told(result: Result) -> str:
    assert result.exit_code == 0, (result.output, result.exception)
    return result.stdout


def test_a_person_plays_a_seat_and_leaves() -> None:
    asked = "bang 9\nend\n?\nq\n"
    shown = told(bang("play", "rai", "--players", "4", "--seed", "3", "--hint", "rair", written=asked))
    assert "you    seat 0: willy_the_kid, sheriff, 5/5 lives" in shown
    assert "rai 2  seat 2: kit_carlson, unknown" in shown
    assert "'bang 9' is not an action: there is no seat 9, seats are 0 to 3" in shown
    assert "cards, 1 away, in reach" in shown
    assert "'end' is illegal: the hand has 7 cards, more than the 5 lives" in shown
    assert "\nwilly_the_kid: plays any number of Bang!\n" in shown
    assert "You have left the game." in shown


def test_a_person_in_the_open_world_sees_all_hands_and_has_no_lineup() -> None:
    shown = told(bang("play", "rai", "--players", "4", "--seed", "3", "--hint", "rair", "--open-world", written="q\n"))
    assert all(f"hand of seat {seat}: " in shown for seat in range(4))
    assert "unknown" not in shown
    refused = bang("play", "rai", "--lineup", "seats")
    assert refused.exit_code == 2
    assert re.search(r"No such option:? '?--lineup", refused.output)  # as versions of Click say it


def test_a_persons_game_is_kept_with_what_chance_gave(tmp_path: Path) -> None:
    log = tmp_path / "games.txt"
    kinds = [f"{verb} {kind}" for verb in ("discard", "pick") for kind in KINDS]
    answers = "\n".join(["nothing", "deck", "back 0", *kinds, "end"] * 40)  # of which one is legal each time
    arguments = ["play", "rai", "--players", "4", "--seed", "8", "--hint", "rai", "--max-rounds", "4"]
    shown = told(bang(*arguments, "--log", str(log), written=answers))
    assert "All lose" in shown or "Your team" in shown
    assert "chance" in log.read_text()
    assert told(bang("replay", str(log), "--show-hidden")).count("Game ") == 1


@pytest.mark.parametrize("lineup", ["teams", "seats"])
def test_impossible_rates_are_refused(lineup: str) -> None:
    refused = bang("match", "rai", "rair", "--lineup", lineup, "--sprt", "50", "200")
    assert refused.exit_code == 2
    assert "--sprt takes two different rates in per cent" in refused.output


@pytest.mark.slow  # for it compiles games by seats
def test_agents_of_seats_share_teams() -> None:
    game = Bang("num_players=4", lineup="seats")
    result = play_match(game, ["random", "rai", "rair", "rai"], 40, seed=1)
    assert result.results["returns"].shape == (40, 4)
    roles = result.roles
    assert all(sorted(row) == [0, 2, 2, 3] for row in roles.tolist())
    winners = result.results["returns"] > 0
    outlaws = roles == 2
    assert any(row.sum() == 2 for row in winners & outlaws), "both Outlaws win, of different agents"
    assert all(won in (0, 2) for won in (winners & outlaws).sum(axis=1)), "and never one alone"
    figures = json.loads(
        told(bang("match", "rair", "rai", "--players", "4", "--lineup", "seats", "--games", "12", "--json"))
    )
    assert figures["game"].endswith("lineup by seats")
    rates, seats = figures["win_rates"], figures["seats"]
    assert seats == [1, 3]
    assert 1 <= rates[0] * seats[0] + rates[1] * seats[1] <= 2, "one to two of four seats win, as a team"
