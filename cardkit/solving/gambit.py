"""Writes trees as Gambit files (.efg), which Gambit and OpenSpiel read.

Format: "The extensive game (.efg) file format", Gambit 16 documentation. Each player's information sets are numbered
from 1 without gaps, since OpenSpiel requires it. A game names the branches: a player's by its action, those of chance
by what it gives.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np

from cardkit.files import replacing
from cardkit.solving.tree import CHANCE, TERMINAL, Tree

LARGEST = 2_000_000
"""The most nodes to write; readers hold such files in memory many times."""


def write_tree(
    path: str | Path, tree: Tree, title: str, actions: Sequence[str], draws: Iterable[Sequence[str]], smaller: str
) -> None:
    """Write a tree to a file.

    Args:
        path: of the file.
        tree: the tree.
        title: of the game.
        actions: the names of the tree's actions.
        draws: for each chance node, in order, the names of its branches.
        smaller: what to choose where the tree is too large, for the error.

    Raises:
        ValueError: it has more than `LARGEST` nodes.
        OSError: the file cannot be written.
    """
    if tree.nodes > LARGEST:
        raise ValueError(f"a Gambit file may have {LARGEST:,} nodes, the tree has {tree.nodes:,}: {smaller}")
    with replacing(path) as new, new.open("w", encoding="utf-8") as file:
        file.write(f'EFG 2 R "{title}" {{ "seat 0" "seat 1" }}\n""\n\n')
        file.writelines(f"{line}\n" for line in _nodes(tree, actions, iter(draws)))


def _nodes(tree: Tree, actions: Sequence[str], draws: Iterator[Sequence[str]]) -> Iterator[str]:
    """Yield a line for each node. Nodes stand in preorder in the file as in the tree."""
    numbers = _numbers(tree)
    first_actions = np.append(tree.action[1:], -1)  # of a decision: in preorder a node's first child comes next
    infosets = np.searchsorted(tree.first_action, first_actions, side="right") - 1
    chances = outcomes = 0
    for node, kind in enumerate(tree.kind):
        if kind == TERMINAL:
            outcomes += 1
            won = float(tree.payoff[node])
            yield f't "" {outcomes} "" {{ {_text(won)} {_text(-won)} }}'
        elif kind == CHANCE:
            chances += 1
            branches = " ".join(f'"{draw}" 1/{tree.arity[node]}' for draw in next(draws))
            yield f'c "" {chances} "" {{ {branches} }} 0'
        else:
            first = int(first_actions[node])
            branches = " ".join(f'"{action}"' for action in actions[first : first + int(tree.arity[node])])
            yield f'p "" {kind + 1} {numbers[infosets[node]]} "" {{ {branches} }} 0'


def _text(payoff: float) -> str:
    """Write a payoff, without the sign of -0."""
    return f"{payoff + 0.0:.9g}"


def _numbers(tree: Tree) -> np.ndarray:
    """Count each information set among its player's, from 1."""
    return np.where(tree.player == 0, np.cumsum(tree.player == 0), np.cumsum(tree.player == 1))
