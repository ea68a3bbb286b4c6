"""Games that are played again from other orders of the deck, to see whether a seat would have seen them alike."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import numpy as np

from cardkit.compiled.jit import jit
from cardkit.playing_cards import cards_of
from durak_env.actions import slots_of_actions
from durak_env.cards import bit
from durak_env.core.dealing import begin, deal_deck, first_attacker, new_states
from durak_env.core.play import step
from durak_env.core.records import NO_SEAT
from durak_env.core.seating import mover
from durak_env.evidence.told import Evidence
from durak_env.information import InformationSet
from durak_env.knowledge import INFO, observe
from durak_env.rules import Rules


class Seen:
    """A game of random plies as one seat sees it.

    Attributes:
        deck: slots in drawing order.
        plies: the seats and action ids so far.
        drawn: the places of the deck from which the other seat drew, one list for each time.
        state: the game now.
        info: what the seat knows now.
    """

    def __init__(self, rules: Rules, rng: np.random.Generator, seat: int, plies: int) -> None:
        self.rules, self.seat = rules, seat
        self.deck = rng.permutation([card.slot for card in rules.deck])
        self.state = dealt(rules, self.deck)
        lot = first_attacker(self.state)
        self.first = int(rng.integers(2)) if lot == NO_SEAT else lot
        begin(self.state, self.first)
        other, full = 1 - seat, rules.hand_size
        self.drawn = [list(range(other * full, (other + 1) * full))]
        self.plies: list[tuple[int, int]] = []
        self.records = [self._observed()]
        while len(self.plies) < plies and self.state.legal != 0:
            self._play(rng)
        self.info = InformationSet.of(self.state, rules, seat, plies=self.plies)
        self._slots = slots_of_actions(rules)[np.array([action for _, action in self.plies], int)]
        self._told, self._info = np.array(self.records).view(np.uint8), np.zeros(1, INFO)

    def _play(self, rng: np.random.Generator) -> None:
        to_move, left = int(mover(self.state)), int(self.state.talon_size)
        action = self._chosen(InformationSet.of(self.state, self.rules, to_move), rng)
        step(self.state, int(slots_of_actions(self.rules)[action]))
        self.plies.append((to_move, action))
        self.records.append(self._observed())
        size = len(self.deck)
        places = range(size - left, size - int(self.state.talon_size))
        theirs = [place for place in places if int(self.state.hands[1 - self.seat]) >> int(self.deck[place]) & 1]
        self.drawn += [theirs] if theirs else []

    def _chosen(self, info: InformationSet, rng: np.random.Generator) -> int:
        return int(rng.choice(info.legal_actions))

    def _observed(self) -> Any:
        info = np.zeros(1, INFO)
        observe(self.state, self.seat, False, info[0])
        return info[0]

    def again(self, deck: np.ndarray) -> InformationSet | None:
        """Return the seat's knowledge now if the game is played from another deck; None if it saw a difference."""
        if not self._repeats(dealt(self.rules, deck)):
            return None
        return InformationSet.of(self.state, self.rules, self.seat, plies=self.plies)

    def _repeats(self, state: Any) -> bool:
        """Return whether the seat sees no difference if the game is played from another deal; keep that game."""
        if first_attacker(state) not in (NO_SEAT, self.first):
            return False
        begin(state, self.first)
        if not repeats(state, self._slots, self.seat, self._told, self._info):
            return False
        self.state = state
        return True

    def worlds(self) -> Counter[bytes]:
        """Count the orders of the hidden cards that make each world, of those that look alike to the seat."""
        full = self.rules.hand_size
        own = range(self.seat * full, (self.seat + 1) * full)
        known = len(self.deck) - self.rules.include_trumps
        free = [place for place in range(known) if place not in own]
        found: Counter[bytes] = Counter()
        deck = self.deck.copy()
        for order in itertools.permutations(self.deck[free]):
            deck[free] = order
            state = dealt(self.rules, deck)
            lot = first_attacker(state) == NO_SEAT  # then another lot makes another game
            if self._repeats(state):
                found[bytes_of(self.state)] += 1 if lot else 2
        return found

    def deck_of(self, world: Any) -> np.ndarray | None:
        """Return a deck that leads to this state in a game that the seat sees alike; None if there is none."""
        hidden = cards_of(int(world.hands[1 - self.seat]) & int(self.info.record.unseen))
        places = placed(self.info.evidence, [card.slot for card in hidden], [len(group) for group in self.drawn])
        if places is None:
            return None
        deck = self.deck.copy()
        for group, slots in zip(self.drawn, places, strict=True):
            deck[group] = slots
        left = int(world.talon_size)
        deck[len(deck) - left :] = world.talon[:left][::-1]
        return deck


def placed(evidence: Evidence, hidden: list[int], sizes: list[int]) -> list[list[int]] | None:
    """Group the hidden cards and those shown in these sizes such that all events come true; None if impossible."""
    shown = [card.slot for card, _ in evidence.shown]
    ends = {slot: groups for slot, (_, groups) in zip(shown, evidence.shown, strict=True)} | dict.fromkeys(hidden, 99)
    order = {slot: place for place, slot in enumerate(shown)} | dict.fromkeys(hidden, 99)
    starts = dict.fromkeys(ends, 0)
    needs = []
    for event in evidence.events:
        slots = [card.slot for card in event.cards if card.slot in ends and order[card.slot] >= event.shown]
        if event.held == "none":
            starts |= {slot: max(starts[slot], event.groups) for slot in slots}
        elif event.held == "some":
            needs.append([(slot, event.groups) for slot in slots])
    for holders in itertools.product(*needs):
        latest = dict(ends)
        for slot, groups in holders:
            latest[slot] = min(latest[slot], groups)
        groups = by_deadline(starts, latest, sizes)
        if groups is not None:
            return groups
    return None


def by_deadline(starts: dict[int, int], ends: dict[int, int], sizes: list[int]) -> list[list[int]] | None:
    """Group cards in these sizes, each from its start on and before its end; earliest end first finds it."""
    left, groups = set(starts), []
    for number, size in enumerate(sizes):
        ready = sorted((slot for slot in left if starts[slot] <= number), key=lambda slot: (ends[slot], slot))[:size]
        if len(ready) < size or any(ends[slot] <= number for slot in ready):
            return None
        groups.append(ready)
        left -= set(ready)
    return None if left else groups


def dealt(rules: Rules, deck: np.ndarray) -> Any:
    """Return the STATE of a deck, before the first attacker is chosen."""
    state = new_states(rules)[0]
    state.talon[: len(deck)] = deck[::-1]
    deal_deck(state, len(deck), 0)
    return state


def bytes_of(state: Any) -> bytes:
    """Return the part that may differ between worlds: the hands and the talon."""
    return bytes(state.hands.tobytes() + state.talon.tobytes())


@jit
def repeats(state: Any, slots: Any, seat: int, told: Any, infos: Any) -> bool:
    """Return whether the game can be played again by these plies, and the seat sees no difference after each."""
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
