"""The thesis' random agent takes or ends the bout with probability 0.21 in its program, but 0.2 in its text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from baselines.agents.heuristic import NULL_PROBABILITY, choose_random
from baselines.agents.protocol import CompiledAgent, compiled_choice
from baselines.arena.match import play_match
from baselines.evaluation.tactics import NULLS
from baselines.lab.decided import Decided, percent
from baselines.lab.finding import Finding, Scale, Verdict
from cardkit.compiled.bits import ZERO, lowest
from cardkit.compiled.prng import chance
from cardkit.statistics.intervals import Interval

PROGRAM = 0.21
"""It draws numbers from 0 to 99 and compares ``<= 20``."""
_MORE_OFTEN = (PROGRAM - NULL_PROBABILITY) / (1 - NULL_PROBABILITY)
_THESIS: Interval = (0.887, 0.944)
"""Greedy's wins against random in tables 5.1 and 5.2."""


@compiled_choice
def choose_random_as_program(info: Any, stream: Any, memory: Any) -> Any:
    """Play the null first, with the probability that makes the total `PROGRAM` when random's own nulls are added."""
    null = info.legal & NULLS
    if null != ZERO and chance(stream, _MORE_OFTEN):
        return lowest(null)
    return choose_random(info, stream, memory)


@dataclass(frozen=True)
class NullProbability:
    """The random agent with both probabilities."""

    name: str = "null-probability"
    title: str = "The random agent by the thesis' text and by its program"

    def run(self, scale: Scale) -> Finding:
        """Greedy against both, and each against itself."""
        games = scale.games(20_000, 1000)
        by_text, by_program = "random", CompiledAgent(choose_random_as_program)
        rows, agree = [], []
        for opponent, note in ((by_text, "0.20, the text"), (by_program, "0.21, the program")):
            scale.progress(f"{self.name}: {note}")
            match = play_match("greedy", opponent, games, scale.seed, True, jobs=scale.jobs)
            alone = play_match(opponent, opponent, games, scale.seed, jobs=scale.jobs)
            won = Decided(match.wins, match.losses)
            low, high = won.interval
            agree.append(low <= _THESIS[1] and _THESIS[0] <= high)
            rows.append((note, str(won), f"{alone.bouts:.1f}", f"{alone.plies:.1f}"))
        said = f"greedy wins {percent(_THESIS)} against random with either, so this changes no figure"
        return Finding(
            self.name,
            self.title,
            f"{games:,} games of greedy against random, open world, and of random against itself",
            4 * games,
            ("probability of taking or ending", "won of decided by greedy", "bouts of random games", "plies"),
            tuple(rows),
            (Verdict(said, all(agree)),),
        )
