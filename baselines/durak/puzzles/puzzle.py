"""A puzzle, and its form as a line of JSON."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from cardkit.files import replacing
from durak_env.information import InformationSet
from durak_env.notation import GameRecord, format_action

SHIPPED = Path(__file__).with_name("data") / "puzzles.jsonl.gz"
"""The package's puzzles, one for each day of a year."""
LEVELS = ("easy", "medium", "hard")
"""The levels by grade: its lowest third, the middle one, the highest."""


@dataclass(frozen=True)
class Puzzle:
    """An endgame in which one action is better than all others.

    Attributes:
        record: the game up to the choice.
        values: the exact result for the seat to move by action id: 1, 0 or -1.
        grade: the share of the grading agents' answers that miss the best action.
        seed, game: of the draw, and the number of the game in it.
    """

    record: GameRecord
    values: Mapping[int, int]
    grade: float
    seed: int
    game: int

    @property
    def best(self) -> int:
        """The best action."""
        return max(self.values, key=lambda action: self.values[action])

    @property
    def level(self) -> int:
        """The number of its level in `LEVELS`."""
        return level_of(self.grade)

    @cached_property
    def info(self) -> InformationSet:
        """The knowledge of the seat to move, in the closed world."""
        *_, last = plies = list(self.record.replay())
        played = tuple((ply.seat, ply.action) for ply in plies)
        seen = InformationSet.of(last.after, self.record.rules, 0)
        assert seen.mover is not None
        return InformationSet.of(last.after, self.record.rules, seen.mover, plies=played)

    def line(self) -> str:
        """Write the puzzle as a line of JSON, with actions as text."""
        words = {action: format_action(action, self.record.rules) for action in self.values}
        told = {
            "record": self.record.format(),
            "seat": self.info.seat,
            "values": {words[action]: value for action, value in self.values.items()},
            "best": words[self.best],
            "grade": self.grade,
            "level": LEVELS[self.level],
            "seed": self.seed,
            "game": self.game,
        }
        return json.dumps(told, separators=(",", ":"))

    @classmethod
    def read(cls, line: str) -> Puzzle:
        """Read a line of JSON; the inverse of `line`."""
        told = json.loads(line)
        record = GameRecord.parse(told["record"])
        named = {format_action(action, record.rules): action for action in range(record.rules.num_actions)}
        values = {named[word]: int(value) for word, value in told["values"].items()}
        return cls(record, values, float(told["grade"]), int(told["seed"]), int(told["game"]))


def level_of(grade: float) -> int:
    """Return the number in `LEVELS` of a grade."""
    return min(int(len(LEVELS) * grade), len(LEVELS) - 1)


def write_puzzles(puzzles: Sequence[Puzzle], path: Path) -> None:
    """Write puzzles as JSON lines, compressed if the file's name ends with ``.gz``.

    Raises:
        OSError: the file cannot be written.
    """
    content = "".join(f"{puzzle.line()}\n" for puzzle in puzzles).encode()
    with replacing(path) as new:
        new.write_bytes(gzip.compress(content, mtime=0) if path.suffix == ".gz" else content)


def read_puzzles(path: Path = SHIPPED) -> list[Puzzle]:
    """Read the puzzles of a file, by default those of the package.

    Raises:
        ValueError: a line is no puzzle.
        OSError: the file cannot be read.
    """
    puzzles = []
    for number, line in enumerate(lines_of(path), 1):
        try:
            puzzles.append(Puzzle.read(line))
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise ValueError(f"{path}, line {number}: not a puzzle of `durak puzzles`: {error}") from None
    return puzzles


def lines_of(path: Path = SHIPPED) -> list[str]:
    """Read the lines of a file, by default those of the package's puzzles.

    Raises:
        OSError: the file cannot be read.
    """
    content = path.read_bytes()
    return (gzip.decompress(content) if path.suffix == ".gz" else content).decode().splitlines()
