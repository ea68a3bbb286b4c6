"""Saved models of Stable-Baselines3 as agents: the choice is the library's own, in the encoding found for it."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gymnasium import spaces

from baselines import make_agent, play_match
from cardkit.arena.game_loop import PythonGame
from cardkit.learning.encoding_match import all_encodings, fitting_encoding
from durak_env.envs.vector_env import DurakVectorEnv
from durak_env.information import InformationSet
from durak_env.observation.encoding import Encoding
from durak_env.rules import Rules

SMALL = Rules(start_rank=12, num_suits=2, hand_size=2)
RNG = np.random.default_rng(0)

Save = Callable[..., Path]


@pytest.fixture(scope="module")
def save(tmp_path_factory: pytest.TempPathFactory) -> Save:
    """Return a function that saves an untrained model of an algorithm and leaves it in ``models`` under its path."""

    def save_model(algorithm: str, rules: Rules = SMALL, policy: str = "MlpPolicy", **settings: Any) -> Path:
        import sb3_contrib
        import stable_baselines3

        from durak_env.sb3_env import DurakVecEnv

        kind = getattr(sb3_contrib, algorithm, None) or getattr(stable_baselines3, algorithm)
        path = tmp_path_factory.mktemp("models") / "model.zip"
        kind(policy, DurakVecEnv(1, rules=rules, **settings), seed=1).save(path)
        return path

    return save_model


def information_sets(rules: Rules, games: int, **settings: Any) -> list[InformationSet]:
    """Return the knowledge of seats with a choice in random games."""
    seen: list[InformationSet] = []

    class Watching:
        def act(self, info: InformationSet, rng: np.random.Generator) -> int:
            seen.append(info)
            return int(rng.choice(info.legal_actions))

    play_match(Watching(), Watching(), games=games, rules=rules, **settings)
    return seen


@pytest.mark.slow
@pytest.mark.parametrize("settings", [{}, {"policy": "MultiInputPolicy", "observation": "dict"}], ids=["flat", "dict"])
def test_the_masked_choice_is_that_of_maskable_ppo(save: Save, settings: dict[str, str]) -> None:
    from sb3_contrib import MaskablePPO

    path = save("MaskablePPO", **settings)
    agent, model = make_agent(f"sb3:{path}"), MaskablePPO.load(path, device="cpu")
    for info in information_sets(SMALL, 6):
        vector, mask = Encoding(SMALL).observe(info)
        observation = {"observation": vector, "action_mask": mask} if settings else vector
        expected, _ = model.predict(observation, action_masks=mask, deterministic=True)
        assert agent.act(info, RNG) == int(expected)


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", ["PPO", "A2C", "TRPO", "DQN", "QRDQN"])
def test_without_masks_the_best_legal_action_is_chosen(save: Save, algorithm: str) -> None:
    import sb3_contrib
    import stable_baselines3

    path = save(algorithm)
    model = (getattr(sb3_contrib, algorithm, None) or getattr(stable_baselines3, algorithm)).load(path, device="cpu")
    agent = make_agent(f"sb3:{path}")
    agreed = 0
    for info in information_sets(SMALL, 30):
        preferred = int(model.predict(Encoding(SMALL).observe(info)[0], deterministic=True)[0])
        chosen = agent.act(info, RNG)
        assert chosen in info.legal_actions
        if preferred in info.legal_actions:
            assert chosen == preferred
            agreed += 1
    assert agreed > 5


@pytest.mark.slow
@pytest.mark.parametrize(
    ("settings", "world"),
    [
        ({"open_world": True}, {"open_world": True}),
        ({"encoding": "history", "history": 5}, {}),
        ({"dtype": "uint8"}, {}),
    ],
    ids=["open", "history", "uint8"],
)
def test_every_encoding_is_found(save: Save, settings: dict[str, Any], world: dict[str, Any]) -> None:
    games: list[PythonGame] = []
    path = save("PPO", **settings)
    result = play_match(f"sb3:{path}", "random", games=6, rules=SMALL, on_game=games.append, **world)
    assert result.games == len(games) == 6


@pytest.mark.slow
def test_many_are_asked_at_once_as_one_by_one(save: Save) -> None:
    infos = information_sets(SMALL, 8)
    path = save("MaskablePPO")
    for spec in (f"sb3:{path}", f"sb3:{path},deterministic=False"):
        agent: Any = make_agent(spec)
        rngs = [[np.random.default_rng(row) for row in range(len(infos))] for _ in range(2)]
        one_by_one = [agent.act(info, rng) for info, rng in zip(infos, rngs[0], strict=True)]
        assert agent.act_batch(infos, rngs[1]) == one_by_one


@pytest.mark.slow
def test_other_processes_load_it_too(save: Save) -> None:
    one, two = (play_match(f"sb3:{save('PPO')}", "random", games=9, rules=SMALL, jobs=jobs) for jobs in (1, 2))
    assert (one.wins, one.draws, one.losses) == (two.wins, two.draws, two.losses)


@pytest.mark.slow
def test_drawn_actions_follow_the_probabilities(save: Save) -> None:
    from stable_baselines3 import PPO

    path = save("PPO")
    info = max(information_sets(SMALL, 20), key=lambda info: len(info.legal_actions))
    agent: Any = make_agent(f"sb3:{path},deterministic=False")
    rngs = [np.random.default_rng(row) for row in range(4000)]
    drawn = np.bincount(agent.act_batch([info] * 4000, rngs), minlength=SMALL.num_actions) / 4000
    policy: Any = PPO.load(path, device="cpu").policy
    tensor, _ = policy.obs_to_tensor(Encoding(SMALL).observe(info)[0])
    probabilities = policy.get_distribution(tensor).distribution.probs[0].detach().numpy()
    legal = np.zeros(SMALL.num_actions)
    legal[list(info.legal_actions)] = probabilities[list(info.legal_actions)]
    np.testing.assert_allclose(drawn, legal / legal.sum(), atol=0.04)


@pytest.mark.slow
def test_it_sits_in_the_environment(save: Save) -> None:
    env = DurakVectorEnv(16, f"sb3:{save('MaskablePPO')}", SMALL)
    env.reset(seed=1)
    ended = sum(int(env.step(env.sample_actions())[2].sum()) for _ in range(60))
    assert ended > 16


@pytest.mark.slow
def test_what_does_not_fit_is_refused_before_the_first_game(save: Save) -> None:
    closed, opened = save("PPO"), save("PPO", open_world=True)
    with pytest.raises(ValueError, match=r"Discrete\(8\), the rules standard need 38"):
        play_match(f"sb3:{closed}", "random", games=2)
    with pytest.raises(ValueError, match="show hidden cards: play in the open world"):
        play_match(f"sb3:{opened}", "random", games=2, rules=SMALL)
    with pytest.raises(ValueError, match="leave deterministic=True"):
        make_agent(f"sb3:{save('DQN')},deterministic=False")
    with pytest.raises(ValueError, match="does not score"):
        make_agent(f"sb3:{save('RecurrentPPO', policy='MlpLstmPolicy')}")


@pytest.mark.slow
def test_files_that_hold_no_model(tmp_path: Path) -> None:
    (tmp_path / "prose.zip").write_text("Once upon a time")
    for path in (tmp_path / "nothing.zip", tmp_path / "prose.zip", tmp_path):
        with pytest.raises(ValueError, match="cannot be made"):
            make_agent(f"sb3:{path}")


@pytest.mark.slow
def test_damaged_models_are_named(save: Save, tmp_path: Path) -> None:
    """Damaged models are named, whatever the readers of archives, pickles and weights raise."""
    whole = save("MaskablePPO")
    with zipfile.ZipFile(whole) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    data = json.loads(members["data"])
    changes: dict[str, dict[str, bytes]] = {
        "no pickle": {"data": json.dumps(data | {"policy_class": {":serialized:": "AAAA"}}).encode()},
        "no space": {"data": json.dumps({name: data[name] for name in data if name != "observation_space"}).encode()},
        "odd arguments": {"data": json.dumps(data | {"policy_kwargs": {"what": 1}}).encode()},
        "a list": {"data": b"[1]"},
        "no json": {"data": b"{"},
        "deep": {"data": b"[" * 100_000},
        "no weights": {"policy.pth": b"weights"},
        "cut weights": {"policy.pth": members["policy.pth"][:500]},
        "none": dict.fromkeys(members, b""),
    }
    for name, change in changes.items():
        path = tmp_path / f"{name}.zip"
        with zipfile.ZipFile(path, "w") as archive:
            for member, content in (members | change).items():
                archive.writestr(member, content)
        with pytest.raises(ValueError, match=f"{name}.zip cannot be used as a model of Stable-Baselines3: ."):
            make_agent(f"sb3:{path}")
    for name, content in (("cut", whole.read_bytes()[:3000]), ("empty", b"")):
        (tmp_path / f"{name}.zip").write_bytes(content)
        with pytest.raises(ValueError, match=f"{name}.zip cannot be used as a model"):
            make_agent(f"sb3:{tmp_path / name}.zip")


@pytest.mark.parametrize("rules", [Rules(), SMALL, Rules(hand_size=20)], ids=str)
def test_spaces_tell_encodings_apart(rules: Rules) -> None:
    for encoding in list(all_encodings(Encoding, rules))[::13]:
        for space in (encoding.vector_space, encoding.dict_space):
            assert fitting_encoding(Encoding, space, rules, open_world=True).size == encoding.size
            assert fitting_encoding(Encoding, space, rules, open_world=True).name == encoding.name


def test_a_space_that_fits_nothing_is_described() -> None:
    with pytest.raises(ValueError, match=r"shape \(10,\), dtype float32 .* fit no encoding .* closed has 301 entries"):
        fitting_encoding(Encoding, spaces.Box(0, 1, (10,), np.float32), Rules(), open_world=False)


@pytest.mark.parametrize(
    "mask",
    [
        spaces.MultiBinary(38),
        spaces.Box(0, 1, (38,), np.uint8),
        spaces.Box(0, 1, (38,), np.float32),
        spaces.MultiDiscrete([2] * 38),
    ],
    ids=str,
)
def test_the_kind_of_space_that_a_mask_has_does_not_matter(mask: spaces.Space[Any]) -> None:
    closed = Encoding(Rules(), "closed").vector_space
    assert (
        fitting_encoding(Encoding, spaces.Dict(observation=closed, action_mask=mask), Rules(), False).name == "closed"
    )


def test_a_mask_of_another_length_is_named() -> None:
    closed = Encoding(Rules(), "closed").vector_space
    wrong = spaces.Dict(observation=closed, action_mask=spaces.MultiBinary(36))
    with pytest.raises(ValueError, match=r"action_mask: shape \(36,\) .* a mask beside them has 38 entries"):
        fitting_encoding(Encoding, wrong, Rules(), False)
