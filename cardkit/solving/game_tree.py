"""Grows the tree of a small game for two seats over its functions of the protocol.

A game brings its chance: what it can deal, and what it can give after a ply. All else follows from the game itself. A
player remembers all plies and what its seat knew whenever it was to move, which is its information set. A ply without
a choice makes no node.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from cardkit.checks import whole
from cardkit.compiled.protocol import S, Slot, State, mover, returns, step
from cardkit.compiled.records import Record
from cardkit.compiled.slots import as_int, legal_of
from cardkit.game import Game, Plies
from cardkit.solving.tree import CHANCE, TERMINAL, Tree, infoset_tree

MOST_NODES = 200_000
MOST_BRANCHES = 2**16 - 1
_TELL_EVERY = 4096  # nodes between two calls of progress


class Chance(Protocol[S]):
    """The possible draws of chance in a game; each list has equally probable STATE records that share nothing."""

    def deals(self) -> Sequence[S]:
        """Return the states at the start."""
        ...

    def after(self, state: S, slot: Slot) -> Sequence[S]:
        """Return the states in which a legal ply can end; empty where chance has no part in it."""
        ...

    def text(self, state: S) -> str:
        """Describe the outcome of chance in one of these states, as text for files."""
        ...


@dataclass(frozen=True, eq=False)
class GameTree:
    """The tree of a game.

    Attributes:
        game: the game.
        tree: the game as a tree; payoffs are the returns of seat 0.
        known: by information set, what an agent knows at its first node.
        slots: int64 by action of the tree.
        draws: for each chance node, in order, what its branches give, as text.
    """

    game: Game
    tree: Tree
    known: list[Any]
    slots: np.ndarray
    draws: list[list[str]]

    def choices(self) -> Iterator[tuple[Any, int]]:
        """Yield for each action of the tree what its player knows and the action id."""
        owners = np.repeat(np.arange(self.tree.infosets), np.diff(self.tree.first_action))
        for owner, slot in zip(owners, self.slots, strict=True):
            yield self.known[owner], self.known[owner].action_of(int(slot))


def game_tree(
    game: Game, chance: Chance, most_nodes: int = MOST_NODES, progress: Callable[[int], None] | None = None
) -> GameTree:
    """Grow the tree of a game.

    Args:
        game: of two seats, whose returns sum to 0.
        chance: of the game.
        most_nodes: larger trees are refused.
        progress: called now and then with the number of nodes.

    Raises:
        ValueError: the game has more seats, its returns do not sum to 0, or its tree is too large.
    """
    whole("most_nodes", most_nodes, 1, 2**31 - 1, MOST_NODES)
    if game.seats != 2:
        raise ValueError(f"only games of two seats are solved, {game} has {game.seats}")
    growth = _Growth(game, chance, most_nodes, progress)
    growth.branch_out(chance.deals(), (), (0, 0), -1, 0)
    columns = zip(("parent", "branch", "arity", "kind", "payoff"), zip(*growth.nodes, strict=True), strict=True)
    kinds = {"parent": np.int32, "branch": np.uint16, "arity": np.uint16, "kind": np.uint8, "payoff": np.float32}
    arrays = {name: np.array(column, kinds[name]) for name, column in columns}
    keys = np.array(growth.keys, np.uint64)
    tree = infoset_tree(arrays["parent"], arrays["kind"], arrays["arity"], arrays["branch"], arrays["payoff"], keys)
    first = keys[np.searchsorted(np.flatnonzero(tree.kind < CHANCE), tree.first_node)]
    slots = [slot for key in first for slot in _slots(growth.known[int(key)].record)]
    return GameTree(game, tree, [growth.known[int(key)] for key in first], np.array(slots, np.int64), growth.draws)


class _Growth:
    """A tree in the making: nodes in preorder as tuples of parent, branch, arity, kind and payoff.

    What a player remembers is a number: 0 at the start, then one for each way to go on from an earlier memory.
    """

    def __init__(self, game: Game, chance: Chance, most_nodes: int, progress: Callable[[int], None] | None) -> None:
        self.nodes: list[tuple[int, int, int, int, float]] = []
        self.keys: list[int] = []  # by decision node, the mover's memory
        self.known: dict[int, Any] = {}  # by memory at a decision
        self.draws: list[list[str]] = []  # by chance node
        self._game, self._chance, self._most_nodes, self._progress = game, chance, most_nodes, progress
        self._memories: dict[Any, int] = {}

    def branch_out(
        self, states: Sequence[State], plies: Plies, memories: tuple[int, int], parent: int, branch: int
    ) -> None:
        """Grow a chance node, whose children are these states."""
        if not 1 <= len(states) <= MOST_BRANCHES:
            raise ValueError(
                f"chance has {len(states):,} ways in {self._game}, a tree takes 1 to {MOST_BRANCHES:,}: choose a "
                "smaller game"
            )
        node = self._add(parent, branch, len(states), CHANCE)
        self.draws.append([self._chance.text(state) for state in states])
        for number, state in enumerate(states):
            self._grow(state, plies, memories, node, number)

    def _grow(self, state: State, plies: Plies, memories: tuple[int, int], parent: int, branch: int) -> None:
        """Grow what follows from a state, which is played on."""
        while slots := _slots(state):
            seat = int(mover(state))
            known = self._game.information_set(state, seat, plies)
            memories = self._remembering(memories, seat, known, plies)
            if len(slots) > 1:
                node = self._add(parent, branch, len(slots), seat)
                self.keys.append(memories[seat])
                self.known[memories[seat]] = known
                for number, slot in enumerate(slots):
                    self._play(state.copy(), slot, (*plies, (seat, slot)), memories, node, number)
                return None
            plies = (*plies, (seat, slots[0]))
            if states := self._chance.after(state, slots[0]):
                return self.branch_out(states, plies, memories, parent, branch)
            step(state, slots[0])
        self._add(parent, branch, 0, TERMINAL, self._payoff(state))
        return None

    def _play(self, state: State, slot: int, plies: Plies, memories: tuple[int, int], parent: int, branch: int) -> None:
        """Grow what follows from a ply of a decision node."""
        if states := self._chance.after(state, slot):
            self.branch_out(states, plies, memories, parent, branch)
        else:
            step(state, slot)
            self._grow(state, plies, memories, parent, branch)

    def _remembering(self, memories: tuple[int, int], seat: int, known: Any, plies: Plies) -> tuple[int, int]:
        """Return the memories after the seat to move has seen what it knows."""
        key = seat, memories[seat], known.record.tobytes(), plies
        number = self._memories.setdefault(key, len(self._memories) + 1)
        return (number, memories[1]) if seat == 0 else (memories[0], number)

    def _payoff(self, state: State) -> float:
        won, other = float(returns(state, 0)), float(returns(state, 1))
        if won + other != 0:
            raise ValueError(
                f"only games whose returns sum to 0 are solved; {self._game} pays {won:g} and {other:g}: choose "
                "returns that do"
            )
        return won

    def _add(self, parent: int, branch: int, arity: int, kind: int, payoff: float = 0.0) -> int:
        """Add a node; return its number."""
        if len(self.nodes) == self._most_nodes:
            raise ValueError(f"the tree has more than {self._most_nodes:,} nodes: choose a smaller game")
        self.nodes.append((parent, branch, arity, kind, payoff))
        if self._progress is not None and len(self.nodes) % _TELL_EVERY == 0:
            self._progress(len(self.nodes))
        return len(self.nodes) - 1


def _slots(record: Record) -> list[int]:
    """List the legal slots, ascending; of a STATE those of the seat to move."""
    legal = as_int(legal_of(record))
    return [slot for slot in range(legal.bit_length()) if legal >> slot & 1]
