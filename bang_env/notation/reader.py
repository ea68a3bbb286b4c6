"""The text of games is read here; `bang_env.notation.records` describes the format."""

from __future__ import annotations

from re import fullmatch

from bang_env.actions import parse_action
from bang_env.chance_errors import too_much_chance
from bang_env.deals import Chance, Deal
from bang_env.game import mover
from bang_env.notation.records import GameRecord
from cardkit.compiled.protocol import LEFT
from cardkit.known import LEAVES
from cardkit.notation.reader import RecordReader
from cardkit.wording import shortened


class GameReader(RecordReader[GameRecord]):
    """A reader of one game, line by line: fields, then turns and plies, then the result."""

    RECORD = GameRecord
    DEAL = ("roles", "characters", "deck", "chance")
    NEEDED = ("roles", "characters", "deck")
    LISTS = ("chance",)
    PLIES = ("turn", *map(str, range(7)))
    NUMBERED = False
    RESULTS = "1 for the seats that win, -1 for the others"

    def __init__(self) -> None:
        super().__init__()
        self._turns = 0

    def check_field(self, name: str, value: str) -> None:
        """Check that a field can be read."""
        if name == "chance":
            _entry_of(value)
        elif name in ("characters", "deck"):
            _numbers_of(value)

    def read_deal(self) -> Deal:
        """Make the deal of the fields."""
        chance: Chance = tuple(map(_entry_of, self.fields.get("chance", ())))
        options = {name: self.fields[name] for name in ("roles", "characters", "deck")}
        options |= {name: _numbers_of(options[name]) for name in ("characters", "deck")}
        deal = Deal.from_options(self.rules, {**options, "chance": chance})
        assert deal is not None
        return deal

    def parse_action(self, text: str) -> int:
        """Return the action id of a text, for the seat that is to move; LEFT if it leaves."""
        return LEFT if text == LEAVES else parse_action(text, self.rules, int(mover(self.state)))

    def read_plies(self, name: str, texts: list[str]) -> None:
        """Begin a turn, or play a ply."""
        if name == "turn":
            self._begin_turn(" ".join(texts))
            return
        if self._turns < int(self.state.turns):
            raise ValueError(f"expected 'turn {int(self.state.turns)}' before this ply")
        if not fullmatch(r"[0-9]", name):
            raise ValueError(f"{name!r} is not a seat: a ply is a seat and what it does")
        if int(name) != int(mover(self.state)):
            raise ValueError(f"ply {len(self.plies) + 1}: seat {int(mover(self.state))} is to move, not seat {name}")
        self.play(" ".join(texts))

    def check_end(self) -> None:
        """Check that all chance that is given has happened."""
        if self.state.given_used < self.state.given_length:
            happened = int(self.state.entries)
            raise ValueError(too_much_chance(happened, "plies use"))

    def _begin_turn(self, number: str) -> None:
        turn = int(self.state.turns)
        if self._turns == turn:
            raise ValueError(f"'turn {shortened(number)}' comes before turn {turn} is over")
        if number != str(turn):
            raise ValueError(f"expected 'turn {turn}', not 'turn {shortened(number)}'")
        self._turns = turn


parse_records = GameReader.read_all


def _entry_of(text: str) -> int | tuple[int, ...]:
    """Read an entry of chance: a number, or a list in brackets."""
    listed = fullmatch(r"\[(.*)\]", text)
    if listed:
        return _numbers_of(listed.group(1))
    numbers = _numbers_of(text)
    if len(numbers) != 1:
        raise ValueError(f"chance must be a card or a list of cards in brackets, got {shortened(repr(text))}")
    return numbers[0]


def _numbers_of(text: str) -> tuple[int, ...]:
    words = text.split()
    for word in words:
        if not fullmatch(r"[0-9]{1,2}", word):
            raise ValueError(f"{shortened(repr(word))} is not the number of a card or a character")
    return tuple(map(int, words))
