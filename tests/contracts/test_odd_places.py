"""Odd starts of Python, odd texts and odd places: each is right, or refused in words that name it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

import gymnasium
import pytest
from typer.testing import CliRunner

import durak_env.notation
import oh_hell_env.notation
from bang_env import bang_v0
from bang_env.rules import Rules as BangRules
from baselines import make_agent, play_match
from baselines.durak.cli import app
from cardkit.arena.match import play_match as play_lineup
from cardkit.arena.tournament import play_tournament
from cardkit.commands.app import NO_TEXT, Program
from cardkit.dealing.ranks import SUITS
from cardkit.playing_cards import SUIT_SYMBOLS
from cardkit.wording import told_error
from durak_env import durak_v0
from durak_env.durak import Durak
from durak_env.notation import parse_action
from durak_env.rules import Rules as DurakRules
from oh_hell_env import oh_hell_v0
from oh_hell_env.actions import parse_action as parse_oh_hell
from oh_hell_env.oh_hell import OhHell
from oh_hell_env.rules import Rules as OhHellRules
from tests.support.command_line import run_command

MODULES = {"durak": durak_v0, "oh-hell": oh_hell_v0, "bang": bang_v0}
LONG = 1500
"""More characters than any error needs."""

each_module = pytest.mark.parametrize("module", MODULES.values(), ids=[*MODULES])


@each_module
@pytest.mark.parametrize("action", [-1, 10**6, 10**4200, "x", 2.5, None])
def test_an_action_out_of_range_is_refused_without_assertions_too(module: ModuleType, action: Any) -> None:
    """Python's option -O leaves out PettingZoo's assertions, which stand in the outer wrappers."""
    env = module.env()
    env.reset(seed=1)
    with pytest.raises(AssertionError):
        env.step(action)
    with pytest.raises(ValueError, match="action") as refused:
        env.env.env.step(action)
    assert len(str(refused.value)) < LONG
    assert not any(env.terminations.values())


def undocumented() -> None: ...


def test_help_says_that_python_has_dropped_it() -> None:
    program = Program("some", lambda: Durak(), "")
    program.add(undocumented)
    assert NO_TEXT in CliRunner().invoke(program, ["undocumented", "--help"]).output


@pytest.mark.slow
@pytest.mark.parametrize("name", ["durak", "oh_hell", "bang"])
def test_help_without_docstrings(name: str) -> None:
    code = f"from baselines.{name}.cli import app; app(['--help'])"
    ran = subprocess.run([sys.executable, "-OO", "-c", code], capture_output=True, text=True, timeout=100)
    assert ran.returncode == 0, ran.stderr
    assert "None" not in ran.stdout
    assert "Python has dropped this text" in ran.stdout


def record_of(game: Any, agents: list[Any]) -> str:
    """Return the record of a game as text."""
    found: list[str] = []
    play_lineup(game, agents, 1, 1, on_game=lambda played: found.append(played.record_text()))
    return found[0]


def test_records_from_an_editor_or_a_phone() -> None:
    for game, notation in ((Durak(), durak_env.notation), (OhHell(), oh_hell_env.notation)):
        text = record_of(game, ["random"] * game.seats)
        (whole,) = notation.parse_records(text)
        (marked,) = notation.parse_records(f"\ufeff{text}")
        assert marked.format() == whole.format()
        cards = text
        for symbol, suit in zip(SUIT_SYMBOLS, SUITS, strict=True):
            for rank in "23456789TJQKA":
                cards = cards.replace(f" {rank}{suit}", f" {rank}{symbol}\ufe0f")
        assert "\ufe0f" in cards
        assert notation.parse_records(cards)[0].format() == whole.format()


def test_cards_and_suits_from_a_phone() -> None:
    transfers = DurakRules(transfer=True)
    assert parse_action("10♥️", DurakRules()) == parse_action("Th", DurakRules())
    assert parse_action(">♣\ufe0e", transfers) == parse_action(">c", transfers)
    assert parse_oh_hell("Q♠️ ", OhHellRules()) == parse_oh_hell("Qs", OhHellRules())
    with pytest.raises(ValueError, match="not an action"):
        parse_action("7️", DurakRules())


@pytest.mark.parametrize(
    ("rules", "text"),
    [(DurakRules, "start_rank=1_2"), (OhHellRules, "num_players=0_4"), (BangRules, "num_players=0_5")],
)
def test_an_underscore_is_no_digit(rules: Any, text: str) -> None:
    with pytest.raises(ValueError, match=r"must be an integer.*got '._.'"):
        rules.of(text)


@pytest.mark.parametrize("spec", ["ismcts:simulations=1_0", "mcts:c=1_0.5"])
def test_nor_in_a_spec(spec: str) -> None:
    with pytest.raises(ValueError, match="got '1_0"):
        make_agent(spec)


BIG = [10**4200, -(10**5000), "9" * 5000, "x" * 5000]


def numbers(text: Any) -> Any:
    """Return a number that is too long to be written, as it is."""
    return text if isinstance(text, str) else "9" * 5000


ANY: Any = oh_hell_v0
DOORS: dict[str, Callable[[Any], object]] = {
    "games": lambda big: play_match("random", "random", games=big),
    "seed": lambda big: play_match("random", "random", games=2, seed=-abs(big) if isinstance(big, int) else big),
    "jobs": lambda big: play_match("random", "random", games=2, jobs=big),
    "begin": lambda big: play_lineup(Durak(), ["random"] * 2, 2, begin=big),
    "an agent": lambda big: make_agent(numbers(big)),
    "a module": lambda big: make_agent(f"{numbers(big)}:agent"),
    "a parameter": lambda big: make_agent(f"ismcts:{numbers(big)}=1"),
    "a value": lambda big: make_agent(f"ismcts:simulations={numbers(big)}x"),
    "a spec": lambda big: play_match(numbers(big), "random", games=2),
    "a gauntlet": lambda big: play_tournament(Durak(), ["random", "greedy"], 2, gauntlet=numbers(big)),
    "rules": lambda big: DurakRules(start_rank=big),
    "a text of rules": lambda big: OhHellRules.of(f"num_players={numbers(big)}"),
    "a rule": lambda big: BangRules.of({numbers(big): 1}),
    "render_mode": lambda big: durak_v0.raw_env(render_mode=big),
    "an argument": lambda big: ANY.raw_env(**{numbers(big): 1}),
    "a player": lambda big: bang_v0.raw_env().observe(big),
    "the deck": lambda big: durak_v0.raw_env().reset(options={"deck": [big]}),
    "an opponent": lambda big: gymnasium.make("durak_env/Durak-v0", opponent=numbers(big)),
    "num_envs": lambda big: gymnasium.make_vec("durak_env/Durak-v0", num_envs=big, opponent="random"),
    "a record": lambda big: durak_env.notation.parse_records(f"{big}" if isinstance(big, str) else numbers(big)),
}


@pytest.mark.parametrize("door", DOORS)
def test_an_error_repeats_no_thousands_of_digits(door: str) -> None:
    for big in BIG:
        with pytest.raises(ValueError) as refused:  # noqa: PT011 - whatever it says, it is short
            DOORS[door](big)
        assert len(str(refused.value)) < LONG, door


@pytest.fixture
def gone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove the working folder."""

    def getcwd() -> NoReturn:
        raise FileNotFoundError(2, "No such file or directory")

    monkeypatch.setattr("os.getcwd", getcwd)


@pytest.mark.usefixtures("gone")
def test_a_removed_working_folder_is_named() -> None:
    with pytest.raises(ValueError, match=r"working folder .* has been removed: go to another"):
        make_agent("greedy")
    ran = CliRunner().invoke(app, ["match", "greedy", "random", "--games", "2"])
    assert (ran.exit_code, ran.stderr.count("\n")) == (2, 1)
    assert "working folder of this process has been removed" in ran.stderr
    with pytest.raises(KeyError) as crash:
        {}["this"]
    assert told_error(crash.value, lambda frame: True).startswith(f"KeyError: 'this' ({__file__}, line ")


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="the system keeps a working folder")
def test_so_it_is_in_a_process_of_its_own(tmp_path: Path) -> None:
    code = (
        "import os, sys; os.rmdir(os.getcwd())\n"
        "from baselines import play_match\n"
        "try: play_match('greedy', 'random', games=2)\n"
        "except ValueError as error: print(error)"
    )
    (tmp_path / "gone").mkdir()
    env = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
    command = [sys.executable, "-c", code]
    ran = subprocess.run(command, cwd=tmp_path / "gone", env=env, capture_output=True, text=True, timeout=100)
    assert ran.stdout.startswith("the working folder of this process has been removed"), ran.stderr


@pytest.mark.parametrize("name", ["file:x?mode=memory", "file::memory:", ":memory:", "file:a%20b.db", "x?mode=ro"])
def test_a_store_is_the_file_that_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    for games in (2, 4):
        run_command(app, "tournament", "greedy", "random", "--games", str(games), "--store", name)
        assert os.listdir(tmp_path) == [name]
    (tmp_path / name).write_bytes(b"not a store")
    refused = run_command(app, "tournament", "greedy", "random", "--games", "2", "--store", name, status=2)
    assert "is not a tournament store" in refused.stderr
