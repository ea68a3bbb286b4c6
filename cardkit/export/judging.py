"""Values of actions in exported games: a judge's view of every choice of the first games, and exact regret."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from cardkit.agents import Analyst, as_agent, prepare
from cardkit.arena.match import play_match
from cardkit.arrays import CHECKSUM, check_intact, checksum
from cardkit.checks import check_whole
from cardkit.export.table import arrays_of, table_of
from cardkit.files import write_bytes
from cardkit.game import Game
from cardkit.known import Known
from cardkit.storage.sources import sources_of
from cardkit.wording import quoted

FILE = Path("values") / "values.parquet"
"""In a folder of its own: readers of ``*.parquet`` expect choices."""
JUDGED = b"judged"  # what the file's metadata says of the judge


class Judgement(NamedTuple):
    """A judge's view of a position.

    Attributes:
        values: by action id, from 0 for the least that the seat can get to 1 for the most.
        exact: whether they hold for best play of all seats.
    """

    values: dict[int, float]
    exact: bool


ActionValues = Callable[[Any, Any, np.random.Generator], Judgement]
"""A judge's answer: given the agent, the information set of the seat to move, and randomness."""


def search_values(agent: Analyst, info: Known, rng: np.random.Generator) -> Judgement:
    """Ask an agent for the value of each action, where the position is not solved."""
    found = agent.analyse(info, rng).found
    return Judgement({action: one.value for action, one in found.items() if one.value is not None}, exact=False)


class Values(NamedTuple):
    """Choices of exported games and what they were worth. Arrays with an entry for each.

    Attributes:
        game: number of the game, int64; with ``choice`` the key of a row of `cardkit.export.filling.Rows`.
        choice: number of the choice in its game, uint16.
        exact: whether the values are exact, bool.
        regret: the best value less that of the action played, float32; NaN unless exact.
        values: float32 of shape (choices, actions); NaN for what is not legal, or what the judge did not consider.
    """

    game: np.ndarray
    choice: np.ndarray
    exact: np.ndarray
    regret: np.ndarray
    values: np.ndarray


class Judging:
    """A judge of an export's first games.

    Args:
        game: what is played.
        judge: spec of an agent that can tell values, as searches can.
        games: how many to judge.
        action_values: of the game; None if nobody can judge it.
        folder: of the export.

    Raises:
        ValueError: the agent cannot judge, or the folder holds the values of another judge.
    """

    def __init__(self, game: Game, judge: str, games: int, action_values: ActionValues | None, folder: Path) -> None:
        check_whole("judged", games, 1)
        self._game, self._games, self._file = game, games, folder / FILE
        self._agent = as_agent(judge, game)
        if action_values is None or not isinstance(self._agent, Analyst):
            raise ValueError(f"{quoted(judge)} cannot judge: it does not tell what actions are worth, as searches can")
        prepare(self._agent, game, f"judge {quoted(judge)}")
        self._action_values = action_values
        self._told = {"judge": judge, "games": games, "sources": sources_of(judge, game.AGENTS)}
        self._kept = _kept(self._file)
        if self._kept is not None and self._kept[0] != self._told:
            raise ValueError(f"{self._file} holds values of another judge or of more games: delete it")

    def judge(self, lineup: Sequence[str], seed: int) -> int:
        """Judge every choice, write the values, and return how many there are; what a folder has already stays.

        The judge knows what the seat to move knows. A value depends on the seed, the game and the choice alone.

        Args:
            lineup: specs of the agents, one for each place.
            seed: of the export.
        """
        if self._kept is not None:
            return len(self._kept[1].game)
        rows: list[tuple[Any, ...]] = []
        play_match(self._game, list(lineup), self._games, seed, on_game=lambda one: rows.extend(self._rows(one, seed)))
        kinds = np.int64, np.uint16, np.bool_, np.float32, np.float32
        values = Values(*(np.array(column, kind) for column, kind in zip(zip(*rows, strict=True), kinds, strict=True)))
        self._file.parent.mkdir(exist_ok=True)
        write_bytes(self._file, _parquet(values, self._told))
        return len(rows)

    def _rows(self, played: Any, seed: int) -> Iterator[tuple[Any, ...]]:
        """Yield the choices of a game, as the entries of `Values`."""
        plies: list[tuple[int, int]] = []
        choice = 0
        for state, seat, slot in played.replay():
            info, action = self._game.information_set(state, seat, plies), self._game.action_of(state, slot)
            plies.append((seat, action))
            if len(info.legal_actions) > 1:
                rng = np.random.default_rng([seed, played.number, choice])
                found = self._action_values(self._agent, info, rng)
                row = np.full(self._game.num_actions, np.nan, np.float32)
                row[list(found.values)] = list(found.values.values())
                regret = max(found.values.values()) - found.values[action] if found.exact else np.nan
                yield played.number, choice, found.exact, regret, row
                choice += 1


def read_values(folder: str | Path) -> Values:
    """Read the values that a judge has written into an export's folder.

    Raises:
        ValueError: there are none, or the file is damaged.
    """
    kept = _kept(Path(folder) / FILE)
    if kept is None:
        raise ValueError(f"{folder} holds no values: export with --judge")
    return kept[1]


def _kept(file: Path) -> tuple[dict[str, Any], Values] | None:
    """Read the judged choices and their values; None if there are none."""
    import pyarrow
    from pyarrow import parquet

    if not file.exists():
        return None
    try:
        table = parquet.read_table(file)
        values = Values(**arrays_of(table, {"values": "float32"}))
        check_intact(values._asdict(), table.schema.metadata[CHECKSUM.encode()].decode())
        return json.loads(table.schema.metadata[JUDGED]), values
    except (pyarrow.ArrowException, OSError, TypeError, KeyError, ValueError) as error:
        raise ValueError(f"{file} is damaged: delete it, and export again") from error


def _parquet(values: Values, told: dict[str, Any]) -> bytes:
    from pyarrow import parquet

    content = io.BytesIO()
    metadata = {JUDGED: json.dumps(told), CHECKSUM: checksum(values._asdict())}
    parquet.write_table(table_of(values._asdict()).replace_schema_metadata(metadata), content)
    return content.getvalue()
