"""Self-play PPO learns a game of three seats, with rewards during play, and goes on where it was broken off."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cardkit.compiled.jit import JIT_OFF
from tests.support.herding import MOST_POINTS, SEATS
from tests.support.training_runs import check_goes_on, trained


@pytest.fixture(scope="module", autouse=True)
def torch() -> Any:
    """Return torch, which is slow to load, so only those who run these tests load it."""
    return pytest.importorskip("torch", reason="training needs the extra train")


def settings(folder: Path, **changed: Any) -> Any:
    from cardkit.learning.self_play.ppo import PPOSettings
    from tests.support.herding_run import SMALL

    return PPOSettings(folder=str(folder), **{**SMALL, "check_every": 2, **changed})


def advantage(case: dict[str, Any], decay: float, game: int, step: int) -> float:
    """Compute the advantage of a choice from its definition."""
    seats, ends, values = (case[name][:, game] for name in ("seats", "ends", "values"))
    seat, end = seats[step], next((at for at in range(step, len(seats)) if ends[at]), None)
    stop = len(seats) if end is None else end + 1
    own = [at for at in range(step, stop) if seats[at] == seat]
    total = 0.0
    for number, (at, after) in enumerate(zip(own, [*own[1:], None], strict=True)):
        earned = case["rewards"][at : stop if after is None else after, game, seat].sum()
        rest = case["outlook"][game, seat] if end is None else 0.0
        rest = rest if after is None else values[after]
        total += 0 if np.isnan(rest) else decay**number * (earned + rest - values[at])
    return total


@pytest.mark.parametrize("decay", [0.0, 0.7, 1.0])
def test_each_seat_s_choices_earn_what_it_receives_until_its_next_one(decay: float) -> None:
    """Random games of three seats have rewards at any time, some with an outlook for all seats, some for one."""
    from cardkit.learning.self_play.batch import seat_advantages

    rng, shape = np.random.default_rng(1), (12, 40)
    case: dict[str, Any] = {
        "seats": rng.integers(SEATS, size=shape),
        "ends": rng.random(shape) < 0.15,
        "rewards": rng.normal(size=(*shape, SEATS)) * (rng.random((*shape, SEATS)) < 0.5),
        "values": rng.normal(size=shape),
        "outlook": np.where(rng.random((shape[1], SEATS)) < 0.5, np.nan, rng.normal(size=(shape[1], SEATS))),
    }
    advantages = np.zeros(shape)
    seat_advantages(**case, decay=decay, advantages=advantages)
    expected = [[advantage(case, decay, game, step) for game in range(shape[1])] for step in range(shape[0])]
    assert advantages == pytest.approx(np.array(expected), abs=1e-12)


def test_seats_receive_what_the_game_pays(tmp_path: Path) -> None:
    """Seats receive what the game pays, step by step, up to the sum the game knows; each game begins at nothing."""
    from tests.support.herding_run import HerdingRun

    games = HerdingRun.games_of(settings(tmp_path))
    rng, total, ended, early = np.random.default_rng(2), np.zeros((6, SEATS)), 0, 0
    for _ in range(60):
        legal = games.observe().numpy()[:, -games.num_actions :]
        ends, received = games.step((legal * rng.random(legal.shape)).argmax(1))
        total += received
        assert total * MOST_POINTS == pytest.approx(games.infos["returns"])
        assert (total[:, 0] == total[:, 2]).all()
        early += (received.any(axis=1) & ~ends).sum()
        ended += ends.sum()
        total[ends] = 0
    assert ended > 12
    assert early > 24


def test_only_the_seat_to_move_has_an_outlook(tmp_path: Path) -> None:
    from tests.support.herding_run import HerdingRun

    games = HerdingRun.games_of(settings(tmp_path))
    games.step(games.observe().numpy()[:, -games.num_actions :].argmax(1))
    outlook = games.outlook(np.arange(6.0))
    assert (outlook[np.arange(6), games.seats] == np.arange(6)).all()
    assert np.isnan(outlook).sum() == 6 * (SEATS - 1)


def test_past_selves_sit_at_one_seat_and_are_not_learnt_from(tmp_path: Path) -> None:
    from tests.support.herding_run import HerdingRun

    run = trained(HerdingRun, settings(tmp_path, plies=6 * 4, past_share=0.7, past_every=1))
    with_past = np.arange(6) < 4
    assert (run.batch.own.numpy() == ~(with_past & (run.batch.seats == np.arange(6) % SEATS))).all()
    assert not run.batch.own.all()


def test_a_game_of_three_seats_is_learnt(tmp_path: Path, torch: Any) -> None:
    from cardkit.learning.run import to_the_end
    from tests.support.herding_run import HerdingRun

    sizes = {"games": 256, "steps": 24, "hidden": 64, "critic_hidden": 64, "batch": 1024, "check_games": 2000}
    wanted = settings(tmp_path, plies=25_000, **sizes)
    random, run = torch.Generator().manual_seed(3), HerdingRun(wanted)
    by_chance = HerdingRun.won_against_random(wanted, lambda inputs: torch.rand(len(inputs), 100, generator=random))
    untrained = run.evaluate()["random"]
    assert to_the_end(run).log[-1]["scores"]["random"][1] > max(by_chance[2], untrained[2])


@pytest.mark.slow
def test_rounds_of_bids_and_tricks_are_learnt(tmp_path: Path, torch: Any) -> None:
    """Learnt rounds are surely better than chance: about 5 points a round of three cards in place of 3.3."""
    from cardkit.learning.run import to_the_end
    from tests.support.oh_hell.self_play import OhHellRun

    sizes = {"games": 256, "steps": 16, "hidden": 64, "critic_hidden": 64, "batch": 512, "check_games": 2000}
    wanted = settings(tmp_path, plies=50_000, **sizes)
    random = torch.Generator().manual_seed(3)
    by_chance = OhHellRun.won_against_random(wanted, lambda inputs: torch.rand(len(inputs), 66, generator=random))
    assert to_the_end(OhHellRun(wanted)).log[-1]["scores"]["random"][1] > by_chance[2] + 0.05


def test_a_run_that_was_broken_off_goes_on_as_if_it_had_not(tmp_path: Path) -> None:
    from tests.support.herding_run import HerdingRun

    whole = settings(tmp_path / "whole", plies=6 * 4 * 6, past_share=0.5, past_every=3)
    check_goes_on(HerdingRun, whole, tmp_path / "broken", updates=3)
    policies = [(tmp_path / name / HerdingRun.FILE).read_bytes() for name in ("whole", "broken")]
    assert policies[0] == policies[1]


def test_a_run_with_an_average_goes_on_and_saves_the_average(tmp_path: Path, torch: Any) -> None:
    from tests.support.herding_run import HerdingRun

    drawn = {"average": 0.5, "magnet": 0.2, "entropy_left": 1.0}
    check_goes_on(HerdingRun, settings(tmp_path / "whole", plies=6 * 4 * 6, **drawn), tmp_path / "broken", updates=3)
    run = HerdingRun(settings(tmp_path / "short", plies=6 * 4 * 3, **drawn))
    weights = []
    for _ in run.run():
        weights.append([parameter.detach().clone() for parameter in run.policy.parameters()])
    begun = [parameter.detach() for parameter in HerdingRun(settings(tmp_path / "new")).policy.parameters()]
    for first, second, third, mean in zip(begun, *weights[:2], run.learnt.parameters(), strict=True):
        assert torch.allclose(mean, first / 4 + second / 4 + third / 2, atol=1e-6)  # one update behind the policy


def test_a_magnet_holds_the_policy_near_its_average(tmp_path: Path, torch: Any) -> None:
    from tests.support.herding_run import HerdingRun

    sizes = {"games": 64, "steps": 16, "batch": 256, "hidden": 32, "average": 0.999, "learning_rate": 0.005}
    moved = []
    for magnet in (0.0, 3.0):
        run = trained(HerdingRun, settings(tmp_path / str(magnet), plies=64 * 16 * 16, magnet=magnet, **sizes))
        inputs = run.batch.seen.flatten(0, 1)
        legal = inputs[:, -run.games.num_actions :]
        chances, mean = (((net(inputs) - 99 * (1 - legal)).softmax(1)).detach() for net in (run.policy, run.average))
        moved.append(float((chances - mean).abs().sum(1).mean()))
    assert moved[1] < moved[0] / 2


def test_threads_change_nothing_but_the_time(tmp_path: Path) -> None:
    from tests.support.herding_run import HerdingRun

    policies = []
    for threads in (1, 2, 3):
        folder = tmp_path / str(threads)
        trained(HerdingRun, settings(folder, plies=6 * 4 * 3, threads=threads, past_share=0.5, past_every=1))
        policies.append((folder / HerdingRun.FILE).read_bytes())
    assert policies[0] == policies[1] == policies[2]


@pytest.mark.parametrize("uniform", np.linspace(0, 1 - 2**-53, 7))
def test_actions_are_drawn_by_the_softmax_over_the_legal_ones(uniform: float) -> None:
    from cardkit.learning.self_play.batch import draw_actions

    logits = np.array([[0.5, 40.0, -1.0, 0.0]], np.float32)
    inputs = np.array([[7, 1, 0, 1, 1]], np.float32)  # an observation of one entry, then the mask
    actions, log_probabilities = np.zeros(1, np.int64), np.zeros(1, np.float32)
    draw_actions(logits, inputs, np.array([uniform]), actions, log_probabilities)
    chances = np.exp(logits[0]) * inputs[0, 1:]
    chances /= chances.sum()
    assert actions[0] == np.searchsorted(np.cumsum(chances), uniform, side="right")
    assert log_probabilities[0] == pytest.approx(np.log(chances[actions[0]]), abs=1e-6)


def test_what_a_game_cannot_show_is_refused(tmp_path: Path) -> None:
    from tests.support.herding_run import HerdingRun

    with pytest.raises(ValueError, match=r"critic .*'hands'"):
        HerdingRun(settings(tmp_path, critic="hands"))
    with pytest.raises(ValueError, match="average"):
        settings(tmp_path, magnet=0.1)


@pytest.mark.slow
@pytest.mark.skipif(JIT_OFF, reason="it is off already")
def test_without_the_jit_the_same_is_learnt(tmp_path: Path) -> None:
    from tests.support.herding_run import small_run

    code = "import sys; from tests.support.herding_run import small_run; print(small_run(sys.argv[1]))"
    command = [sys.executable, "-c", code, str(tmp_path / "plain")]
    env = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(command, env=env, check=True, capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == small_run(tmp_path / "compiled")
