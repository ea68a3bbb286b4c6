"""A game in Python is told, steps and draws as the compiled game is, in every game."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from bang_env.bang import Bang
from cardkit.compiled.protocol import mover, returns, step
from cardkit.game import Game
from cardkit.game_state import GameState
from cardkit.specs.loading import load_agent
from durak_env import CompiledAgent, compiled_choice
from durak_env.durak import Durak
from examples.hearts import Hearts
from examples.toy_game import Middle
from oh_hell_env.oh_hell import OhHell


@compiled_choice
def choose_nothing(info: Any, stream: Any, memory: Any) -> int:
    return -1


GAMES = [
    Durak(),
    pytest.param(Durak("num_players=4,transfer=True"), marks=pytest.mark.slow),
    pytest.param(Durak(open_world=True), marks=pytest.mark.slow),
    pytest.param(OhHell("num_players=3,hand_sizes=2-1"), marks=pytest.mark.slow),
    pytest.param(Bang("num_players=4"), marks=pytest.mark.slow),
    Middle(),
    pytest.param(Hearts(), marks=pytest.mark.slow),
]
each_game = pytest.mark.parametrize("game", GAMES, ids=str)


def positions(game: Game, seed: int = 1) -> list[GameState]:
    """Return all positions of a random game, the last of which is its end."""
    rng, state = np.random.default_rng(seed), game.new_game(seed)
    met = [state.copy()]
    while not state.is_over:
        state.step(rng.choice(state.legal_actions))
        met.append(state.copy())
    return met


@each_game
def test_it_goes_as_the_compiled_game_does(game: Game) -> None:
    states = positions(game)
    compiled = states[0].record.copy()
    for state, after in pairwise(states):
        seat, action = after.plies[-1]
        assert (state.to_move, int(mover(compiled))) == (seat, seat)
        assert state.legal_actions == game.information_set(compiled, seat).legal_actions
        step(compiled, game.read_action(compiled, action))
        assert after.record.tobytes() == compiled.tobytes()
    over = states[-1]
    assert (over.to_move, over.legal_actions) == (None, ())
    assert over.returns == tuple(float(returns(compiled, seat)) for seat in range(game.seats))
    assert not any(any(state.returns) for state in states[:-1])


@each_game
def test_a_seed_deals_the_same_game_and_a_generator_one_after_another(game: Game) -> None:
    def dealt(seed: Any) -> bytes:
        return game.new_game(seed).record.tobytes()

    rng = np.random.default_rng(3)
    assert dealt(3) == dealt(3) == dealt(rng) != dealt(rng)
    assert dealt(None) != dealt(None)


@each_game
def test_copies_and_playouts_leave_it_as_it_is(game: Game) -> None:
    state = positions(game)[2]
    before, plies = state.record.tobytes(), state.plies
    one, other = (state.playout(np.random.default_rng(5)) for _ in range(2))
    assert one == other
    assert len(one) == game.seats
    rng = np.random.default_rng(6)
    assert len({state.playout(rng) for _ in range(50)}) > 1
    copy = state.copy()
    copy.step(copy.legal_actions[0])
    assert (state.record.tobytes(), state.plies) == (before, plies)


@each_game
def test_a_drawn_game_agrees_with_what_its_seat_knows(game: Game) -> None:
    rng = np.random.default_rng(7)
    for state in positions(game, 2)[:-1:3]:
        assert state.to_move is not None
        info = state.information_set(state.to_move)
        assert info.game == game
        drawn = info.determinize(rng)
        assert drawn.plies == info.plies
        again = drawn.information_set(info.seat)
        assert again.legal_actions == info.legal_actions == drawn.legal_actions
        assert again.record.tobytes() == info.record.tobytes()
        drawn.playout(rng)


@each_game
def test_an_illegal_action_is_refused_and_changes_nothing(game: Game) -> None:
    first, *_, over = positions(game)
    illegal = next(action for action in range(game.num_actions) if action not in first.legal_actions)
    refused: list[Any] = [illegal, -1, game.num_actions, "x", None, 1.5]
    for state in (first, over):
        for action in refused:
            before = state.record.tobytes(), state.plies
            with pytest.raises(ValueError, match=r"action|legal"):
                state.step(action)
            assert (state.record.tobytes(), state.plies) == before


@pytest.mark.parametrize(
    ("game", "spec"),
    [
        (Durak(), "greedy"),
        pytest.param(Durak("num_players=4,transfer=True"), "smart", marks=pytest.mark.slow),
        pytest.param(OhHell("num_players=3,hand_sizes=2"), "informed:version=2", marks=pytest.mark.slow),
    ],
    ids=str,
)
def test_an_agent_plays_it_out_as_it_would_play(game: Game, spec: str) -> None:
    """Ply by ply from what each seat knows, for an agent that draws nothing."""
    agent = load_agent(spec, game.AGENTS)
    for state in positions(game)[::9]:
        alone, rng = state.copy(), np.random.default_rng(1)
        while not alone.is_over:
            alone.step(agent.act(alone.information_set(alone.to_move or 0), rng))
        before = state.record.tobytes()
        assert state.playout(np.random.default_rng(2), agent) == alone.returns
        assert state.record.tobytes() == before


def test_an_agent_that_cannot_play_it_out_is_refused() -> None:
    state, rng = Durak().new_game(seed=1), np.random.default_rng(1)
    with pytest.raises(ValueError, match="does not play this variant"):
        state.playout(rng, load_agent("informed", OhHell.AGENTS))
    given: Any = "greedy"
    with pytest.raises(ValueError, match="a compiled agent plays out a game, not 'greedy': make one of a spec"):
        state.playout(rng, given)
    with pytest.raises(ValueError, match="choose_nothing has chosen an action that is not legal"):
        state.playout(rng, CompiledAgent(choose_nothing))
