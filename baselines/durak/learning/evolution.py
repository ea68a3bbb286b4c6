"""Evolves a linear evaluation: CMA-ES over the weights, with games as the fitness.

A generation draws weights from a normal distribution. Each plays the same mirrored pairs against fixed agents and
against the current best guess, and the distribution moves toward the weights that scored best. The next generation gets
other deals, so that no weights win by fitting a few deals.

Source: N. Hansen, "The CMA evolution strategy: a tutorial", 2016, and its library `cma`. The agents are those that
A. Zarlykov's bachelor thesis, 2023, names as future work.

    python -m baselines.durak.learning.evolution --folder runs/evolution
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from baselines.durak.agents.evolved import evaluation_agent
from baselines.durak.arena.match import play_match
from baselines.durak.arena.roster import make_agent
from baselines.durak.evaluation.linear import COUNT, FEATURES, LinearEvaluation, save_evaluation
from cardkit.agents import Agent
from cardkit.files import write_text
from cardkit.learning.provenance import command_line, origin_of
from cardkit.learning.resuming.sole_run import SoleRun
from cardkit.learning.resuming.streams import FRESH, LEARNING, seeds_of
from cardkit.learning.settings import check_fresh, check_unchanged, errors_in_a_line, flag, parse_settings
from cardkit.reading import MOST_OF_A_LOG, parse_json, read_text, used_as

MAY_CHANGE = ("folder", "resume", "generations", "ladder", "check_games")  # when an evolution is resumed
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
class Settings:
    """The settings of an evolution; each is a flag of the command line."""

    folder: str = flag("runs/evolution", "folder for evolved.json and log.jsonl")
    resume: bool = flag(False, "continue after the last generation in the folder; generations may differ")
    seed: int = flag(1, "seed of the weights drawn and of all games")
    generations: int = flag(80, "how many")
    population: int = flag(14, "weights tried per generation")
    spread: float = flag(0.5, "initial standard deviation of the weights")
    opponents: str = flag("greedy;smart", "agents to play, separated by semicolons; the best guess so far is added")
    games: int = flag(600, "games per weights and opponent, in mirrored pairs")
    samples: int = flag(2, "determinizations per choice")
    ladder: str = flag("greedy;smart", "agents for the final evaluation, on fresh deals")
    check_games: int = flag(4000, "games against each of these")


class Evolution:
    """A CMA-ES run: the distribution of weights, rebuilt on resume from the log of generations.

    Attributes:
        settings: of the evolution.
        log: one row per generation: the fitness of each of its weights, the largest, the mean, the seconds.
    """

    def __init__(self, settings: Settings) -> None:
        import cma

        self.settings, self.folder = settings, Path(settings.folder)
        self.opponents, self.ladder = (_named(specs) for specs in (settings.opponents, settings.ladder))
        for spec in self.opponents + self.ladder:
            make_agent(spec)  # fail now, not after generations, if an agent does not exist
        self._sole = SoleRun(self.folder / "log.jsonl")
        random = np.random.default_rng(settings.seed)
        first = np.array([FIRST[name] for _ in range(2) for name in FEATURES])
        options = {
            "popsize": settings.population,
            "randn": lambda *shape: random.standard_normal(shape),
            "seed": np.nan,  # do not touch NumPy's global generator
            "verbose": -9,
        }
        self._strategy = cma.CMAEvolutionStrategy(first, settings.spread, options)
        self.log: list[dict[str, Any]] = []
        self.commands = [command_line()]
        if settings.resume:
            self._replay()
        else:
            check_fresh(self.folder / "log.jsonl")

    def run(self) -> Iterator[int]:
        """Evolve; yields the number of completed generations after each.

        Raises:
            OSError: the log cannot be written.
            ValueError: another run is writing in the folder.
        """
        with self._sole.alone():
            yield from self._generations()

    def _generations(self) -> Iterator[int]:
        self._write_log()
        while len(self.log) < self.settings.generations:
            began = time.perf_counter()
            guess = self.evaluation()
            drawn = self._strategy.ask()
            fitness = self._fitness(drawn, guess)
            self._strategy.tell(drawn, [1 - one for one in fitness])
            row = {"generation": len(self.log) + 1, "best": max(fitness), "mean": float(np.mean(fitness))}
            self.log.append(row | {"fitness": fitness, "seconds": time.perf_counter() - began})
            self._write_log()
            yield len(self.log)

    def evaluation(self) -> LinearEvaluation:
        """The best guess so far, the centre of the distribution, with its origin."""
        origin = origin_of(self.settings, self.commands, generations=len(self.log))
        return LinearEvaluation(np.array(self._strategy.mean).reshape(2, COUNT), origin)

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

    def _fitness(self, drawn: Sequence[np.ndarray], guess: LinearEvaluation) -> list[float]:
        """The mean score of each of the weights over all opponents, on this generation's deals."""
        samples, (deals,) = self.settings.samples, seeds_of(self.settings.seed, LEARNING, len(self.log))
        opponents: list[Agent | str] = [*self.opponents, evaluation_agent(guess, samples)]
        agents = [evaluation_agent(LinearEvaluation(np.reshape(one, (2, COUNT))), samples) for one in drawn]
        return [
            float(
                np.mean([play_match(agent, other, games=self.settings.games, seed=deals).score for other in opponents])
            )
            for agent in agents
        ]

    def _replay(self) -> None:
        """Draw the logged generations again and feed back their logged fitness, which costs almost no time."""
        file, what = self.folder / "log.jsonl", "the log of an evolution"
        with used_as(file, what):
            head, *rows = (parse_json(line) for line in read_text(file, MOST_OF_A_LOG).splitlines())
            settings = dict(head["settings"])
        check_unchanged(self.settings, settings, MAY_CHANGE, f"the log in {self.folder}")
        with used_as(file, what):
            for row in rows:
                self._strategy.tell(self._strategy.ask(), [1 - one for one in row["fitness"]])
            self.log, self.commands = rows, head["commands"] + self.commands

    def _write_log(self) -> None:
        head = {"settings": asdict(self.settings), "commands": self.commands}
        write_text(self.folder / "log.jsonl", "".join(json.dumps(row) + "\n" for row in (head, *self.log)))


def _named(specs: str) -> list[str]:
    """The specs in a text, separated by semicolons."""
    return [spec.strip() for spec in specs.split(";") if spec.strip()]


def main(arguments: Sequence[str] | None = None) -> LinearEvaluation:
    """The command-line program: reads the settings, shows a progress bar, prints the result's scores."""
    with errors_in_a_line():
        settings = parse_settings(Settings, arguments)
        judged = _to_the_end(Evolution(settings))
        for name, (score, low, high) in judged.origin["scores"].items():
            print(f"score v {name} {score:.3f} ({low:.3f} to {high:.3f})")
        file = f"{settings.folder}/evolved.json"
        print(f"The weights are in {file}: evolved:path={file} plays them.")
        return judged


def _to_the_end(evolution: Evolution) -> LinearEvaluation:
    """Evolve, and show the progress; returns the result."""
    from cardkit.report.progress import progress_bar

    with progress_bar("generations", evolution.settings.generations) as show:
        show(len(evolution.log))
        for done in evolution.run():
            row = evolution.log[-1]
            print(f"generation {done:>4}  score of the best {row['best']:.3f}  mean {row['mean']:.3f}", flush=True)
            show(done)
    return evolution.finish()


if __name__ == "__main__":
    main()
