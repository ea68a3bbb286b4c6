"""The thesis' random agent takes or ends the bout with probability 0.21 in its program, but 0.2 in its text."""

from __future__ import annotations

from typing import Any

from baselines.durak.lab.duels import outcomes_of, play
from cardkit.agents import compiled_choice
from cardkit.compiled.bits import ZERO, lowest
from cardkit.compiled.prng import chance
from cardkit.lab.answers import CELL_RISK, same
from cardkit.lab.estimates import gain_of_decided, less_printed, won_of_decided
from cardkit.lab.finding import Finding, Verdict
from cardkit.lab.scale import Scale
from durak_env.agents.heuristic import NULL_PROBABILITY, choose_random
from durak_env.agents.tactics import NULLS
from durak_env.compiled_agents import CompiledAgent

PROGRAM = 0.21
"""The probability in the program, which draws numbers from 0 to 99 and compares ``<= 20``."""
_MORE_OFTEN = (PROGRAM - NULL_PROBABILITY) / (1 - NULL_PROBABILITY)
_THESIS = 0.887, 0.944
"""Greedy's wins against random in tables 5.1 and 5.2."""


@compiled_choice
def choose_random_as_program(info: Any, stream: Any, memory: Any) -> Any:
    """Play the null first, with the probability that makes the total `PROGRAM` when random's own nulls are added."""
    null = info.legal & NULLS
    if null != ZERO and chance(stream, _MORE_OFTEN):
        return lowest(null)
    return choose_random(info, stream, memory)


class NullProbability:
    """The random agent with both probabilities."""

    name = "null-probability"
    title = "The random agent by the thesis' text and by its program"

    def run(self, scale: Scale) -> Finding:
        """Play greedy against both, and each against itself."""
        games, seed = scale.games(20_000, 1000), scale.seed_of(self.name)
        by_text, by_program = "random", CompiledAgent(choose_random_as_program)
        rows, verdicts, won = [], [], []
        for opponent, note in ((by_text, "0.20, the text"), (by_program, "0.21, the program")):
            match = outcomes_of(play(scale, "greedy", opponent, games, seed, open_world=True))
            alone = play(scale, opponent, opponent, games, seed)
            won.append(match)
            share = won_of_decided(match)
            apart = less_printed(share, *_THESIS)
            bouts, plies = (f"{alone.mean_count(name):.1f}" for name in ("bouts", "plies"))
            rows.append((note, share.percent(), bouts, plies))
            verdicts.append(
                Verdict(
                    f"greedy wins 88.7% to 94.4% against random with {note}",
                    same(apart),
                    apart.points(),
                    risk=CELL_RISK,
                )
            )
        change = gain_of_decided(won[1], won[0])
        return Finding(
            f"{games:,} games of greedy against random, open world, and of random against itself",
            4 * games,
            ("probability of taking or ending", "won of decided by greedy", "bouts of random games", "plies"),
            tuple(rows),
            tuple(verdicts),
            answers=(f"the program's probability is worth {change.points()} to greedy, on the same deals",),
        )
