"""An agent's analysis of its legal actions, for people: values, visits, intervals, and the line that it expects."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Self

from cardkit.notation.search_tree import SearchTree

if TYPE_CHECKING:
    from rich.console import Group

COUNTED = ("visits", "votes")
COLUMNS = ("", "value", "95 % interval", *COUNTED)


class Finding(NamedTuple):
    """An agent's findings about an action.

    Attributes:
        value: its expected score, the share of the way from the least that the seat can get, 0, to the most, 1; None if
            the agent did not consider it.
        visits: simulations, or other units of work, spent on it.
        interval: the 95 % interval of the value, if the agent has one.
        votes: how many determinizations prefer it, if they vote.
    """

    value: float | None
    visits: int
    interval: tuple[float, float] | None = None
    votes: int | None = None


@dataclass(frozen=True, slots=True)
class Analysis:
    """An agent's view of a position.

    Attributes:
        chosen: id of the action that it chooses.
        found: by id of each legal action, its findings: the chosen one first, then by value.
        line: ids of the actions that it expects, ``chosen`` first.
        positions: how many it examined, its simulations or nodes.
        depth: plies of its longest line.
        texts: by id, the texts of the actions in ``found`` and ``line``.
        seconds: how long it took.
        tree: what is shown of its search, if that was asked for.
    """

    chosen: int
    found: Mapping[int, Finding]
    line: tuple[int, ...]
    positions: int
    depth: int
    texts: Mapping[int, str]
    seconds: float = 0.0
    tree: SearchTree | None = None

    @classmethod
    def of(
        cls,
        chosen: int,
        found: Mapping[int, Finding],
        line: tuple[int, ...],
        positions: int,
        depth: int,
        text_of: Callable[[int], str],
    ) -> Self:
        """Make the analysis of these findings, in any order; ``text_of`` tells an action's text from its id."""

        def place(action: int) -> tuple[bool, bool, float]:
            value = found[action].value
            return action != chosen, value is None, -(value or 0.0)

        ordered = {action: found[action] for action in sorted(found, key=place)}
        texts = {action: text_of(action) for action in (*ordered, *line)}
        return cls(chosen, ordered, line, positions, depth, texts)

    def __str__(self) -> str:
        lines = [
            "  ".join(
                f"{cell} {name}" if name in COUNTED else cell
                for name, cell in zip(COLUMNS, self._row(action), strict=True)
                if cell
            )
            for action in self.found
        ]
        tree = [] if self.tree is None else self.tree.lines()
        return "\n".join([self.title, *(f"  {line}" for line in (*lines, *tree))])

    def __rich__(self) -> Group:
        from rich.console import Group
        from rich.table import Table

        rows = [self._row(action) for action in self.found]
        filled = [column for column in range(len(COLUMNS)) if any(row[column] for row in rows)]
        table = Table()
        for column in filled:
            table.add_column(COLUMNS[column], justify="right" if COLUMNS[column] in COUNTED else "left")
        for row in rows:
            table.add_row(*(row[column] for column in filled))
        return Group(self.title, table)

    @property
    def title(self) -> str:
        """The chosen action, the expected line, and the cost of the search."""
        line = " ".join(self.texts[action] for action in self.line)
        work = f"{self.positions:,} positions, depth {self.depth}, {1000 * self.seconds:.3g} ms"
        return f"{self.texts[self.chosen]} ({work}); line: {line}"

    def _row(self, action: int) -> tuple[str, str, str, str, str]:
        one = self.found[action]
        return (
            self.texts[action],
            "-" if one.value is None else f"{one.value:.3f}",
            "" if one.interval is None else f"{one.interval[0]:.3f} to {one.interval[1]:.3f}",
            f"{one.visits:,}",
            "" if one.votes is None else f"{one.votes:,}",
        )
