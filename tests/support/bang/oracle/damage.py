"""Hits, abilities of the seats hit, falls, and the end that they may bring."""

from __future__ import annotations

from tests.support.bang.oracle.cards import TEAM_OF
from tests.support.bang.oracle.deck import draw, move_hidden, take_blindly
from tests.support.bang.oracle.state import NOBODY, Game, GameOver, Plies, Question


def hit(game: Game, seat: int, lost: int, responsible: int | None) -> Plies:
    """Let a seat lose lives; it may save itself, and falls otherwise."""
    game.lives[seat] -= lost
    while game.lives[seat] < 1:
        if len(game.living_from(0)) == 2:
            game.fall(seat, responsible)
            return
        match (yield Question(seat, "dying")):
            case ("answer", kind):
                game.to_pile(seat, kind)
                gain_life(game, seat)
            case ("sid",):
                yield from pay_for_life(game, seat, responsible)
                if game.has_fallen(seat):
                    return
            case _:  # to leave is the same as to die
                game.fall(seat, responsible)
                return
    _react_to_hit(game, seat, lost, responsible)


def gain_life(game: Game, seat: int) -> None:
    """Give one life, up to the most."""
    game.lives[seat] = min(game.lives[seat] + 1, game.most[seat])


def leave_instead(game: Game, seat: int, by: int | None) -> None:
    """Let a seat leave when a life is asked of it; whoever takes the last one is responsible."""
    game.fall(seat, by if game.lives[seat] == 1 else None)


def pay_for_life(game: Game, seat: int, responsible: int | None = None) -> Plies:
    """Let Sid Ketchum discard two cards for a life; a seat that leaves before falls."""
    for _ in range(2):
        match (yield Question(seat, "paying")):
            case ("discard", kind):
                game.to_pile(seat, kind)
            case _:
                game.fall(seat, responsible)
                return
    gain_life(game, seat)


def draw_if_empty(game: Game, seat: int) -> bool:
    """Let Suzy Lafayette draw a card if her hand is empty; return whether she has got one."""
    if game.characters[seat] == "suzy_lafayette" and not game.hands[seat]:
        draw(game, seat)
        return bool(game.hands[seat])
    return False


def _react_to_hit(game: Game, seat: int, lost: int, responsible: int | None) -> None:
    """Use the ability of a seat that has lost lives and lives on."""
    if game.characters[seat] == "bart_cassidy":
        draw(game, seat, lost)
    if game.characters[seat] == "el_gringo" and responsible is not None:
        for _ in range(lost):
            draw_if_empty(game, responsible)
            if game.hands[responsible]:
                take_blindly(game, seat, responsible)


def bury(game: Game) -> None:
    """Finish the card: those who have fallen leave together, and the end is checked."""
    game.source = None
    fallen, game.fallen = game.fallen, []
    game.dead |= {seat for seat, _ in fallen}
    sam = game.seat_of("vulture_sam")
    for seat, _ in fallen:
        if sam is None or sam in game.dead:
            game.discard_all(seat)
        else:
            _inherit(game, seat, sam)
    _check_the_end(game)
    for seat, responsible in fallen:
        if responsible is not None and responsible not in game.dead:
            _reward(game, seat, responsible)


def _inherit(game: Game, seat: int, sam: int) -> None:
    """Let Vulture Sam take the hand hidden, then the table openly."""
    for card in sorted(game.hands[seat]):
        move_hidden(game, card, seat, sam)
    for card in sorted(game.tables[seat].values()):
        game.take_openly(sam, card)
    game.tables[seat].clear()


def _check_the_end(game: Game) -> None:
    living = [game.roles[seat] for seat in game.seats if seat not in game.dead]
    if not living:
        end(game)
    if "S" not in living:
        end(game, TEAM_OF["R"] if living == ["R"] else TEAM_OF["O"])
    if "O" not in living and "R" not in living:
        end(game, TEAM_OF["S"])


def _reward(game: Game, seat: int, responsible: int) -> None:
    """Let the seat that eliminates an Outlaw draw, and a Sheriff that eliminates a Deputy discard all."""
    if game.roles[seat] == "O":
        draw(game, responsible, 3)
    if game.roles[seat] == "D" and game.roles[responsible] == "S":
        game.discard_all(responsible)


def end(game: Game, winner: str = NOBODY) -> None:
    """End the game."""
    game.winner = winner
    raise GameOver
