"""Tunes an agent's parameters with Optuna: each trial is a match against one opponent, on the same deals.

Optuna's sampler (the tree-structured Parzen estimator) proposes values from the scores of earlier trials. A trial that
is clearly behind the best one ends early, by a sequential test on its mirrored pairs. All trials are kept in an SQLite
file, from which an interrupted search continues. The best score of many owes something to luck, so the best agent plays
once more on deals that no trial has seen.

Needs the extra ``tune``.
"""

from __future__ import annotations

import json
import math
import sqlite3
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cardkit.agents import as_agent
from cardkit.arena.match import play_match
from cardkit.arena.match_result import MatchResult
from cardkit.arena.seeds import seed_or_drawn
from cardkit.arena.spec_space import Range, SpecSpace
from cardkit.checks import check_whole
from cardkit.files import appearing
from cardkit.game import Game, parties_of
from cardkit.statistics.sprt import Sprt
from cardkit.storage.database import DamagedError, check_intact, clear_errors
from cardkit.wording import printable, shortened

if TYPE_CHECKING:
    from optuna import Study, Trial
    from optuna.trial import FrozenTrial

STUDY = "durak tune"  # the name in existing stores
MARGIN = 50.0
"""A trial this many Elo behind the best one ends early."""
PRUNING_ERROR = 0.05
"""The probability of ending a trial early that is as good as the best."""
_NEVER = 1e-12  # the probability of accepting a trial as ahead that is behind
_SETTINGS, _SPEC, _GAMES, _INTERVAL = "settings", "spec", "games", "interval"  # attributes in the store
_CHECK = "check"  # of a trial: the checksum of all that is read of it


@dataclass(frozen=True)
class Search:
    """What is tuned, and how it is judged.

    Attributes:
        game: the game that is played.
        space: the agent, with values left open; see `cardkit.arena.spec_space`.
        against: the opponent's spec; it takes all seats but one.
        games: of a trial.
        seed: of the trials' matches, which all play the same deals, and of the sampler.
    """

    game: Game
    space: SpecSpace
    against: str
    games: int = 200
    seed: int = 0

    def __post_init__(self) -> None:
        check_whole("games", self.games, 2)
        check_whole("seed", self.seed, 0)

    def settings(self) -> dict[str, Any]:
        """The settings that all trials of a store must share."""
        return {
            "agent": self.space.text,
            "against": self.against,
            "games": self.games,
            "seed": self.seed,
            "game": str(self.game),
            "version": version("durak-env"),
        }

    def play(self, spec: str, seed: int, jobs: int, sprt: Sprt | None = None) -> MatchResult:
        """A match of one agent of the space."""
        lineup = [spec, *[self.against] * (parties_of(self.game) - 1)]
        return play_match(self.game, lineup, self.games, seed, jobs, sprt=sprt)


@dataclass(frozen=True)
class TunedAgent:
    """A finished trial.

    Attributes:
        number: of the trial, from 0.
        spec: of the agent.
        score: in the trial's games.
        games: how many were played.
        interval: of the score, 98 %.
        ended_early: whether it ended early because it was clearly behind the best one.
    """

    number: int
    spec: str
    score: float
    games: int
    interval: tuple[float, float]
    ended_early: bool


def tune(
    search: Search, trials: int, store: Path, jobs: int = 1, progress: Callable[[int], None] | None = None
) -> list[TunedAgent]:
    """Search until the store holds ``trials`` trials; returns all of them, the best first, those ended early last.

    Raises:
        ImportError: Optuna is missing.
        ValueError: the file is not a store or holds another search, or the agent refuses a parameter.
    """
    check_whole("trials", trials, 1)
    for spec in (search.against, *search.space.extremes()):
        as_agent(spec, search.game)  # a bad spec fails here, before a store is created
    with _finding_damage(store):
        study = _open_study(search, store)
        _check_trials(study, store)
    while len(ended := _ended(study)) < trials:
        _seed_sampler(study, search.seed, len(ended))
        study.optimize(lambda trial: _try(trial, search, jobs), n_trials=1)
        if progress is not None:
            progress(len(ended) + 1)
    return sorted(map(_tuned, _ended(study)), key=lambda one: (one.ended_early, -one.score, one.number))


def seed_to_go_on(store: Path) -> int:
    """The seed to use if none is given: that of the search in the store, else an unguessable one.

    Raises:
        ImportError: Optuna is missing.
        ValueError: the store cannot be used.
    """
    with _finding_damage(store):
        begun = _load_study(store).user_attrs.get(_SETTINGS, {}) if store.exists() else {}
        return seed_or_drawn(begun.get("seed"))


def confirm(search: Search, best: TunedAgent, jobs: int = 1) -> MatchResult:
    """The best agent's match on deals that no trial has seen."""
    return search.play(best.spec, search.seed + 1, jobs)


@contextmanager
def _finding_damage(store: Path) -> Iterator[None]:
    """Check the structure of a store before it is read, and end what a damaged one makes Optuna raise in one line.

    Raises:
        ValueError: the store cannot be used; `DamagedError` if it does not hold what was written.
    """
    if store.is_file():
        with clear_errors(store):
            database = sqlite3.connect(store)
            try:
                check_intact(database, store)
            finally:
                database.close()
    try:
        yield
    except (ValueError, ImportError):
        raise
    except Exception as error:  # Optuna reads rows as they come
        raise DamagedError(store, printable(shortened(f"{type(error).__name__}: {error}"))) from error


def _check_trials(study: Study, store: Path) -> None:
    """Raise DamagedError if a finished trial is not as it was written."""
    for trial in _ended(study):
        attributes = trial.user_attrs
        kept = (attributes.get(name) for name in (_SPEC, _GAMES, _INTERVAL))
        if attributes.get(_CHECK) != _check(trial.number, trial.params, trial.value, trial.state.name, *kept):
            raise DamagedError(store, f"trial {trial.number} is not as it was written")


def _check(*parts: Any) -> int:
    """The checksum of what is kept of a trial."""
    return zlib.crc32(json.dumps(parts, sort_keys=True, default=str).encode())


def _open_study(search: Search, store: Path) -> Study:
    """The study of a search, new or continued."""
    if not store.exists() and store.parent.is_dir():
        with appearing(store) as new:  # Optuna makes a store in several steps, and two searches may begin at once
            _load_study(new).set_user_attr(_SETTINGS, search.settings())
    study = _load_study(store)
    settings = study.user_attrs.get(_SETTINGS)
    if settings is None:
        study.set_user_attr(_SETTINGS, search.settings())
    elif settings != search.settings():
        changed = {name: value for name, value in settings.items() if value != search.settings().get(name)}
        raise ValueError(f"{store} holds another search, with {changed}: give another file")
    return study


def _load_study(store: Path) -> Study:
    """The study in a store, created if there is none."""
    try:
        import optuna
        from sqlalchemy.exc import SQLAlchemyError
        from sqlalchemy.pool import QueuePool
    except ImportError as error:
        raise ImportError(f"tuning needs the extra 'tune' of durak-env: {error}") from error
    optuna.logging.set_verbosity(optuna.logging.ERROR)  # an agent's errors are raised and reported once
    connect = partial(sqlite3.connect, store, check_same_thread=False)  # a file name in a URL would be parsed
    try:
        storage = optuna.storages.RDBStorage("sqlite://", {"creator": connect, "poolclass": QueuePool})
        return optuna.create_study(storage=storage, study_name=STUDY, direction="maximize", load_if_exists=True)
    except (SQLAlchemyError, optuna.exceptions.StorageInternalError, RuntimeError) as error:
        raise ValueError(f"{store} cannot be used as a store: {str(error).splitlines()[0]}") from error


def _seed_sampler(study: Study, seed: int, trial: int) -> None:
    """Make the next proposal depend on the seed and the trials so far alone, even after an interruption."""
    import optuna

    word = np.random.SeedSequence((seed, trial)).generate_state(1)[0]
    study.sampler = optuna.samplers.TPESampler(seed=int(word), constant_liar=False)  # ignore interrupted trials


def _ended(study: Study) -> list[FrozenTrial]:
    import optuna

    over = optuna.trial.TrialState.COMPLETE, optuna.trial.TrialState.PRUNED
    return study.get_trials(deepcopy=False, states=over)


def _try(trial: Trial, search: Search, jobs: int) -> float:
    """The score of the agent that a trial proposes.

    Raises:
        optuna.TrialPruned: it is clearly behind the best one.
    """
    import optuna

    spec = search.space.spec({name: _suggest(trial, name, kind) for name, kind in search.space.parameters.items()})
    before = [one for one in _ended(trial.study) if one.user_attrs[_SPEC] == spec]
    if before:
        score, games, interval = before[0].value, *(before[0].user_attrs[name] for name in (_GAMES, _INTERVAL))
        assert score is not None
        behind = before[0].state == optuna.trial.TrialState.PRUNED
    else:
        result, behind = _judge(
            search, spec, jobs, _behind_the_best(trial.study) if parties_of(search.game) == 2 else None
        )
        score, games, interval = result.score, result.games, result.interval()
    check = _check(trial.number, trial.params, score, "PRUNED" if behind else "COMPLETE", spec, games, interval)
    for name, value in ((_SPEC, spec), (_GAMES, games), (_INTERVAL, interval), (_CHECK, check)):
        trial.set_user_attr(name, value)
    trial.report(score, games)
    if behind:
        raise optuna.TrialPruned
    return score


def _judge(search: Search, spec: str, jobs: int, sprt: Sprt | None) -> tuple[MatchResult, bool]:
    """An agent's match, and whether it ended early because the agent is clearly behind the best one."""
    result = search.play(spec, search.seed, jobs, sprt)
    behind = sprt is not None and sprt.decide(np.array(result.pairs)) == "H0"
    if not behind and result.games < search.games:  # clearly ahead: play all games for its score
        result = search.play(spec, search.seed, jobs)
    return result, behind


def _behind_the_best(study: Study) -> Sprt | None:
    """The test that ends a trial `MARGIN` behind the best one; None before the first trial."""
    scores = [one.value for one in _ended(study) if one.value is not None and one.state.name == "COMPLETE"]
    if not scores:
        return None
    best = min(max(max(scores), 0.02), 0.98)
    elo = -400 * math.log10(1 / best - 1)
    return Sprt(elo - MARGIN, elo, alpha=_NEVER, beta=PRUNING_ERROR)


def _suggest(trial: Trial, name: str, kind: Any) -> Any:
    if not isinstance(kind, Range):
        return trial.suggest_categorical(name, kind.words)
    if kind.whole:
        return trial.suggest_int(name, int(kind.low), int(kind.high), log=kind.log)
    return trial.suggest_float(name, kind.low, kind.high, log=kind.log)


def _tuned(trial: FrozenTrial) -> TunedAgent:
    assert trial.value is not None
    attributes = trial.user_attrs
    low, high = attributes[_INTERVAL]
    early = trial.state.name == "PRUNED"
    return TunedAgent(trial.number, attributes[_SPEC], trial.value, attributes[_GAMES], (low, high), early)
