"""A person at the terminal: the display, the accepted input, and that the games are those of the seed."""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from baselines.durak.arena.roster import make_agent
from baselines.durak.cli import app
from baselines.durak.cli.play import DurakPlayOptions
from cardkit.arena.match import MatchPlay
from cardkit.commands.person import GameLeft, Person
from cardkit.notation.analysis import Analysis
from durak_env.durak import Durak
from durak_env.information import InformationSet
from durak_env.notation import parse_action, parse_records
from durak_env.rules import Rules
from tests.support.command_line import run_command

SMALL = ("--start-rank", "12", "--num-suits", "2", "--hand-size", "2")
EVERYTHING = "\n".join([f"{rank}{suit}" for suit in "cd" for rank in "QKA"] + ["take", "done"]) + "\n"


class FirstShown:
    """A person who answers with the first of the actions shown."""

    def __init__(self) -> None:
        self.shown: list[str] = []

    def show(self, text: object) -> None:
        self.shown.append(str(text))

    def ask(self, prompt: str) -> str:
        return self.shown[-1].splitlines()[-1].split()[2]  # may play  6♣ ...


class FirstLegal:
    """The play of `FirstShown` as an agent: the lowest of its cards, trumps last, before take and done."""

    def act(self, info: InformationSet, rng: np.random.Generator) -> int:
        deck = info.rules.deck
        return min(info.legal_actions, key=lambda id: (id >= len(deck), *self._place(info, id)))

    def _place(self, info: InformationSet, action: int) -> tuple[bool, int]:
        deck = info.rules.deck
        return (action < len(deck) and deck[action][1] == info.trump_suit, action)


class EverythingInTurn:
    """The play of a person who writes the lines of EVERYTHING over and over."""

    def __init__(self) -> None:
        self._lines = itertools.cycle(EVERYTHING.split())

    def act(self, info: InformationSet, rng: np.random.Generator) -> int:
        for line in self._lines:
            action = parse_action(line, info.rules)
            if action in info.legal_actions:
                return action
        raise AssertionError


def test_a_person_plays_what_is_written() -> None:
    for number in range(6):
        someone = FirstShown()
        person = Person(DurakPlayOptions(), ["smart"], make_agent("greedy"), someone.ask, someone.show)
        game = MatchPlay(Durak(), [lambda person=person: person, "smart"], 5).play_one(number)
        same = MatchPlay(Durak(), [FirstLegal(), "smart"], 5).play_one(number)
        assert game.plies == same.plies
        assert "??" in "\n".join(someone.shown)  # the other hand stays hidden


def test_hints() -> None:
    info = FirstInfo.of(7)
    shown: list[object] = []
    answers = iter(["?", "9z", "take", "quit"])
    person = Person(
        DurakPlayOptions(), ["greedy"], make_agent("ismcts:simulations=50"), lambda prompt: next(answers), shown.append
    )
    with pytest.raises(GameLeft):
        person.act(info, np.random.default_rng(1))
    analysis, unknown, illegal = shown[1:]
    assert isinstance(analysis, Analysis)
    assert analysis.chosen in info.legal_actions
    assert "'9z' is not an action" in str(unknown)
    assert "only the defender may take" in str(illegal)


def test_an_illegal_card_is_refused_in_the_words_of_the_person() -> None:
    info = FirstInfo.of(7)
    deck = info.rules.deck
    other = next(card for card in deck if card not in info.hand)
    legal = " ".join(str(deck[action]) for action in info.legal_actions)
    with pytest.raises(ValueError, match=f"^{other} is not in your hand; you may play {legal}$"):
        DurakPlayOptions().read(info, str(other))


def test_a_hint_of_an_agent_that_does_not_explain() -> None:
    info = FirstInfo.of(7)
    shown: list[object] = []
    answers = iter(["?", "quit"])
    person = Person(DurakPlayOptions(), ["greedy"], make_agent("greedy"), lambda prompt: next(answers), shown.append)
    with pytest.raises(GameLeft):
        person.act(info, np.random.default_rng(1))
    chosen = make_agent("greedy").act(info, np.random.default_rng(1))
    assert shown[-1] == info.rules.deck[chosen].symbol


class FirstInfo:
    """An agent that keeps the first information set that it is asked about."""

    def __init__(self) -> None:
        self.info: InformationSet | None = None

    def act(self, info: InformationSet, rng: np.random.Generator) -> int:
        self.info = self.info or info
        return info.legal_actions[0]

    @classmethod
    def of(cls, seed: int) -> InformationSet:
        """Return the first information set of a game in which the agent opens the first bout."""
        for number in range(20):
            agent = MatchPlay(Durak(), [cls, "greedy"], seed).play_one(number).agents[0]
            assert isinstance(agent, cls)
            assert agent.info is not None
            if not agent.info.table:
                return agent.info
        raise AssertionError("20 games, and never the first attacker")


def test_play_at_the_terminal(tmp_path: Path) -> None:
    log = tmp_path / "games.txt"
    arguments = ["play", "random", "--games", "2", "--seed", "3", "--log", str(log), *SMALL]
    result = run_command(app, *arguments, columns=120, input=EVERYTHING * 20)
    first, second = parse_records(log.read_text())
    assert (first.players, second.players) == (("you", "random"), ("random", "you"))
    said: dict[tuple[float, ...], str] = {(1, -1): "You win.", (0, 0): "A draw.", (-1, 1): "You are the fool."}
    assert first.result is not None
    assert second.result is not None
    for words in (said[first.result], said[second.result[::-1]]):
        assert words in result.output
    assert first.deal != second.deal


@pytest.mark.parametrize("word", ["q", "quit", " Q "])
def test_leaving_keeps_the_games_before(tmp_path: Path, word: str) -> None:
    log = tmp_path / "games.txt"
    log.write_text("what was here\n")
    arguments = ["play", "random", "--games", "500", "--seed", "3", "--log", str(log), *SMALL]
    left = run_command(app, *arguments, input=f"{word}\n")
    assert "You have left the game." in left.output
    assert "no action" not in left.output
    assert log.read_text() == "what was here\n"
    CliRunner().invoke(app, arguments, input=EVERYTHING * 3)  # the input ends in some game
    assert 1 <= len(parse_records(log.read_text())) < 500


def test_every_ply_is_told_with_the_table_after_it() -> None:
    result = CliRunner().invoke(app, ["play", "greedy", "--games", "2", "--seed", "3", *SMALL], input=EVERYTHING * 20)
    told = [line.split() for line in result.output.replace("your ply: ", "").split("\n")]
    plies = [words[1:] for words in told if words and words[0] in ("you", "greedy") and not words[-1].endswith("r)")]
    person = EverythingInTurn()
    match = MatchPlay(Durak(Rules(12, 2, 2)), [person, "greedy"], 3)
    assert len(plies) == sum(len(match.play_one(number).plies) for number in (0, 3))
    assert any(words[1:] in (["beaten", "off"], ["taken", "by", "you"], ["taken", "by", "greedy"]) for words in plies)


@pytest.mark.slow
def test_four_play_at_the_terminal(tmp_path: Path) -> None:
    log = tmp_path / "games.txt"
    arguments = ["play", "random", "random", "greedy", "--transfer", "--games", "3", "--seed", "3", "--hint", "random"]
    deck = ["--start-rank", "11", "--hand-size", "3"]
    lines = "\n".join([f">{suit}" for suit in "cdhs"] + [f"{rank}{suit}" for suit in "cdhs" for rank in "JQKA"])
    answers = f"?\n{lines}\ntake\ndone\n" * 300
    result = run_command(app, *arguments, *deck, "--log", str(log), columns=200, input=answers)
    records = parse_records(log.read_text())
    assert [record.players.index("you") for record in records] == [0, 1, 2]
    assert all(record.rules == Rules(11, hand_size=3, num_players=4, transfer=True) for record in records)
    assert "You against random, random, greedy, seed 3." in result.output
    assert ">h to pass the attack on" in result.output
    for told in ("random 1 ", "random 2 ", "greedy ", "  against you", "to move", "you       > "):
        assert told in result.output
    assert sum(result.output.count(words) for words in ("You win.", "A draw.", "You are the fool.")) == 3


@pytest.mark.slow
def test_one_agent_takes_all_other_seats(tmp_path: Path) -> None:
    log = tmp_path / "games.txt"
    table = ["--players", "4", "--teams", "2", "--start-rank", "12", "--hand-size", "2", "--seed", "1"]
    arguments = ["play", "random", *table, "--hint", "random", "--log", str(log)]
    cards = "\n".join(f"{rank}{suit}" for suit in "cdhs" for rank in "QKA")
    run_command(app, *arguments, input=f"{cards}\ntake\ndone\n" * 200)
    (record,) = parse_records(log.read_text())
    assert record.players == ("you", "random", "random", "random")
    assert record.rules.num_teams == 2


@pytest.mark.parametrize("players", ["2", "4"])
def test_too_few_or_too_many_agents_are_refused(players: str) -> None:
    result = run_command(app, "play", "greedy", "greedy", "--players", players, status=2)
    assert f"--num-players is {players}, but with you there are 3 players: leave --num-players out" in result.stderr


@pytest.mark.parametrize("arguments", [["nobody"], ["greedy", "--games", "0"], ["greedy", "--hint", "nobody"]])
def test_bad_arguments(arguments: list[str]) -> None:
    result = run_command(app, "play", *arguments, status=2)
    assert result.stderr.startswith("durak: ")
