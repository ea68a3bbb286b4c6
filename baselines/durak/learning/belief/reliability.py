"""How well a belief tells where hidden cards lie in games of several agents: its error, and the reliability curve.

python -m baselines.durak.learning.belief.reliability runs/belief/belief.safetensors --players champion greedy
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from baselines.durak.learning.belief.hands import HandLabeller
from baselines.durak.learning.searched.reliability import CERTAIN, curve_of
from baselines.durak.networks.network_file import BeliefNetwork, load_belief
from baselines.durak.networks.network_input import input_encoding
from baselines.durak.search.beliefs import HIGHEST, UNIFORM
from cardkit.agents import CompiledAgent, compiled_agent
from cardkit.checks import check_whole
from cardkit.learning.settings import errors_in_a_line
from durak_env.durak import Durak

SEED = 7
PLAYERS = "champion", "greedy", "smart", "ismcts:simulations=300"


class Hidden(NamedTuple):
    """Cards whose place a seat does not know, with the other hand.

    Attributes:
        inputs: of a belief network, float32 array of shape (positions, entries).
        unseen: boolean array of shape (positions, cards).
        held: 1 if the card is unseen and in the other hand, else 0; float32, of the same shape.
    """

    inputs: np.ndarray
    unseen: np.ndarray
    held: np.ndarray

    def by_the_rules(self) -> np.ndarray:
        """The shares of determinizations with each card in the other hand, if all are equally likely."""
        return self.unseen * (self.held.sum(axis=1) / self.unseen.sum(axis=1))[:, None]

    def by_belief(self, belief: BeliefNetwork) -> np.ndarray:
        """The same of the determinizations that the belief draws."""
        odds = self.unseen * np.exp(np.clip(belief.logits(self.inputs).astype(np.float64), -HIGHEST, HIGHEST))
        return (1 - UNIFORM) * _inclusion(odds, self.held.sum(axis=1).astype(int)) + UNIFORM * self.by_the_rules()

    def bits(self, shares: np.ndarray) -> float:
        """The cross entropy of an unseen card."""
        told, held = np.clip(shares[self.unseen], CERTAIN, 1 - CERTAIN), self.held[self.unseen] > 0
        return float(-np.log2(np.where(held, told, 1 - told)).mean())

    def curve(self, shares: np.ndarray) -> list[tuple[int, float, float]]:
        """For each tenth of the range that has some: how many cards there are, their mean share, how many lie so."""
        return curve_of(shares[self.unseen], self.held[self.unseen])


def _inclusion(odds: np.ndarray, places: np.ndarray) -> np.ndarray:
    """How likely each card is in a set of so many cards, drawn by the product of its odds."""
    rows, cards = np.arange(len(odds)), odds.shape[1]
    before, after = _ways(odds), _ways(odds[:, ::-1])[::-1]
    chosen = np.arange(cards + 1)
    rest = places[:, None] - 1 - chosen
    found = np.empty_like(odds)
    for card in range(cards):
        others = np.where(rest >= 0, after[card + 1][rows[:, None], np.maximum(rest, 0)], 0)
        found[:, card] = odds[:, card] * (before[card] * others).sum(axis=1)
    return found / before[cards][rows, places][:, None]


def _ways(odds: np.ndarray) -> np.ndarray:
    """At (i, row, j): of the first i cards, the summed odds of all sets of j."""
    rows, cards = odds.shape
    ways = np.zeros((cards + 1, rows, cards + 1))
    ways[0, :, 0] = 1
    for card in range(cards):
        ways[card + 1] = ways[card]
        ways[card + 1, :, 1:] += odds[:, card, None] * ways[card, :, :-1]
    return ways


def hidden_in_games(belief: BeliefNetwork, player: CompiledAgent, games: int) -> Hidden:
    """The choices of an agent that meets itself, one ply in fifty random."""
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
