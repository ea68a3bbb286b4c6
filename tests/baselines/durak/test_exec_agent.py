"""Programs as agents: they get what their seat knows and nothing else, are held to their time, and always end."""

from __future__ import annotations

import gc
import json
import logging
import shlex
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from baselines import make_agent, play_match
from baselines.durak.agents.external import CODEC
from baselines.durak.arena.tournament import play_tournament
from cardkit.arena.match import play_match as play_games
from cardkit.processes.line_process import Program, ProgramError
from cardkit.programs.agent import MOST_FAILURES, ProgramAgent
from cardkit.programs.time_limit import MOVE_SECONDS
from durak_env.durak import Durak
from durak_env.envs.gym_env import DurakEnv
from durak_env.information import InformationSet
from durak_env.notation import parse_action
from durak_env.rules import Rules
from tests.support.many_seats import PLAYED
from tests.support.programs import LAST, program

EXAMPLES = Path(__file__).parents[3] / "examples"
PYTHON = f"{shlex.quote(sys.executable)} {shlex.quote(str(EXAMPLES / 'exec_agent.py'))}"
PERL = f"perl {shlex.quote(str(EXAMPLES / 'exec_agent.pl'))}"
SMALL = Rules(start_rank=11, num_suits=3, hand_size=3)


class Lowest:
    """An agent with the rule of the examples, in this process."""

    def act(self, info: InformationSet, rng: np.random.Generator) -> int:
        rng.integers(2**31)
        cards = [action for action in info.legal_actions if action < info.rules.take]
        plain = [card for card in cards if info.rules.deck[card][1] != info.trump_suit]
        if not plain and info.phase >= 2 and info.talon_size:
            return info.rules.done
        return min(plain or cards, key=lambda card: info.rules.deck[card].rank, default=info.legal_actions[-1])


def runs(pid: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rsplit(")")[1].split()[0]
    except FileNotFoundError:
        return False


def wait_for(condition: Any) -> bool:
    for _ in range(200):
        if condition():
            return True
        time.sleep(0.05)
    return False


def test_the_example_in_perl_plays_by_its_rule() -> None:
    inside = play_match(Lowest(), "random", games=12, seed=2)
    outside = play_match(f"exec:{PERL}", "random", games=12, seed=2)
    for name in ("returns", "plies", "choices"):
        np.testing.assert_array_equal(outside.results[name], inside.results[name])
    assert outside.names[0] == f"exec:{PERL}"


@pytest.mark.parametrize("rules", [*PLAYED[:5:2], pytest.param(PLAYED[5], marks=pytest.mark.slow)], ids=str)
def test_a_program_plays_at_any_table(rules: Rules) -> None:
    seen: list[dict[str, Any]] = []

    class Watched(ProgramAgent):
        def act(self, info: InformationSet, rng: np.random.Generator) -> int:
            known = info.to_dict()
            seen.append(known)
            assert known["hands" if rules.num_players > 2 else "hand"]
            assert known["hand_sizes"][info.seat] == len(known["hand"])
            cards = known["unseen"] + known["discard"] + [card for card in known["talon"] if card]
            cards += [card for pair in known["table"] for card in pair if card]
            cards += [
                card for hand in known.get("hands", [known["hand"], known.get("other_hand", [])]) for card in hand
            ]
            assert sorted(parse_action(card, rules) for card in cards) == list(range(rules.num_cards))
            assert (known["defender"], known["idle"], known["shown"]) == (info.defender, info.idle, list(info.shown))
            assert [bout > 0 for bout in known["out"]] == [
                size == 0 and info.talon_size == 0 and bout > 0
                for size, bout in zip(info.hand_sizes, known["out"], strict=True)
            ]
            return super().act(info, rng)

    game = Durak(rules)
    result = play_games(game, [Watched(PERL, CODEC), *["random"] * (game.seats - 1)], 2 * game.seats, seed=1)
    assert sum(result.crashes) + sum(result.illegal_actions) == 0
    assert seen


@pytest.mark.slow
def test_the_example_in_python_plays_the_same_in_other_processes() -> None:
    one, two = (play_match(f"exec:{PYTHON}", "random", games=12, seed=3, jobs=jobs) for jobs in (1, 2))
    np.testing.assert_array_equal(one.results["plies"], two.results["plies"])
    assert one.wins > one.losses


def test_it_is_told_what_its_seat_knows(tmp_path: Path) -> None:
    log = tmp_path / "asked"
    command = program(tmp_path, "", first=f"open({str(log)!r}, 'a').write(line)")
    seen: list[dict[str, Any]] = []

    class Watched(ProgramAgent):
        def act(self, info: InformationSet, rng: np.random.Generator) -> int:
            seen.append(info.to_dict())
            return super().act(info, rng)

    play_match(Watched(command, CODEC), "random", games=2, rules=SMALL)
    asked = [json.loads(line) for line in log.read_text().splitlines()]
    assert len(asked) == len(seen) > 4
    questions = [0, 0]  # to each program: there is one for each seat
    for told, known in zip(asked, seen, strict=True):
        questions[told["seat"]] += 1
        assert {name: told.pop(name) for name in ("type", "id")} == {"type": "move", "id": questions[told["seat"]]}
        assert 0 <= told.pop("seed") < 2**31
        assert told == json.loads(json.dumps(known))
        hidden = told["hand_sizes"][1 - told["seat"]] - len(told["other_hand"]) + told["talon"].count(None)
        cards = told["hand"] + told["other_hand"] + told["unseen"] + told["discard"]
        cards += [card for pair in told["table"] for card in pair if card]
        cards += [card for card in told["talon"] if card]
        assert sorted(parse_action(card, SMALL) for card in cards) == list(range(SMALL.num_cards))
        assert len(told["unseen"]) == hidden
        assert len(told["legal"]) > 1


def test_the_program_ends_with_its_agent(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    body = (
        f"child = subprocess.Popen(['sleep', '60'])\nopen({str(pids)!r}, 'w').write(f'{{os.getpid()}} {{child.pid}}')"
    )
    agent = make_agent(f"exec:{program(tmp_path, body + LAST.format(first='pass', action='1'))}")
    assert isinstance(agent, ProgramAgent)
    agent.prepare(SMALL, False)
    assert wait_for(lambda: pids.exists() and " " in pids.read_text())
    started = [int(pid) for pid in pids.read_text().split()]
    assert all(map(runs, started))
    del agent
    gc.collect()
    assert wait_for(lambda: not any(map(runs, started)))


def has_asked(command: str) -> subprocess.Popen[bytes]:
    """Return a process that has asked a program, and keeps it."""
    code = (
        "from cardkit.processes.line_process import Program\n"
        f"p = Program({command!r}); p.ask({{}}, 20); print(1, flush=True);"
    )
    parent = subprocess.Popen([sys.executable, "-c", code + "input()"], stdin=-1, stdout=subprocess.PIPE)
    assert parent.stdout is not None
    assert parent.stdout.readline()
    return parent


def test_the_program_ends_with_a_process_that_is_killed(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    parent = has_asked(program(tmp_path, f"open({str(pids)!r}, 'w').write(str(os.getpid()))\nsys.stdin.read()"))
    assert wait_for(pids.exists)
    assert wait_for(pids.read_text)
    parent.kill()
    parent.communicate()
    assert wait_for(lambda: not runs(int(pids.read_text())))


LEAVER = """
import os, sys, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        open({pids!r}, "w").write(f"{{os.getpid()}} {{os.getppid()}}")
    time.sleep(60)
    os._exit(0)
while not os.path.exists({pids!r}) or " " not in open({pids!r}).read():
    time.sleep(0.01)
print("{{}}", flush=True)
time.sleep(60)
"""
"""Starts two that leave its process group, and does not notice the end of its input."""


def leaver(tmp_path: Path) -> tuple[str, Path]:
    """Return the command of `LEAVER`, and the file in which the numbers of two processes are written."""
    path, pids = tmp_path / "leaver.py", tmp_path / "pids"
    path.write_text(LEAVER.format(pids=str(pids)))
    return f"{shlex.quote(sys.executable)} -I {shlex.quote(str(path))}", pids


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells who has left the group")
def test_whoever_leaves_the_group_ends_with_the_program(tmp_path: Path) -> None:
    command, pids = leaver(tmp_path)
    running = Program(command)
    assert running.ask({}, 20) == {}
    started = [int(pid) for pid in pids.read_text().split()]
    assert len(started) == 2
    assert all(map(runs, started))
    running.close()
    assert not any(map(runs, started))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells who has left the group")
def test_nothing_outlives_a_process_that_is_killed(tmp_path: Path) -> None:
    command, pids = leaver(tmp_path)
    parent = has_asked(command)
    parent.kill()
    parent.communicate()
    started = [int(pid) for pid in pids.read_text().split()]
    assert wait_for(lambda: not any(map(runs, started)))


def test_one_that_does_not_read_is_late() -> None:
    """A program that answers without end is late, since a pipe holds less than its question."""
    code = "import time\nfor _ in range(50): print({}, flush=True)\ntime.sleep(60)"
    running = Program(f"{shlex.quote(sys.executable)} -c {shlex.quote(code)}")
    began = time.monotonic()
    with pytest.raises(ProgramError, match=r"0\.3 s"):
        running.ask({"x": "y" * 1_000_000}, 0.3)
    assert time.monotonic() - began < 30


@pytest.mark.parametrize(
    "body",
    [
        "sys.stderr.write('\\x1b[2J\\x07' + 'x' * 5_000_000 + '\\nthe end\\n' * 2)",
        "sys.stderr.write('\\x1b[2J\\u202e the end')",
        "print(json.dumps({'id': 1, 'action': '\\x1b' + 'x' * 1_000_000, 'why': 'the end'}), flush=True)",
        "print(json.dumps({'id': 7, 'action': 'x' * 1_000_000, 'why': 'the end'}), flush=True)",
    ],
)
def test_its_words_are_told_in_short_and_printably(tmp_path: Path, body: str) -> None:
    command = program(tmp_path, f"sys.stdin.readline()\n{body}\ntime.sleep(0.2)")
    with pytest.raises(ProgramError, match=r"the end|not an action") as caught:
        play_match(f"exec:{command}", "random", games=2, move_time=5.0)
    assert len(str(caught.value)) < 3000
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("sys.exit('I am lost')", "ended with exit code 1; its last words: I am lost"),
        ("time.sleep(60)", "gave no answer in 0.5 s"),
        ("print('hello', flush=True); time.sleep(60)", r"answered 'hello\\n', which is not a JSON object"),
        ("print('[' * 100000, flush=True); time.sleep(60)", "which is not a JSON object"),
        ("print('[1]', flush=True); time.sleep(60)", "which is not a JSON object"),
        ("print('{}', flush=True); time.sleep(60)", "which lacks its id"),
        # This one floods its pipe, which is closed then: whichever is seen first.
        ("while True: print('{}', flush=True)", "which lacks its id|ended"),
        (LAST.format(first="pass", action="'7x'"), "'7x'"),
        (LAST.format(first="pass", action="'2c'"), "2c is not in the deck"),
        (LAST.format(first="pass", action="None"), "None"),
    ],
)
def test_a_program_that_fails(tmp_path: Path, body: str, said: str) -> None:
    began = time.monotonic()
    with pytest.raises(ProgramError, match=said):
        play_match(f"exec:{program(tmp_path, body)}", "random", games=2, move_time=0.5)
    assert time.monotonic() - began < 30


def test_failures_and_illegal_actions_lose_games(tmp_path: Path) -> None:
    ends = program(tmp_path, LAST.format(first="if asked['id'] > 4: sys.exit(1)", action="asked['legal'][0]"))
    result = play_match(f"exec:{ends}", "random", games=6, forfeits=True)
    assert result.crashes == (6, 0)
    assert result.losses == 6
    illegal = program(tmp_path, "", action="'take' if asked['phase'] != 'defence' else 'done'")
    assert play_match("random", f"exec:{illegal}", games=6, forfeits=True).illegal_actions == (0, 6)


def test_an_illegal_action_is_named(tmp_path: Path) -> None:
    command = program(tmp_path, "", action="'take' if asked['phase'] != 'defence' else 'done'")
    with pytest.raises(ValueError, match=r"in game 1: illegal action 3\d \((take|done)\)"):
        play_match(f"exec:{command}", "random", games=2)


def test_it_is_started_anew_until_it_has_failed_too_often(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    starts = tmp_path / "starts"
    body = f"open({str(starts)!r}, 'a').write('x')\nif os.path.exists({str(tmp_path / 'fail')!r}): sys.exit(1)\n"
    agent = ProgramAgent(program(tmp_path, body + LAST.format(first="pass", action="asked['legal'][0]")), CODEC)
    games = {plies: _information_set(plies) for plies in (0, 5)}
    rng = np.random.default_rng(0)

    def play(fails: bool) -> None:
        (tmp_path / "fail").touch() if fails else (tmp_path / "fail").unlink(missing_ok=True)
        if fails:
            agent.close()
            with pytest.raises(ProgramError):
                agent.act(games[0], rng)
        else:
            assert [agent.act(games[plies], rng) for plies in games]

    with caplog.at_level(logging.WARNING):
        for fails in [
            True,
            True,
            False,
            False,
            True,
            True,
        ]:  # a game that is played to its end makes up for those before
            play(fails)
        assert "not restarted" not in caplog.text
        play(True)
    assert "it is not restarted, and loses all its further games" in caplog.text
    started = len(starts.read_text())
    with pytest.raises(ProgramError, match=f"it failed {MOST_FAILURES} times"):
        play(False)
    assert len(starts.read_text()) == started


def _information_set(plies: int) -> InformationSet:
    env = DurakEnv(opponent="greedy")
    env.reset(seed=1)
    info = env.information_set()
    info.record.plies = plies
    return info


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("./no-such-program", "cannot be started: .*No such file"),
        ("'unbalanced", "cannot be started: No closing quotation"),
        ("cat", "answered the greeting of protocol 1 with {'type': 'hello'"),
        (f"{sys.executable} -c 'import no_such'", "No module named 'no_such'"),
    ],
)
def test_what_is_no_agent_is_refused_before_the_first_game(command: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        play_match(f"exec:{command}", "random", games=2)


@pytest.mark.parametrize("seconds", [0, -1, True, "3", 1e300, float("inf"), float("nan")])
def test_a_limit_is_a_number_of_seconds(seconds: Any) -> None:
    with pytest.raises(ValueError, match="move_time must be a number of seconds above 0"):
        play_match("exec:cat", "random", games=2, move_time=seconds)


def test_a_limit_is_for_programs() -> None:
    with pytest.raises(ValueError, match="none of these agents is one"):
        play_match("greedy", "random", games=2, move_time=1)


def test_a_limit_holds_for_what_a_factory_makes_and_leaves_a_given_agent_alone(tmp_path: Path) -> None:
    slow = program(tmp_path, "time.sleep(60)")
    given = ProgramAgent(slow, CODEC)
    for agent in (given, lambda: ProgramAgent(slow, CODEC)):
        result = play_match(agent, "random", games=2, move_time=0.3, forfeits=True)
        assert result.crashes == (2, 0)
    assert given.move_time == MOVE_SECONDS


def test_a_tournament_has_a_limit_too(tmp_path: Path) -> None:
    slow = f"exec:{program(tmp_path, 'time.sleep(60)')}"
    result = play_tournament([slow, "random"], games=2, move_time=0.3)
    assert result.names == tuple(sorted([slow, "random"]))
    (lost,) = result.fault_reports
    assert (lost.name, lost.crashes) == (slow, 2)
    assert "0.3 s" in (lost.first or "")
    with pytest.raises(ValueError, match="move_time does not go with a store"):
        play_tournament([slow, "random"], games=2, move_time=0.3, store=tmp_path / "t.db")


def test_it_sits_in_the_environment() -> None:
    env = DurakEnv(opponent=f"exec:{PERL}", rules=SMALL)
    env.reset(seed=1)
    terminated = False
    while not terminated:
        terminated = env.step(env.sample_action())[2]


def test_one_that_has_ended_can_be_asked(tmp_path: Path) -> None:
    """A program that has ended can be asked more than a pipe holds; it is noticed that nobody reads."""
    with pytest.raises(ProgramError, match="ended"):
        Program(f"{shlex.quote(sys.executable)} -c pass").ask({"x": "y" * 1_000_000}, 5)
