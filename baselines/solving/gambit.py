"""Writes trees as Gambit files (.efg), which Gambit and OpenSpiel read.

Format: "The extensive game (.efg) file format", Gambit 16 documentation. Each player's information sets are numbered
from 1 without gaps, since OpenSpiel wants them so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from baselines.solving.agent_strategy import slots_in
from baselines.solving.durak_tree import DurakTree
from baselines.solving.tree import CHANCE, TERMINAL
from cardkit.files import replacing
from durak_env.actions import actions_of_slots, texts_of_actions

LARGEST = 2_000_000
"""The most nodes to write; readers hold such files in memory many times."""


def write_gambit(path: str | Path, game: DurakTree) -> None:
    """Write a game to a file.

    Raises:
        ValueError: it has more than `LARGEST` nodes.
        OSError: the file cannot be written.
    """
    if game.tree.nodes > LARGEST:
        raise ValueError(f"a Gambit file may have {LARGEST:,} nodes, the tree has {game.tree.nodes:,}")
    with replacing(path) as new, new.open("w", encoding="utf-8") as file:
        file.write(f'EFG 2 R "Durak, {game.rules}" {{ "seat 0" "seat 1" }}\n""\n\n')
        file.writelines(f"{line}\n" for line in _nodes(game))


def _nodes(game: DurakTree) -> Iterator[str]:
    tree, names, numbers = game.tree, _actions(game), _numbers(game)
    infosets = np.searchsorted(tree.first_action, _first_actions(game), side="right") - 1
    chances = outcomes = 0
    for node, kind in enumerate(tree.kind):
        if kind == TERMINAL:
            outcomes += 1
            won = int(tree.payoff[node])
            yield f't "" {outcomes} "" {{ {won} {-won} }}'
        elif kind == CHANCE:
            chances += 1
            arity = tree.arity[node]
            draws = " ".join(f'"{one}" 1/{arity}' for one in range(arity))
            yield f'c "" {chances} "" {{ {draws} }} 0'
        else:
            infoset = infosets[node]
            own = names[int(tree.first_action[infoset]) : int(tree.first_action[infoset + 1])]
            plies = " ".join(f'"{name}"' for name in own)
            yield f'p "" {kind + 1} {numbers[infoset]} "" {{ {plies} }} 0'


def _first_actions(game: DurakTree) -> np.ndarray:
    """By node where a player moves, the number of its first action; -1 elsewhere."""
    tree = game.tree
    first = np.full(tree.nodes, -1, np.int64)
    chosen = np.flatnonzero(tree.action >= 0)
    order = chosen[::-1]  # so that a node's first child comes last
    first[tree.parent[order]] = tree.action[order]
    return first


def _numbers(game: DurakTree) -> np.ndarray:
    """Each information set's number among its player's, from 1."""
    player = game.tree.player
    return np.where(player == 0, np.cumsum(player == 0), np.cumsum(player == 1))


def _actions(game: DurakTree) -> Sequence[str]:
    """The texts of all actions."""
    texts, numbers = texts_of_actions(game.rules), actions_of_slots(game.rules)
    return [texts[numbers[slot]] for slot in slots_in(game.slots, game.tree.actions)]
