"""Gymnasium's wrappers of vector environments around games: each takes the infos, which hold numbers alone."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.wrappers import vector as wrappers

import durak_env  # noqa: F401 - which registers the environments

GAMES = 4


def _same(value: Any) -> Any:
    return value


WRAPPED: dict[str, Callable[[Any], Any]] = {
    "ArrayConversion": lambda env: wrappers.ArrayConversion(env, np, np),
    "ClipReward": lambda env: wrappers.ClipReward(env, -1, 1),
    "DictInfoToList": lambda env: wrappers.DictInfoToList(env),
    "DtypeObservation": lambda env: wrappers.DtypeObservation(env, np.float32),
    "FilterObservation": lambda env: wrappers.FilterObservation(env, ["observation"]),
    "FlattenObservation": lambda env: wrappers.FlattenObservation(env),
    "HumanRendering": lambda env: wrappers.HumanRendering(env),
    "NormalizeObservation": lambda env: wrappers.NormalizeObservation(env),
    "NormalizeReward": lambda env: wrappers.NormalizeReward(env),
    "NumpyToTorch": lambda env: wrappers.NumpyToTorch(env),
    "RecordEpisodeStatistics": lambda env: wrappers.RecordEpisodeStatistics(env),
    "RescaleObservation": lambda env: wrappers.RescaleObservation(env, 0, 1),
    "ReshapeObservation": lambda env: wrappers.ReshapeObservation(env, (1, *env.single_observation_space.shape)),
    "TransformAction": lambda env: wrappers.TransformAction(env, _same),
    "TransformObservation": lambda env: wrappers.TransformObservation(env, _same),
    "TransformReward": lambda env: wrappers.TransformReward(env, _same),
    "VectorizeTransformAction": lambda env: wrappers.VectorizeTransformAction(
        env, gymnasium.wrappers.TransformAction, func=_same, action_space=env.single_action_space
    ),
    "VectorizeTransformObservation": lambda env: wrappers.VectorizeTransformObservation(
        env, gymnasium.wrappers.FlattenObservation
    ),
    "VectorizeTransformReward": lambda env: wrappers.VectorizeTransformReward(
        env, gymnasium.wrappers.TransformReward, func=_same
    ),
}
FOR_OTHER_GAMES = {
    "ClipAction",  # actions that are ranges of numbers
    "RescaleAction",
    "GrayscaleObservation",  # pictures as observations
    "ResizeObservation",
    "JaxToNumpy",  # games written in JAX
    "JaxToTorch",
    "RecordVideo",  # writes files by another package, from the pictures that HumanRendering shows
}
NEEDS = {"ArrayConversion": "array_api_compat", "NumpyToTorch": "array_api_compat", "HumanRendering": "cv2"}


def test_no_wrapper_is_left_out() -> None:
    assert not WRAPPED.keys() & FOR_OTHER_GAMES
    assert WRAPPED.keys() | FOR_OTHER_GAMES >= set(wrappers.__all__)


def made(name: str, **settings: Any) -> Any:
    """Make a wrapped environment of two opponents."""
    if name not in wrappers.__all__:
        pytest.skip(f"this version of Gymnasium has no {name}")
    if name in NEEDS:
        pytest.importorskip(NEEDS[name])
    if name == "NumpyToTorch":
        pytest.importorskip("torch", reason="the extra 'train' is not installed")
    if name == "FilterObservation":
        settings["observation"] = "dict"
    if name == "HumanRendering":
        settings["render_mode"] = "rgb_array"
    return WRAPPED[name](gymnasium.make_vec("durak_env/Durak-v0", GAMES, opponent=["greedy", "random"], **settings))


def actions_for(env: Any) -> Any:
    """Return legal actions, as tensors where the wrapper wants these."""
    actions = env.unwrapped.sample_actions()
    if type(env).__name__ != "NumpyToTorch":  # to name the class imports torch, which may not be there
        return actions
    return __import__("torch").as_tensor(actions)


def number_of(env: Any, infos: Any) -> int:
    """Return the number of the first game's opponent."""
    return int(infos[0]["opponent"] if isinstance(env, wrappers.DictInfoToList) else infos["opponent"][0])


def takes_same_step(name: str) -> bool:
    """Return whether the wrapper takes same-step resets, which Gymnasium refuses to wrappers of observations."""
    return not name.endswith("Observation") and name not in ("ArrayConversion", "NumpyToTorch")


@pytest.mark.parametrize(
    ("name", "mode"),
    [
        (name, mode)
        for name in WRAPPED
        for mode in ("NextStep", "SameStep")
        if mode == "NextStep" or takes_same_step(name)
    ],
)
def test_a_wrapper_passes_games_on(name: str, mode: str) -> None:
    env = made(name, autoreset_mode=mode)
    _, infos = env.reset(seed=1)
    ended = 0
    for _ in range(90):
        assert env.unwrapped.opponent_names[number_of(env, infos)] in ("greedy", "random")
        _, _, terminated, _, infos = env.step(actions_for(env))
        ended += int(terminated.sum())
    assert ended > GAMES
    env.close()


@pytest.mark.skipif(not find_spec("array_api_compat") or not find_spec("torch"), reason="needs both")
@pytest.mark.parametrize("illegal", [False, True])
def test_single_games_are_converted_too(illegal: bool) -> None:
    """Single games are converted alone and by the vector environment that Gymnasium makes of them, after errors too."""
    import torch

    single = gymnasium.wrappers.NumpyToTorch(gymnasium.make("durak_env/Durak-v0", opponent="greedy"))
    envs = wrappers.NumpyToTorch(
        gymnasium.make_vec("durak_env/Durak-v0", 2, vectorization_mode="sync", opponent="greedy")
    )
    for env in (single, envs):
        _, info = env.reset(seed=1)
        mask = info["action_mask"].to(torch.float32)
        *_, info = env.step(mask.argmin(-1) if illegal else mask.argmax(-1))
        assert int(info["opponent"].sum()) == 0
        assert ("illegal_action" in info) == illegal
