"""Arguments of matches, tournaments and records that cannot be meant: refused by name, and at once."""

from __future__ import annotations

import itertools
import math
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import version
from typing import Any

import gymnasium
import pytest
from typer.testing import CliRunner

from baselines.durak.agents.sb3 import sb3
from baselines.durak.cli import app as durak
from baselines.oh_hell.cli import app as oh_hell
from cardkit.agents import AgentExitError
from cardkit.arena.match import play_match
from cardkit.arena.tournament import play_tournament
from cardkit.checks import real
from cardkit.commands.app import app
from cardkit.playing_cards import cards_in_order
from cardkit.processes.interrupts import watching_for_interrupts
from durak_env import durak_v0
from durak_env.agents.heuristic import choose_greedy
from durak_env.compiled_agents import CompiledAgent
from durak_env.deals import Deal
from durak_env.durak import Durak
from durak_env.envs.gym_env import DurakEnv
from durak_env.envs.vector_env import DurakVectorEnv
from durak_env.notation import GameRecord
from durak_env.rules import Rules
from oh_hell_env import oh_hell_v0
from tests.support.command_line import run_command
from tests.support.herding_game import Herding

FOUR: dict[str, Any] = {"num_players": 4}
PLAYERS: dict[str, Any] = {"players": 4}
SMALL = Durak(Rules(start_rank=13, num_suits=2, hand_size=1))
PAIR = ["random", "greedy"]
DEAL = Deal(cards_in_order("deck", "Kc Kd Ac Ad"), attacker=0)


def match(**changed: Any) -> Any:
    return play_match(**{"game": SMALL, "agents": PAIR, "games": 2} | changed)


def tournament(**changed: Any) -> Any:
    return play_tournament(**{"game": SMALL, "agents": PAIR, "games": 2} | changed)


def record(**changed: Any) -> Any:
    return GameRecord(**{"rules": SMALL.rules, "deal": DEAL} | changed)


def env(**changed: Any) -> Any:
    return DurakEnv(rules=SMALL.rules, **changed)


@pytest.mark.parametrize(
    ("call", "name", "values"),
    [
        (match, "game", [3, None, "durak", Durak, Rules()]),
        (match, "agents", [3, None, "greedy", iter(PAIR), itertools.repeat("greedy"), {"greedy", "random"}]),
        (match, "names", [3, "ab", [1, 2], itertools.repeat("a"), [b"a", b"b"]]),
        (match, "measure", [3, "luck"]),
        (match, "progress", [3]),
        (match, "on_game", [3]),
        (tournament, "game", [3, None, Durak]),
        (tournament, "agents", [3, None, "greedy", iter(PAIR), itertools.repeat("greedy")]),
        (tournament, "gauntlet", [2, "smart", ["greedy"], b"greedy"]),
        (tournament, "growth", [3]),
        (tournament, "progress", [3]),
        (record, "plies", [3, "done", None, itertools.repeat(0), itertools.count()]),
        (record, "players", [3, itertools.repeat("a"), "ab"]),
        (record, "player", [[1, 2]]),
        (record, "deal", [3, None, "Kc Kd"]),
        (env, "opponent", [range(10**12), 3]),
    ],
    ids=lambda value: getattr(value, "__name__", value if isinstance(value, str) else ""),
)
def test_refusals_name_the_argument(call: Callable[..., Any], name: str, values: list[Any]) -> None:
    for value in values:
        with pytest.raises(ValueError, match="action" if isinstance(value, itertools.count) else name):
            call(**{"players" if name == "player" else name: value})


def test_a_list_of_opponents_that_holds_itself_is_refused() -> None:
    endless: list[Any] = []
    endless.append(endless)
    with pytest.raises(ValueError, match="holds itself"):
        env(opponent=endless)


@pytest.mark.parametrize("value", [-0.1, 1.1, math.nan, True, "0.5", None])
def test_a_real_number_lies_in_its_range(value: Any) -> None:
    with pytest.raises(ValueError, match=r"noise must be a number from 0 to 1 \(default 0\.1\), got"):
        real("noise", value, 0, 1, 0.1)


@pytest.mark.parametrize("threads", [1025, 2000, 9_999_999])
def test_threads_are_bounded(threads: int) -> None:
    from baselines.durak.endgames.tablebase_build import build
    from cardkit.learning.settings import RunSettings

    for start in (
        lambda: RunSettings(threads=threads),
        lambda: DurakVectorEnv(2, num_threads=threads),
        lambda: build(2, jobs=threads),
        lambda: match(jobs=threads),
    ):
        with pytest.raises(ValueError, match=r"(threads|jobs) must be an integer from 1 to 1,024"):
            start()


class Interrupter:
    """An agent that ends the program, if it is let, with the exception that Ctrl-C raises."""

    def act(self, info: Any, rng: Any) -> int:
        raise KeyboardInterrupt


class BatchInterrupter(Interrupter):
    """An agent that ends the program when asked about many games at once."""

    def act_batch(self, infos: Any, rngs: Any) -> list[int]:
        raise KeyboardInterrupt


@pytest.mark.parametrize("agent", [Interrupter(), BatchInterrupter()], ids=lambda agent: type(agent).__name__)
def test_an_agent_that_raises_keyboard_interrupt_crashes(agent: Any) -> None:
    game = Durak()
    result = tournament(game=game, agents=[agent, "greedy"], games=20)
    (report,) = result.fault_reports
    assert report.crashes > 10
    assert report.first is not None
    assert "the agent raised KeyboardInterrupt" in report.first
    with pytest.raises(AgentExitError, match="the agent raised KeyboardInterrupt"):
        match(game=game, agents=[agent, "greedy"], games=20)


def test_an_interrupt_of_an_agent_crashes_where_ctrl_c_is_ignored() -> None:
    """An interrupt by an agent is a crash in a job that ignores Ctrl-C, as one in a shell's background does."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        result = tournament(game=SMALL, agents=[Interrupter(), "greedy"], games=20)
    finally:
        signal.signal(signal.SIGINT, before)
    (report,) = result.fault_reports
    assert report.crashes > 0


@pytest.mark.slow
def test_the_same_in_other_processes() -> None:
    result = tournament(game=Durak(), agents=[Interrupter(), "greedy"], games=20, jobs=2)
    assert result.fault_reports[0].crashes > 10


def test_an_agent_that_raises_it_while_it_is_prepared_is_named() -> None:
    class Unready(Interrupter):
        def prepare(self, rules: Any, open_world: bool) -> None:
            raise KeyboardInterrupt

    with pytest.raises(ValueError, match=r"agent 'Unready' cannot play: .*KeyboardInterrupt"):
        match(agents=[Unready(), "greedy"])


class Signaller:
    """An agent that sends the signal of Ctrl-C to its own process, as a terminal does."""

    def act(self, info: Any, rng: Any) -> int:

        signal.raise_signal(signal.SIGINT)
        return info.legal_actions[0]


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Let SIGINT interrupt: a shell script that starts the tests with ``&`` has them ignore it."""
    inherited = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, inherited)


@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_still_ends_a_tournament() -> None:
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        tournament(game=Durak(), agents=[Signaller(), "greedy"])
    assert signal.getsignal(signal.SIGINT) is before
    with pytest.raises(KeyboardInterrupt), watching_for_interrupts():
        signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


def stable_baselines(num_envs: int, **settings: Any) -> Any:
    """Make the environment of Stable-Baselines3."""
    pytest.importorskip("stable_baselines3", reason="the extra 'train' is not installed")
    from durak_env.sb3_env import DurakVecEnv

    return DurakVecEnv(num_envs, **settings)


def saved_model(path: str) -> Any:
    """Return an agent from a model of Stable-Baselines3."""
    pytest.importorskip("stable_baselines3", reason="the extra 'train' is not installed")
    return sb3(path)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: Rules(**PLAYERS), "unknown rule 'players'; did you mean 'num_players'?"),
        (lambda: DurakVectorEnv(2, **FOUR), "unknown argument 'num_players'"),
        (lambda: DurakVectorEnv(2, **FOUR), "a rule is given as rules={'num_players': ...}"),
        (lambda: gymnasium.make_vec("durak_env/Durak-v0", num_envs=2, num_players=4), "rules={'num_players': ...}"),
        (lambda: durak_v0.env(**FOUR), "a rule is given as rules={'num_players': ...}"),
        (lambda: oh_hell_v0.env(**FOUR), "a rule is given as rules={'num_players': ...}"),
        (lambda: stable_baselines(2, **FOUR), "a rule is given as rules={'num_players': ...}"),
        (lambda: env(oponent="greedy"), "did you mean 'opponent'?"),
        (lambda: saved_model("missing.zip"), "missing.zip'"),
        (
            lambda: match(game=Durak(Rules(num_players=4)), agents=[CompiledAgent(choose_greedy)] * 4),
            "CompiledAgent(choice, any_table=True)",
        ),
    ],
)
def test_a_mistake_is_told_with_the_way_out(make: Callable[[], object], said: str) -> None:
    with pytest.raises((ValueError, OSError), match=re.escape(said)):
        make()


@pytest.mark.parametrize("program", [durak, oh_hell])
def test_programs_tell_their_version(program: Any) -> None:
    result = run_command(program, "--version")
    assert result.stdout.split()[1] == version("durak-env")
    assert "Usage" in CliRunner().invoke(program, []).output


def test_a_program_of_no_package_does_not_take_the_kit_s_version_for_its_own() -> None:
    result = CliRunner().invoke(app("herding", Herding), ["--version"])
    assert result.stdout == f"herding with durak-env {version('durak-env')}\n"


def test_drawing_without_a_file_tells_the_usage() -> None:
    done = subprocess.run([sys.executable, "examples/draw_game.py"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "required: file" in done.stderr
