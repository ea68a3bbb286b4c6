"""The command line: what it prints, and that it reports bad input in one line."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from baselines import play_match
from baselines.durak.cli import app
from baselines.durak.report.match_report import MatchReport
from durak_env.deals import Deal
from durak_env.notation import GameRecord, format_records, parse_records
from durak_env.rules import Rules

RUNNER = CliRunner()


def durak(*arguments: str) -> Result:
    return RUNNER.invoke(app, arguments, env={"COLUMNS": "120"})


def check_refused(result: Result, said: str = "") -> None:
    """Check that the error is clear: exit code 2, no traceback, one line where the command itself tells it."""
    assert result.exit_code == 2, (result.output, result.exception)
    assert isinstance(result.exception, SystemExit)
    assert said in result.stderr
    assert result.stdout == ""
    if result.stderr.startswith("durak: "):
        assert result.stderr.count("\n") == 1


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """Write records of three games."""
    file = tmp_path / "games.txt"
    assert durak("match", "smart", "random", "--games", "3", "--seed", "4", "--log", str(file)).exit_code == 0
    return file


def test_match_prints_the_statistics() -> None:
    result = durak("match", "greedy", "random", "--games", "200", "--seed", "1")
    assert result.exit_code == 0, result.output
    expected = play_match("greedy", "random", games=200, seed=1)
    assert f"│ {expected.wins} ({expected.wins / 2:.1f} %)" in result.stdout
    for line in (
        "98 % Wilson interval",
        "draws",
        "score",
        "time a ply",
        "bouts a game",
        "plies a bout",
        "first attacker",
    ):
        assert line in result.stdout
    assert result.stdout.splitlines()[-1] == MatchReport(expected, 0.98).verdict()
    assert result.stderr == ""


def test_match_takes_the_rules() -> None:
    options = ["--start-rank", "9", "--num-suits", "3", "--hand-size", "4", "--no-trumps", "--max-attack-cards", "2"]
    result = durak(
        "match",
        *("smart", "random", "--games", "50", "--seed", "0", "--open-world", "--json", "--confidence", "0.9"),
        *options,
    )
    rules = Rules(9, 3, 4, False, 2)
    expected = MatchReport(play_match("smart", "random", 50, open_world=True, rules=rules), 0.9).figures()
    found = json.loads(result.stdout)
    assert found.pop("ms_a_choice") != expected.pop("ms_a_choice")
    assert found == expected
    assert found["rules"] == str(rules)


def test_a_test_stops_the_match() -> None:
    result = durak("match", "smart", "random", "--sprt", "0", "100", "--seed", "1", "--jobs", "2")
    assert result.exit_code == 0, result.output
    assert "SPRT, H0 0 Elo, H1 100 Elo: H1 accepted after" in result.stdout
    figures = json.loads(durak("match", "random", "smart", "--sprt", "-20", "20", "--seed", "1", "--json").stdout)
    assert figures["sprt"]["accepted"] == "H0"
    assert figures["games"] == 2 * sum(figures["pairs"]) < 1000
    undecided = durak("match", "random", "random", "--sprt", "0", "1", "--games", "50")
    assert "undecided after 25 pairs" in undecided.stdout


def test_the_same_seed_prints_the_same() -> None:
    first, again, other = (
        [
            line
            for line in durak("match", "random", "smart", "--games", "99", "--seed", seed).stdout.splitlines()
            if "time" not in line
        ]
        for seed in ("5", "5", "6")
    )
    assert first == again
    assert first != other


def test_match_logs_its_games(games: Path) -> None:
    records = parse_records(games.read_text())
    expected = play_match("smart", "random", games=3, seed=4).results
    assert [record.players for record in records] == [("smart", "random"), ("random", "smart"), ("smart", "random")]
    assert [len(record.plies) for record in records] == expected["plies"].tolist()
    results = [record.result for record in records]
    seats, returns = expected["seating"][:, 0], expected["returns"][:, 0]
    assert [result[seat] for result, seat in zip(results, seats, strict=True) if result] == returns.tolist()


def test_match_tells_its_games() -> None:
    result = durak("match", "smart", "random", "--games", "2", "--seed", "4", "--verbose")
    assert result.exit_code == 0, result.output
    for word in ("Game 1", "Game 2", "smart", "random", "bouts a game"):
        assert word in result.stdout
    assert "??" not in result.stdout


def test_replay_hides_what_is_hidden(games: Path) -> None:
    everything = durak("replay", str(games), "--show-hidden")
    assert everything.exit_code == 0, everything.output
    assert "??" not in everything.stdout
    assert [f"Game {number}" in everything.stdout for number in (1, 2, 3, 4)] == [True, True, True, False]
    for seat in ("0", "1"):
        seen = durak("replay", str(games), "--seat", seat)
        assert seen.exit_code == 0, seen.output
        assert "??" in seen.stdout
    one = durak("replay", str(games), "--game", "2", "--show-hidden").stdout
    assert one in everything.stdout
    assert "Game 1" not in one


def test_agents_are_listed() -> None:
    result = durak("agents")
    for name in ("random", "uniform", "greedy", "smart"):
        assert f"│ {name}" in result.stdout


@pytest.mark.parametrize(
    ("agent", "told"),
    [
        ("smart", ["Play like greedy", "weaknesses=single", "preset=thesis", "defence=program"]),
        ("exec", ["Ask a program", "command"]),
        ("greedy", ["Play the lowest card"]),
        ("durak_env.agents.heuristic:smart", ["weaknesses=single"]),
    ],
)
def test_an_agent_tells_its_parameters(agent: str, told: list[str]) -> None:
    result = durak("agents", agent)
    assert result.exit_code == 0, result.output
    for words in told:
        assert words in result.stdout
    assert "``" not in result.stdout


UNDESCRIBED = """
class Speechless:
    def __str__(self):
        raise RuntimeError("no words")

def make(kind=Speechless()):
    pass
"""


def test_an_agent_that_cannot_be_described_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "undescribed.py").write_text(UNDESCRIBED)
    monkeypatch.syspath_prepend(tmp_path)
    result = durak("agents", "undescribed:make")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "undescribed:make cannot be described: RuntimeError: no words" in result.stderr


@pytest.mark.parametrize(
    ("command", "example"), [("match", "match"), ("replay", "match"), ("tournament", "tournament")]
)
def test_commands_explain_themselves(command: str, example: str) -> None:
    result = durak(command, "--help")
    assert result.exit_code == 0
    assert f"Example: durak {example}" in result.stdout
    assert f"durak {command}" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["match", "greedy", "gredy"], "unknown agent 'gredy'; did you mean 'greedy'? known agents: "),
        (["match", "greedy:depth=3", "random"], "unknown parameter 'depth'"),
        (["match", "greedy:depth", "random"], "write name=value"),
        (["match", "", "random"], "unknown agent ''"),
        (["agents", "gredy"], "unknown agent 'gredy'; did you mean 'greedy'?"),
        (["agents", "ismcts:simulations=x"], "give the agent alone, without parameters: ismcts"),
        (["match", "greedy"], "greedy alone"),
        (["match", "greedy", "random", "--games", "0"], "games must be an integer from 1 to 100,000,000, got 0"),
        (["match", "greedy", "random", "--games", "many"], "Invalid value"),
        (["match", "greedy", "random", "--seed", "-1"], "seed must be an integer of at least 0, got -1"),
        (["match", "greedy", "random", "--jobs", "0"], "jobs must be an integer from 1 to 1,024, got 0"),
        (["match", "greedy", "random", "--start-rank", "15"], "start_rank must be an integer from 2 to 14, got 15"),
        (["match", "greedy", "random", "--start-rank", "14", "--num-suits", "1"], "a deck of 1 card"),
        (["match", "greedy", "random", "--max-attack-cards", "0"], "max_attack_cards"),
        (["match", "greedy", "random", "--confidence", "1"], "confidence"),
        (["match", "greedy", "random", "--confidence", "nan"], "confidence"),
        (["match", "greedy", "random", "--sprt", "5", "5"], "elo0"),
        (["match", "greedy", "random", "--move-time", "1"], "move_time"),
        (["match", "greedy", "random", "--log", "/no/such/folder/games.txt"], "No such file or directory"),
        (["replay", "no-such-file.txt"], "no-such-file.txt: No such file or directory"),
        (["replay", "."], "Is a directory"),
        (["replay"], "Missing argument"),
        (["shuffle"], "No such command"),
    ],
)
def test_bad_input(arguments: list[str], said: str) -> None:
    check_refused(durak(*arguments), said)


def test_replay_shows_a_game_of_four_from_each_of_its_seats(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text(format_records([GameRecord(Rules(num_players=4), Deal(Rules().deck, attacker=2))]))
    shown = [durak("replay", str(file), "--seat", str(seat)) for seat in range(4)]
    assert [result.exit_code for result in shown] == [0] * 4
    check_refused(durak("replay", str(file), "--seat", "4"), "got 4")


def test_replay_refuses_bad_numbers_and_files(games: Path, tmp_path: Path) -> None:
    check_refused(durak("replay", str(games), "--seat", "2"), "seat must be 0 or 1, got 2")
    check_refused(durak("replay", str(games), "--game", "4"), "--game must be 1..3")
    for name, content in [("empty", b""), ("binary", bytes(range(256))), ("prose", b"Once upon a time")]:
        file = tmp_path / name
        file.write_bytes(content)
        check_refused(durak("replay", str(file)), "durak: ")


@pytest.mark.parametrize(
    "arguments",
    [("replay", "/dev/zero"), ("match", "evolved:path=/dev/zero", "random"), ("match", "sb3:/dev/zero", "random")],
)
def test_an_endless_file_is_refused(arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardkit.commands.replay.MOST_CHARACTERS", 1_000_000)
    check_refused(durak(*arguments), "/dev/zero")


def test_an_error_repeats_little_of_a_file_and_nothing_that_a_terminal_obeys(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    for line in ("x" * 10_000_000, "durak-game 1\nrules " + "x" * 10_000_000, "durak-game " + "[" * 10_000_000):
        file.write_text(line)
        result = durak("replay", str(file))
        check_refused(result, " line ")
        assert len(result.stderr) < 1500
    result = durak("match", "x" * 1_000_000, "random")
    check_refused(result, "an agent's spec")
    assert len(result.stderr) < 1500
    check_refused(durak("replay", "\x1b[2Jno-such-file"), r"durak: \x1b[2Jno-such-file")


def test_damaged_files(games: Path, tmp_path: Path) -> None:
    rng = random.Random(0)
    file = tmp_path / "damaged"
    text = games.read_text()
    for _ in range(20):
        place = rng.randrange(len(text))
        file.write_text(
            text[:place] + rng.choice(["", "7c", "\x00", "é", "done ", "\n"]) + text[place + rng.randrange(1, 30) :]
        )
        result = durak("replay", str(file))
        assert result.exit_code in (0, 2), (result.output, result.exception)
        assert result.exit_code == 0 or " line " in result.stderr, result.stderr


def test_random_specs() -> None:
    rng = random.Random(1)
    for _ in range(20):
        spec = "".join(rng.choices("abgr:=,. -'[(é", k=rng.randrange(1, 12)))
        check_refused(durak("match", "--games", "1", "--", "greedy", spec))
