"""Endgames by brute force: the oracle's games, all lines to their end, nothing but a dictionary of what was seen."""

from __future__ import annotations

import random

from tests.support.oracle import Game
from tests.support.oracle_cards import deck_cards

Score = tuple[int, int]
"""Outcome for a seat (1, 0, -1) and plies to the end."""


def endgame(
    hands: tuple[list[str], list[str]],
    trump_suit: str | None,
    attacker: int = 0,
    max_attack_cards: int | None = None,
    draws: bool = True,
) -> Game:
    """Start a bout without a talon, with the given hands."""
    cards = [*hands[0], *hands[1]]
    game = Game(
        cards,
        hand_size=max(1, len(cards)),
        include_trumps=trump_suit is not None,
        max_attack_cards=max_attack_cards,
        draws=draws,
        trump_suit=trump_suit,
        attacker=attacker,
    )
    game.hands = [set(hands[0]), set(hands[1])]
    return game


def random_endgame(
    rng: random.Random, cards: int, max_attack_cards: int | None = None, trumps: bool = True, draws: bool = True
) -> Game:
    """Draw a random game of so many cards, two or more, at the start of a bout or a few plies into it."""
    deck = rng.sample(deck_cards(rng.choice((2, 6, 9, 11))), cards)
    split = rng.randint(1, cards - 1)
    trump_suit = rng.choice("cdhs") if trumps else None
    game = endgame((deck[:split], deck[split:]), trump_suit, int(rng.random() < 0.5), max_attack_cards, draws)
    for _ in range(rng.choice((0, 0, 1, 2, 3, 4))):
        new = game.after(rng.choice(sorted(game.legal())))
        game = game if new.over else new
    return game


def key(game: Game) -> tuple[object, ...]:
    """Return all that the rest of a game depends on."""
    hands = tuple(frozenset(hand) for hand in game.hands)
    return hands, game.attacker, game.phase, tuple(game.table), game.trump_suit, game.max_attack_cards, game.draws


def better(score: Score) -> tuple[int, int]:
    """Return a key that sorts scores: a win soon, a win late, a draw, a loss late, a loss soon."""
    outcome, plies = score
    return outcome, -outcome * plies


class BruteForce:
    """A solver that looks at every line; a draw counts no plies."""

    def __init__(self) -> None:
        self.seen: dict[tuple[object, ...], Score] = {}

    def score(self, game: Game, seat: int) -> Score:
        """Return the seat's score in a game, each side at its best: the winner hurries, the loser delays."""
        if game.over:
            return int(game.returns[seat]), 0
        name = key(game)
        if name not in self.seen:
            self.seen[name] = max(self.moves(game).values(), key=better)
        outcome, plies = self.seen[name]
        return (outcome if seat == game.to_move else -outcome), plies

    def moves(self, game: Game) -> dict[str, Score]:
        """Return the scores of the seat to move, by its actions."""
        mover = game.to_move
        assert mover is not None
        scores = {}
        for action in game.legal():
            outcome, plies = self.score(game.after(action), mover)
            scores[action] = (outcome, plies + 1 if outcome else 0)
        return scores
