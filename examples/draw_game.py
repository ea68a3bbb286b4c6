"""Draw a position in the middle of a game: ``python examples/draw_game.py docs/game.svg``."""

import sys
from pathlib import Path

import numpy as np

from baselines import make_agent
from durak_env import InformationSet, Rules
from durak_env.actions import slots_of_actions
from durak_env.game import THROW_IN, deal, mover, step
from durak_env.render import render_svg


def middle_of_a_game(seed: int) -> InformationSet:
    """What seat 0 knows when a bout has two pairs of cards on the table, with greedy in both seats."""
    rng, rules, agent = np.random.default_rng(seed), Rules(), make_agent("greedy")
    state = deal(rules, rng)
    while not (state.bouts >= 4 and state.phase == THROW_IN and state.table_size >= 4 and mover(state) == 0):
        action = agent.act(InformationSet.of(state, rules, int(mover(state))), rng)
        step(state, slots_of_actions(rules)[action])
    return InformationSet.of(state, rules, 0)


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(render_svg(middle_of_a_game(seed=3), players=("you", "opponent")), encoding="utf-8")
