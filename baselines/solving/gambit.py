"""Writes trees as Gambit files (.efg), which Gambit and OpenSpiel read.

Format: "The extensive game (.efg) file format", Gambit 16 documentation. Each player's information sets are numbered
from 1 without gaps, since OpenSpiel requires it. Branches have names: a player's by its ply, those of chance by the
cards that each seat is dealt or draws.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from baselines.solving.deals import SMALLER
from baselines.solving.durak_tree import DurakTree
from cardkit.files import replacing
from cardkit.solving.tree import CHANCE, TERMINAL
from durak_env.actions import actions_of, actions_of_slots, texts_of_actions
from durak_env.rules import Rules

LARGEST = 2_000_000
"""The most nodes to write; readers hold such files in memory many times."""


def write_gambit(path: str | Path, game: DurakTree) -> None:
    """Write a game to a file.

    Raises:
        ValueError: it has more than `LARGEST` nodes.
        OSError: the file cannot be written.
    """
    if game.tree.nodes > LARGEST:
        raise ValueError(f"a Gambit file may have {LARGEST:,} nodes, the tree has {game.tree.nodes:,}: {SMALLER}")
    with replacing(path) as new, new.open("w", encoding="utf-8") as file:
        file.write(f'EFG 2 R "Durak, {game.rules}" {{ "seat 0" "seat 1" }}\n""\n\n')
        file.writelines(f"{line}\n" for line in _nodes(game))


def _nodes(game: DurakTree) -> Iterator[str]:
    """A line for each node. Nodes stand in preorder in the file as in the tree."""
    tree, plies, numbers, draws = game.tree, _plies(game), _numbers(game), _draws(game)
    first_actions = np.append(tree.action[1:], -1)  # of a decision: in preorder a node's first child comes next
    infosets = np.searchsorted(tree.first_action, first_actions, side="right") - 1
    chances = outcomes = 0
    for node, kind in enumerate(tree.kind):
        if kind == TERMINAL:
            outcomes += 1
            won = int(tree.payoff[node])
            yield f't "" {outcomes} "" {{ {won} {-won} }}'
        elif kind == CHANCE:
            chances += 1
            branches = " ".join(f'"{draw}" 1/{tree.arity[node]}' for draw in next(draws))
            yield f'c "" {chances} "" {{ {branches} }} 0'
        else:
            first = int(first_actions[node])
            branches = " ".join(f'"{ply}"' for ply in plies[first : first + int(tree.arity[node])])
            yield f'p "" {kind + 1} {numbers[infosets[node]]} "" {{ {branches} }} 0'


def _numbers(game: DurakTree) -> np.ndarray:
    """Each information set's number among its player's, from 1."""
    player = game.tree.player
    return np.where(player == 0, np.cumsum(player == 0), np.cumsum(player == 1))


def _plies(game: DurakTree) -> Sequence[str]:
    """The texts of all actions of the tree, such as ``Qc``."""
    texts, ids = texts_of_actions(game.rules), actions_of_slots(game.rules)
    return [texts[ids[slot]] for slot in game.action_slots()]


def _draws(game: DurakTree) -> Iterator[list[str]]:
    """The texts of the branches of each chance node, such as ``seat 0: Qc Kd; seat 1: Ac``."""
    tree, held, texts = game.tree, game.held(), texts_of_actions(game.rules)
    nodes, by_parent = np.flatnonzero(tree.kind == CHANCE), np.argsort(tree.parent, kind="stable")
    firsts = np.searchsorted(tree.parent, nodes, sorter=by_parent)
    for node, first in zip(nodes, firsts, strict=True):
        arrived = held[by_parent[first : first + tree.arity[node]]] & ~held[node]
        draws = [
            _arrivals(cards, game.rules, texts) or f"seat {branch} attacks" for branch, cards in enumerate(arrived)
        ]
        yield draws if node or not game.rules.has_trump_card else _with_trumps(draws, game)


def _arrivals(cards: np.ndarray, rules: Rules, texts: Sequence[str]) -> str:
    """Which cards each seat is dealt or draws; empty where chance names the first attacker."""
    drawn = [" ".join(texts[card] for card in actions_of(held, rules)) for held in cards]
    return "; ".join(f"seat {seat}: {names}" for seat, names in enumerate(drawn) if names)


def _with_trumps(deals: Sequence[str], game: DurakTree) -> list[str]:
    """The texts of the deals with their trump cards."""
    texts, ids = texts_of_actions(game.rules), actions_of_slots(game.rules)
    cards = [texts[ids[int(starts[0]["trump_card"])]] for starts in game.deals]
    return [f"trump {card}; {deal}" for card, deal in zip(cards, deals, strict=True)]
