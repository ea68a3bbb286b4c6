"""Oh Hell! through the kit: ids, events, copies, results, inputs of searches."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cardkit.agents import choose_any
from cardkit.arena.match import play_match
from cardkit.compiled import protocol
from cardkit.compiled.prng import streams_from_seed
from cardkit.compiled.protocol import NO_EVENT
from oh_hell_env import CompiledAgent, InformationSet, OhHell, Rules, determinize
from oh_hell_env.core.play import step
from oh_hell_env.core.records import Phase
from oh_hell_env.oh_hell import TRUMPS_SHOWN, end_with_round


def start(game: OhHell, seed: int = 1) -> Any:
    """Start a random game."""
    state = game.new_states()[0]
    protocol.deal(state, streams_from_seed(seed)[0])
    return state


def play_on(state: Any, plies: int) -> Any:
    """Play the lowest legal slots."""
    for _ in range(plies):
        step(state, (int(state.legal) & -int(state.legal)).bit_length() - 1)
    return state


@pytest.mark.parametrize(
    ("named", "given"),
    [
        ("returns", {"returns": "fool"}),
        ("open_world", {"open_world": "no"}),
        ("hook", {"rules": "hook=2"}),
        ("rules", {"rules": 4}),
    ],
)
def test_variants_that_do_not_exist_are_refused(named: str, given: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=named):
        OhHell(**given)


def test_the_name_of_a_variant() -> None:
    assert str(OhHell()) == "closed world, rules: standard"
    assert str(OhHell("hook=False", True, "win")) == "open world, rules: hook=False, returns by win"


@pytest.mark.parametrize("seats", range(2, 8))
def test_ids_and_slots_match(seats: int) -> None:
    game = OhHell(Rules(num_players=seats))
    ids = game.action_ids
    assert sorted(ids[ids >= 0].tolist()) == list(range(game.num_actions))
    assert ids[0, 3] == 52 + 3
    assert not set(TRUMPS_SHOWN.tolist()) & set(np.flatnonzero((ids >= 0).any(axis=0)).tolist())


def test_actions_of_the_wrong_kind_are_refused() -> None:
    game = OhHell(Rules(hand_sizes=(3,)))
    state = start(game)
    with pytest.raises(ValueError, match="a bid is due"):
        game.read_action(state, 0)
    with pytest.raises(ValueError, match="up to the 3"):
        game.read_action(state, 56)
    with pytest.raises(ValueError, match="66"):
        game.read_action(state, 66)
    assert "slot 40" in str(game.illegal_slot(state, 40))
    play_on(state, 4)
    with pytest.raises(ValueError, match="a card is due"):
        game.read_action(state, 52)
    assert "slot 0" in str(game.illegal_slot(state, 0))


@pytest.mark.parametrize(
    ("rules", "shown_after"),
    [
        (Rules(hand_sizes=(1, 1)), []),
        (Rules(hand_sizes=(1, 1), trump="turn_up"), [8]),
        (Rules(hand_sizes=(1, 1), trump="random"), [8]),
        (Rules(hand_sizes=(1, 1), trump="turn_up", blind="full"), [8]),
        (Rules(hand_sizes=(1, 1), trump="turn_up", blind="half"), [4, 12]),
        (Rules(hand_sizes=(1, 13), trump="turn_up"), [8]),
    ],
    ids=str,
)
def test_trumps_that_show_are_an_event(rules: Rules, shown_after: list[int]) -> None:
    state = start(OhHell(rules))
    events = []
    while state.legal != 0:
        play_on(state, 1)
        event = protocol.event_after(state, 0)
        if event != NO_EVENT:
            assert event == TRUMPS_SHOWN[state.trump]
            events.append(int(state.plies))
    assert events == shown_after


@pytest.mark.parametrize("given", [False, True])
def test_a_copy_plays_on_alike(given: bool) -> None:
    game = OhHell(Rules(hand_sizes=(2, 2, 1)))
    state: Any = start(game)
    if given:
        deck = list(game.rules.deck)
        state = game.start({"decks": [deck[shift:] + deck[:shift] for shift in range(3)]})
    play_on(state, 3)
    twin = start(game, 2)
    protocol.copy_state(state, twin)
    assert play_on(twin, 25).tobytes() == play_on(state, 25).tobytes()


@pytest.mark.parametrize("scoring", ["standard", "penalty"])
def test_a_search_can_look_at_one_round(scoring: str) -> None:
    game = OhHell(Rules(hand_sizes=(1, 3, 2), scoring=scoring))
    state = play_on(start(game), 8 + 6)
    info = InformationSet.of(state, game.rules, 1)
    end_with_round(info.record)
    leaf = determinize(info, np.random.default_rng(1))
    assert leaf.scores.tolist() == [0] * 4
    play_on(leaf, 10)
    assert (leaf.phase, leaf.legal) == (Phase.OVER, 0)
    least = 0 if scoring == "standard" else -3
    for seat in range(4):
        assert protocol.score(leaf, seat) == pytest.approx((leaf.scores[seat] - least) / (13 - least))


def test_a_match_tells_scores_and_rounds_made() -> None:
    game = OhHell(Rules(hand_size=5))
    agents = [CompiledAgent(choose_any) for _ in range(4)]
    rows = play_match(game, agents, 40, seed=1).results
    assert set(rows["rounds"]) == {5}
    assert set(rows["plies"]) == {game.rules.num_plies}
    assert (rows["returns"].sum(axis=1) == 15 + 10 * rows["made"].sum(axis=1)).all()


@pytest.mark.parametrize("returns", ["points", "margin", "win"])
@pytest.mark.parametrize("scoring", ["standard", "penalty"])
def test_a_seat_whose_agent_fails_is_last(returns: str, scoring: str) -> None:
    """A seat whose agent fails is last even before anyone has points, where all have the least that a game can pay."""
    game = OhHell(f"num_players=3,hand_sizes=2-1,scoring={scoring}", returns=returns)
    state = game.new_states()[0]
    paid = game.forfeit(state, 1)
    assert paid[1] < min(paid[0], paid[2])
    assert sum(paid) == pytest.approx(0) or returns == "points"
    state.scores[:] = [12, 20, 1]
    paid = game.forfeit(state, 1)
    assert paid[1] < min(paid[0], paid[2])
    left = 3 + 2 * 10  # points for all tricks and for the bids of both rounds
    assert returns != "points" or (paid[0], paid[2]) == (12 + left, 1 + left)
    assert returns != "points" or paid[1] == (17 if scoring == "penalty" else 20)
    paid = game.forfeit(state, 1, beside=[2])
    assert max(paid[1:]) < paid[0]
    assert sum(paid) == pytest.approx(0) or returns == "points"
