"""The programs that people run first; nobody should wait for a compiler there."""

from __future__ import annotations

import asyncio
import re
import shlex
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]

MATCHES = {
    "durak": ["greedy random", "champion greedy", "smart greedy", "champion-search:simulations=10 minimax"],
    "oh_hell": ["informed random", "learned informed:version=2", "ismcts:simulations=10 informed"],
    "bang": ["rai rair", "eai random", "learned rair", "ismcts:simulations=10 eai"],
}
STEPS = """import gymnasium, {package}
for make, more in ((gymnasium.make, {{}}), (gymnasium.make_vec, {{"num_envs": 8}})):
    env = make("{identity}", **more)
    _, info = env.reset(seed=1)
    for _ in range(20):
        actions = env.sample_actions() if more else env.action_space.sample(info["action_mask"])
        _, _, ended, _, info = env.step(actions)
        if not more and ended:
            _, info = env.reset()"""
AEC = """from {package} import {name}
env = {name}.env()
env.reset(seed=1)
for player in env.agent_iter():
    observation, _, terminated, truncated, _ = env.last()
    env.step(None if terminated or truncated else env.action_space(player).sample(observation["action_mask"]))"""


def programs() -> Iterator[list[str]]:
    """Yield arguments of an interpreter in which the packages are installed."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (tournament,) = re.findall(r"&& \.venv/bin/durak (tournament .*?)\n```", readme.replace("\\\n", ""), re.DOTALL)
    yield ["-m", "durak_env", *shlex.split(tournament)]
    for block in re.findall(r"```python\n(.*?)```", readme, re.DOTALL):
        yield ["-c", block]
    for game, matches in MATCHES.items():
        for agents in matches:
            yield ["-m", f"{game}_env", "match", *agents.split(), "--games", "4", "--seed", "1"]
    for package, name, identity in (
        ("durak_env", "durak_v0", "durak_env/Durak-v0"),
        ("oh_hell_env", "oh_hell_v0", "oh_hell_env/OhHell-v0"),
        ("bang_env", "bang_v0", "bang_env/Bang-v0"),
    ):
        yield ["-c", STEPS.format(package=package, identity=identity)]
        yield ["-c", AEC.format(package=package, name=name)]
    for game in MATCHES:
        yield ["-m", "tests.support.first_minutes", game]


async def play_at_a_table(game: str) -> None:
    """Play a game at a table as it stands at first, the first legal action each time."""
    from tests.support.local_table import LocalTable

    table = LocalTable(import_module(f"baselines.{game}.table.plugin").PLUGIN)
    level = table.context.plugin.levels[1]
    seats = ["human", *[level] * (int(table.context.view.seats[0]) - 1)]
    await table.ask("pace", seconds=0)
    await table.ask("new", seats=seats, seed=1)
    while (state := _latest(table))["returns"] is None:
        await table.ask("act", action=state["legal"][0]["action"], ply=state["plies"], revision=state["revision"])


def _latest(table: Any) -> Any:
    return next(said for said in reversed(table.said) if said["type"] == "state")


if __name__ == "__main__":
    asyncio.run(play_at_a_table(sys.argv[1]))
