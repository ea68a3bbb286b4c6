"""Every order of the deck that repeats what a seat has seen of a game: the worlds that hard evidence leaves, by hand."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from cardkit.compiled.jit import jit
from durak_env.actions import slots_of_actions
from durak_env.cards import bit
from durak_env.game import NO_SEAT, STATE, begin, deal_deck, first_attacker, mover, new_states, step
from durak_env.information import INFO, InformationSet, observe
from durak_env.rules import Rules


class Seen:
    """A random game as one seat sees it: its information sets after every ply, and the deck.

    Attributes:
        deck: slots in drawing order.
        slots: of the plies so far.
        info: what the seat knows now.
    """

    def __init__(self, rules: Rules, rng: np.random.Generator, seat: int, plies: int) -> None:
        self.rules, self.seat = rules, seat
        self.deck = rng.permutation([card.slot for card in rules.deck])
        self.state = dealt(rules, self.deck)
        attacker = first_attacker(self.state)
        begin(self.state, int(rng.integers(2)) if attacker == NO_SEAT else attacker)
        self.first = int(self.state.attacker)
        self.slots: list[int] = []
        told: list[tuple[int, int]] = []
        self.infos = [self._observed()]
        for _ in range(plies):
            info = InformationSet.of(self.state, rules, int(mover(self.state)))
            if not info.legal_actions:
                break
            action = int(rng.choice(info.legal_actions))
            told.append((int(mover(self.state)), action))
            self.slots.append(int(slots_of_actions(rules)[action]))
            step(self.state, self.slots[-1])
            self.infos.append(self._observed())
        self.info = InformationSet.of(self.state, rules, seat, plies=told)

    def _observed(self) -> Any:
        info = np.zeros(1, INFO)[0]
        observe(self.state, self.seat, False, info)
        return info

    def orders(self) -> Iterator[np.ndarray]:
        """The decks that give the seat its own hand and the trump card; the other cards in all orders."""
        full = self.rules.hand_size
        own = range(self.seat * full, (self.seat + 1) * full)
        free = [place for place in range(len(self.deck) - self.rules.include_trumps) if place not in own]
        for order in itertools.permutations(self.deck[free]):
            deck = self.deck.copy()
            deck[free] = order
            yield deck

    def worlds(self) -> Counter[bytes]:
        """How often chance makes each world that repeats the game: by its bytes as `bytes_of` gives them."""
        told = np.array(self.infos)
        infos = np.zeros(1, INFO)
        slots = np.array(self.slots, np.int64)
        found: Counter[bytes] = Counter()
        for deck in self.orders():
            state = dealt(self.rules, deck)
            lot = first_attacker(state)
            if lot not in (NO_SEAT, self.first):
                continue
            begin(state, self.first)
            if repeats(state, slots, self.seat, told.view(np.uint8), infos):
                found[bytes_of(state)] += 1 if lot == NO_SEAT else 2
        return found


def dealt(rules: Rules, deck: np.ndarray) -> Any:
    """The STATE of a deck, before the first attacker is chosen."""
    state = new_states(rules)[0]
    state.talon[: len(deck)] = deck[::-1]
    deal_deck(state, len(deck), 0)
    return state


def bytes_of(state: Any) -> bytes:
    """What may differ between worlds: the hands and the talon."""
    return bytes(state.hands.tobytes() + state.talon.tobytes())


@jit
def repeats(state: Any, slots: Any, seat: int, told: Any, infos: Any) -> bool:
    """Whether the game can be played again with the same plies, and the seat sees the same after each."""
    size = len(told) // (len(slots) + 1)
    for ply in range(len(slots) + 1):
        observe(state, seat, False, infos[0])
        seen = infos.view(np.uint8)
        for place in range(size):
            if seen[place] != told[ply * size + place]:
                return False
        if ply < len(slots):
            if state.legal & bit(slots[ply]) == np.uint64(0):
                return False
            step(state, slots[ply])
    return True


assert STATE.names is not None
