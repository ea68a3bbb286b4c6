"""Runs the benchmark for each row of the page's table that is missing, training the agents that learn.

``python -m tests.support.benchmark_runs`` continues where it was stopped; it takes some two hours of one core.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.support.benchmark_tables import RESULTS

QUICK = ("smart:preset=thesis", "advisor", "openfool", "expert", "hvalue", "low", "random", "evolved")
CHAMPIONS = ("champion:generation=1", "champion:generation=3")
SEARCHES = ("champion-search", "ismcts:simulations=1000", "minimax:preset=thesis", "mcts:preset=thesis")
CLASSES = {
    **dict.fromkeys(("greedy", "smart", "champion"), "1ms"),
    **dict.fromkeys((*QUICK, *CHAMPIONS), "50ms"),
    **dict.fromkeys(SEARCHES, "unlimited"),
}
"""The package's agents, each with the class that it declares; with a slower one fewer deals are played."""
DURAK = (str(Path(sys.executable).with_name("durak")),)
TRAININGS = {
    "ppo": (*DURAK, "train", "--preset", "ppo", "--plies", "3000000"),
    "dmc": (*DURAK, "train", "--preset", "dmc", "--plies", "4200000"),
    "imit": (*DURAK, "train", "--preset", "quick", "--plies", "225000"),
    "mask": (sys.executable, "examples/train_maskable_ppo.py", "--steps", "2200000"),
}
"""Programs that train, each for about as long."""
SEEDS = 1, 2, 3


def name_of(spec: str) -> str:
    """Name the file of a spec: ``champion:generation=1`` is in ``champion-1``."""
    name, _, given = spec.partition(":")
    return f"{name}-{given.partition('=')[2]}" if given and "simulations" not in given else name


def measure(spec: str, time_class: str, file: Path) -> None:
    """Run the benchmark on the deals of a result."""
    kept = ("--store", f"runs/benchmark-{file.stem}.db", "--output", str(file))
    words = ("benchmark", spec, "--track", "A", "--class", time_class, "--deals", "result", *kept)
    subprocess.run([*DURAK, *words], check=True)


def train_and_measure(method: str, seed: int, file: Path) -> None:
    """Train an agent, unless its network is there, and run the benchmark."""
    folder = Path("runs") / f"{method}-{seed}"
    trained, kind = (folder / "model.zip", "sb3") if method == "mask" else (folder / "policy.safetensors", "policy")
    if not trained.exists():
        subprocess.run([*TRAININGS[method], "--seed", str(seed), "--folder", str(folder)], check=True)
    measure(f"{kind}:path={trained}", "50ms", file)


def main() -> None:
    """Run what is missing, in the repository's root."""
    Path("runs").mkdir(exist_ok=True)
    for spec, time_class in CLASSES.items():
        if not (file := RESULTS / "A" / f"{name_of(spec)}.json").exists():
            measure(spec, time_class, file)
    for seed in SEEDS:
        for method in TRAININGS:
            if not (file := RESULTS / "A" / f"{method}-{seed}.json").exists():
                train_and_measure(method, seed, file)


if __name__ == "__main__":
    main()
