"""Train sb3-contrib's MaskablePPO against an opponent, or a pool of them, on the native vector environment.

Every setting is a flag (``--help``). The model plays wherever agents are named, as ``sb3:path=FILE.zip``.

    python examples/train_maskable_ppo.py --opponents "random;greedy" --steps 1000000 --folder runs/maskable
"""

import sys
import time
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.logger import configure
from stable_baselines3.common.vec_env import VecEnv

from baselines import play_match
from baselines.sb3_policy import SB3Agent
from baselines.training.settings import flag, parse_settings
from durak_env.gym_env import DurakEnv
from durak_env.sb3_env import DurakVecEnv


@dataclass(frozen=True)
class Settings:
    """What a run depends on; each is a flag of the command line."""

    folder: str = flag("runs/maskable_ppo", "for the model and the logs")
    resume: bool = flag(False, "go on from the model in the folder")
    seed: int = flag(1, "of the first weights, the games and all draws")
    opponents: str = flag("greedy", "specs, with semicolons between; each game draws one of them")
    steps: int = flag(1_000_000, "choices of the learner")
    games: int = flag(128, "at once")
    rollout: int = flag(64, "steps of each game between two updates")
    batch: int = flag(1024, "choices a gradient step")
    epochs: int = flag(4, "times that an update learns from what was collected")
    learning_rate: float = flag(5e-4, "of Adam")
    entropy: float = flag(0.01, "weight of the policy's entropy")
    hidden: int = flag(256, "units of each of two hidden layers")
    check_every: int = flag(200_000, "steps between two checkpoints with evaluation")
    check_games: int = flag(500, "against each of the ladder, in mirrored pairs")
    ladder: str = flag("random,greedy,smart", "agents to be evaluated against, with commas between")
    single_envs: bool = flag(False, "play in the DummyVecEnv of SB3's make_vec_env instead: slower, to compare")
    threads: int = flag(1, "of torch, for which more do not pay with networks of this size")


class Check(BaseCallback):
    """Every so often plays the ladder, logs the scores and saves the model."""

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self.settings, self.due = settings, settings.check_every

    def _on_rollout_end(self) -> None:
        if self.num_timesteps >= self.due:
            self.due = self.num_timesteps + self.settings.check_every
            self.check()

    def _on_step(self) -> bool:
        return True

    def check(self) -> None:
        agent = SB3Agent(self.model.policy)
        for name in self.settings.ladder.split(","):
            result = play_match(agent, name, self.settings.check_games, seed=self.settings.seed)
            low, high = result.interval()
            self.logger.record(f"score/{name}", result.score)
            print(f"{self.num_timesteps:>10,} steps  score v {name} {result.score:.3f} ({low:.3f} to {high:.3f})")
        self.model.save(Path(self.settings.folder) / "model.zip")


def new_env(settings: Settings) -> VecEnv:
    rules = {"opponent": settings.opponents.split(";"), "skip_forced": True}
    if settings.single_envs:
        return make_vec_env(lambda: DurakEnv(**rules), settings.games)
    return DurakVecEnv(settings.games, **rules)


def new_model(settings: Settings, env: VecEnv) -> MaskablePPO:
    return MaskablePPO(
        "MlpPolicy",
        env,
        learning_rate=settings.learning_rate,
        n_steps=settings.rollout,
        batch_size=settings.batch,
        n_epochs=settings.epochs,
        gamma=1.0,
        ent_coef=settings.entropy,
        policy_kwargs={"net_arch": [settings.hidden, settings.hidden]},
        seed=settings.seed,
        device="cpu",
    )


def train(settings: Settings) -> None:
    torch.set_num_threads(settings.threads)
    path = Path(settings.folder) / "model.zip"
    if settings.resume and not path.exists():
        raise SystemExit(f"there is no {path} to go on from")
    env = new_env(settings)
    model = MaskablePPO.load(path, env=env, device="cpu") if settings.resume else new_model(settings, env)
    model.set_logger(configure(settings.folder, ["csv", "tensorboard"] if find_spec("tensorboard") else ["csv"]))
    check = Check(settings)
    left = settings.steps - model.num_timesteps
    began = time.perf_counter()
    model.learn(left, callback=check, reset_num_timesteps=not settings.resume, progress_bar=sys.stdout.isatty())
    print(f"{left / (time.perf_counter() - began):,.0f} steps a second, evaluations included")
    check.check()


if __name__ == "__main__":
    train(parse_settings(Settings))
