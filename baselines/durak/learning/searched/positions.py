"""Searched positions, stored piece by piece in a folder that any number of learning runs can use.

A piece is the positions of some games, and depends on the settings and its number alone. So workers of any machine
label pieces in any order, and a folder that was interrupted goes on with the pieces that it lacks.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Generator
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from baselines.durak.agents.exact import searching
from baselines.durak.endgames.solver import UNSOLVED, endgame_memory
from baselines.durak.learning.searched.game import PLAN, Found, search_game
from baselines.durak.networks.network_input import action_orders, input_encoding, input_size, inputs_of
from baselines.durak.search.agent import SearchAgent
from baselines.durak.search.memory import LAYOUT
from cardkit.agents import CompiledAgent, compiled_agent, name_of
from cardkit.arena.compiled_games import illegal_choice, roots_of
from cardkit.arrays import ArrayKind, read_arrays, write_arrays
from cardkit.checks import MOST_WORKERS, check_whole, whole
from cardkit.compiled.blocks import copied
from cardkit.compiled.call import players
from cardkit.compiled.slot_code import WORD_SLOTS
from cardkit.files import write_text
from cardkit.learning.labels.positions import NOT_LEGAL, work_space
from cardkit.learning.settings import flag
from cardkit.processes.backends import check_backend, in_backend
from cardkit.processes.workers import Span
from cardkit.reading import MOST_OF_A_LOG, parse_json, read_text
from durak_env.actions import slots_of_actions
from durak_env.durak import SEATS, Durak
from durak_env.knowledge import INFO
from durak_env.rules import Rules

GAMES = 128
"""Games of a piece."""
MOST_POSITIONS = 256
"""Positions of a game; later ones are not searched."""
SETTINGS_FILE = "settings.json"


@dataclass(frozen=True)
class SearchedSettings:
    """The settings that decide the positions of a folder. The rules are the standard ones."""

    teacher: str = flag(
        "champion-search:simulations=300,generation=2,belief=none", "search to learn from, guided by a policy"
    )
    player: str = flag("champion:endgame=exact", "compiled agent that plays")
    sparring: str = flag("greedy", "compiled agent at one seat of some games; its choices are not searched")
    early: float = flag(0.25, "share of the choices that are searched")
    late: float = flag(0.75, "the same with a talon of one to four cards")
    sparring_share: float = flag(0.25, "share of the games with the sparring agent")
    noise: float = flag(0.15, "share of random plies up to the last noisy one")
    noisy: int = flag(72, "each game draws its number of noisy plies below this")
    seed: int = flag(1, "seed of deals and draws")


class Piece(NamedTuple):
    """Searched positions, the trump suit first in inputs and actions, an entry for each position.

    Attributes:
        inputs: of a policy, float16 of shape (positions, entries).
        open_inputs: of a critic, which sees both hands.
        priors: the probabilities of the policy that guides the search, float16 of shape (positions, actions).
        visits: simulations of each action, int32 of the same shape. In a solved endgame: 1 for each action that keeps
            the value.
        values: the mean score of each visited action, from 0 (lost) to 1 (won), float16; 0 for the others.
        exact: the value of a solved endgame, -1 to 1, int8; else `UNSOLVED`.
        talon: cards in the talon, uint8.
        outcomes: how the game ended for the seat to move: 0 to 1, float16; -1 if chance chose a later ply.
        games: the game's number, int64.
    """

    inputs: np.ndarray
    open_inputs: np.ndarray
    priors: np.ndarray
    visits: np.ndarray
    values: np.ndarray
    exact: np.ndarray
    talon: np.ndarray
    outcomes: np.ndarray
    games: np.ndarray


def _kinds(rules: Rules) -> dict[str, ArrayKind]:
    inputs, actions = input_size(rules), rules.num_actions
    return {
        "inputs": ArrayKind("float16", (None, inputs), -1, 1),
        "open_inputs": ArrayKind("float16", (None, inputs), -1, 1),
        "priors": ArrayKind("float16", (None, actions), 0, 1),
        "visits": ArrayKind("int32", (None, actions), 0),
        "values": ArrayKind("float16", (None, actions), 0, 1),
        "exact": ArrayKind("int8", (None,), -1, UNSOLVED),
        "talon": ArrayKind("uint8", (None,)),
        "outcomes": ArrayKind("float16", (None,), -1, 1),
        "games": ArrayKind("int64", (None,), 0),
    }


class SearchedGames:
    """A searcher of positions of games: ``searched(first, 1)`` is piece ``first``.

    Other processes make the agents anew.

    Args:
        settings: of the games.

    Raises:
        ValueError: an agent is unknown or not compiled, or the teacher is not a search that a policy guides.
    """

    def __init__(self, settings: SearchedSettings) -> None:
        check_whole("seed", settings.seed, 0)
        self._settings, self._rules = settings, Rules()
        self._agents: tuple[CompiledAgent, ...] = self._made()

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._settings,)

    def _made(self) -> tuple[CompiledAgent, ...]:
        settings, game = self._settings, Durak(self._rules)
        teacher = searching(compiled_agent("teacher", settings.teacher, game.AGENTS))
        if not isinstance(teacher, SearchAgent) or LAYOUT.search(teacher.memory).policy_at == 0:
            raise ValueError(f"teacher must be a search that a policy guides, got {settings.teacher!r}")
        others = (compiled_agent(name, getattr(settings, name), game.AGENTS) for name in ("player", "sparring"))
        return (teacher, *others)

    @cached_property
    def _plan(self) -> np.ndarray:
        plan, settings = np.zeros(1, PLAN), self._settings
        plan[0] = settings.early, settings.late, settings.sparring_share, settings.noise, settings.noisy
        return plan

    def __call__(self, first: int, count: int) -> list[Piece]:
        """Return the pieces numbered from ``first``."""
        return [self._piece(range(GAMES * piece, GAMES * (piece + 1))) for piece in range(first, first + count)]

    def _piece(self, numbers: range) -> Piece:
        for agent in self._agents:
            agent.entry_for(INFO)  # which an exact agent notes in the memory that is copied
        memories = [copied(agent.memory) for agent in self._agents]
        records = players(self._agents, memories, INFO)
        encoding, roots = input_encoding(self._rules), roots_of(self._settings.seed, SEATS)
        work, endgame = work_space(Durak(self._rules), encoding), endgame_memory(cards=0)
        searches = np.zeros(1, LAYOUT.search_dtype(INFO))
        games = []
        for number in numbers:
            found = _new_found(self._rules)
            rows, asked, slot = search_game(SEATS * number, roots, self._plan, records, work, searches, endgame, found)
            if rows == NOT_LEGAL:
                agent, error = self._agents[asked], Durak(self._rules).illegal_slot(work.states[0], slot)
                raise illegal_choice(name_of(agent), SEATS * number, error)
            games.append(_trumps_first(self._rules, Found(*(array[:rows] for array in found)), number))
        return Piece(*(np.concatenate(arrays) for arrays in zip(*games, strict=True)))

    def describe(self, spans: Collection[Span]) -> str:
        """Name pieces in words, for errors."""
        return f"pieces {', '.join(str(first) for first, _ in sorted(spans))} of the searched positions"


def _new_found(rules: Rules) -> Found:
    rows = MOST_POSITIONS
    vectors, masks = input_encoding(rules).new_rows(rows)
    open_vectors, _ = input_encoding(rules).new_rows(rows)
    priors, visits, points = (np.zeros((rows, WORD_SLOTS), dtype) for dtype in (np.float64, np.int32, np.float64))
    exact, talon, seats, plies = (np.zeros(rows, np.int64) for _ in range(4))
    outcomes = np.zeros(rows)
    return Found(vectors, masks, open_vectors, priors, visits, points, exact, talon, seats, outcomes, plies)


def _trumps_first(rules: Rules, found: Found, number: int) -> Piece:
    inputs, rows = inputs_of(found.vectors, found.masks, rules)
    open_inputs, _ = inputs_of(found.open_vectors, found.masks, rules)
    slots = slots_of_actions(rules)[action_orders(rules)[rows]]
    priors, visits, points = (
        np.take_along_axis(some, slots, axis=1) for some in (found.priors, found.visits, found.points)
    )
    half = np.float16
    return Piece(
        inputs.astype(half),
        open_inputs.astype(half),
        np.where(inputs[:, -rules.num_actions :] > 0, priors, 0).astype(half),
        visits,
        (points / np.maximum(1, visits)).astype(half),
        found.exact.astype(np.int8),
        found.talon.astype(np.uint8),
        found.outcomes.astype(half),
        np.full(len(inputs), number),
    )


class _Lacking:
    """The pieces that a folder lacks, one a span."""

    def __init__(self, numbers: list[int]) -> None:
        self._numbers = numbers[::-1]

    @property
    def left(self) -> bool:
        return bool(self._numbers)

    def take(self) -> Span:
        return self._numbers.pop(), 1

    def learn(self, span: Span, seconds: float) -> None:
        """Do nothing: a span is one piece."""


class PieceFolder:
    """A folder of searched positions.

    Args:
        folder: its path.
    """

    def __init__(self, folder: Path) -> None:
        self.folder, self._rules = folder, Rules()

    def label(
        self, settings: SearchedSettings, pieces: int, jobs: int = 1, backend: str = "local"
    ) -> Generator[tuple[int, int]]:
        """Label the pieces below ``pieces`` that are missing or damaged; yield each one's number and its positions.

        Args:
            settings: those that the folder was begun with.
            pieces: how many the folder shall have.
            jobs: processes that label.
            backend: ``"local"``, or ``"ray"`` to label on all processors of a Ray cluster; ``jobs`` is then ignored.

        Raises:
            ValueError: an argument is out of range, or the folder holds positions of other settings.
        """
        whole("pieces", pieces, 1, 10**6, 1)
        check_whole("jobs", jobs, 1, MOST_WORKERS)
        check_backend(backend)
        searched = SearchedGames(settings)
        self._settle(settings)
        lacking = _Lacking([number for number in range(pieces) if not self._is_whole(number)])
        with closing(in_backend(searched, lacking, backend, jobs)) as spans:
            for (number, _), (piece,), _ in spans:
                write_arrays(self._file(number), piece._asdict())
                yield number, len(piece.talon)

    def _settle(self, settings: SearchedSettings) -> None:
        file, told = self.folder / SETTINGS_FILE, asdict(settings)
        if file.exists():
            try:
                before = parse_json(read_text(file, MOST_OF_A_LOG))
            except ValueError as error:
                raise ValueError(f"{file} is damaged ({error}): name a new folder") from error
            if before != told:
                raise ValueError(f"{self.folder} holds positions of other settings: {before}, not {told}")
            return
        if self.numbers():
            raise ValueError(
                f"{self.folder} holds pieces and no {SETTINGS_FILE}, which told their seed: name a new folder"
            )
        self.folder.mkdir(parents=True, exist_ok=True)
        write_text(file, json.dumps(told, indent=1) + "\n")

    def numbers(self) -> list[int]:
        """List the numbers of the pieces in the folder, ascending."""
        return sorted(int(file.stem) for file in self.folder.glob("[0-9]" * 6 + ".npz"))

    def read(self, number: int) -> Piece:
        """Read a piece.

        Raises:
            OSError: it cannot be read.
            ValueError: the file is damaged or no piece.
        """
        return Piece(**read_arrays(self._file(number), _kinds(self._rules), "searched positions"))

    def _is_whole(self, number: int) -> bool:
        try:
            self.read(number)
        except (ValueError, FileNotFoundError):
            return False
        return True

    def _file(self, number: int) -> Path:
        return self.folder / f"{number:06}.npz"
