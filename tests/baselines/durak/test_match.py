"""Matches: equal results however they are played, mirrored pairs, intervals, and clear errors."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
import scipy.stats

from baselines import Agent, MatchResult, play_match
from baselines.durak.arena.tournament import play_tournament
from baselines.durak.report.match_report import MatchReport
from cardkit.agents import compiled_choice
from cardkit.arena import match
from cardkit.arena.compiled_games import NO_FAULT
from cardkit.arena.game_loop import PythonGame
from cardkit.arena.match_result import outcomes
from cardkit.arena.result_rows import result_dtype
from cardkit.compiled.bits import lowest
from cardkit.compiled.clock import seconds_per_tick, ticks
from cardkit.processes import workers
from cardkit.statistics.intervals import clustered_interval, mid_p_interval, wilson
from durak_env.agents.heuristic import greedy
from durak_env.compiled_agents import CompiledAgent
from durak_env.core.records import DEFENCE
from durak_env.durak import Durak
from durak_env.information import InformationSet
from durak_env.rules import Rules
from tests.support.vandals import Dicing, LastLegal

SAME = [name for name in result_dtype(2, Durak.COUNTS).names or () if name != "seconds"]
SMALL = Rules(start_rank=11, num_suits=3, hand_size=3)


class Constant:
    """An agent that gives one answer, whatever is asked."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def act(self, info: InformationSet, rng: np.random.Generator) -> Any:
        return self.answer


@compiled_choice
def first_byte(info: Any, stream: Any, memory: Any) -> Any:
    """Choose the slot that stands in the memory."""
    return np.int64(memory[0])


def same(first: MatchResult, second: MatchResult) -> bool:
    return all(np.array_equal(first.results[name], second.results[name]) for name in SAME)


@pytest.mark.parametrize("rules", [Rules(), SMALL, Rules(include_trumps=False, hand_size=20)], ids=str)
@pytest.mark.parametrize(("a", "b"), [("random", "greedy"), ("smart", "uniform")])
@pytest.mark.parametrize("open_world", [False, True])
def test_compiled_and_python_play_the_same_games(rules: Rules, a: str, b: str, open_world: bool) -> None:
    games: list[PythonGame] = []
    compiled = play_match(a, b, games=41, seed=3, open_world=open_world, rules=rules)
    in_python = play_match(a, b, games=41, seed=3, open_world=open_world, rules=rules, on_game=games.append)
    assert same(compiled, in_python)
    assert [len(game.plies) for game in games] == compiled.results["plies"].tolist()


def test_fewer_games_are_the_first_of_more() -> None:
    many, few = (play_match("random", "uniform", games=games, seed=2) for games in (300, 121))
    assert all(np.array_equal(many.results[name][:121], few.results[name]) for name in SAME)


@pytest.mark.parametrize("agent", ["greedy", "smart", LastLegal()], ids=["greedy", "smart", "object"])
def test_a_deterministic_agent_draws_level_with_itself(agent: Any) -> None:
    result = play_match(agent, agent, games=60, seed=1)
    assert result.score == 0.5
    assert result.pairs == (0, 0, 30, 0, 0)
    low, high = result.interval()
    assert low < 0.5 < high  # thirty pairs are no proof
    assert result.wins == result.losses > 10


def test_an_agent_that_rolls_dice_draws_level_with_itself_within_the_interval() -> None:
    result = play_match("random", "random", games=100_000, seed=1)
    low, high = result.interval(0.999)
    assert low < 0.5 < high
    assert high - low < 0.012
    assert sum(result.pairs) == 50_000


def test_pairs_share_the_deal_and_swap_the_seats() -> None:
    games: list[PythonGame] = []
    result = play_match("random", "greedy", games=7, seed=4, on_game=games.append)
    assert result.results["seating"][:, 0].tolist() == [0, 1, 0, 1, 0, 1, 0]
    starts = [game.start.tobytes() for game in games]
    assert starts[0:6:2] == starts[1:6:2]
    assert len(set(starts)) == 4


def test_counts() -> None:
    result = play_match("greedy", "random", games=501, seed=9)
    rows = result.results
    assert result.games == result.wins + result.draws + result.losses == 501
    assert result.score == pytest.approx((outcomes(rows).mean() + 1) / 2)
    assert result.plies_per_bout == pytest.approx(rows["plies"].sum() / rows["bouts"].sum())
    assert (rows["choices"].sum(axis=1) <= rows["plies"]).all()
    assert all(0 < ms < 1 for ms in result.ms_per_choice)
    assert result.names == ("greedy", "random")
    assert "greedy v random: +" in repr(result)


def test_the_other_way_round() -> None:
    result = play_match("greedy", "smart", games=400, seed=9)
    won_by_first = (outcomes(result.results) == 1) == (
        result.results["seating"][:, 0] == result.results["first_attacker"]
    )
    decided = outcomes(result.results) != 0
    assert result.first_mover_share == won_by_first[decided].mean()
    assert result.loss_interval(0.9) == wilson(result.losses, 400, 0.9)
    assert result.win_interval(0.9) == wilson(result.wins, 400, 0.9)


def test_the_second_agent_s_interval_is_that_of_the_first_mirrored() -> None:
    one, other = MatchReport(play_match("greedy", "random", games=100, seed=1), 0.98).standings
    assert other.interval == pytest.approx((1 - one.interval[1], 1 - one.interval[0]))
    assert other.interval[0] < other.score == 1 - one.score < other.interval[1]


def test_progress_is_told() -> None:
    told: list[int] = []
    play_match("random", "random", games=77, jobs=2, progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 77


def test_an_agent_object_and_a_name_are_the_same() -> None:
    assert isinstance(greedy(), Agent)
    by_name, by_object = (play_match(agent, "random", games=50) for agent in ("greedy", greedy()))
    assert same(by_name, by_object)
    assert by_object.names[0] == "choose_greedy"


@pytest.mark.parametrize("answer", [99, -1, 2.5, None, "7c"])
def test_an_answer_that_is_no_action(answer: Any) -> None:
    with pytest.raises(ValueError, match=r"agent .Constant. in game 1: action .*0 to 37"):
        play_match(Constant(answer), "greedy", games=4)


def test_an_action_too_large_to_be_written_is_illegal() -> None:
    result = play_match(Constant(10**5000), "low", 2, forfeits=True)
    assert result.illegal_actions == (2, 0)
    assert "action <int that cannot be written> is out of range" in str(result.fault_reports[0].first)


def test_an_illegal_action_is_named() -> None:
    with pytest.raises(ValueError, match=r"agent 'Constant' in game \d: illegal action 37 \(done\): .*legal actions: "):
        play_match("greedy", Constant(37), games=4)


class Crashing(LastLegal):
    """An agent that crashes when it is to defend."""

    def act(self, info: InformationSet, rng: np.random.Generator) -> int:
        if info.phase == DEFENCE:
            raise RuntimeError("no defence")
        return super().act(info, rng)


@compiled_choice
def crash_in_defence(info: Any, stream: Any, memory: Any) -> Any:
    """Choose the last legal slot; raise an exception when it is to defend."""
    if info.phase == DEFENCE:
        raise RuntimeError("no defence")
    return lowest(info.legal)


@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_illegal_actions_and_crashes_lose_the_game(jobs: int) -> None:
    for bad, illegal, crashes in [
        (Constant(37), True, False),
        (CompiledAgent(first_byte, np.array([200], np.uint8)), True, False),
        (Crashing(), False, True),
        (CompiledAgent(crash_in_defence), False, True),
    ]:
        result = play_match("greedy", bad, games=60, seed=1, forfeits=True, jobs=jobs, rules=SMALL)
        faults = result.results["fault"] != NO_FAULT
        assert (outcomes(result.results)[faults] == 1).all()
        assert result.illegal_actions == (0, int(faults.sum()) if illegal else 0)
        assert result.crashes == (0, int(faults.sum()) if crashes else 0)
        assert faults.sum() > 20
        turned = result.seen_by(1)
        assert (turned.illegal_actions, turned.crashes) == (result.illegal_actions[::-1], result.crashes[::-1])
        mirrored = play_match(bad, "greedy", games=60, seed=1, forfeits=True, rules=SMALL)
        assert (outcomes(mirrored.results)[mirrored.results["fault"] != NO_FAULT] == -1).all()


def plies_of(game: PythonGame) -> float:
    return len(game.plies)


@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.slow)])
@pytest.mark.parametrize("other", ["greedy", Dicing()], ids=["compiled", "python"])
def test_workers_measure_the_games_that_they_play(other: Agent | str, jobs: int) -> None:
    measured = match.play_match(Durak(SMALL), ["random", other], 21, seed=3, jobs=jobs, measure=plies_of)
    plain = match.play_match(Durak(SMALL), ["random", other], 21, seed=3)
    assert (measured.results[SAME] == plain.results[SAME]).all()
    assert measured.measured is not None
    assert measured.measured.tolist() == plain.results["plies"].tolist()
    assert plain.measured is None


class Batching(Dicing):
    """An agent that is asked about many games at once, and notes how many."""

    def __init__(self, sizes: list[int] | None = None) -> None:
        self.sizes = [] if sizes is None else sizes

    def act_batch(self, infos: Sequence[InformationSet], rngs: Sequence[np.random.Generator]) -> list[int]:
        self.sizes.append(len(infos))
        return [self.act(info, rng) for info, rng in zip(infos, rngs, strict=True)]


class CrashingTogether(Crashing):
    """An agent that crashes for all games where one is to be defended."""

    def act_batch(self, infos: Sequence[InformationSet], rngs: Sequence[np.random.Generator]) -> list[int]:
        return [self.act(info, rng) for info, rng in zip(infos, rngs, strict=True)]


class Lazy(LastLegal):
    """An agent that forgets one of the games."""

    def act_batch(self, infos: Sequence[InformationSet], rngs: Sequence[np.random.Generator]) -> list[int]:
        return [self.act(info, rng) for info, rng in zip(infos, rngs, strict=True)][:-1]


def test_games_asked_about_together_are_those_asked_about_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "SPAN_SECONDS", 60)  # so that a slow machine puts as many games together
    for other in ("random", LastLegal(), Batching()):
        sizes: list[int] = []
        together = play_match(lambda: Batching(sizes), other, games=101, seed=4, rules=SMALL)  # noqa: B023
        alone = play_match(Dicing(), Dicing() if isinstance(other, Batching) else other, games=101, seed=4, rules=SMALL)
        assert same(together, alone)
        assert max(sizes) > 20
        assert len(sizes) < sum(sizes) / 5


def test_a_crash_for_many_games_costs_those_that_crash_alone() -> None:
    together = play_match(CrashingTogether(), "greedy", games=60, seed=1, forfeits=True, rules=SMALL)
    assert same(together, play_match(Crashing(), "greedy", games=60, seed=1, forfeits=True, rules=SMALL))
    with pytest.raises(RuntimeError, match="no defence"):
        play_match(CrashingTogether(), "greedy", games=60, seed=1, rules=SMALL)


def test_who_does_not_answer_all_is_named() -> None:
    with pytest.raises(ValueError, match=r"Lazy\.act_batch gave \d+ actions for \d+ choices"):
        play_match(Lazy(), "greedy", games=60, seed=1, rules=SMALL)


def test_games_without_a_fault_are_not_touched_by_forfeits() -> None:
    assert same(
        play_match("random", "smart", games=300, seed=3),
        play_match("random", "smart", games=300, seed=3, forfeits=True),
    )


def test_crashes_end_a_match_without_forfeits() -> None:
    for bad in (Crashing(), CompiledAgent(crash_in_defence)):
        with pytest.raises(RuntimeError, match="no defence"):
            play_match("greedy", bad, games=60, seed=1)


@pytest.mark.parametrize(
    ("slot", "said"), [(0, r"slot 0 is an illegal action 36 \(take\)"), (200, "slot 200"), (33, "slot 33")]
)
def test_an_illegal_slot_is_named(slot: int, said: str) -> None:
    agent = CompiledAgent(first_byte, np.array([slot], np.uint8))
    with pytest.raises(ValueError, match=rf"agent 'first_byte' in game \d: {said}"):
        play_match("greedy", agent, games=40, jobs=2)


BAD_ARGUMENTS: list[dict[str, Any]] = [
    *({"games": games} for games in (0, -1, 1.5, "7", None, True)),
    *({"jobs": jobs} for jobs in (0, -2, 1.0, None, False)),
    *({"seed": seed} for seed in (-1, 0.5, True, "x")),
    *({"rules": rules} for rules in ("standart", 6, [])),
    *({"open_world": open_world} for open_world in ("no", None, 2)),
    *({"a": agent} for agent in (None, 3, object(), len, "", ":", "gredy", "greedy:x=1", "greedy:x", "greedy:=")),
]


@pytest.mark.parametrize("arguments", BAD_ARGUMENTS, ids=[str(number) for number in range(len(BAD_ARGUMENTS))])
def test_bad_arguments(arguments: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        play_match(**{"a": "greedy", "b": "random", "games": 2} | arguments)


def test_a_class_that_needs_arguments_is_no_agent() -> None:
    wrong: Any = Constant
    for play in (play_match, lambda *agents: play_tournament(agents, games=2)):
        with pytest.raises(ValueError, match=r"Constant is a class.*Constant\(\)"):
            play(wrong, "greedy")


def test_random_specs_are_refused() -> None:
    rng = random.Random(0)
    for _ in range(20):
        spec = "greedy:" + "".join(rng.choices("abz=,:.1( ", k=8)) + "!"
        with pytest.raises(ValueError, match=r"\S"):
            play_match("random", spec, games=1)


def test_wilson_by_hand() -> None:
    low, high = wilson(913, 1000, 0.98)  # z = 2.3263: centre (0.913 + 0.0027059) / 1.0054119, the thesis' figure 3.5
    assert (low, high) == pytest.approx((0.88999, 0.93156), abs=2e-5)
    assert wilson(0, 10, 0.95) == pytest.approx((0, 0.27753), abs=1e-5)
    assert wilson(10, 10, 0.95) == pytest.approx((0.72247, 1), abs=1e-5)
    assert wilson(0, 0, 0.95) == (0, 1)


@pytest.mark.parametrize(("successes", "trials", "confidence"), [(3, 2, 0.9), (-1, 2, 0.9), (1, 2, 0), (1, 2, 1.0)])
def test_wilson_of_nonsense(successes: int, trials: int, confidence: float) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        wilson(successes, trials, confidence)


def test_clustered_interval() -> None:
    points, sizes = np.tile([2.0, 1.0, 0.0, 1.0], 1000), np.full(4000, 2)
    spread = 1.959964 * np.std(points / 2) / np.sqrt(4000)
    assert clustered_interval(points, sizes, 0.95) == pytest.approx((0.5 - spread, 0.5 + spread), abs=1e-4)
    assert clustered_interval(points[:1], sizes[:1], 0.95) == (0, 1)
    with pytest.raises(ValueError, match=r"confidence .* got 2"):
        clustered_interval(points[:1], sizes[:1], 2)


def test_mid_p_by_hand() -> None:
    """The bound after no success in 10 trials is the rate at which half this chance is 2.5 %; 10 of 10 likewise."""
    low, high = mid_p_interval(np.array([0.0, 10.0]), np.array([10.0, 10.0]), 0.95)
    assert low == pytest.approx([0, 0.05**0.1], abs=1e-9)
    assert high == pytest.approx([1 - 0.05**0.1, 1], abs=1e-9)
    binomial = scipy.stats.binom
    low, high = mid_p_interval(np.array([3.0]), np.array([20.0]), 0.98)
    assert binomial.sf(3, 20, low) + binomial.pmf(3, 20, low) / 2 == pytest.approx(0.01)
    assert binomial.cdf(2, 20, high) + binomial.pmf(3, 20, high) / 2 == pytest.approx(0.01)


@pytest.mark.slow
def test_the_interval_covers() -> None:
    long_run = play_match("smart", "greedy", games=40_000, seed=100).score
    covered = sum(
        low <= long_run <= high
        for low, high in (play_match("smart", "greedy", games=200, seed=seed).interval(0.9) for seed in range(400))
    )
    assert 0.86 <= covered / 400 <= 0.94


def test_the_clock_runs() -> None:
    began = ticks()
    assert ticks() >= began
    assert seconds_per_tick() >= 0
