"""Train sb3-contrib's MaskablePPO against an opponent, or a pool of them, on the native vector environment.

Every setting is a flag (``--help``). The model plays wherever you can name an agent, as ``sb3:path=FILE.zip``.

    python examples/train_maskable_ppo.py --opponents greedy --steps 6000000 --folder runs/maskable
"""

import json
import sys
import time
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.logger import configure
from stable_baselines3.common.vec_env import VecEnv

from baselines import play_match
from baselines.durak.agents.sb3 import SB3Agent
from cardkit.learning.resuming.streams import LEARNING, seeds_of
from cardkit.learning.settings import check_fresh, check_ranges, check_unchanged, errors_in_a_line, flag, parse_settings
from durak_env.envs.gym_env import DurakEnv
from durak_env.sb3_env import DurakVecEnv

MAY_CHANGE = ("folder", "resume", "steps", "threads")  # when a run is resumed


@dataclass(frozen=True)
class Settings:
    """The settings of a run; each is a flag of the command line."""

    folder: str = flag("runs/maskable_ppo", "folder for the model and the logs")
    resume: bool = flag(False, "continue from the model in the folder")
    seed: int = flag(1, "seed of the initial weights, the games and all draws")
    opponents: str = flag("greedy", "specs, separated by semicolons; each game draws one")
    steps: int = flag(6_000_000, "choices of the learner")
    games: int = flag(1024, "at once")
    rollout: int = flag(16, "steps of each game between two updates")
    batch: int = flag(4096, "choices per gradient step")
    epochs: int = flag(1, "passes of an update over the collected choices; new games cost less than a second pass")
    learning_rate: float = flag(3e-3, "of Adam")
    entropy: float = flag(0.02, "weight of the policy's entropy")
    hidden: int = flag(64, "units in each of two hidden layers")
    check_every: int = flag(1_000_000, "steps between two checkpoints with evaluation")
    check_games: int = flag(500, "games against each agent of the ladder, in mirrored pairs")
    ladder: str = flag("random;greedy;smart", "agents for the evaluation, separated by semicolons")
    single_envs: bool = flag(False, "play in the DummyVecEnv of SB3's make_vec_env instead: slower, for comparison")
    threads: int = flag(1, "threads of torch; several do not pay off for networks of this size")

    def __post_init__(self) -> None:
        check_ranges(self)


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
        policy_kwargs={"net_arch": [settings.hidden, settings.hidden], "activation_fn": torch.nn.ReLU},
        seed=settings.seed,
        device="cpu",
    )


def train(settings: Settings) -> None:
    """Train from checkpoint to checkpoint; all games and draws restart at each, so that a run can resume there."""
    torch.set_num_threads(settings.threads)
    torch.distributions.Distribution.set_default_validate_args(False)  # would check every probability of every batch
    folder, env = Path(settings.folder), new_env(settings)
    if not settings.resume:
        check_fresh(folder / "model.zip")
    model = load_model(settings, env) if settings.resume else new_model(settings, env)
    log = [row for row in read_log(folder) if row["plies"] <= model.num_timesteps] if settings.resume else []
    kinds = ["csv", "tensorboard"] if find_spec("tensorboard") else ["csv"]
    model.set_logger(configure(str(folder / f"from-{model.num_timesteps}"), kinds))
    while model.num_timesteps < settings.steps:
        began, done = time.perf_counter(), model.num_timesteps
        until = min(settings.steps, (done // settings.check_every + 1) * settings.check_every)
        model.set_random_seed(seeds_of(settings.seed, LEARNING, done)[0] % 2**32)  # SB3 takes no larger ones
        model.set_env(env)  # this resets it with that seed
        model.learn(until - done, reset_num_timesteps=False, progress_bar=sys.stdout.isatty())
        rate = (model.num_timesteps - done) / (time.perf_counter() - began)
        log.append({"plies": model.num_timesteps, "scores": scores(model, settings)})
        print(f"{model.num_timesteps:>10,} steps, {rate:,.0f} a second  score v {score_text(log[-1]['scores'])}")
        save(model, log, settings)


def scores(model: MaskablePPO, settings: Settings) -> dict[str, tuple[float, float, float]]:
    """Measure the model's score against each agent of the ladder, with its interval."""
    found = {}
    for name in settings.ladder.split(";"):
        # A function, since a match makes an agent for each seat, and torch does not copy a policy in training.
        result = play_match(lambda: SB3Agent(model.policy), name, games=settings.check_games, seed=settings.seed)
        found[name] = (result.score, *result.interval())
        model.logger.record(f"score/{name}", result.score)
    return found


def score_text(found: dict[str, tuple[float, float, float]]) -> str:
    return "  ".join(f"{name} {score:.3f} ({low:.3f} to {high:.3f})" for name, (score, low, high) in found.items())


def save(model: MaskablePPO, log: list[dict[str, Any]], settings: Settings) -> None:
    """Write settings and log, then the model in one step, so that a killed run resumes from the last checkpoint."""
    folder = Path(settings.folder)
    (folder / "settings.json").write_text(json.dumps(asdict(settings), indent=2), encoding="utf-8")
    (folder / "log.jsonl").write_text("".join(json.dumps(row) + "\n" for row in log), encoding="utf-8")
    model.save(folder / "new.zip")
    (folder / "new.zip").replace(folder / "model.zip")


def load_model(settings: Settings, env: VecEnv) -> MaskablePPO:
    folder = Path(settings.folder)
    if not (folder / "model.zip").exists():
        raise ValueError(f"--resume needs {folder / 'model.zip'}, which does not exist")
    begun = json.loads((folder / "settings.json").read_text(encoding="utf-8"))
    check_unchanged(settings, begun, MAY_CHANGE, f"the model in {folder}")
    return MaskablePPO.load(folder / "model.zip", env=env, device="cpu")


def read_log(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "log.jsonl").read_text(encoding="utf-8").splitlines()]


if __name__ == "__main__":
    with errors_in_a_line():
        train(parse_settings(Settings))
