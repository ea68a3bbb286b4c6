"""The effects of the cards that are played."""

from __future__ import annotations

from tests.support.bang.oracle.actions import Action
from tests.support.bang.oracle.cards import PLACE_OF, kind_of
from tests.support.bang.oracle.damage import bury, gain_life, hit, leave_instead
from tests.support.bang.oracle.deck import draw, draws_heart, take_blindly, turn_up
from tests.support.bang.oracle.state import Game, Plies, Question

ATTACK = {"bang": 3, "mancato": 3, "duello": 3, "panico": 1, "cat_balou": 1, "prigione": 1}
ATTACK_AT_PLACE = {"dinamite": 0, "prigione": -3}


def play(game: Game, seat: int, action: Action) -> Plies:
    """Let a seat play a card."""
    if action[0] == "play":
        yield from _play_plainly(game, seat, action[1])
        return
    kind, target = action[0], game.target(seat, action[1])
    place = action[2] if len(action) > 2 else "hand"
    game.attacks[seat][target] += ATTACK_AT_PLACE.get(place, ATTACK[kind])
    if kind == "prigione":
        game.lay_before(target, game.leave_hand_by_kind(seat, kind))
        return
    game.to_pile(seat, kind)
    if kind == "panico":
        _panico(game, seat, target, place)
    elif kind == "cat_balou":
        _cat_balou(game, target, place)
    elif kind == "duello":
        yield from _duello(game, seat, target)
    else:
        game.shots += 1
        game.source = seat
        misses = 2 if kind == "bang" and game.characters[seat] == "slab_the_killer" else 1
        yield from _shoot(game, target, misses)
        bury(game)


def _play_plainly(game: Game, seat: int, kind: str) -> Plies:
    """Play a card without a target."""
    if kind in PLACE_OF:
        game.lay_before(seat, game.leave_hand_by_kind(seat, kind))
        return
    game.to_pile(seat, kind)
    if kind == "birra":
        if len(game.living_from(0)) > 2:
            gain_life(game, seat)
    elif kind == "saloon":
        for one in game.living_from(0):
            gain_life(game, one)
    elif kind in ("diligenza", "wells_fargo"):
        draw(game, seat, 2 if kind == "diligenza" else 3)
    elif kind == "emporio":
        yield from _emporio(game, seat)
    else:
        game.source = seat
        for other in game.others(seat):
            yield from (_shoot(game, other, 1) if kind == "gatling" else _raid(game, other))
        bury(game)


def _shoot(game: Game, target: int, misses: int) -> Plies:
    """Let the source shoot at a target."""
    game.needed = misses
    if game.characters[target] == "jourdonnais" and draws_heart(game, target):
        game.needed -= 1
    if game.needed and "barile" in game.tables[target] and draws_heart(game, target):
        game.needed -= 1
    while game.needed:
        match (yield Question(target, "shot")):
            case ("answer", kind):
                game.to_pile(target, kind)
                game.needed -= 1
            case ("leaves",):
                game.needed = 0
                leave_instead(game, target, game.source)
            case _:
                game.needed = 0
                yield from hit(game, target, 1, game.source)


def _raid(game: Game, target: int) -> Plies:
    """Let the Indians come to a target."""
    match (yield Question(target, "raided")):
        case ("answer", kind):
            game.to_pile(target, kind)
        case ("leaves",):
            leave_instead(game, target, game.source)
        case _:
            yield from hit(game, target, 1, game.source)


def _duello(game: Game, seat: int, target: int) -> Plies:
    """Let two seats lay bangs in turns, the target first."""
    game.source, game.duel = seat, (seat, target)
    asked, other = target, seat
    while True:
        match (yield Question(asked, "duelling")):
            case ("answer", kind):
                game.to_pile(asked, kind)
                asked, other = other, asked
            case ("leaves",):
                game.duel = ()
                leave_instead(game, asked, seat if asked == target else None)
                break
            case _:
                game.duel = ()
                yield from hit(game, asked, 1, seat if asked == target else None)
                break
    bury(game)


def _emporio(game: Game, seat: int) -> Plies:
    """Show a card for each living seat, and let each pick one."""
    cards = [turn_up(game) for _ in game.living_from(0)]
    game.emporio = [card for card in cards if card is not None]
    for one in game.living_from(seat):
        if game.emporio:
            match (yield Question(one, "picking")):
                case ("pick", kind):
                    card = min(card for card in game.emporio if kind_of(card) == kind)
                    game.emporio.remove(card)
                    game.take_openly(one, card)
                case _:
                    game.fall(one, None)
    game.pile.extend(sorted(game.emporio))
    game.emporio = []
    bury(game)


def _panico(game: Game, seat: int, target: int, place: str) -> None:
    """Let a seat take a card of a target."""
    if place == "hand":
        take_blindly(game, seat, target)
    else:
        game.take_openly(seat, game.tables[target].pop(place))


def _cat_balou(game: Game, target: int, place: str) -> None:
    """Put a card of a target onto the pile."""
    if place == "hand":
        card = game.chance.pick(game.hands[target])
        game.leave_hand(target, card)
    else:
        card = game.tables[target].pop(place)
    game.pile.append(card)
