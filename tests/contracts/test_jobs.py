"""The number of threads and of processes changes nothing: matches, tournaments, environments, labels, tablebases."""

from __future__ import annotations

from typing import Any

import pytest
from gymnasium.vector import AutoresetMode

from baselines import play_match
from baselines.durak.arena.tournament import play_tournament
from baselines.durak.endgames.tablebase_build import build, positions_in
from baselines.durak.endgames.tablebase_store import CHECKSUMS, checksum
from cardkit.arena.match import play_match as play_lineup
from cardkit.arena.result_rows import result_dtype
from cardkit.game import Game
from cardkit.statistics.sprt import Sprt
from durak_env.durak import Durak
from durak_env.envs.vector_env import DurakVectorEnv
from durak_env.rules import Rules
from tests.baselines.durak import test_critic, test_imitation
from tests.baselines.durak.test_tournament import figures
from tests.support.agent_kinds import AGENT_KINDS, quick
from tests.support.vandals import Dicing, LastLegal
from tests.support.vector_play import OPPONENTS, SMALL, record_of

RULES = Rules(start_rank=11, num_suits=3, hand_size=3)
RESULT = [name for name in result_dtype(2, Durak.COUNTS).names or () if name != "seconds"]


def results(*agents: Any, **settings: Any) -> list[Any]:
    """Return a match's results, but for the time that it takes."""
    found = play_match(*agents, **settings).results
    return [found[name].tolist() for name in RESULT]


def test_threads_play_the_games_of_one() -> None:
    one, two, seven = (results("random", "smart", games=2001, seed=5, jobs=jobs) for jobs in (1, 2, 7))
    assert one == two == seven
    assert one != results("random", "smart", games=2001, seed=6)


@pytest.mark.parametrize(
    ("game", "spec"),
    [
        pytest.param(kind.game, spec, marks=() if spec in quick(kind.specs) else pytest.mark.slow)
        for kind in AGENT_KINDS
        for spec in kind.specs
    ],
    ids=lambda one: one if isinstance(one, str) else type(one).__name__,
)
def test_agents_in_threads_share_no_memory(game: Game, spec: str) -> None:
    lineup = [spec, *["random"] * (game.places - 1)]
    one, three = (play_lineup(game, lineup, games=9, seed=5, jobs=jobs).results for jobs in (1, 3))
    assert all((one[name] == three[name]).all() for name in one.dtype.names or () if name != "seconds")


def test_processes_play_the_games_of_one() -> None:
    one, two = (results(Dicing(), "random", games=21, seed=5, rules=RULES, jobs=jobs) for jobs in (1, 2))
    assert one == two


def test_a_match_stops_at_the_same_pair() -> None:
    one, two = (
        results("smart", "greedy", games=100_000, seed=2, sprt=Sprt(0, 20), jobs=jobs, rules=RULES) for jobs in (1, 2)
    )
    assert one == two


@pytest.mark.parametrize("agents", [("greedy", "smart", "random", "uniform"), (Dicing(), "greedy", LastLegal())])
def test_a_tournament_has_the_same_table(agents: tuple[Any, ...]) -> None:
    """A tournament has one table, whatever the order of its agents."""
    one, two = (
        figures(play_tournament(agents[::step], games=8, seed=3, rules=RULES, jobs=jobs))
        for step, jobs in ((1, 1), (-1, 2))
    )
    assert one == two


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP], ids=lambda mode: mode.name)
@pytest.mark.parametrize("opponent", [*OPPONENTS.values(), None], ids=[*OPPONENTS, "self-play"])
def test_an_environment_gives_the_same(opponent: Any, mode: AutoresetMode) -> None:
    """An environment gives the same with copies and without."""
    records = [
        record_of(DurakVectorEnv(7, opponent, SMALL, autoreset_mode=mode, num_threads=threads, copy=copy), 40, seed=3)
        for threads, copy in ((1, True), (3, True), (3, False), (20, True))
    ]
    assert records[0] == records[1] == records[2] == records[3]


@pytest.mark.slow
@pytest.mark.parametrize("label", [test_imitation.labelled, test_critic.results], ids=["search", "outcome"])
def test_labels_are_the_same(label: Any) -> None:
    one, three = label(threads=1), label(threads=3)
    assert all((left == right).all() for left, right in zip(one, three, strict=True))


def test_a_tablebase_is_the_same() -> None:
    told: list[int] = []
    assert checksum(build(6, jobs=2, progress=told.append)) == checksum(build(6)) == CHECKSUMS[True][6]
    assert told[-1] == positions_in(6)
