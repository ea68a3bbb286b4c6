"""The reliability of a belief about hidden cards in games of several agents: its error, and its curve.

python -m baselines.durak.learning.belief.reliability runs/belief/belief.safetensors --players champion greedy
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import numpy as np

from baselines.durak.learning.belief.hands import HandLabeller
from baselines.durak.learning.belief.hidden import Hidden
from baselines.durak.networks.network_file import BeliefNetwork, load_belief
from baselines.durak.networks.network_input import input_encoding
from cardkit.agents import CompiledAgent, compiled_agent
from cardkit.checks import check_whole
from cardkit.learning.settings import errors_in_a_line
from durak_env.durak import Durak

SEED = 7
PLAYERS = "champion", "greedy", "smart", "ismcts:simulations=300"


def hidden_in_games(belief: BeliefNetwork, player: CompiledAgent, games: int) -> Hidden:
    """Collect the choices of an agent that meets itself, one ply in fifty random."""
    labels = HandLabeller(belief.rules, player, (), SEED, 1).label(0, games)
    unseen = labels.inputs[:, input_encoding(belief.rules).slices["unseen"]] > 0
    return Hidden(labels.inputs.astype(np.float32), unseen, labels.targets * unseen)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a table for each player."""
    parser = argparse.ArgumentParser(formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("belief", help="file of a belief")
    parser.add_argument("--players", nargs="+", default=PLAYERS, help="compiled agents, each of which meets itself")
    parser.add_argument("--games", type=int, default=200, help="of each")
    chosen = parser.parse_args(arguments)
    with errors_in_a_line():
        check_whole("games", chosen.games, 1)
        belief = load_belief(chosen.belief)
        for spec in chosen.players:
            hidden = hidden_in_games(belief, compiled_agent("player", spec, Durak.AGENTS), chosen.games)
            print(_in_words(spec, hidden, belief))


def _in_words(spec: str, hidden: Hidden, belief: BeliefNetwork) -> str:
    believed = hidden.by_belief(belief)
    told = f"{hidden.bits(believed):.4f} bits a card, {hidden.bits(hidden.by_the_rules()):.4f} if all are alike"
    rows = [f"| {count:,} | {share:.3f} | {lay:.3f} |" for count, share, lay in hidden.curve(believed)]
    return "\n".join([f"{spec}: {told}", "", "| cards | believed | lay so |", "| ---: | ---: | ---: |", *rows, ""])


if __name__ == "__main__":
    main()
