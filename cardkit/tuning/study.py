"""Tunes an agent's parameters with Optuna: each trial plays matches against the same opponents, on the same deals.

Optuna's sampler (the tree-structured Parzen estimator) proposes values from the scores of earlier trials. A trial that
is surely behind the best one ends early. Values that the agent refuses together, such as weights that are all 0, make
no trial: others are drawn. All trials are kept in an SQLite file, from which an interrupted search
continues. The best score of many owes something to luck, so the best agent plays once more on deals that no trial has
seen: `cardkit.tuning.trials.confirm`.

Needs the extra ``tune``.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cardkit.agents import as_agent
from cardkit.arena.seeds import seed_or_drawn
from cardkit.checks import check_whole
from cardkit.files import appearing
from cardkit.storage.database import DamagedError, check_intact, clear_errors, name_for_sqlite
from cardkit.storage.origin import DISTRIBUTION, STUDY, own_version
from cardkit.tuning.spec_space import Range
from cardkit.tuning.trials import AIMS, Search
from cardkit.wording import printable, shortened

if TYPE_CHECKING:
    from optuna import Study, Trial
    from optuna.trial import FrozenTrial

_SETTINGS, _SPEC, _GAMES, _INTERVAL, _SUMS = "settings", "spec", "games", "interval", "sums"  # attributes in the store
_KEPT = (_SPEC, _GAMES, _INTERVAL, _SUMS)
_CHECK = "check"  # of a trial: the checksum of all that is read of it
_REFUSED = "refused"  # in place of these: why the agent cannot be made
MOST_REFUSED = 100
"""Proposals in a row that an agent may refuse before the search ends."""


@dataclass(frozen=True)
class TunedAgent:
    """A finished trial.

    Attributes:
        number: of the trial, from 0.
        spec: of the agent.
        score: the mean of the aim in the trial's games.
        games: how many were played.
        interval: of the score, 98 %.
        ended_early: whether it ended early because it was surely behind the best one.
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
    """Search until the store holds ``trials`` trials; return all of them, the best first, those ended early last.

    Raises:
        ImportError: Optuna is missing.
        ValueError: the file is not a store or holds another search, or the agent refuses a corner of the space or
            `MOST_REFUSED` proposals in a row.
    """
    check_whole("trials", trials, 1)
    search.check_agents()  # a bad spec fails here, before a store is created
    with _finding_damage(store):
        study = _open_study(search, store)
        _check_trials(study, store)
    while len(_ended(study)) < trials:
        _seed_sampler(study, search.seed, len(_drawn(study)))
        study.optimize(lambda trial: _try(trial, search, jobs), n_trials=1)
        _check_refusals(study)
        if progress is not None:
            progress(len(_ended(study)))
    return sorted(map(_tuned, _ended(study)), key=lambda one: (one.ended_early, -one.score, one.number))


def seed_to_go_on(store: Path) -> int:
    """Return the seed to use if none is given: that of the search in the store, else an unguessable one.

    Raises:
        ImportError: Optuna is missing.
        ValueError: the store cannot be used.
    """
    with _finding_damage(store):
        begun = _load_study(store).user_attrs.get(_SETTINGS, {}) if store.exists() else {}
        return seed_or_drawn(begun.get("seed"))


@contextmanager
def _finding_damage(store: Path) -> Iterator[None]:
    """Check the structure of a store before it is read, and end what a damaged one makes Optuna raise in one line.

    Raises:
        ValueError: the store cannot be used; `DamagedError` if it does not hold what was written.
    """
    if store.is_file():
        with clear_errors(store):
            database = sqlite3.connect(name_for_sqlite(store))
            try:
                check_intact(database, store)
            finally:
                database.close()
    try:
        yield
    except Exception as error:  # Optuna reads rows as they come
        if isinstance(error, (ValueError, ImportError)) and not isinstance(error, json.JSONDecodeError):
            raise
        raise DamagedError(store, printable(shortened(f"{type(error).__name__}: {error}"))) from error


def _check_trials(study: Study, store: Path) -> None:
    """Raise DamagedError if a finished trial is not as it was written."""
    for trial in _ended(study):
        attributes = trial.user_attrs
        kept = (attributes.get(name) for name in _KEPT)
        if attributes.get(_CHECK) != _check(trial.number, trial.params, trial.value, trial.state.name, *kept):
            raise DamagedError(store, f"trial {trial.number} is not as it was written")


def _check(*parts: Any) -> int:
    """Compute the checksum of what is kept of a trial."""
    return zlib.crc32(json.dumps(parts, sort_keys=True, default=str).encode())


def _open_study(search: Search, store: Path) -> Study:
    """Open the study of a search, new or continued."""
    if not store.exists() and store.parent.is_dir():
        with appearing(store) as new:  # Optuna makes a store in several steps, and two searches may begin at once
            _load_study(new).set_user_attr(_SETTINGS, _settings_of(search))
    study = _load_study(store)
    settings = study.user_attrs.get(_SETTINGS)
    if settings is None:
        study.set_user_attr(_SETTINGS, _settings_of(search))
    elif settings != _settings_of(search):
        changed = {name: value for name, value in settings.items() if value != _settings_of(search).get(name)}
        raise ValueError(f"{store} holds another search, with {changed}: give another file")
    return study


def _settings_of(search: Search) -> dict[str, Any]:
    """Return the settings that all trials of a store must share."""
    return {
        "agent": search.space.text,
        "against": list(search.against),
        "games": search.games,
        "seed": search.seed,
        "aim": search.aim,
        "game": str(search.game),
        "version": own_version(),
    }


def _load_study(store: Path) -> Study:
    """Load the study in a store, created if there is none."""
    try:
        import optuna
        from sqlalchemy.exc import SQLAlchemyError
        from sqlalchemy.pool import QueuePool
    except ImportError as error:
        raise ImportError(f"tuning needs the extra 'tune' of {DISTRIBUTION}: {error}") from error
    optuna.logging.set_verbosity(optuna.logging.ERROR)  # an agent's errors are raised and reported once
    connect = partial(sqlite3.connect, name_for_sqlite(store), check_same_thread=False)  # a URL would be parsed
    try:
        storage = optuna.storages.RDBStorage("sqlite://", {"creator": connect, "poolclass": QueuePool})
        return optuna.create_study(storage=storage, study_name=STUDY, direction="maximize", load_if_exists=True)
    except (SQLAlchemyError, optuna.exceptions.StorageInternalError, RuntimeError) as error:
        raise ValueError(f"{store} cannot be used as a store: {str(error).splitlines()[0]}") from error


def _seed_sampler(study: Study, seed: int, trial: int) -> None:
    """Make the next proposal depend on the seed and the trials so far alone, even after an interruption."""
    import optuna

    word = np.random.SeedSequence((seed, trial)).generate_state(1)[0]
    study.sampler = optuna.samplers.TPESampler(
        seed=int(word), multivariate=True, constant_liar=False
    )  # ignore interrupted trials


def _ended(study: Study) -> list[FrozenTrial]:
    """List the finished trials."""
    return [trial for trial in _drawn(study) if _REFUSED not in trial.user_attrs]


def _drawn(study: Study) -> list[FrozenTrial]:
    """List the finished trials, and the proposals that the agent has refused."""
    import optuna

    over = optuna.trial.TrialState.COMPLETE, optuna.trial.TrialState.PRUNED
    return study.get_trials(deepcopy=False, states=over)


def _check_refusals(study: Study) -> None:
    """Raise ValueError if the agent has refused too many proposals in a row."""
    last = _drawn(study)[-MOST_REFUSED:]
    if len(last) == MOST_REFUSED and all(_REFUSED in trial.user_attrs for trial in last):
        raise ValueError(f"{MOST_REFUSED} proposals in a row were refused, the last: {last[-1].user_attrs[_REFUSED]}")


def _try(trial: Trial, search: Search, jobs: int) -> float:
    """Score the agent that a trial proposes.

    Raises:
        optuna.TrialPruned: it is clearly behind the best one, or cannot be made.
    """
    import optuna

    spec = search.space.spec({name: _suggest(trial, name, kind) for name, kind in search.space.parameters.items()})
    try:
        as_agent(spec, search.game)
    except ValueError as error:
        trial.set_user_attr(_REFUSED, str(error))
        raise optuna.TrialPruned from None
    before = [one for one in _ended(trial.study) if one.user_attrs[_SPEC] == spec]
    if before:
        assert before[0].value is not None
        score, behind = before[0].value, before[0].state == optuna.trial.TrialState.PRUNED
        kept = [before[0].user_attrs[name] for name in _KEPT]
    else:
        found, behind = search.judge(spec, _sums_of_best(trial.study), jobs)
        score = found.mean
        kept = [spec, found.games, list(AIMS[search.aim].interval(found)), found.sums.tolist()]
    for name, value in zip(_KEPT, kept, strict=True):
        trial.set_user_attr(name, value)
    trial.set_user_attr(_CHECK, _check(trial.number, trial.params, score, "PRUNED" if behind else "COMPLETE", *kept))
    trial.report(score, kept[1])
    if behind:
        raise optuna.TrialPruned
    return score


def _sums_of_best(study: Study) -> np.ndarray | None:
    """Return the sums by deal of the best trial that has played all its games; None before the first."""
    complete = [one for one in _ended(study) if one.state.name == "COMPLETE"]
    best = max(complete, key=lambda one: (one.value, -one.number), default=None)
    return None if best is None else np.array(best.user_attrs[_SUMS])


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
