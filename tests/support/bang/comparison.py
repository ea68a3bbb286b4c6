"""Games of Bang! that the oracle plays first, and the package after it: both must agree after each ply."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from bang_env import Bang
from bang_env.game import step
from cardkit.compiled.protocol import returns, withdraw
from tests.support.bang.described import described
from tests.support.bang.oracle.actions import ACTIONS, LEAVES
from tests.support.bang.oracle.cards import CARDS, CHARACTERS, ROLES_IN_PLAY
from tests.support.bang.oracle.chance import Chance
from tests.support.bang.oracle.knowledge import set_of
from tests.support.bang.oracle.referee import Referee
from tests.support.bang.oracle.state import Game

LEANINGS: dict[str, Mapping[str, float]] = {
    "any": {},
    "fierce": {"bang": 20, "mancato": 20, "duello": 20, "play": 5, "discard": 0.1, "end": 0.5},
    "armed": {"play": 30, "prigione": 10, "bang": 5, "answer": 10, "discard": 0.1, "end": 0.5},
    "greedy": {"panico": 20, "cat_balou": 20, "from": 5, "pile": 5, "sid": 10, "play": 3, "discard": 0.3},
    "leaving": {},
    "lasting": {"answer": 20, "sid": 20, "play": 3, "bang": 0.2, "duello": 0.2, "discard": 0.3},
}
"""The weights beside 1 of the actions that a policy of the test prefers, by their first word."""

SEATS_OF_QUICK_TESTS = (4,)  # those that are compiled there; a deputy, from five on, plays in the slow suite
LEFT, LEAVE_SHARE = -1, 0.05
"""In place of an action: the seat leaves. How often it does in games that lean to it."""


@dataclass
class Plan:
    """One game: its options and its deal, drawn from a seed.

    Attributes:
        seed: names the game.
        cut: cards that the deck keeps after the deal; the others are out of the game. None for all.
    """

    seed: int
    rng: random.Random = field(init=False)
    cut: int | None = field(init=False)

    def __post_init__(self) -> None:
        rng = self.rng = random.Random(self.seed)
        seats = self.seats
        self.rules = {
            "num_players": seats,
            "max_rounds": rng.choice((1, 2, 5, 30, 100, 1000)),
            "free_discard": rng.random() < 0.5,
            "jail_skips": rng.random() < 0.5,
            "sid_saves": rng.random() < 0.5,
        }
        self.roles = "".join(rng.sample(ROLES_IN_PLAY[seats], seats))
        self.characters = tuple(rng.sample(range(len(CHARACTERS)), seats))
        self.deck = tuple(rng.sample(range(len(CARDS)), len(CARDS)))
        self.leaning = rng.choice(list(LEANINGS))
        self.cut = rng.randint(1, 10) if rng.random() < 0.2 else None

    @property
    def seats(self) -> int:
        """The number of seats; games of all sizes follow each other."""
        return 4 + self.seed % 4

    def choose(self, legal: tuple[int, ...]) -> int:
        """Choose an action by the leaning of the game, or LEFT."""
        if self.leaning == "leaving" and self.rng.random() < LEAVE_SHARE:
            return LEFT
        weights = [LEANINGS[self.leaning].get(ACTIONS[one][0], 1) for one in legal]
        return self.rng.choices(legal, weights)[0]


@dataclass
class Played:
    """A game as the oracle has played it, with its report after the deal and after each ply."""

    plan: Plan
    told: list[dict[str, Any]]
    actions: list[int]
    chance: list[int | tuple[int, ...]]


def played_by_oracle(plan: Plan) -> Played:
    """Play a game on the oracle."""
    chance = Chance(plan.rng)
    referee = Referee(Game(plan.rules, plan.roles, plan.characters, plan.deck, chance))
    if plan.cut is not None:
        del referee.game.deck[plan.cut :]
    told, actions = [told_by_oracle(referee)], []
    while referee.legal:
        actions.append(plan.choose(referee.legal))
        if actions[-1] == LEFT:
            referee.leave()
        else:
            referee.step(actions[-1])
        told.append(told_by_oracle(referee))
    return Played(plan, told, actions, chance.entries)


def onlookers(plies: int, mover: int | None, seats: int) -> list[int]:
    """Return the seats whose knowledge and returns are compared after a ply: the one asked, and one of all in turn.

    At the end, when nobody is asked, they are all.
    """
    return [*range(seats)] if mover is None else sorted({plies % seats, mover})


def told_by_oracle(referee: Referee) -> dict[str, Any]:
    """Return all that is compared, as the oracle has it."""
    told = referee.told()
    seats = onlookers(told["plies"], told["mover"], len(referee.game.seats))
    paid = referee.returns()
    return {
        **told,
        "returns": [paid[seat] for seat in seats],
        **{f"seen by {seat}": referee.sees(seat) for seat in seats},
    }


def told_by_package(plan: Plan, actions: list[int], chance: list[int | tuple[int, ...]]) -> Iterator[dict[str, Any]]:
    """Yield all that is compared, as the compiled game has it, after the deal and after each ply."""
    options = {"roles": plan.roles, "characters": plan.characters, "deck": plan.deck, "chance": chance}
    game = Bang(plan.rules)
    state: Any = game.start(options)
    if plan.cut is not None:
        size = int(state.deck_size)
        kept = min(plan.cut, size)
        state.deck[:kept] = state.deck[size - kept : size].copy()
        state.deck_size = kept
    for action in (None, *actions):
        if action == LEFT:
            withdraw(state, int(state.mover))
        elif action is not None:
            step(state, action)
        game.check_chance(state)
        told = described(state, number_in)
        asked = onlookers(told["plies"], told["mover"], len(plan.roles))
        told["returns"] = [int(returns(state, seat)) for seat in asked]
        yield told | {f"seen by {seat}": seen_in(game, state, seat) for seat in asked}
    assert state.given_used == state.given_length, "chance that the oracle needed is left over"


def seen_in(game: Bang, state: Any, seat: int) -> dict[str, Any]:
    """Return the content of an information set beside what is open to all."""
    info = game.information_set(state, seat)
    own = {name: getattr(info, name) for name in ("hands", "looked", "legal_actions")}
    roles = "".join("?" if role == "unknown" else role[0].upper() for role in info.roles)
    return {"roles": roles, "possible": tuple(map(as_number, info.possible)), **own}


def number_in(sets: list[int], place: int) -> int:
    """Return a set of a record as the oracle has its own: a number, whose bits are the cards."""
    return sets[2 * place] | sets[2 * place + 1] << 64


as_number = lru_cache(1 << 14)(set_of)
"""Most sets stay as they are from ply to ply."""


def compare(seed: int) -> Played:
    """Play a game on both sides; the assertion says where they differ first."""
    plan = Plan(seed)
    played = played_by_oracle(plan)
    package = told_by_package(plan, played.actions, played.chance)
    for ply, oracle in enumerate(played.told):
        told = next(package)
        differing = [name for name in oracle if told.get(name) != oracle[name]]
        if differing:
            raise AssertionError(difference(played, ply, differing, oracle, told))
    assert next(package, None) is None
    return played


def name_of(action: int) -> str:
    """Name an action, or leaving, for people."""
    return " ".join(map(str, LEAVES if action == LEFT else ACTIONS[action]))


def difference(played: Played, ply: int, names: list[str], oracle: dict[str, Any], package: dict[str, Any]) -> str:
    """Describe where a game differs, for people."""
    plan = played.plan
    last = name_of(played.actions[ply - 1]) if ply else "the deal"
    before = played.told[ply - 1]
    lines = [
        f"game {plan.seed} differs after ply {ply}: {last} in {before['phase']} by seat {before['mover']}",
        f"{plan.rules} {plan.roles} {[CHARACTERS[one] for one in plan.characters]} {plan.leaning} cut {plan.cut}",
    ]
    for name in names:
        lines += [f"  {name}: oracle {oracle[name]}", f"  {' ' * len(name)}  package {package.get(name)}"]
    return "\n".join(lines)
