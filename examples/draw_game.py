"""Draw a position in the middle of a game, as seat 0 sees it: ``python examples/draw_game.py docs/game.svg``."""

import sys
from pathlib import Path

import numpy as np

from baselines import make_agent
from durak_env import InformationSet, Rules
from durak_env.actions import slots_of_actions
from durak_env.game import deal, mover, step
from durak_env.render import render_svg


def middle_of_a_game(seed: int, plies: int) -> InformationSet:
    """What seat 0 knows after some plies of a game of greedy against itself."""
    rng, rules, agent = np.random.default_rng(seed), Rules(), make_agent("greedy")
    state = deal(rules, rng)
    for _ in range(plies):
        action = agent.act(InformationSet.of(state, rules, int(mover(state))), rng)
        step(state, slots_of_actions(rules)[action])
    return InformationSet.of(state, rules, 0)


if __name__ == "__main__":
    info = middle_of_a_game(seed=204, plies=28)  # cards taken up lie open in the other hand; three ways to defend
    Path(sys.argv[1]).write_text(render_svg(info, players=("you", "opponent")), encoding="utf-8")
