"""Trees of Durak as Gambit files; `cardkit.solving.gambit` has the format.

A player's branches are named by its ply, those of chance by the cards that each seat is dealt or draws.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from baselines.durak.solving.deals import SMALLER
from baselines.durak.solving.durak_tree import DurakTree
from cardkit.solving.gambit import write_tree
from cardkit.solving.tree import CHANCE
from durak_env.actions import actions_of, actions_of_slots, texts_of_actions
from durak_env.rules import Rules


def write_gambit(path: str | Path, game: DurakTree) -> None:
    """Write a game to a file.

    Raises:
        ValueError: its tree is too large to write.
        OSError: the file cannot be written.
    """
    write_tree(path, game.tree, f"Durak, {game.rules}", _plies(game), _draws(game), SMALLER)


def _plies(game: DurakTree) -> Sequence[str]:
    """Write the texts of all actions of the tree, such as ``Qc``."""
    texts, ids = texts_of_actions(game.rules), actions_of_slots(game.rules)
    return [texts[ids[slot]] for slot in game.action_slots()]


def _draws(game: DurakTree) -> Iterator[list[str]]:
    """Yield the texts of the branches of each chance node, such as ``seat 0: Qc Kd; seat 1: Ac``."""
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
    """Write which cards each seat is dealt or draws; empty where chance names the first attacker."""
    drawn = [" ".join(texts[card] for card in actions_of(held, rules)) for held in cards]
    return "; ".join(f"seat {seat}: {names}" for seat, names in enumerate(drawn) if names)


def _with_trumps(deals: Sequence[str], game: DurakTree) -> list[str]:
    """Write the texts of the deals with their trump cards."""
    texts, ids = texts_of_actions(game.rules), actions_of_slots(game.rules)
    cards = [texts[ids[int(starts[0]["trump_card"])]] for starts in game.deals]
    return [f"trump {card}; {deal}" for card, deal in zip(cards, deals, strict=True)]
