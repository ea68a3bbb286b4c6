"""Agents' times to choose, all on the same positions, so that they can be compared.

The time is that of the processor, in which other programs have no share. The agents take turns, and of several turns
the shortest counts: what disturbs, such as caches emptied by others, only makes it longer.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from baselines.durak.arena.match import play_match
from baselines.durak.arena.roster import make_agent
from cardkit.agents import CompiledAgent
from cardkit.arena.game_loop import PythonGame
from cardkit.compiled.call import ask, players
from cardkit.compiled.jit import jit
from cardkit.compiled.prng import streams_from_seed
from durak_env.information import InformationSet
from durak_env.knowledge import INFO

GROUPS, TURNS = 20, 3
GROUP = 10  # positions
LONG_ENOUGH = 0.0005  # seconds for a group, beside which the call of the compiled loop is short
APART = 7  # choices: one of so many is a position


def choice_times(specs: Sequence[str], open_world: Sequence[bool], seed: int) -> np.ndarray:
    """Measure milliseconds a choice, array (agents, groups): the mean over each group of positions.

    The positions are choices in games of greedy against itself, each group from games of its own; each agent sees them
    in its world.

    Args:
        specs: of compiled agents.
        open_world: of each agent.
        seed: of the games and of the agents.
    """
    shown = {world: _positions(world, seed) for world in set(open_world)}
    agents = [make_agent(spec) for spec in specs]
    asked = [_player(agent) for agent in agents]
    streams, scratch = streams_from_seed(seed), np.zeros(1, INFO)
    found = np.full((len(agents), GROUPS), np.inf)

    def took(number: int, group: int, passes: int) -> float:
        began = time.thread_time()
        choose_in_all(shown[open_world[number]][group], scratch, streams, asked[number], passes)
        return (time.thread_time() - began) / passes

    for number in range(len(agents)):
        took(number, 0, 1)  # compiles
    passes = [int(np.clip(LONG_ENOUGH / took(number, 0, 1), 1, 100)) for number in range(len(agents))]
    for _ in range(TURNS):
        for number in range(len(agents)):
            for group in range(GROUPS):
                found[number, group] = min(found[number, group], took(number, group, passes[number]))
    return 1000 * found / GROUP


def _player(agent: Any) -> np.ndarray:
    """Put an agent in the form of compiled loops; its memory must stay alive."""
    if not isinstance(agent, CompiledAgent):
        raise ValueError(f"only compiled agents can be timed so, got {agent!r}")
    return players([agent], [agent.memory], INFO)


@jit
def choose_in_all(infos: Any, scratch: Any, streams: Any, asked: Any, passes: Any) -> None:
    """Ask an agent in all positions, several times; it may write into the copy that it gets."""
    for _ in range(passes):
        for number in range(len(infos)):
            scratch[0] = infos[number]
            ask(asked[0], scratch[0], streams[0])


def _positions(open_world: bool, seed: int) -> np.ndarray:
    """Collect INFO records of choices in greedy games, array (groups, positions)."""
    groups: list[np.ndarray] = []
    gathered: list[Any] = []

    def look(game: PythonGame) -> None:
        choices = [(state.copy(), seat) for state, seat, _ in game.replay() if int(state.legal).bit_count() > 1]
        for state, seat in choices[game.number % APART :: APART]:
            gathered.append(InformationSet.of(state, game.variant.rules, seat, open_world).record)
        if len(gathered) >= GROUP:
            groups.append(np.array(gathered[:GROUP], INFO))
            gathered.clear()

    games = 0
    while len(groups) < GROUPS:
        play_match("greedy", "greedy", games=2 * GROUPS, seed=seed + games, on_game=look)
        games += 2 * GROUPS
    return np.array(groups[:GROUPS])
