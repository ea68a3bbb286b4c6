"""Evolution of a linear evaluation: CMA-ES over the weights, fitness by games.

A generation draws weights from a normal distribution, lets each play the same deals in mirrored pairs, against fixed
agents and against the best guess so far, and moves the distribution toward those that scored best. The next generation
gets other deals, so that nobody wins by being made for some.

Source: N. Hansen, "The CMA evolution strategy: a tutorial", 2016, and its library `cma`. The agents are those that
A. Zarlykov's bachelor thesis, 2023, names as future work.

    python -m baselines.training.evolution --folder runs/evolution
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from baselines.agent import Agent
from baselines.evolved import evaluation_agent
from baselines.files import write_text
from baselines.linear_evaluation import COUNT, FEATURES, LinearEvaluation, save_evaluation
from baselines.match import play_match
from baselines.reading import MOST_OF_A_LOG, parse_json, read_text, used_as
from baselines.training.origin import command_line, origin_of
from baselines.training.settings import check_fresh, check_unchanged, errors_in_a_line, flag, parse_settings

MAY_CHANGE = ("folder", "resume", "generations", "ladder", "check_games")  # of an evolution that goes on
FRESH_DEALS = 1_000_000_000
"""Added to the seed for deals that decide nothing; those of generations are below."""

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
"""The weights to begin with: few cards, high ones, trumps, as the thesis' basic evaluation has it."""


@dataclass(frozen=True)
class Settings:
    """What an evolution depends on; each is a flag of the command line."""

    folder: str = flag("runs/evolution", "where evolved.json and log.jsonl are written")
    resume: bool = flag(False, "go on after the last generation in the folder; generations may differ")
    seed: int = flag(1, "of the weights drawn and of all games")
    generations: int = flag(80, "how many")
    population: int = flag(14, "weights tried in a generation")
    spread: float = flag(0.5, "standard deviation of the weights at the start")
    opponents: str = flag("greedy;smart", "agents to play, with semicolons between; the best guess so far comes on top")
    games: int = flag(600, "of each of them against each opponent, in mirrored pairs")
    samples: int = flag(2, "determinizations a choice")
    ladder: str = flag("greedy;smart", "agents that the result is judged by, on fresh deals")
    check_games: int = flag(4000, "games against each of these")


class Evolution:
    """An evolution: the distribution of weights, and the log of all generations, from which it can be made anew.

    Attributes:
        settings: of the evolution.
        log: a row for each generation: the fitness of each of its weights, the largest, the mean, the seconds.
    """

    def __init__(self, settings: Settings) -> None:
        import cma

        self.settings, self.folder = settings, Path(settings.folder)
        random = np.random.default_rng(settings.seed)
        first = np.array([FIRST[name] for _ in range(2) for name in FEATURES])
        options = {
            "popsize": settings.population,
            "randn": lambda *shape: random.standard_normal(shape),
            "seed": np.nan,  # leave NumPy's global generator alone
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
        """Evolve; yields the number of generations done after each."""
        self.folder.mkdir(parents=True, exist_ok=True)
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
        """The best guess so far, the centre of the distribution, with where it comes from."""
        origin = origin_of(self.settings, self.commands, generations=len(self.log))
        return LinearEvaluation(np.array(self._strategy.mean).reshape(2, COUNT), origin)

    def finish(self) -> LinearEvaluation:
        """Judge the best guess on fresh deals, and write its file."""
        evaluation, scores = self.evaluation(), {}
        for name in self.settings.ladder.split(";"):
            seed = FRESH_DEALS + self.settings.seed
            result = play_match(evaluation_agent(evaluation), name, self.settings.check_games, seed=seed)
            scores[name] = [result.score, *result.interval()]
        judged = LinearEvaluation(evaluation.weights, {**evaluation.origin, "scores": scores})
        save_evaluation(judged, self.folder / "evolved.json")
        return judged

    def _fitness(self, drawn: Sequence[np.ndarray], guess: LinearEvaluation) -> list[float]:
        """The mean score of each of the weights over all opponents, on the deals of this generation."""
        samples, deals = self.settings.samples, self.settings.seed * 1_000_003 + len(self.log)
        opponents: list[Agent | str] = [*self.settings.opponents.split(";"), evaluation_agent(guess, samples)]
        agents = [evaluation_agent(LinearEvaluation(np.reshape(one, (2, COUNT))), samples) for one in drawn]
        return [
            float(np.mean([play_match(agent, other, self.settings.games, seed=deals).score for other in opponents]))
            for agent in agents
        ]

    def _replay(self) -> None:
        """Draw the logged generations again and tell their fitness again, which costs next to nothing."""
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


def main(arguments: Sequence[str] | None = None) -> LinearEvaluation:
    """The program: settings from the command line's flags, a progress bar, the result's scores."""
    from baselines.progress import progress_bar

    with errors_in_a_line():
        settings = parse_settings(Settings, arguments)
        evolution = Evolution(settings)
    with progress_bar("generations", settings.generations) as show:
        show(len(evolution.log))
        for done in evolution.run():
            row = evolution.log[-1]
            print(f"generation {done:>4}  score of the best {row['best']:.3f}  mean {row['mean']:.3f}", flush=True)
            show(done)
    judged = evolution.finish()
    for name, (score, low, high) in judged.origin["scores"].items():
        print(f"score v {name} {score:.3f} ({low:.3f} to {high:.3f})")
    print(f"The weights are in {settings.folder}/evolved.json: evolved:path={settings.folder}/evolved.json plays them.")
    return judged


if __name__ == "__main__":
    main()
