"""The directive ``environment``: an environment's facts, after the pages of PettingZoo, from the environment itself.

```{environment} durak_env.durak_v0 durak_env/Durak-v0
```
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

MOST_SEATS = 10
BY_SEATS = '| seats, `rules="num_players=..."` | actions | entries of an observation |'


def facts(module: Any, env_id: str) -> dict[str, str]:
    """Collect the facts that PettingZoo's pages state about an environment, by name."""
    env = module.raw_env()
    first = env.possible_agents[0]
    space = env.observation_space(first)
    vector = space["observation"]
    package, name = module.__name__.rsplit(".", 1)
    return {
        "Import": f"`from {package} import {name}`",
        "Gymnasium": f"`gymnasium.make({env_id!r})`, `gymnasium.make_vec({env_id!r}, num_envs=1024)`",
        "Actions": "discrete",
        "Parallel API": f"`{name}.parallel_env()`: one seat moves in each step, the others wait",
        "Manual control": "yes" if env.metadata.get("has_manual_policy") else "no",
        "Render modes": ", ".join(f"`{mode}`" for mode in env.metadata["render_modes"]),
        "Agents": ", ".join(f"`{agent}`" for agent in env.possible_agents),
        "Action values": f"`{env.action_space(first)}`",
        "Observation": f"`{vector.shape}`, {vector.dtype} in [{vector.low.min():g}, {vector.high.max():g}]",
        "Action mask": f"`{space['action_mask'].shape}`, {space['action_mask'].dtype}: 1 where legal",
    }


def by_seats(module: Any) -> list[tuple[int, int, int]]:
    """Return for each number of seats that the game takes: seats, actions, and entries of an observation."""
    rows = []
    for seats in range(1, MOST_SEATS + 1):
        try:
            env = module.raw_env(rules=f"num_players={seats}")
        except ValueError:
            continue
        first = env.possible_agents[0]
        rows.append((seats, env.action_space(first).n, env.observation_space(first)["observation"].shape[0]))
    return rows


class Environment(SphinxDirective):
    """Two tables: the facts of the default environment, and the sizes by number of seats."""

    required_arguments = 2

    def run(self) -> list[nodes.Node]:
        module = import_module(self.arguments[0])
        lines = ["| environment | by default |", "| --- | --- |"]
        lines += [f"| {name} | {value} |" for name, value in facts(module, self.arguments[1]).items()]
        lines += ["", BY_SEATS, "| --- | --- | --- |"]
        lines += [f"| {seats} | {actions} | {entries} |" for seats, actions, entries in by_seats(module)]
        return self.parse_text_to_nodes("\n".join(lines))


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("environment", Environment)
    return {"parallel_read_safe": True}
