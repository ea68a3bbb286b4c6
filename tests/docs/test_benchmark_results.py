"""Results that are kept beside the page: each is whole, its deals follow from its agent, and its quick games repeat."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardkit.benchmark.deals import RESULT, Submission, seed_of
from cardkit.benchmark.play import Matches
from cardkit.benchmark.scores import by_deal, figures, mean_of
from cardkit.benchmark.verify import read_claim
from tests.support.benchmark_choices import TRACKS
from tests.support.benchmark_tables import RESULTS, read_result, results_table

FILES = sorted(RESULTS.glob("*/*.json"))
QUICK = ("bench1-greedy",)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_kept_result_is_whole_and_on_its_own_deals(file: Path) -> None:
    claim, told = read_claim(file, TRACKS), read_result(file)
    track = claim.track
    assert file.parent.name == track.name
    assert told["complete"] is True
    assert told["deals_a_company"] == track.deals(claim.time_class)
    assert int(told["seed"]) == seed_of(track, claim.time_class, RESULT, claim.submission)
    assert told["files"] == track.files
    assert told["line"].startswith(f"{track.title}: {told['mean']['score']:.3f} ")
    assert [tuple(one["against"]) for one in told["companies"]] == track.companies
    if not told["agent"]["sources"]:  # an agent of the package
        assert claim.submission == Submission.of(told["agent"]["spec"], track.game.AGENTS)


@pytest.mark.slow
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_games_against_a_quick_opponent_repeat(file: Path) -> None:
    claim, told = read_claim(file, TRACKS), read_result(file)
    if claim.absent:
        pytest.skip(f"its network is not in the repository: {claim.absent}")
    if claim.time_class not in ("20us", "1ms"):
        pytest.skip("its games take minutes: durak verify plays them")
    track, count = claim.track, told["deals_a_company"]
    with Matches(track, claim.submission) as matches:
        match = matches.play(QUICK, count, int(told["seed"]), lambda done, of: None)
    (kept,) = (one for one in told["companies"] if tuple(one["against"]) == QUICK)
    score = figures(mean_of(by_deal(track.score(match), match.games_a_deal or track.game.places)))
    assert {name: kept[name] for name in score} == score


def test_there_is_a_table_of_results() -> None:
    assert results_table().count("\n") >= len(FILES)
