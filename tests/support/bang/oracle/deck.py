"""Cards that come off the deck, and cards taken blindly."""

from __future__ import annotations

from tests.support.bang.oracle.cards import is_blast, is_heart
from tests.support.bang.oracle.state import Game


def watchers_of_kit(game: Game) -> list[int]:
    """Return the seats for which the cards that Kit Carlson looks at count as the deck's."""
    return [seat for seat in game.seats if seat != game.seat_of("kit_carlson")] if game.looked else []


def reshuffle(game: Game) -> None:
    """Turn the whole pile into the deck."""
    game.knowledge.reshuffle(game.pile, added_by=watchers_of_kit(game))
    game.deck = game.chance.order(game.pile)
    game.pile = []


def take_top(game: Game) -> int | None:
    """Take the top card off the deck; None if there is no card at all."""
    if not game.deck and game.pile:
        reshuffle(game)
    if not game.deck:
        return None
    game.kit_knows_the_top = False
    return game.deck.pop(0)


def after_the_top(game: Game) -> None:
    """Settle the place of a card off the deck: the seats learn of an empty deck, and the pile fills it."""
    if not game.deck:
        game.knowledge.deck_becomes_empty(but_for=watchers_of_kit(game))
        if game.pile:
            reshuffle(game)


def draw(game: Game, seat: int, count: int = 1) -> None:
    """Let a seat draw cards, one by one."""
    for _ in range(count):
        seen_by = {seat, game.seat_of("kit_carlson")} if game.kit_knows_the_top else {seat}
        card = take_top(game)
        if card is None:
            return
        game.hands[seat].add(card)
        game.knowledge.moves_hidden(card, game.knowledge.deck, seat, {one for one in seen_by if one is not None})
        after_the_top(game)


def turn_up(game: Game) -> int | None:
    """Turn the top card into the open, nowhere yet; None if there is no card at all."""
    card = take_top(game)
    if card is not None:
        game.knowledge.comes_into_the_open(card)
        after_the_top(game)
    return card


def turned_for_luck(game: Game, seat: int) -> list[int]:
    """Turn up the cards of a Draw!: one, two for Lucky Duke, fewer if there are no more. They go to the pile."""
    cards = [turn_up(game) for _ in range(2 if game.characters[seat] == "lucky_duke" else 1)]
    there = [card for card in cards if card is not None]
    game.pile.extend(there)
    return there


def draws_heart(game: Game, seat: int) -> bool:
    """Return the result of a Draw! of a seat that wants a heart."""
    return any(is_heart(card) for card in turned_for_luck(game, seat))


def draws_blast(game: Game, seat: int) -> bool:
    """Return the result of a Draw! of a seat with dinamite before it."""
    cards = turned_for_luck(game, seat)
    return bool(cards) and all(is_blast(card) for card in cards)


def take_blindly(game: Game, seat: int, victim: int) -> None:
    """Take a card at random from another hand, hidden from third seats."""
    move_hidden(game, game.chance.pick(game.hands[victim]), victim, seat)


def move_hidden(game: Game, card: int, victim: int, seat: int) -> None:
    """Move a card from one hand to another, which these two seats see."""
    game.hands[victim].remove(card)
    game.hands[seat].add(card)
    game.knowledge.moves_hidden(card, victim, seat, {victim, seat})
    if not game.hands[victim]:
        game.knowledge.hand_becomes_empty(victim)
