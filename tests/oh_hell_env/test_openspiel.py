"""OpenSpiel's ``oh_hell`` agrees with the compiled rules, and with the referee of the tests, where options match."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from oh_hell_env.actions import format_action, parse_action, slot_of
from oh_hell_env.core.play import mover, step
from oh_hell_env.core.records import OVER
from oh_hell_env.core.scoring import returns
from oh_hell_env.oh_hell import OhHell
from tests.support.oh_hell.agreement import deal_of
from tests.support.oh_hell.openspiel import Options, Ours, pyspiel, replay_round
from tests.support.oh_hell.oracle import Game

pytestmark = pytest.mark.skipif(pyspiel is None, reason="OpenSpiel (pyspiel) is not installed")

ROUNDS = 1_000
LATER_PLAYERS = 3, 5, 6, 7  # the quick tests do not compile them


def compiled(options: Options, deck: list[str]) -> Ours:
    """Deal a round of the compiled rules."""
    game = OhHell(options.rules)
    rules = game.rules
    state: Any = deal_of([deck], None).lay_out(rules)

    def legal() -> set[str]:
        known = game.information_set(state, int(mover(state)))
        return {format_action(action, rules) for action in known.legal_actions}

    return Ours(
        legal,
        lambda: None if state.phase == OVER else int(mover(state)),
        lambda action: step(state, slot_of(parse_action(action, rules), rules)),
        lambda: [float(returns(state, seat)) for seat in range(game.seats)],
    )


def of_the_referee(options: Options, deck: list[str]) -> Ours:
    """Deal a round of the oracle."""
    game = Game([deck], **options.rules)
    return Ours(game.legal, lambda: game.to_move, game.play, lambda: game.returns("points"))


@pytest.mark.parametrize(
    ("ours", "players", "rounds"),
    [
        pytest.param(of_the_referee, (3, 4, 5, 6, 7), 300, id="referee"),
        pytest.param(compiled, (4,), 200, id="compiled"),
        pytest.param(compiled, LATER_PLAYERS, ROUNDS, id="compiled, other tables", marks=pytest.mark.slow),
    ],
)
def test_openspiel_agrees(ours: Callable[[Options, list[str]], Ours], players: tuple[int, ...], rounds: int) -> None:
    plies = 0
    for number in range(rounds):
        rng = random.Random(number)
        options = Options.drawn(rng, players)
        plies += replay_round(options, partial(ours, options), rng)
    assert plies > 10 * rounds


def test_a_difference_is_seen() -> None:
    """A round by other rules does not agree."""
    options = Options(players=4, num_suits=4, num_ranks=13, tricks=3, dealer=1, penalty=False, points_per_trick=1)

    def other(deck: list[str], **changed: Any) -> Ours:
        game = Game([deck], **{**options.rules, **changed})
        return Ours(game.legal, lambda: game.to_move, game.play, lambda: game.returns("points"))

    def replay_all(**changed: Any) -> None:
        for seed in range(60):
            replay_round(options, partial(other, **changed), random.Random(seed))

    replay_all()
    for changed in ({"hook": False}, {"first_dealer": 2}, {"scoring": "penalty"}, {"trump": "rotation"}):
        with pytest.raises(AssertionError):
            replay_all(**changed)
