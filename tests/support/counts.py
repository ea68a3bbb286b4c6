"""The numbers of sequences of actions that follow deals: counts per depth in a file, from two implementations."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from cardkit.compiled.jit import jit
from cardkit.compiled.protocol import step
from cardkit.compiled.slots import first_slot, how_many, is_empty, legal_of, put_legal, without_first

LIMIT = 100_000  # a deal is counted to the first count beyond it


@jit
def count_sequences(states: Any, pending: Any, depth: Any) -> Any:
    """Count the sequences of ``depth`` actions from the first state; the other states are work space.

    So are those of ``pending``: their legal actions are those that have not been counted yet.
    """
    if depth == 0:
        return 1
    total = 0
    level = 0
    put_legal(pending[0], legal_of(states[0]))
    while level >= 0:
        rest = legal_of(pending[level])
        if level == depth - 1:
            total += how_many(rest)
            level -= 1
        elif is_empty(rest):
            level -= 1
        else:
            put_legal(pending[level], without_first(rest))
            level += 1
            states[level] = states[level - 1]
            step(states[level], first_slot(rest))
            put_legal(pending[level], legal_of(states[level]))
    return total


def compiled_perft(state: Any, depth: int) -> int:
    """Count the oracle's ``perft`` with the compiled rules of any game."""
    states = np.zeros(depth + 1, state.dtype)
    states[0] = state
    return int(count_sequences(states, np.zeros_like(states), depth))


@dataclass(frozen=True)
class Counts:
    """The file of a game. A line has ``rules``, ``counts``, ``state()``, ``game()`` of the oracle, and is a dataclass.

    Attributes:
        path: of the file.
        columns: what a line holds.
        module: writes the file with ``--write``.
        parse: the line of a text.
        deals: the deals of the file, not counted yet.
        most_depth: of the counts of a line.
        slots: of the oracle's actions.
        perft: of the oracle.
        after: the oracle's game after an action.
        quick: sequences that the oracle counts in the quick suite.
    """

    path: Path
    columns: str
    module: str
    parse: Callable[[str], Any]
    deals: Callable[[], list[Any]]
    most_depth: Callable[[Any], int]
    slots: Mapping[Any, int]
    perft: Callable[[Any, int], int]
    after: Callable[[Any, Any], Any]
    quick: int = 3_000

    def read(self) -> list[Any]:
        """Return the lines of the file."""
        return [self.parse(text) for text in self.path.read_text().splitlines() if text and not text.startswith("#")]

    def text(self) -> str:
        """Write the text that the file should have, by the compiled rules."""
        return self.text_of([self._counted(line) for line in self.deals()])

    def text_of(self, lines: Sequence[Any]) -> str:
        """Write the file that holds some lines."""
        return "\n".join([f"# {self.columns}; by python -m {self.module} --write", *map(str, lines)]) + "\n"

    def by_oracle(self, line: Any) -> list[int]:
        """Return the oracle's counts at all depths of a line, in one walk."""
        counts = [0] * len(line.counts)

        def walk(game: Any, played: int) -> None:
            legal = game.legal()
            counts[played] += len(legal)
            if played + 1 < len(counts):
                for action in legal:
                    walk(self.after(game, action), played + 1)

        walk(line.game(), 0)
        return counts

    def by_action(self, line: Any, depth: int) -> str:
        """Write for each first action the count that follows it on both sides, the differing ones marked."""
        game, rows = line.game(), []
        for action in sorted(game.legal()):
            state = line.state()
            step(state, self.slots[action])
            pair = compiled_perft(state, depth - 1), self.perft(self.after(game, action), depth - 1)
            mark = "" if pair[0] == pair[1] else "  <--"
            rows.append(f"  {action:5} compiled {pair[0]:>9} oracle {pair[1]:>9}{mark}")
        return f"{line}\nat depth {depth}:\n" + "\n".join(rows)

    def main(self, arguments: Sequence[str]) -> None:
        """Write the file anew with ``--write``."""
        if list(arguments) != ["--write"]:
            raise SystemExit(f"usage: python -m {self.module} --write")
        self.path.write_text(self.text())

    def _counted(self, line: Any) -> Any:
        counts: list[int] = []
        while len(counts) < self.most_depth(line) and max(counts, default=0) <= LIMIT:
            counts.append(compiled_perft(line.state(), len(counts) + 1))
        return replace(line, counts=tuple(counts))
