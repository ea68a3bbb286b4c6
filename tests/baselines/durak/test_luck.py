"""The luck of a game: terms of mean zero however agents play, draws as chance deals them, and the score freed of it."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from typer.testing import CliRunner

from baselines.durak.arena.match import play_match
from baselines.durak.cli import app
from baselines.durak.luck.chance import LUCK, ChanceMeter, shuffle_talon
from baselines.durak.luck.variance import LuckOfGames, draw_shares, luck_of_games
from cardkit.compiled.prng import streams_from_seed
from durak_env.deals import Deal
from durak_env.rules import Rules
from tests.support.command_line import run_command
from tests.support.luck_coverage import games_of, missed


@pytest.mark.slow
@pytest.mark.parametrize(("agent", "other"), [("greedy", "random"), ("champion:generation=1,temperature=1", "uniform")])
def test_terms_have_mean_zero_however_agents_play(agent: str, other: str) -> None:
    found = luck_of_games(agent, other, 1000, 3)
    assert found.luck["deal"].reshape(-1, 2).sum(axis=1) == pytest.approx(0)  # mirrored pairs share their deal
    deviation = found.luck["draws"].std() / math.sqrt(1000)
    assert abs(found.luck["draws"].mean()) < 3.5 * deviation


@pytest.mark.slow
def test_among_equals_the_draws_explain_much() -> None:
    found = games_of("smart", "greedy", 3000, 5)
    assert found.explained("draws") > 0.1
    assert found.explained("deal", "draws") >= max(found.explained("deal"), found.explained("draws"))


@pytest.mark.slow
def test_intervals_of_real_games_cover() -> None:
    plain, freed, gain = missed("smart", "greedy", 3000, 100, 1000, 5)
    assert gain > 1.1
    assert max(plain, freed) < 0.02 + 3.3 * math.sqrt(0.02 * 0.98 / 1000)


@pytest.mark.slow
def test_the_same_game_has_the_same_luck_and_more_draws_hardly_change_it() -> None:
    few, many = ChanceMeter(Rules()), ChanceMeter(Rules(), 2000)
    seen = []
    play_match("greedy", "smart", games=20, seed=1, on_game=lambda game: seen.append((few.of(game), many.of(game))))
    again = []
    play_match("greedy", "smart", games=20, seed=1, on_game=lambda game: again.append(few.of(game)))
    assert [one.tobytes() for one, _ in seen] == [one.tobytes() for one in again]
    assert np.corrcoef([one["draws"] for one, _ in seen], [more["draws"] for _, more in seen])[0, 1] > 0.95
    assert all(one["refills"] > 5 for one in again)


def test_another_order_of_the_talon_leaves_the_trump_card_where_everybody_sees_it() -> None:
    state = Deal(tuple(Rules().deck), attacker=0).lay_out(Rules())
    size, streams = int(state["talon_size"]), streams_from_seed(1)
    dealt, orders = state["talon"][:size].tolist(), set()
    for _ in range(20):
        shuffle_talon(state, streams[0])
        order = state["talon"][:size].tolist()
        assert order[0] == dealt[0] == state["trump_card"]
        assert sorted(order) == sorted(dealt)
        orders.add(tuple(order))
    assert len(orders) == 20


def test_where_all_games_end_alike_there_is_nothing_to_explain(tmp_path) -> None:
    """Samples of the bootstrap in which all games end alike are left out, so that the interval is still one."""
    rng = np.random.default_rng(2)
    luck = np.zeros(20, [("deal", float), ("draws", float)])
    luck["draws"] = rng.normal(size=20)
    alike = LuckOfGames(("a", "b"), np.ones(20), luck)
    assert np.isnan([alike.explained("draws"), *alike.interval("draws")]).all()
    draw_shares([alike], tmp_path / "luck.png")
    one_lost = LuckOfGames(("a", "b"), np.where(np.arange(20), 1.0, -1.0), luck)
    low, high = one_lost.interval("draws")
    assert 0 <= low <= one_lost.explained("draws") <= high <= 1


def test_what_is_explained_is_what_is_planted() -> None:
    rng = np.random.default_rng(1)
    luck = np.zeros(4000, [("deal", float), ("draws", float)])
    luck["deal"], luck["draws"] = rng.normal(size=4000), rng.normal(size=4000)
    returns = 1 * luck["deal"] + 2 * luck["draws"] + rng.normal(size=4000) * 2
    found = LuckOfGames(("a", "b"), returns, luck)
    for terms, share in ((("deal",), 1 / 9), (("draws",), 4 / 9), (("deal", "draws"), 5 / 9)):
        assert found.explained(*terms) == pytest.approx(share, abs=0.04)
    low, high = found.interval("draws")
    assert low < found.explained("draws") < high
    assert high - low < 0.1


class SameLuck:
    """A measure that finds equal luck for seat 0 in every game."""

    def __init__(self, rules: Rules) -> None:
        self.luck = np.array((0.25, -0.5, 7), LUCK)

    def of(self, game: object) -> np.ndarray:
        return self.luck.copy()


def test_luck_is_that_of_the_first_agent_wherever_it_sits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("baselines.durak.luck.variance.ChanceMeter", SameLuck)
    found = luck_of_games("greedy", "random", 20, 3)
    assert found.luck["deal"].tolist() == [0.25, -0.25] * 10
    assert found.luck["draws"].tolist() == [-0.5, 0.5] * 10
    assert found.luck["refills"].tolist() == [7] * 20


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--control", "--players", "4"], "--control: luck is measured by a critic that knows the standard rules only"),
        (["--control", "--start-rank", "2"], "knows the standard rules only, got start_rank=2"),
        (["--control", "--open-world"], "do not see the talon: leave out --open-world"),
        (["--control", "--sprt", "0", "10"], "leave one of them out"),
    ],
)
def test_what_cannot_be_measured_is_refused_before_a_game_is_played(arguments: list[str], said: str) -> None:
    run = run_command(app, "match", "greedy", "random", "--games", "1000000", *arguments, status=2)
    assert said in " ".join(run.stderr.split())


@pytest.mark.slow
def test_a_match_tells_the_score_freed_from_luck() -> None:
    arguments = ["match", "champion:generation=1", "greedy", "--games", "400", "--seed", "1"]
    plain, freed = (CliRunner().invoke(app, [*arguments, *more]) for more in ([], ["--control"]))
    assert "That is the score less the luck of the draws, as exact as" in " ".join(freed.stdout.split())
    assert plain.stdout.splitlines()[5] == freed.stdout.splitlines()[5]  # the wins
    figures, shared = (
        json.loads(CliRunner().invoke(app, [*arguments, "--control", "--json", "--jobs", jobs]).stdout) for jobs in "12"
    )
    control = figures["control"]
    assert shared["control"] == control
    assert control["used"] == (control["gain"] >= 1.2)
    assert control["score_interval"][0] < control["score"] < control["score_interval"][1]
    narrower = np.ptp(figures["score_intervals"][0]) / np.ptp(control["score_interval"])
    assert narrower == pytest.approx(control["gain"] ** 0.5, rel=0.1)
