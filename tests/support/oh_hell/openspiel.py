"""Rounds of OpenSpiel's ``oh_hell`` beside ours: equal rules, equal cards, equal actions.

OpenSpiel plays one round with a card turned up, and numbers cards rank by rank. It deals the cards round the table, we
deal a block to each seat; suits correspond by their number.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tests.support.oh_hell.oracle import deck_cards

pyspiel: Any
try:
    import pyspiel
except ImportError:
    pyspiel = None


@dataclass(frozen=True)
class Options:
    """The options of a round that both have."""

    players: int
    num_suits: int
    num_ranks: int
    tricks: int
    dealer: int
    penalty: bool
    points_per_trick: int

    @classmethod
    def drawn(cls, rng: random.Random, players: Sequence[int]) -> Options:
        """Draw any options of so many players, with a card to turn up."""
        seats, suits = rng.choice(players), rng.randint(1, 4)
        ranks = rng.choice([one for one in (6, 9, 13) if one * suits > seats])
        tricks = rng.randint(1, (suits * ranks - 1) // seats)
        return cls(seats, suits, ranks, tricks, rng.randrange(seats), rng.random() < 0.5, rng.randint(1, 3))

    @property
    def rules(self) -> dict[str, Any]:
        """Our rules of such a game."""
        return {
            "num_players": self.players,
            "hand_sizes": (self.tricks,),
            "trump": "turn_up",
            "scoring": "penalty" if self.penalty else "standard",
            "points_per_trick": self.points_per_trick,
            "first_dealer": self.dealer,
            "start_rank": 15 - self.num_ranks,
            "num_suits": self.num_suits,
        }

    @property
    def deck(self) -> list[str]:
        """The cards in the order of our ids."""
        return deck_cards(15 - self.num_ranks, self.num_suits)

    def their_card(self, card: str) -> int:
        """Return OpenSpiel's number of a card."""
        suit, rank = divmod(self.deck.index(card), self.num_ranks)
        return rank * self.num_suits + suit

    def their_action(self, action: str) -> int:
        """Return OpenSpiel's number of an action."""
        return self.num_suits * self.num_ranks + int(action[1:]) if action[0] == "b" else self.their_card(action)

    def their_round(self, deck: Sequence[str]) -> Any:
        """Return OpenSpiel's round of a deck in our dealing order."""
        parameters = {
            "players": self.players,
            "num_suits": self.num_suits,
            "num_cards_per_suit": self.num_ranks,
            "num_tricks_fixed": self.tricks,
            "off_bid_penalty": self.penalty,
            "points_per_trick": self.points_per_trick,
        }
        state = pyspiel.load_game("oh_hell", parameters).new_initial_state()
        dealt = [deck[seat * self.tricks + place] for place in range(self.tricks) for seat in range(self.players)]
        chance = [self.dealer, *map(self.their_card, [*dealt, deck[self.players * self.tricks]])]
        if sorted(state.legal_actions()) != list(range(self.players)):  # the number of tricks, where it is drawn
            chance.insert(0, self.tricks)
        for outcome in chance:
            assert state.is_chance_node()
            state.apply_action(outcome)
        return state


class Ours:
    """A round of ours as the replay needs it."""

    def __init__(
        self,
        legal: Callable[[], set[str]],
        mover: Callable[[], int | None],
        play: Callable[[str], None],
        returns: Callable[[], Sequence[float]],
    ) -> None:
        self.legal, self.mover, self.play, self.returns = legal, mover, play, returns


def replay_round(options: Options, ours: Callable[[list[str]], Ours], rng: random.Random) -> int:
    """Play a random round on both sides, compare movers, legal sets and returns, and return the number of plies."""
    deck = options.deck
    rng.shuffle(deck)
    theirs, our_round, plies = options.their_round(deck), ours(deck), 0
    while not theirs.is_terminal():
        legal = {options.their_action(action): action for action in our_round.legal()}
        assert our_round.mover() == theirs.current_player(), options
        assert sorted(legal) == sorted(theirs.legal_actions()), options
        action = rng.choice(sorted(legal))
        theirs.apply_action(action)
        our_round.play(legal[action])
        plies += 1
    assert our_round.mover() is None
    assert list(our_round.returns()) == theirs.returns(), options
    return plies
