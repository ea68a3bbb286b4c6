"""The linear evaluation is the weighted sum of its features, is played honestly, and evolves toward better play."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from baselines import make_agent, play_match
from baselines.durak.agents.evolved import WORK, evaluation_agent
from baselines.durak.evaluation.linear import (
    COUNT,
    EVOLVED,
    FEATURES,
    LinearEvaluation,
    linear_value,
    load_evaluation,
    save_evaluation,
    set_weights,
)
from durak_env.core.records import GAME_OVER
from durak_env.core.results import returns
from durak_env.core.seating import mover
from durak_env.information import InformationSet
from tests.support import reference_minimax as reference
from tests.support.search_positions import after, legal_slots, positions


def holder(weights: np.ndarray) -> Any:
    record = np.zeros(1, WORK)
    set_weights(record[0], LinearEvaluation(weights))
    return record[0]


def test_each_feature_counts_what_it_says() -> None:
    rng = np.random.default_rng(1)
    weights = rng.normal(size=(2, COUNT))
    seen = np.zeros((2, COUNT), bool)
    for _, state, seat in positions(400, seed=21):
        value = linear_value(state, seat, holder(weights))
        assert value == pytest.approx(reference.linear(state, weights))
        assert linear_value(state, 1 - seat, holder(weights)) == pytest.approx(-value)
        seen[int(state.talon_size == 0)] |= [bool(one) for one in reference.features(state, seat).values()]
        seen[int(state.talon_size == 0)] |= [bool(one) for one in reference.features(state, 1 - seat).values()]
    assert seen.all(), [FEATURES[place] for place in np.flatnonzero(~seen.all(axis=0))]


def test_it_plays_the_action_after_which_the_position_is_worth_most() -> None:
    """The action after which the position is worth most is played, in the open world, where there is one position."""
    agent, rng = make_agent("evolved"), np.random.default_rng(0)
    weights = load_evaluation().weights
    for rules, state, seat in positions(100, seed=22):
        values = {}
        for slot in legal_slots(state):
            child = after(state, slot)
            if child.phase == GAME_OVER:
                values[slot] = 1e6 * int(returns(child, seat))
            else:
                values[slot] = reference.linear(child, weights) * (1 if mover(child) == seat else -1)
        info = InformationSet.of(state, rules, seat, True)
        chosen = agent.act(info, rng)
        ids = dict(zip(info.legal_actions, sorted(values, key=action_order), strict=True))
        assert values[ids[chosen]] == pytest.approx(max(values.values()))


def action_order(slot: int) -> tuple[bool, int]:
    """Return a key that sorts TAKE and DONE, slots 0 and 1, last, as their ids are."""
    return slot < 2, slot


def test_the_evolved_weights_beat_greedy() -> None:
    assert play_match("evolved", "greedy", 2000, seed=3).interval()[0] > 0.5


def test_a_file_holds_weights_and_origin(tmp_path: Path) -> None:
    weights = np.random.default_rng(2).normal(size=(2, COUNT))
    save_evaluation(LinearEvaluation(weights, {"generations": 3}), tmp_path / "mine.json")
    again = load_evaluation(tmp_path / "mine.json")
    assert (again.weights == weights).all()
    assert again.origin == {"generations": 3}
    by_file = play_match(f"evolved:path={tmp_path / 'mine.json'}", "greedy", 50)
    assert by_file.score == play_match(evaluation_agent(again), "greedy", 50).score
    assert {"commands", "code_version", "scores", "generations"} <= set(load_evaluation().origin)


def test_files_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "spoilt.json"
    content = json.loads(EVOLVED.read_text())
    for text, match in (
        ("no json", "not an evaluation file"),
        ("[]", "its format is not"),
        (json.dumps(content | {"talon": {"cards": 1.0}}), "features cards, ranks"),
        (json.dumps({"format": content["format"]}), "features cards, ranks"),
        (json.dumps(content | {"talon": 3}), "features cards, ranks"),
        (json.dumps(content | {"talon": content["talon"] | {"ranks": True}}), "the weight 'ranks' of 'talon'"),
        (json.dumps(content | {"endgame": content["endgame"] | {"cards": 10**400}}), "the weight 'cards' of 'endgame'"),
        (json.dumps(content | {"talon": content["talon"] | {"pairs": "1"}}), "the weight 'pairs' of 'talon'"),
        ("[" * 100_000, "nested too deep"),
    ):
        path.write_text(text)
        load_evaluation.cache_clear()
        with pytest.raises(ValueError, match=match):
            make_agent(f"evolved:path={path}")
    with pytest.raises(ValueError, match="samples"):
        make_agent("evolved:samples=0")
    with pytest.raises(ValueError, match="weights"):
        LinearEvaluation(np.full((2, COUNT), np.nan))


# --- evolution ---


def evolution(folder: Path, **changed: Any) -> Any:
    from baselines.durak.learning.evolution import Evolution, Settings

    return Evolution(Settings(folder=str(folder), **{"games": 20, "population": 6, "check_games": 20, **changed}))


def generations(folder: Path) -> list[dict[str, Any]]:
    _, *rows = map(json.loads, (folder / "log.jsonl").read_text().splitlines())
    return [{name: value for name, value in row.items() if name != "seconds"} for row in rows]


def test_an_evolution_that_was_broken_off_goes_on_as_if_it_had_not(tmp_path: Path) -> None:
    whole = evolution(tmp_path / "whole", generations=6)
    assert list(whole.run()) == [1, 2, 3, 4, 5, 6]
    assert list(evolution(tmp_path / "broken", generations=4).run()) == [1, 2, 3, 4]
    gone_on = evolution(tmp_path / "broken", generations=6, resume=True)
    assert list(gone_on.run()) == [5, 6]
    assert generations(tmp_path / "whole") == generations(tmp_path / "broken")
    assert (whole.evaluation().weights == gone_on.evaluation().weights).all()
    origin = gone_on.evaluation().origin
    assert len(origin["commands"]) == 2
    assert str(tmp_path) not in str(origin["settings"])
    with pytest.raises(ValueError, match=r"different settings: \{'games'"):
        evolution(tmp_path / "whole", games=40, resume=True)


def test_the_result_is_judged_on_deals_of_no_generation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seeds: list[int] = []

    def noted(*given: Any, seed: int, **more: Any) -> Any:
        seeds.append(seed)
        return play_match(*given, seed=seed, **more)

    monkeypatch.setattr("baselines.durak.learning.evolution.play_match", noted)
    run = evolution(tmp_path, generations=2, games=2, check_games=2, seed=3)
    assert list(run.run()) == [1, 2]
    bred = set(seeds)
    seeds.clear()
    run.finish()
    assert len(bred) == 2
    assert len(seeds) == 2
    assert bred.isdisjoint(seeds)


@pytest.mark.parametrize(
    "text", ["", "[]", "{", "{}\n{}", '{"settings": 3}', "[" * 100_000], ids=lambda text: text[:10]
)
def test_a_damaged_log_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "log.jsonl").write_text(text)
    with pytest.raises(ValueError, match=r"log\.jsonl cannot be used as the log of an evolution: ."):
        evolution(tmp_path, resume=True)


def test_an_unknown_opponent_is_told_before_anything_is_played(tmp_path: Path) -> None:
    from baselines.durak.learning.evolution import main

    for flag in ("--opponents", "--ladder"):
        with pytest.raises(SystemExit, match="nobody"):
            main(["--folder", str(tmp_path / "run"), flag, "greedy;nobody"])
    assert not (tmp_path / "run").exists()


def test_a_full_disk_ends_an_evolution_with_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from baselines.durak.learning.evolution import main

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(SystemExit, match=r"No space left on device: '.*log\.jsonl'"):
        main(["--folder", str(tmp_path)])


@pytest.mark.slow
def test_ctrl_c_ends_an_evolution_with_a_line(tmp_path: Path) -> None:
    script = """
from baselines.durak.learning import evolution
def interrupted(*_, **__):
    raise KeyboardInterrupt
evolution.play_match = interrupted
evolution.main([])
"""
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[3])},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (130, "-c: interrupted\n")


def test_two_evolutions_do_not_write_in_one_folder(tmp_path: Path) -> None:
    first, second = (evolution(tmp_path, generations=2) for _ in range(2))
    rounds = first.run()
    next(rounds)
    with pytest.raises(ValueError, match="another run is writing in"):
        next(second.run())
    rounds.close()


def test_numpy_s_global_generator_is_left_alone(tmp_path: Path) -> None:
    before = np.random.get_state(legacy=False)  # noqa: NPY002 - looked at, not drawn from
    next(evolution(tmp_path, generations=1).run())
    assert repr(np.random.get_state(legacy=False)) == repr(before)  # noqa: NPY002


@pytest.mark.slow
def test_play_gets_better(tmp_path: Path) -> None:
    run = evolution(tmp_path, generations=12, games=100, opponents="greedy", spread=0.5)
    first = play_match(evaluation_agent(run.evaluation()), "greedy", 2000, seed=9)
    for _ in run.run():
        pass
    last = play_match(evaluation_agent(run.evaluation()), "greedy", 2000, seed=9)
    assert last.interval()[0] > first.interval()[1]
    judged = run.finish()
    assert load_evaluation(tmp_path / "evolved.json").origin["scores"] == judged.origin["scores"]
