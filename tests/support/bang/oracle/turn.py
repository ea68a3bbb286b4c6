"""The turns of a game, from their beginning to their end."""

from __future__ import annotations

from tests.support.bang.oracle.cards import is_red
from tests.support.bang.oracle.damage import bury, end, hit, pay_for_life
from tests.support.bang.oracle.deck import (
    after_the_top,
    draw,
    draws_blast,
    draws_heart,
    take_blindly,
    take_top,
    turn_up,
)
from tests.support.bang.oracle.plays import play
from tests.support.bang.oracle.state import Game, Plies, Question


def all_turns(game: Game) -> Plies:
    """Play the whole game; its end is raised."""
    while True:
        yield from _turn(game)
        game.turn = game.left_of(game.turn)


def _turn(game: Game) -> Plies:
    seat = game.turn
    if seat == game.sheriff:
        if game.rounds == game.rules["max_rounds"]:
            end(game)
        game.rounds += 1
    game.turns += 1
    game.shots = 0
    game.suzy_may_discard = True
    if "dinamite" in game.tables[seat]:
        yield from _dinamite(game, seat)
        if seat in game.dead:
            return
    if "prigione" in game.tables[seat] and not _leaves_jail(game, seat):
        if not game.rules["jail_skips"]:
            yield from _act(game, seat, "discarding")
        return
    yield from _draw_cards(game, seat)
    yield from _act(game, seat, "playing")


def _dinamite(game: Game, seat: int) -> Plies:
    """Let the dinamite explode, or move on."""
    explodes = draws_blast(game, seat)
    card = game.tables[seat].pop("dinamite")
    if explodes:
        game.pile.append(card)
        yield from hit(game, seat, 3, None)
        bury(game)
    else:
        game.lay_before(game.left_of(seat), card)


def _leaves_jail(game: Game, seat: int) -> bool:
    """Return whether a heart frees the seat."""
    freed = draws_heart(game, seat)
    game.pile.append(game.tables[seat].pop("prigione"))
    return freed


def _act(game: Game, seat: int, phase: str) -> Plies:
    """Let the seat play and discard, to the end of its turn or of itself."""
    while seat not in game.dead:
        match (yield Question(seat, phase)):
            case ("end",):
                return
            case ("discard", kind):
                game.to_pile(seat, kind)
                phase = "discarding"
            case ("sid",):
                yield from pay_for_life(game, seat)
                bury(game)
            case ("leaves",):
                _leave(game, seat)
            case action:
                yield from play(game, seat, action)


def _leave(game: Game, seat: int) -> None:
    """Let a seat leave in its own turn, between cards."""
    game.fall(seat, None)
    bury(game)


# --- phase 1 --------------------------------------------------------------------------------------------------------


def _draw_cards(game: Game, seat: int) -> Plies:
    """Draw two cards, or as the character says."""
    character = game.characters[seat]
    if character == "kit_carlson":
        yield from _kit_looks(game, seat)
    elif character == "black_jack":
        _black_jack_draws(game, seat)
    else:
        if character in ("jesse_jones", "pedro_ramirez"):
            yield from _draw_from_somewhere(game, seat)
        else:
            draw(game, seat)
        if seat not in game.dead:
            draw(game, seat)


def _draw_from_somewhere(game: Game, seat: int) -> Plies:
    """Let Jesse Jones and Pedro Ramirez choose the source of their first card."""
    match (yield Question(seat, "drawing")):
        case ("from", steps):
            take_blindly(game, seat, game.target(seat, steps))
        case ("pile",):
            game.take_openly(seat, game.pile.pop())
        case ("leaves",):
            _leave(game, seat)
        case _:
            draw(game, seat)


def _black_jack_draws(game: Game, seat: int) -> None:
    """Let Black Jack show the second card; a red one gives a third."""
    draw(game, seat)
    card = turn_up(game)
    if card is not None:
        game.take_openly(seat, card)
        if is_red(card):
            draw(game, seat)


def _kit_looks(game: Game, seat: int) -> Plies:
    """Let Kit Carlson look at three cards and put one back; he takes fewer without being asked."""
    for _ in range(3):
        card = take_top(game)
        if card is not None:
            game.looked.append(card)
            game.knowledge.looks_at(seat, card)
            after_the_top(game)
    if len(game.looked) == 3:
        match (yield Question(seat, "putting_back")):
            case ("back", number):
                _put_back(game, seat, game.looked.pop(number))
            case _:
                while game.looked:
                    _put_back(game, seat, game.looked.pop())
                _leave(game, seat)
    for card in game.looked:
        game.hands[seat].add(card)
        game.knowledge.moves_hidden(card, game.knowledge.deck, seat, {seat})
    game.looked = []
    if not game.deck:
        game.knowledge.deck_becomes_empty()


def _put_back(game: Game, seat: int, card: int) -> None:
    """Put a card onto the deck, known to Kit Carlson."""
    game.deck.insert(0, card)
    game.knowledge.puts_back(seat, card)
    game.kit_knows_the_top = True
