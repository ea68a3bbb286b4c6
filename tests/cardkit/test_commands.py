"""The kit's commands as the program of a game of three seats, ``herd``."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from cardkit.arena.game_loop import PythonGame
from cardkit.arena.match import play_match
from cardkit.arena.match_result import MatchResult
from cardkit.commands.app import Program, app
from cardkit.commands.errors import _extra_with
from cardkit.commands.play import PlayOptions
from cardkit.report.match_report import MatchReport
from cardkit.report.single_games import lines_of_games
from tests.support.command_line import run_command
from tests.support.herd import APP, FAILING, HERE, ISMCTS, PYTHON, RANDOM, TALKING, herd, herding
from tests.support.herding_game import Herding, HerdingInfo

ROOT = Path(__file__).parents[2]


def told(result: Result) -> str:
    assert result.exit_code == 0, (result.output, result.exception)
    return result.stdout


def figures(*arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(told(herd(*arguments, "--json")))
    return found


def rows(result: Result) -> dict[str, list[str]]:
    """Return the rows of the tables, by their first cells."""
    lines = [[cell.strip() for cell in line.strip("│┃").split("│")] for line in told(result).splitlines()]
    return {line[0]: line[1:] for line in lines if len(line) > 1}


def test_a_match_shows_each_agent() -> None:
    result = play_match(Herding(), [ISMCTS, RANDOM, PYTHON], 30, seed=1)
    shown = rows(herd("match", ISMCTS, RANDOM, PYTHON, "--games", "30", "--seed", "1"))
    views = [result.seen_by(agent) for agent in range(3)]
    assert [int(cell.split()[0]) for cell in shown["wins"]] == [view.wins for view in views]
    assert [int(cell.split()[0]) for cell in shown["losses"]] == [view.losses for view in views]
    assert shown["mean return"] == [f"{mean:.3f}" for mean in result.mean_returns]
    assert shown["plies a game"] == [f"{result.mean_count('plies'):.1f}"]


def test_the_figures_of_a_match() -> None:
    found = figures("match", ISMCTS, RANDOM, PYTHON, "--games", "30", "--seed", "1", "--open-world")
    result = play_match(Herding(open_world=True), [ISMCTS, RANDOM, PYTHON], 30, seed=1)
    views = [result.seen_by(agent) for agent in range(3)]
    assert found["game"] == "herding, open"
    assert found["agents"] == [ISMCTS, RANDOM, PYTHON]
    assert found["wins"] == [view.wins for view in views]
    assert found["scores"] == [view.score for view in views]
    assert found["score_intervals"] == [list(view.interval()) for view in views]
    assert found["mean_returns"] == result.mean_returns.tolist()
    assert found["return_intervals"] == [list(view.return_interval()) for view in views]
    assert found["plies_a_game"] == result.mean_count("plies")


def test_the_verdict_names_who_is_stronger_than_the_others() -> None:
    result = play_match(Herding(), [RANDOM, RANDOM, RANDOM], 60, seed=1)
    won = result.results.copy()
    won["returns"] = [5, 1, 1]
    better = MatchResult(result.game, ("a", "b", "c"), 1, won, result.first_faults)
    assert MatchReport(better, 0.98).verdict().startswith("a is stronger than the others on average: score 1.000")
    won["returns"] = [1, 1, 1]
    assert MatchReport(better, 0.98).verdict().startswith("No difference is shown")


def test_a_match_stops_once_it_is_decided_how_often_an_agent_ends_last() -> None:
    arguments = ["match", ISMCTS, RANDOM, RANDOM, "--sprt", "50", "33.3", "--games", "900", "--seed", "3"]
    found = figures(*arguments)
    assert found["sprt"]["accepted"] == "H1"
    assert (found["sprt"]["rate0"], found["sprt"]["rate1"]) == pytest.approx((0.5, 0.333))
    assert found["games"] < 900
    assert found["games"] % 3 == 0
    assert f"H1 accepted after {found['games'] // 3} deals" in " ".join(told(herd(*arguments)).split())


def test_games_are_told_logged_and_replayed(tmp_path: Path) -> None:
    log = str(tmp_path / "games.txt")
    output = told(herd("match", RANDOM, ISMCTS, PYTHON, "--games", "4", "--seed", "1", "--verbose", "--log", log))
    replayed = told(herd("replay", log, "--show-hidden"))
    assert replayed.count("Game ") == 4
    assert output.startswith(replayed)
    assert "??" not in replayed
    seen = told(herd("replay", log, "--seat", "2", "--game", "3"))
    assert "Game 3" in seen
    assert [line.endswith("??") for line in seen.splitlines()[1:4]] == [True, True, False]


def test_each_game_is_a_line_on_request() -> None:
    arguments = ("match", RANDOM, ISMCTS, RANDOM, "--games", "6", "--seed", "1")
    lines = told(herd(*arguments, "--winners")).splitlines()[:7]
    result = play_match(Herding(), [RANDOM, ISMCTS, RANDOM], 6, seed=1)
    names = (f"{RANDOM} 1", ISMCTS, f"{RANDOM} 3")
    for number, (line, row, won) in enumerate(zip(lines, result.results, result.won, strict=False), 1):
        winners = ", ".join(name for name, one in zip(names, won, strict=True) if one) or "nobody"
        assert line == f"Game {number}: {winners} won. {row['plies']} plies."
    assert lines[6] == ""
    result.results["plies"][0] = 1
    assert next(lines_of_games(result)).endswith(" won. 1 ply.")
    assert "Game 1" not in told(herd(*arguments))
    failing = herd("match", FAILING, PYTHON, PYTHON, "--games", "3", "--seed", "1", "--winners").stdout
    assert failing.count(f" won. {FAILING} failed. ") == 3
    json_only = herd(*arguments, "--winners", "--json")
    assert json.loads(json_only.stdout)["games"] == 6
    assert "Game 6: " in json_only.stderr


def test_a_seat_or_a_game_that_a_record_lacks_is_named(tmp_path: Path) -> None:
    log = str(tmp_path / "games.txt")
    told(herd("match", RANDOM, RANDOM, RANDOM, "--games", "3", "--log", log))
    result = herd("replay", log, "--seat", "3")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "got 3" in result.stderr
    for game in ("0", "4"):
        result = herd("replay", log, "--game", game)
        assert (result.exit_code, result.stdout) == (2, "")
        assert f"--game must be 1..3 for {log}, got {game}" in result.stderr


def test_what_agents_print_is_no_part_of_the_json(tmp_path: Path) -> None:
    games = ["--games", "6", "--seed", "1", "--json"]
    tuned = [f"{TALKING}:times=1|2", "--against", RANDOM, "--trials", "1", "--store", str(tmp_path / "tune.db")]
    for command, said in (
        (["match", TALKING, RANDOM, PYTHON], "I choose"),
        (["match", RANDOM, RANDOM, PYTHON, "--verbose"], "Game 1"),
        (["tournament", TALKING, RANDOM], "I choose"),
        (["tune", *tuned], "I choose"),
    ):
        result = herd(*command, *games)
        assert isinstance(json.loads(result.stdout), dict)
        assert said in result.stderr


@pytest.mark.slow
def test_what_agents_print_in_other_processes_is_no_part_of_the_json() -> None:
    command = ["match", TALKING, RANDOM, PYTHON, "--games", "6", "--seed", "1", "--jobs", "2", "--json"]
    code = f"from tests.support.herd import APP; APP({command!r})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert json.loads(done.stdout)["games"] == 6
    assert "I choose" in done.stderr


def test_a_tournament_goes_on_from_its_store(tmp_path: Path) -> None:
    store, page = str(tmp_path / "store.db"), tmp_path / "page.md"
    weak = f"{HERE}:ismcts:simulations=2"
    agents = ["tournament", ISMCTS, RANDOM, PYTHON, weak, "--store", store]
    first = figures(*agents, "--games", "6", "--seed", "3")
    more = figures(*agents, "--games", "9", "--markdown", str(page))
    assert "seed 3" in more["title"]
    assert [match["games"] for match in first["matches"] + more["matches"]] == [6] * 4 + [9] * 4
    for agent in more["agents"]:
        assert f"| {agent['mean_return']:.3f} ±" in page.read_text()
    assert first == figures(*agents, "--games", "6", "--seed", "3") | {"ms_a_choice": first["ms_a_choice"]}


def test_a_tournament_keeps_its_games_for_replay(tmp_path: Path) -> None:
    records = str(tmp_path / "games.txt")
    told(herd("tournament", RANDOM, PYTHON, "--games", "3", "--records", records))
    assert told(herd("replay", records)).count("Game ") == 6


def test_parameters_are_tuned(tmp_path: Path) -> None:
    space = f"{HERE}:ismcts:simulations=1|30"
    arguments = [space, "--against", RANDOM, "--games", "6", "--seed", "1", "--store", str(tmp_path / "tune.db")]
    found = figures("tune", *arguments, "--trials", "2")
    assert len(found["trials"]) == 2
    again = told(herd("tune", *arguments, "--trials", "3"))
    assert "3 trials" in again
    assert found["trials"][0]["spec"] in again


def test_agents_of_the_game_are_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "herds-1.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: herds\nVersion: 1\n")
    (package / "entry_points.txt").write_text(f"[herding.agents]\nsearch = {HERE}:ismcts\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert rows(herd("agents"))["search"] == ["Search with the kit's ISMCTS."]
    assert "simulations=100" in rows(herd("agents", "search"))


def test_who_finishes_no_game_ends_the_command_with_status_3() -> None:
    result = herd("match", FAILING, RANDOM, RANDOM, "--games", "3", "--seed", "1")
    assert result.exit_code == 3
    assert result.stderr.startswith(f"herd: {FAILING} lost all 3 games by illegal actions; the first: ")
    strict = herd("match", FAILING, RANDOM, RANDOM, "--games", "3", "--strict")
    assert (strict.exit_code, strict.stdout) == (2, "")
    assert "100 is not legal" in strict.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["match", *[RANDOM] * 4], "3 seats, but you name 4 agents: name 3, or 2"),
        (["match", RANDOM, RANDOM, "nobody"], "unknown agent 'nobody'"),
        (["match", RANDOM, RANDOM, RANDOM, "--games", "0"], "games"),
        (["match", RANDOM, RANDOM, RANDOM, "--sprt", "0", "9"], "--sprt takes two different rates in per cent"),
        (["tournament", RANDOM, PYTHON, "--games", "4"], "multiple of 3"),
        (["tournament", RANDOM, PYTHON, "--html", "/no/such/folder/page.html"], "No such file or directory"),
        (["tournament", RANDOM, PYTHON, "--csv", "x.txt", "--html", "./x.txt"], "--csv and --html name the same file"),
        (["tournament", RANDOM, PYTHON, "--store", "x.db", "--csv", "./x.db"], "--store and --csv name the same file"),
        (["tournament", RANDOM, PYTHON, "--png", "x.foo"], "--png x.foo: a picture's name ends in one of"),
        (["tune", f"{HERE}:ismcts:simulations=1|60"], "--against"),
        (["replay", "no-such-file.txt"], "no-such-file.txt"),
        (["match", "--hand-size", "3"], "No such option"),
    ],
)
def test_bad_input(arguments: Sequence[str], said: str) -> None:
    result = herd(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr


def test_help_names_the_program_and_shows_the_options_of_the_game() -> None:
    assert "Herding, as herd plays it." in told(herd("--help"))
    for command, shown in [("match", True), ("tournament", True), ("tune", True), ("replay", False), ("agents", False)]:
        text = told(herd(command, "--help"))
        assert ("Show all cards." in text) == shown
        assert "{program}" not in text
    assert "herd replay" in told(herd("match", "--help"))


def test_help_is_quick() -> None:
    code = "import sys; import cardkit.commands.app; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True, text=True
    )
    assert not {"numpy", "numba", "rich.table"} & set(done.stdout.split())


class Talk(PlayOptions):
    """Notation of calls and cards by their action ids."""

    def forms(self, game: Herding) -> str:
        return "the number of an action"

    def picture(self, info: HerdingInfo, players: Sequence[str]) -> str:
        return f"{', '.join(players)}: {info.legal_actions}"

    def read(self, info: HerdingInfo, line: str) -> int:
        if line.isdigit() and int(line) in info.legal_actions:
            return int(line)
        raise ValueError(f"{line} is not legal")

    def word(self, info: HerdingInfo, action: int) -> str:
        return f"action {action}"

    def lines(self, played: PythonGame[Any], told: int, seat: int, players: Sequence[str]) -> Iterator[str]:
        for one, action in played.plies[told:]:
            yield f"{players[one]} plays {action}"

    def outcome(self, returns: Sequence[float]) -> str:
        return f"You have {returns[0]:.1f} points."


WITH_PLAY = app("herd", herding, talk=Talk)


def test_a_person_plays_any_game(tmp_path: Path) -> None:
    log = str(tmp_path / "games.txt")
    table = str(tmp_path / "games.csv")
    options = ["--games", "2", "--seed", "3", "--hint", ISMCTS, "--log", log, "--csv", table]
    arguments = ["play", RANDOM, PYTHON, *options]
    everything = ["x", "?", *map(str, range(100))] * 12
    shown = run_command(WITH_PLAY, *arguments, input="\n".join(everything))
    assert f"You against {RANDOM}, {PYTHON}, seed 3. Write the number of an action" in " ".join(shown.output.split())
    assert "x is not legal" in shown.output
    assert "action " in shown.output
    players = [json.loads(line)["players"] for line in Path(log).read_text().splitlines()]
    assert players == [["you", RANDOM, PYTHON], [PYTHON, "you", RANDOM]]
    assert shown.output.count("You have ") == 2
    header, *rows = (line.split(",") for line in Path(table).read_text().splitlines())
    assert header == ["game", "seat", "player", "return", "tricks", "plies"]
    assert [row[:2] for row in rows] == [[game, seat] for game in "12" for seat in "012"]
    assert [[row[2] for row in rows[:3]], [row[2] for row in rows[3:]]] == players
    mine = [float(row[3]) for row in rows if row[2] == "you"]
    assert [f"You have {points:.1f} points." in shown.output for points in mine] == [True, True]
    same = CliRunner().invoke(WITH_PLAY, [*arguments[:-1], log])
    assert (same.exit_code, "--log and --csv name the same file" in same.stderr) == (2, True)


def _interrupted(*_: object) -> str:
    raise KeyboardInterrupt


def test_a_person_may_leave_and_the_lineup_must_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    left = run_command(WITH_PLAY, "play", RANDOM, "--hint", RANDOM, input="q\n")
    assert "You have left the game." in left.output
    monkeypatch.setattr("rich.console.Console.input", _interrupted)
    assert CliRunner().invoke(WITH_PLAY, ["play", RANDOM, "--hint", RANDOM]).exit_code == 130
    refused = run_command(WITH_PLAY, "play", RANDOM, RANDOM, RANDOM, status=2)
    assert "there are 4 players" in refused.stderr


def test_a_tournament_has_games_for_all_rotations_by_default() -> None:
    """A tournament's default number of games is a multiple of the three seats."""
    result = herd("tournament", RANDOM, PYTHON, "--seed", "1")
    assert result.exit_code == 0, result.output
    assert "501 games a match" in result.output


def test_a_program_reads_the_arguments_that_it_is_called_with(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program reads the arguments of its call; those of the process are another program's, such as pytest's."""
    monkeypatch.setattr("sys.argv", ["pytest", "replay"])
    with pytest.raises(SystemExit) as left:
        APP(["match", RANDOM, RANDOM, RANDOM, "--games", "3", "--seed", "1"])
    assert left.value.code == 0


@pytest.mark.parametrize(("library", "extra"), [("torch", "train"), ("sb3_contrib.ppo", "train"), ("ray", "ray")])
def test_a_library_that_is_missing_names_its_extra(library: str, extra: str) -> None:
    def need() -> None:
        raise ModuleNotFoundError(f"No module named {library!r}", name=library)

    program = Program("herd", Herding, "Herding.")
    program.add(need)
    program.command("other")(lambda: None)
    refused = run_command(program, "need", status=2)
    wanted = f"herd: this needs the extra {extra}, pip install '.[{extra}]' in the repository: No module named"
    assert refused.stderr.startswith(wanted)


def test_a_library_of_no_extra_is_named_alone() -> None:
    assert _extra_with("no_such_library") == ""
