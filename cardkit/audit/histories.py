"""Histories of a game of OpenSpiel: played, changed in one place, and walked again."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

LONGEST = 400  # actions of a game; a longer one is left there
Policy = Callable[[Any, Random], int | None]
"""Chooses an action of the player to move: ``policy(state, rng)``; None leaves it to chance."""


@dataclass(frozen=True)
class Played:
    """A game that was played.

    Attributes:
        actions: those of chance included.
        movers: who chose each; below 0 chance.
    """

    actions: tuple[int, ...]
    movers: tuple[int, ...]

    def places(self, of_chance: bool) -> list[int]:
        """List the places of the actions of chance, or of players."""
        return [place for place, mover in enumerate(self.movers) if (mover < 0) == of_chance]


@dataclass(frozen=True)
class Changed:
    """A history in which one action is another.

    Attributes:
        actions: all of them; some may not be legal any more.
        place: where the other action stands.
        partner: where it stood before, if two outcomes of chance are exchanged.
    """

    actions: tuple[int, ...]
    place: int
    partner: int | None


def options(state: Any) -> list[int]:
    """Return the actions that may come next."""
    if state.is_chance_node():
        return [action for action, weight in state.chance_outcomes() if weight > 0]
    return state.legal_actions()


def play(start: Any, rng: Random, policy: Policy | None) -> Played:
    """Play a random game.

    In half of the games each action has a weight, the same all game long, so that rare phases are reached.
    """
    state, actions, movers = start.clone(), [], []
    weights: dict[int, float] = {}
    is_biased = rng.random() < 0.5
    while not state.is_terminal() and len(actions) < LONGEST:
        movers.append(state.current_player())
        chosen = policy(state, rng) if policy and not state.is_chance_node() else None
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            chosen = rng.choices(outcomes, odds)[0]
        elif chosen is None:
            legal = state.legal_actions()
            odds = [weights.setdefault(one, math.exp(3 * rng.gauss(0, 1))) for one in legal] if is_biased else None
            chosen = rng.choices(legal, odds)[0]
        actions.append(chosen)
        state.apply_action(chosen)
    return Played(tuple(actions), tuple(movers))


def walk(start: Any, actions: Sequence[int], legal: int = 0) -> Iterator[Any]:
    """Yield the state before each action and after the last, one object; end before an action that is not legal.

    The first ``legal`` actions are taken for legal.
    """
    state = start.clone()
    yield state
    for place, action in enumerate(actions):
        if place >= legal and (state.is_terminal() or action not in options(state)):
            return
        state.apply_action(action)
        yield state


def state_after(start: Any, actions: Sequence[int]) -> Any:
    """Return the state after actions that are legal."""
    *_, state = walk(start, actions, len(actions))
    return state


def state_if_legal(start: Any, actions: Sequence[int], legal: int) -> Any:
    """Return the state after actions of which the first ``legal`` ones are legal; None if another one is not."""
    steps, state = -1, None
    for state in walk(start, actions, legal):  # noqa: B007 - the last one
        steps += 1
    return state if steps == len(actions) else None


def first_decision(start: Any) -> Any:
    """Return a state in which a player is to move, the same one in each call."""
    state, rng = start.clone(), Random(0)
    while state.is_chance_node():
        state.apply_action(rng.choice(options(state)))
    return state


def changed(start: Any, played: Played, place: int, rng: Random) -> Changed | None:
    """Put another action in a place; None if there is none.

    An outcome of chance that comes later in the game is exchanged with that one, as two cards would be.
    """
    actions = played.actions
    others = [one for one in options(state_after(start, actions[:place])) if one != actions[place]]
    if not others:
        return None
    later: dict[int, int] = {}
    if played.movers[place] < 0:
        for at in range(place + 1, len(actions)):
            if played.movers[at] < 0:
                later.setdefault(actions[at], at)
    action = rng.choice([one for one in others if one not in later] or others)
    new, partner = list(actions), later.get(action)
    new[place] = action
    if partner is not None:
        new[partner] = actions[place]
    return Changed(tuple(new), place, partner)


def changed_histories(start: Any, played: Played, rng: Random, chance: int, moves: int) -> list[Changed]:
    """Change a game in places of chance and of players; of many changes of chance those that stay legal longest."""
    places = played.places(of_chance=True)
    found = [changed(start, played, place, rng) for place in rng.choices(places, k=6 * chance)] if places else []
    lasting = sorted(
        (one for one in dict.fromkeys(found) if one),
        key=lambda one: -sum(1 for _ in walk(start, one.actions, one.place)),
    )
    places = played.places(of_chance=False)
    moved = [changed(start, played, place, rng) for place in rng.sample(places, min(moves, len(places)))]
    return [*lasting[:chance], *(one for one in moved if one)]
