"""Scale of an experiment: games, workers, seeds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from zlib import crc32

import numpy as np

from cardkit.agents import Agent, name_of
from cardkit.arena.match import play_match
from cardkit.arena.match_result import MatchResult
from cardkit.game import Game
from cardkit.lab.kept import Kept


@dataclass(frozen=True)
class Scale:
    """The size of an experiment and its means.

    Attributes:
        quick: whether to play a fraction of the games, for a look within minutes.
        jobs: number of workers.
        seed: of all experiments.
        progress: called with a line of text at the start of each part.
        kept: what has been measured already.
    """

    quick: bool = False
    jobs: int = 1
    seed: int = 1
    progress: Callable[[str], None] = lambda line: None
    kept: Kept = field(default_factory=Kept)

    def games(self, full: int, quick: int) -> int:
        """Choose one of two numbers of games."""
        return quick if self.quick else full

    def seed_of(self, *names: object) -> int:
        """Derive the seed of a part: its own, as equal seeds would show the same games twice, as if they were new."""
        words = [crc32(str(name).encode()) for name in names]
        return int(np.random.SeedSequence([self.seed, *words]).generate_state(1)[0])

    def play(self, game: Game, agents: Sequence[Agent | str], games: int, seed: int) -> MatchResult:
        """Play a match of a lineup, as `cardkit.arena.match.play_match` does, or return it as it was kept."""
        names = tuple(map(name_of, agents))
        self.progress(f"{' v '.join(names)}, {game}")
        rows = self.kept.measured(
            f"{' v '.join(names)}: {games} games, seed {seed}, {game}",
            lambda: play_match(game, agents, games, seed, self.jobs).results,
        )
        return MatchResult(game, names, seed, rows, (None,) * len(names))
