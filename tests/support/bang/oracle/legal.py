"""The legal actions of a seat that is asked, by phase."""

from __future__ import annotations

from collections.abc import Iterator

from tests.support.bang.oracle.actions import PLAIN_PLAYS, Action
from tests.support.bang.oracle.cards import PLACE_OF, REACH, kind_of
from tests.support.bang.oracle.state import Game


def legal_actions(game: Game, seat: int, phase: str) -> set[Action]:
    """Return a seat's legal actions."""
    return set(BY_PHASE[phase](game, seat))


def _drawing(game: Game, seat: int) -> Iterator[Action]:
    yield ("deck",)
    if game.characters[seat] == "pedro_ramirez" and game.pile:
        yield ("pile",)
    if game.characters[seat] == "jesse_jones":
        for steps, other in _targets(game, seat):
            if game.hands[other]:
                yield ("from", steps)


def _putting_back(game: Game, seat: int) -> Iterator[Action]:
    for number in range(3):
        yield ("back", number)


def _discarding(game: Game, seat: int) -> Iterator[Action]:
    size, lives = len(game.hands[seat]), game.lives[seat]
    if size <= lives:
        yield ("end",)
    barred = game.characters[seat] == "suzy_lafayette" and not game.suzy_may_discard
    if (game.rules["free_discard"] or size > lives) and not barred:
        yield from _paying(game, seat)
    if _sid_can_pay(game, seat):
        yield ("sid",)


def _paying(game: Game, seat: int) -> Iterator[Action]:
    for kind in game.kinds_in_hand(seat):
        yield ("discard", kind)


def _picking(game: Game, seat: int) -> Iterator[Action]:
    for card in game.emporio:
        yield ("pick", kind_of(card))


def _shot(game: Game, seat: int) -> Iterator[Action]:
    yield ("nothing",)
    answers = _answers(game, seat, "mancato")
    if len(answers) >= game.needed:
        for kind in answers:
            yield ("answer", kind)


def _raided(game: Game, seat: int) -> Iterator[Action]:
    yield ("nothing",)
    for kind in _answers(game, seat, "bang"):
        yield ("answer", kind)


def _dying(game: Game, seat: int) -> Iterator[Action]:
    yield ("nothing",)
    if "birra" in game.kinds_in_hand(seat):
        yield ("answer", "birra")
    if game.rules["sid_saves"] and _sid_can_pay(game, seat):
        yield ("sid",)


def _playing(game: Game, seat: int) -> Iterator[Action]:
    yield from _discarding(game, seat)
    for kind in set(game.kinds_in_hand(seat)):
        yield from _plays(game, seat, kind)


BY_PHASE = {
    "drawing": _drawing,
    "putting_back": _putting_back,
    "playing": _playing,
    "discarding": _discarding,
    "paying": _paying,
    "picking": _picking,
    "shot": _shot,
    "raided": _raided,
    "duelling": _raided,
    "dying": _dying,
}


def _sid_can_pay(game: Game, seat: int) -> bool:
    is_sid = game.characters[seat] == "sid_ketchum"
    return is_sid and len(game.hands[seat]) >= 2 and game.lives[seat] < game.most[seat]


def _answers(game: Game, seat: int, kind: str) -> list[str]:
    """Return the kinds of all cards in the hand that answer as a kind does."""
    either = game.characters[seat] == "calamity_janet"
    return [one for one in game.kinds_in_hand(seat) if one == kind or (either and one in ("bang", "mancato"))]


def _targets(game: Game, seat: int) -> list[tuple[int, int]]:
    """Return the other living seats: steps to each, and the seat."""
    return [((other - seat) % len(game.seats), other) for other in game.others(seat)]


def _plays(game: Game, seat: int, kind: str) -> Iterator[Action]:
    """Yield the plays of a card of a kind."""
    if kind in PLAIN_PLAYS:
        if _may_play_plainly(game, seat, kind):
            yield ("play", kind)
        return
    for steps, other in _targets(game, seat):
        if kind in ("bang", "mancato"):
            if _may_shoot(game, seat, kind) and game.distance(seat, other) <= game.reach(seat):
                yield (kind, steps)
        elif kind == "duello":
            yield (kind, steps)
        elif kind == "prigione":
            if "prigione" not in game.tables[other] and other != game.sheriff:
                yield (kind, steps)
        elif kind == "cat_balou" or game.distance(seat, other) == 1:
            if game.hands[other]:
                yield (kind, steps, "hand")
            for place in game.tables[other]:
                yield (kind, steps, place)


def _may_play_plainly(game: Game, seat: int, kind: str) -> bool:
    if kind not in PLACE_OF:
        return True
    lies = game.tables[seat].get(PLACE_OF[kind])
    return lies is None or (kind in REACH and kind_of(lies) != kind)


def _may_shoot(game: Game, seat: int, kind: str) -> bool:
    character = game.characters[seat]
    if kind == "mancato" and character != "calamity_janet":
        return False
    return game.shots == 0 or character == "willy_the_kid" or game.has_volcanic(seat)
