"""The agent that plays the solution of a small game."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from baselines.durak.endgames.solver import best_moves, endgame_memory
from baselines.durak.solving.growth import hash_of, key_of
from baselines.durak.solving.solution import Solution, load_solution
from cardkit.compiled.bits import lowest
from cardkit.playing_cards import ALL_CARDS
from durak_env.actions import actions_of_slots, slots_of_actions
from durak_env.information import InformationSet
from durak_env.rules import Rules

_LANE = (1 << 16) - 1


class SolvedAgent:
    """A player of a solution; it plays an empty talon perfectly, if the solution does not cover it.

    Attributes:
        solution: what it plays.
    """

    def __init__(self, solution: Solution) -> None:
        self.solution = solution

    @cached_property
    def _endgames(self) -> np.ndarray:
        return endgame_memory(cards=0)

    def prepare(self, rules: Rules, open_world: bool) -> None:
        """Raise ValueError unless the solution is one of these rules."""
        if rules != self.solution.rules or open_world:
            world = ", open world" if open_world else ""
            raise ValueError(
                f"the solution is of the closed world, rules {self.solution.rules}, not of {rules}{world}; "
                "a command takes rules as options, such as --start-rank 12"
            )

    def act(self, info: InformationSet, rng: np.random.Generator) -> int:
        """Draw an action from the solution's probabilities.

        Raises:
            ValueError: the solution is of other rules, ``info`` does not have all plies of the game, or the solution
                does not know the position.
        """
        self.prepare(info.rules, info.open_world)
        if len(info.plies) != int(info.record.plies):
            raise ValueError(
                f"a solution needs all plies of the game: it has had {int(info.record.plies)}, but plies has "
                f"{len(info.plies)}"
            )
        legal = info.legal_actions
        if len(legal) == 1:
            return legal[0]
        if info.talon_size == 0 and not self.solution.played_out:
            return info.action_of(int(lowest(best_moves(info.record.copy(), self._endgames) or info.record.legal)))
        probabilities = self.solution.probabilities(told(info))
        if probabilities is None:
            raise ValueError("the solution does not know this position")
        trump = _trump(info)
        slots = sorted(_swapped_slot(int(slots_of_actions(info.rules)[action]), trump) for action in legal)
        chosen = rng.choice(len(slots), p=probabilities / probabilities.sum(dtype=np.float64))
        return int(actions_of_slots(info.rules)[_swapped_slot(slots[chosen], trump)])


def solved(path: str) -> SolvedAgent:
    """Play the solution of a small game, as ``durak solve --save`` writes it.

    Args:
        path: the solution's file. Games by other rules raise ValueError.

    Raises:
        ValueError: the file is not a solution, or is damaged.
    """
    return SolvedAgent(load_solution(str(path)))


def told(info: InformationSet) -> np.uint64:
    """Return an information set as `baselines.durak.solving.growth` writes it: the first suit is trumps."""
    trump, record = _trump(info), info.record
    slots = slots_of_actions(info.rules)
    own, others = 0, 0  # the cards that this seat laid first, and that the other one did
    for seat, action in info.plies:
        card = 1 << int(slots[action]) & int(ALL_CARDS) & ~(own | others)
        own, others = (own | card, others) if seat == info.seat else (own, others | card)
    held = own | int(record.hands[info.seat]) & ~others
    first = info.plies[0][0] if info.plies else info.attacker
    shown = _swapped_slot(int(record.trump_card), trump) if record.trump_card else 0
    words = [shown, first, *(_swapped_slot(int(slots[action]), trump) + 1 for _, action in info.plies)]
    plies = np.uint64(hash_of(np.array(words, np.uint64)))  # compiled functions return words as Python's integers
    return np.uint64(key_of(plies, np.uint64(_swapped(held, trump)), info.seat))


def _trump(info: InformationSet) -> int:
    """Return the trump suit's number; 0 without trumps, where no suit need change its name."""
    return int(info.record.trump_suit) if info.rules.include_trumps else 0


def _swapped_slot(slot: int, trump: int) -> int:
    """Return the slot of an action after the trump suit and the first suit have changed places."""
    if not int(ALL_CARDS) >> slot & 1:
        return slot
    suit, rank = divmod(slot, 16)
    return 16 * {trump: 0, 0: trump}.get(suit, suit) + rank


def _swapped(cards: int, trump: int) -> int:
    """Return a set of cards after the trump suit and the first suit have changed places."""
    first, other = cards & _LANE, cards >> 16 * trump & _LANE
    rest = cards & ~(_LANE | _LANE << 16 * trump)
    return rest | other | first << 16 * trump
