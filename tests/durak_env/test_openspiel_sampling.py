"""The needs of OpenSpiel's algorithms beside the rules: states to search from, and a tree to walk."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts  # noqa: E402

from durak_env.openspiel import NAME  # noqa: E402
from durak_env.openspiel.chance import draw_again  # noqa: E402
from tests.durak_env.test_openspiel import SMALL, VARIANTS, play, play_from  # noqa: E402


def sampler(seed: int) -> Any:
    return np.random.default_rng(seed).random


def positions(parameters: dict[str, Any], seed: int) -> list[Any]:
    """Return the states of a random game in which a seat is to move."""
    game = pyspiel.load_game(NAME, parameters)
    states = [state.clone() for state in play(game, np.random.default_rng(seed))]
    return [state for state in states if not state.is_chance_node() and not state.is_terminal()]


@pytest.mark.parametrize("number", [pytest.param(0, marks=pytest.mark.slow), *range(1, len(VARIANTS))])
def test_a_sampled_state_is_one_that_the_player_cannot_tell_from_the_true_one(number: int) -> None:
    different = 0
    for seed in range(2):
        for place, state in enumerate(positions(VARIANTS[number], seed)):
            for player in range(2):
                found = state.resample_from_infostate(player, sampler(place))
                for text in ("information_state_string", "observation_string"):
                    assert getattr(found, text)(player) == getattr(state, text)(player)
                assert found.current_player() == state.current_player()
                if player == state.current_player():
                    assert found.legal_actions() == state.legal_actions()
                different += str(found) != str(state)
    assert different > 5 or number == 2  # where all cards are dealt out to two seats, nothing is hidden
    chance = pyspiel.load_game(NAME, VARIANTS[number]).new_initial_state()
    with pytest.raises(ValueError, match="chance is to move"):
        chance.resample_from_infostate(0, sampler(1))


@pytest.mark.parametrize("number", [1, 4])
def test_a_sampled_state_has_each_card_once_and_plays_on(number: int) -> None:
    for seed in range(4):
        for place, state in enumerate(positions(VARIANTS[number], seed)):
            found = state.resample_from_infostate(place % 2, sampler(place))
            drawn = [card for sets in found.arrivals for cards in sets for card in cards]
            assert len(drawn) == len(set(drawn))
            slots = found.record["talon"][: found.record["talon_size"]].tolist()
            face_up = {found.trump} if found.variant.rules.has_trump_card else set()
            assert {found.variant.ids[slot] for slot in slots} - face_up == set(found._pool())
            for before, now in zip(state.arrivals, found.arrivals, strict=True):
                assert [len(cards) for cards in now] == [len(cards) for cards in before]
            for seat, shown in enumerate(found.shown):
                assert all(any(card in cards for cards in found.arrivals[seat][:by]) for card, by in shown.items())
            *_, last = play_from(found, np.random.default_rng(place))
            assert sum(last.returns()) == 0


def histories(state: Any, plies: list[int], weight: float = 1.0) -> Iterator[tuple[Any, float]]:
    """Yield all states to which these plies lead, with the probability of what chance did."""
    if state.is_chance_node():
        for outcome, odds in state.chance_outcomes():
            yield from histories(state.child(outcome), plies, weight * odds)
    elif not plies:
        yield state, weight
    elif plies[0] in state.legal_actions():
        yield from histories(state.child(plies[0]), plies[1:], weight)


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "place"), [(0, 2), (1, 4), (2, 5)])
def test_each_history_is_sampled_as_chance_makes_it(seed: int, place: int) -> None:
    """Histories and their probabilities are found by walking the whole tree."""
    state = positions({"start_rank": 12, "num_suits": 3, "hand_size": 2}, seed)[place]
    player, numbers, count = state.current_player(), sampler(1), 3000
    same = [
        (str(one), weight)
        for one, weight in histories(state.get_game().new_initial_state(), [action for _, action in state.plies])
        if one.information_state_string(player) == state.information_state_string(player)
    ]
    total = sum(weight for _, weight in same)
    found = Counter(str(state.resample_from_infostate(player, numbers)) for _ in range(count))
    assert len(same) > 2
    assert found.keys() <= {text for text, _ in same}
    assert chisquare([found[text] for text, _ in same], [count * weight / total for _, weight in same]).pvalue > 0.001


def test_a_sample_has_a_history_of_its_own() -> None:
    for state in positions(VARIANTS[1], 5):
        found = state.resample_from_infostate(state.current_player(), sampler(2))
        again = state.get_game().new_initial_state()
        for action in found.history():
            assert action in again.legal_actions()
            again.apply_action(action)
        assert str(again) == str(found) == str(found.clone())


def test_a_card_that_was_shown_has_come_by_then_in_each_way_as_often() -> None:
    sets, shown, rng = [(0, 1, 2), (3, 4), (5,)], {0: 1, 3: 2, 5: 3}, np.random.default_rng(1)
    found = Counter(tuple(draw_again(sets, shown, [7, 8, 9], rng)) for _ in range(3000))
    assert all(0 in way[0] and 3 in (*way[0], *way[1]) for way in found)
    # 0 lies in the first set; 3 in one of the 4 places left of the first two sets, 5 in one of the 4 left then; each
    # choice leaves as many ways for the three others
    assert sum(share for way, share in found.items() if 3 in way[0]) == pytest.approx(3000 / 2, rel=0.1)
    assert sum(share for way, share in found.items() if 5 in way[2]) == pytest.approx(3000 / 4, rel=0.15)


@pytest.mark.slow
def test_its_ismcts_beats_a_random_player() -> None:
    game = pyspiel.load_game(NAME, SMALL)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    searcher = ismcts.ISMCTSBot(game, evaluator, 2.0, 40, random_state=np.random.RandomState(1))
    total = 0.0
    for number in range(30):
        state, rng = game.new_initial_state(), np.random.default_rng(number)
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(int(rng.choice(outcomes, p=weights)))
            elif state.current_player() == number % 2:
                state.apply_action(searcher.step(state))
            else:
                state.apply_action(int(rng.choice(state.legal_actions())))
        total += state.returns()[number % 2]
    assert total > 4


@pytest.mark.slow
def test_its_cfr_comes_closer_to_an_equilibrium() -> None:
    game = pyspiel.load_game(NAME, {"start_rank": 13, "num_suits": 2, "hand_size": 1})
    solver, conv = cfr.CFRPlusSolver(game), []
    for _ in range(2):
        for _ in range(5):
            solver.evaluate_and_update_policy()
        conv.append(exploitability.nash_conv(game, solver.average_policy()))
    assert conv[1] < conv[0] or conv[1] == pytest.approx(0, abs=1e-3)
