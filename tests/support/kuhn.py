"""Kuhn poker as a tree, which knows nothing of Durak: three cards, an ante of one, a bet of one."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from typing import Any

import numpy as np

from cardkit.solving.tree import CHANCE, TERMINAL, Tree, infoset_tree

PASS, BET = 0, 1


def kuhn() -> Tree:
    """Return the game; its value for player 0 is -1/18 (H. W. Kuhn, 1950)."""
    rows = _rows()
    columns = {name: np.array([row[name] for row in rows]) for name in ("kind", "arity", "branch", "payoff")}
    keys = [row["key"] for row in rows if row["kind"] < CHANCE]
    numbers = {key: number for number, key in enumerate(dict.fromkeys(keys))}
    return infoset_tree(
        np.array([-1, *(row["parent"] for row in rows[1:])], np.int32),
        columns["kind"].astype(np.uint8),
        columns["arity"].astype(np.uint16),
        columns["branch"].astype(np.uint16),
        columns["payoff"],
        np.array([numbers[key] for key in keys], np.uint64),
    )


def betting(tree: Tree, bets: Callable[[int, tuple[int, ...]], float]) -> np.ndarray:
    """Return the strategy that bets with this probability, by the player's card and the plies so far."""
    infosets = dict.fromkeys(row["key"] for row in _rows() if row["kind"] < CHANCE)  # in the order of their numbers
    assert len(infosets) == tree.infosets
    return np.array([share for card, plies in infosets for share in (1 - bets(card, plies), bets(card, plies))])


def kuhn_equilibrium(tree: Tree, bluff: float) -> np.ndarray:
    """Return the equilibrium in which player 0 bets so often with its lowest card: from 0 to 1/3 (H. W. Kuhn, 1950)."""
    bets = {
        (): (bluff, 0.0, 3 * bluff),
        (PASS, BET): (0.0, bluff + 1 / 3, 1.0),
        (PASS,): (1 / 3, 0.0, 1.0),
        (BET,): (0.0, 1 / 3, 1.0),
    }
    return betting(tree, lambda card, plies: bets[plies][card])


def _rows() -> list[dict[str, Any]]:
    """Return the nodes in preorder, by the names of `Tree` and the knowledge of the player to move."""
    rows: list[dict[str, Any]] = [{"parent": 0, "kind": CHANCE, "arity": 6, "branch": 0, "payoff": 0, "key": None}]
    for branch, cards in enumerate(permutations(range(3), 2)):
        _add(rows, 0, branch, cards, ())
    return rows


def _add(rows: list[dict[str, Any]], parent: int, branch: int, cards: Any, plies: tuple[int, ...]) -> None:
    payoff = _payoff(cards, plies)
    player = len(plies) % 2
    kind, key = (TERMINAL, None) if payoff else (player, (cards[player], plies))
    arity = 0 if payoff else 2
    rows.append({"parent": parent, "kind": kind, "arity": arity, "branch": branch, "payoff": payoff or 0, "key": key})
    node = len(rows) - 1
    for ply in (PASS, BET) if not payoff else ():
        _add(rows, node, ply, cards, (*plies, ply))


def _payoff(cards: Any, plies: tuple[int, ...]) -> int:
    sign = 1 if cards[0] > cards[1] else -1
    ends = {(PASS, PASS): sign, (BET, BET): 2 * sign, (PASS, BET, BET): 2 * sign, (BET, PASS): 1, (PASS, BET, PASS): -1}
    return ends.get(plies, 0)
