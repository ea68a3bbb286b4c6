"""Evolves a linear evaluation: CMA-ES over the weights, with games as the fitness.

A generation draws weights from a normal distribution. Each plays the same mirrored pairs against fixed agents and
against the current best guess, and the distribution moves toward the weights that scored best. The next generation gets
other deals, so that no weights win by fitting a few deals.

The agents are those that A. Zarlykov's bachelor thesis, 2023, names as future work.

    python -m baselines.durak.learning.evolution --folder runs/evolution
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from baselines.durak.agents.evolved import evaluation_agent
from baselines.durak.arena.match import play_match
from baselines.durak.arena.roster import make_agent
from baselines.durak.evaluation.linear import COUNT, FEATURES, LinearEvaluation, save_evaluation
from cardkit.agents import Agent
from cardkit.learning import evolution
from cardkit.learning.evolution import CmaStrategy, EvolutionSettings, Individuals, to_the_end
from cardkit.learning.provenance import origin_of
from cardkit.learning.resuming.streams import FRESH, LEARNING, seeds_of
from cardkit.learning.settings import errors_in_a_line, flag, parse_settings, parted

FIRST = dict.fromkeys(FEATURES, 0.0) | {
    "cards": -2.0,
    "ranks": 1.0,
    "trumps": 3.0,
    "trump_ranks": 1.0,
    "to_beat": -1.0,
    "taken": -2.0,
    "taken_ranks": 1.0,
    "taken_trumps": 3.0,
}
"""The initial weights prefer few cards, high cards and trumps, as the thesis' basic evaluation does."""


@dataclass(frozen=True)
class Settings(EvolutionSettings):
    """The settings of an evolution; each is a flag of the command line."""

    opponents: str = flag("greedy;smart", "agents to play, separated by semicolons; the best guess so far is added")
    games: int = flag(600, "games per weights and opponent, in mirrored pairs")
    samples: int = flag(2, "determinizations per choice")
    ladder: str = flag("greedy;smart", "agents for the final evaluation, on fresh deals")
    check_games: int = flag(4000, "games against each of these")


class Evolution(evolution.Evolution[Settings]):
    """A CMA-ES run: the distribution of weights, rebuilt on resume from the log of generations."""

    MAY_CHANGE = (*evolution.Evolution.MAY_CHANGE, "ladder", "check_games")

    def __init__(self, settings: Settings) -> None:
        self.opponents, self.ladder = (parted(specs) for specs in (settings.opponents, settings.ladder))
        for spec in self.opponents + self.ladder:
            make_agent(spec)  # fail now, not after generations, if an agent does not exist
        first = np.array([FIRST[name] for _ in range(2) for name in FEATURES])
        super().__init__(settings, CmaStrategy(first, settings.spread, settings.population, settings.seed))

    def evaluation(self) -> LinearEvaluation:
        """Make the evaluation of the best guess so far, the centre of the distribution, with its origin."""
        origin = origin_of(self.settings, self.commands, generations=len(self.log))
        return LinearEvaluation(self.strategy.guess.reshape(2, COUNT), origin)

    def finish(self) -> LinearEvaluation:
        """Evaluate the best guess on fresh deals and write its file."""
        evaluation, scores = self.evaluation(), {}
        (fresh,) = seeds_of(self.settings.seed, FRESH)
        for name in self.ladder:
            result = play_match(evaluation_agent(evaluation), name, games=self.settings.check_games, seed=fresh)
            scores[name] = [result.score, *result.interval()]
        judged = LinearEvaluation(evaluation.weights, {**evaluation.origin, "scores": scores})
        save_evaluation(judged, self.folder / "evolved.json")
        return judged

    def fitness(self, drawn: Individuals) -> list[float]:
        """Compute the mean score of each of the weights over all opponents, on this generation's deals."""
        samples, (deals,) = self.settings.samples, seeds_of(self.settings.seed, LEARNING, len(self.log))
        opponents: list[Agent | str] = [*self.opponents, evaluation_agent(self.evaluation(), samples)]
        agents = [evaluation_agent(LinearEvaluation(np.reshape(one, (2, COUNT))), samples) for one in drawn]
        return [
            float(
                np.mean([play_match(agent, other, games=self.settings.games, seed=deals).score for other in opponents])
            )
            for agent in agents
        ]


def main(arguments: Sequence[str] | None = None) -> LinearEvaluation:
    """Run the command-line program: read the settings, show a progress bar, print the result's scores."""
    with errors_in_a_line():
        settings = parse_settings(Settings, arguments)
        run = Evolution(settings)
        to_the_end(run)
        judged = run.finish()
        for name, (score, low, high) in judged.origin["scores"].items():
            print(f"score v {name} {score:.3f} ({low:.3f} to {high:.3f})")
        file = f"{settings.folder}/evolved.json"
        print(f"The weights are in {file}: evolved:path={file} plays them.")
        return judged


if __name__ == "__main__":
    main()
