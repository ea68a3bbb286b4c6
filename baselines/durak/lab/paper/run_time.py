"""Section 4.3: what the time of a game is spent on."""

from __future__ import annotations

from typing import Any

import numpy as np

from baselines.durak.agents.strategy import choose_by_tree
from baselines.durak.lab.paper.kept_trees import ITERATIONS, RULES
from baselines.durak.search.strategy_tree import (
    NO_STRATEGY,
    NODES_AT,
    search_in,
    start_tree,
    strategy_memory,
    think,
)
from cardkit.compiled.clock import ticks
from cardkit.compiled.jit import jit
from cardkit.compiled.memory import address_of
from cardkit.compiled.prng import streams_from_seed
from cardkit.lab.answers import SIDE_RISK, more
from cardkit.lab.estimates import Estimate, mean
from cardkit.lab.finding import Finding, Verdict
from cardkit.lab.scale import Scale
from durak_env.agents.heuristic import choose_random
from durak_env.core.dealing import deal_random, new_states
from durak_env.core.play import step
from durak_env.core.records import GAME_OVER
from durak_env.core.seating import mover
from durak_env.knowledge import info_dtype, observe

MOST = 0.5
"""More than this share is most."""
GAME, CHOICES, THINKING = range(3)
"""Ticks of a game: of all of it, of the search's choices in it, of their iterations."""


class RunTime:
    """The shares of a game's time that go to the search's choices and to their iterations."""

    name = "run-time"
    title = f"The time of a game, with {ITERATIONS} iterations a choice"

    def run(self, scale: Scale) -> Finding:
        """Play games of one search against three random players, and read the clock."""
        games = scale.games(20_000, 500)
        what = f"the time of {games} games of strategies, {RULES}"
        spent = scale.kept.measured(what, lambda: self._play(scale, games))
        shares = np.minimum(spent[:, CHOICES:] / spent[:, [GAME]], 1)  # the machine may have stopped to do other things
        in_choices, in_thought = map(mean, shares.T)
        return Finding(
            f"{games:,} games of a search with a new tree for each choice against three random players, on one core",
            games,
            ("of the time of a game, in the mean", "share", "98 % interval over games"),
            (
                ("the choices of the search", *_cells(in_choices)),
                ("their iterations alone", *_cells(in_thought)),
            ),
            (
                Verdict(
                    "most of the runtime is spent on simulating future nodes and on back propagation",
                    more(in_thought.shifted(-MOST)),
                    f"{in_thought.percent()} in the iterations",
                    risk=SIDE_RISK,
                ),
            ),
            notes=(
                "an iteration deals a hand, selects, expands and simulates in one walk, and propagates back: the clock "
                "does not tell these apart; the rest is the rules and three opponents who hardly think",
                "the times are those of this compiled program; the paper's is in Python",
            ),
        )

    def _play(self, scale: Scale, games: int) -> np.ndarray:
        """Return the ticks of each game, float64 array (games, 3)."""
        memory = strategy_memory(4 * ITERATIONS + 5, 1, 2.5, ITERATIONS, "reach")
        spent, infos = np.zeros((games, 3)), np.zeros(1, info_dtype(RULES))
        for part in (spent[:1], spent):  # the first compiles
            streams = streams_from_seed(scale.seed_of(self.name), count=3)
            time_games(new_states(RULES), infos, memory, part, streams)
        return spent


def _cells(share: Estimate) -> tuple[str, str]:
    return f"{share.value:.1%}", f"{share.low:.1%} to {share.high:.1%}"


@jit
def time_games(states: Any, infos: Any, memory: Any, spent: Any, streams: Any) -> None:
    """Play games in which seat 0 searches, and write the ticks of each: what is thought twice counts once."""
    state, info, address = states[0], infos[0], address_of(memory)
    search = search_in(address)
    for game in range(len(spent)):
        choices, thinking, again = 0, 0, 0
        began = ticks()
        deal_random(state, streams[0])
        while state.phase != GAME_OVER:
            seat = np.int64(mover(state))
            observe(state, seat, False, info)
            if seat != 0:
                step(state, choose_random(info, streams[2], memory))
                continue
            before = ticks()
            start_tree(search, address + NODES_AT, 0)
            slot = choose_by_tree(search, address + NODES_AT, 0, info, streams[1])
            chosen = ticks()
            choices += chosen - before
            if search.chosen != NO_STRATEGY:
                start_tree(search, address + NODES_AT, 0)
                thought = ticks()
                think(search, address + NODES_AT, 0, info, streams[1])
                thinking += ticks() - thought
            again += ticks() - chosen
            step(state, slot)
        spent[game, GAME] = np.float64(ticks() - began - again)
        spent[game, CHOICES] = np.float64(choices)
        spent[game, THINKING] = np.float64(thinking)
