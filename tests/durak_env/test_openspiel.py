"""Durak as a game of OpenSpiel."""

from __future__ import annotations

from collections import defaultdict
from copy import deepcopy
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

from open_spiel.python import policy  # noqa: E402
from open_spiel.python.algorithms import exploitability  # noqa: E402

from baselines import make_agent  # noqa: E402
from baselines.durak.solving.durak_tree import durak_tree  # noqa: E402
from cardkit.audit import audit_openspiel  # noqa: E402
from cardkit.solving.best_response import nash_conv  # noqa: E402
from durak_env import Rules  # noqa: E402
from durak_env.information import InformationSet  # noqa: E402
from durak_env.openspiel import NAME, AgentBot  # noqa: E402
from durak_env.openspiel.chance import Draw  # noqa: E402

SMALL = {"start_rank": 12, "num_suits": 2, "hand_size": 2}
VARIANTS = [
    {},
    SMALL,
    {"start_rank": 13, "num_suits": 2, "hand_size": 2},  # dealt out: chance names the trump suit
    {"start_rank": 9, "include_trumps": False, "max_attack_cards": 2},
    {"start_rank": 11, "transfer": True, "passport": True, "first_discard_limit": 3},
]

NUMBERS = [0, 1, *(pytest.param(number, marks=pytest.mark.slow) for number in range(2, len(VARIANTS)))]


def play(game, rng: np.random.Generator):
    """Yield the states of a random game."""
    yield from play_from(game.new_initial_state(), rng)


def play_from(state, rng: np.random.Generator):
    """Yield the states of a random game from one on."""
    while True:
        yield state
        if state.is_terminal():
            return
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(outcomes, p=weights)))
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))


def play_to_end(game, seed: int):
    *_, last = play(game, np.random.default_rng(seed))
    return last


@pytest.mark.parametrize("number", NUMBERS)
def test_openspiel_s_own_simulation_passes(number: int) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(NAME, VARIANTS[number]), num_sims=3, serialize=True, verbose=False)


@pytest.mark.slow
@pytest.mark.parametrize(
    "parameters",
    [
        {"start_rank": 13, "num_suits": 2, "hand_size": 1},
        {"start_rank": 13, "num_suits": 2, "hand_size": 2},
        {"start_rank": 13, "num_suits": 2, "hand_size": 1, "include_trumps": False},
    ],
)
def test_its_tree_is_worth_what_ours_is(parameters: dict[str, Any]) -> None:
    """Two programs grow the tree: one card at a time here, sets at once there, with the first suit as trumps."""
    ours = durak_tree(Rules(**parameters), played_out=True)
    game = pyspiel.load_game(NAME, parameters)
    theirs = exploitability.nash_conv(game, policy.UniformRandomPolicy(game))
    assert theirs == pytest.approx(nash_conv(ours.tree, ours.tree.uniform()), abs=1e-12)


@pytest.mark.parametrize(("cards", "size"), [(1, 1), (4, 4), (6, 2), (7, 3)])
def test_sets_are_drawn_once_each_and_all_as_often(cards: int, size: int) -> None:
    found: dict[tuple[int, ...], float] = defaultdict(float)

    def walk(drawn: tuple[int, ...], weight: float) -> None:
        draw = Draw(list(range(cards)), size, list(drawn))
        if draw.is_done:
            found[drawn] += weight
            return
        outcomes = draw.outcomes()
        assert sum(share for _, share in outcomes) == pytest.approx(1)
        for card, share in outcomes:
            walk((*drawn, card), weight * share)

    walk((), 1.0)
    assert set(found) == set(combinations(range(cards), size))
    assert all(weight == pytest.approx(1 / comb(cards, size)) for weight in found.values())


@pytest.mark.parametrize("number", NUMBERS)
def test_all_that_a_player_sees_follows_from_what_it_knows(number: int) -> None:
    """Equal texts come with equal tensors, and a text names no card that is hidden from the player."""
    game = pyspiel.load_game(NAME, VARIANTS[number])
    observers = [game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=recall)) for recall in (False, True)]
    seen: dict[str, bytes] = {}
    for seed in range(12):
        for state in play(game, np.random.default_rng(seed)):
            for player in range(2) if not state.is_chance_node() and not state.is_terminal() else ():
                for observer in observers:
                    observer.set_from(state, player)
                now = observers[0].tensor.tobytes() + observers[1].tensor.tobytes()
                text = state.information_state_string(player)
                assert seen.setdefault(text, now) == now
                hidden = set(map(str, state.information_set(player).unseen))
                own = text.partition("plies")[0].split("cards")[1]
                assert not hidden & set(own.split())


@pytest.mark.parametrize("number", [0, 1, 3])  # without transfers, whose texts do not name the card
def test_what_a_player_was_dealt_and_drew_is_what_it_holds(number: int) -> None:
    """A player holds what it was dealt and drew, but for played cards, which it may take. Text and tensor agree."""
    game = pyspiel.load_game(NAME, VARIANTS[number])
    observer = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    for seed in range(6):
        for state in play(game, np.random.default_rng(seed)):
            for player in range(2) if not state.is_chance_node() else ():
                text = state.information_state_string(player).split("cards ")[1].partition(";")[0]
                own = set(text.split()) - {"|"}
                played = {state.action_to_string(seat, action) for seat, action in state.plies}
                assert own - played == set(map(str, state.information_set(player).hand)) - played
                observer.set_from(state, player)
                arrived = np.flatnonzero(observer.dict["arrivals"].any(axis=0))
                assert own == {state.action_to_string(player, card) for card in arrived.tolist()}


def test_plies_stand_the_latest_first() -> None:
    game = pyspiel.load_game(NAME, SMALL)
    observer, longest = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True)), 0
    for state in play(game, np.random.default_rng(1)):
        observer.set_from(state, 0)
        for row, (seat, action) in zip(observer.dict["plies"], reversed(state.plies), strict=False):
            assert np.flatnonzero(row).tolist() == [seat, 2 + action]
        longest = len(state.plies)
    assert longest > 3


def test_a_player_knows_who_attacks_first_before_the_first_ply() -> None:
    """Without trumps chance decides who attacks first, and nothing else tells it to the other seat."""
    state = pyspiel.load_game(NAME, VARIANTS[3]).new_initial_state()
    while len(state.chance_outcomes()) != 2 or state.action_to_string(state.legal_actions()[0]) != "seat 0 attacks":
        state.apply_action(state.legal_actions()[0])
    for player in range(2):
        assert len({state.child(seat).information_state_string(player) for seat in range(2)}) == 2


def test_a_copy_goes_its_own_way() -> None:
    game = pyspiel.load_game(NAME, SMALL)
    for state in play(game, np.random.default_rng(5)):
        before = str(state)
        if not state.is_terminal():
            for copy in (state.clone(), deepcopy(state)):
                copy.apply_action(state.legal_actions()[-1])  # at a chance node these are its outcomes
                assert str(copy) != before == str(state)


def test_illegal_actions_are_refused_and_change_nothing() -> None:
    """OpenSpiel's apply_action does not look whether an action is legal."""
    game = pyspiel.load_game(NAME, SMALL)
    for seed in range(3):
        for state in play(game, np.random.default_rng(seed)):
            before, legal = str(state), state.legal_actions()
            for action in {*range(9), 100} - set(legal):
                with pytest.raises(ValueError, match=r"illegal action|out of range|chance cannot choose"):
                    state.apply_action(action)
            assert (str(state), state.legal_actions()) == (before, legal)
    last = play_to_end(game, 1)
    with pytest.raises(ValueError, match="the game is over"):
        last.apply_action(0)
    with pytest.raises(ValueError, match="not a chance node"):
        last.chance_outcomes()


class _Prepared:
    """An agent that notes the rules that it gets, and always answers alike."""

    def __init__(self, answer: object) -> None:
        self.answer = answer
        self.rules: Rules | None = None

    def prepare(self, rules: Rules, open_world: bool) -> None:
        self.rules = rules

    def act(self, info: InformationSet, rng: np.random.Generator) -> object:
        info.record["hands"][:] = 0  # its own copy
        return self.answer


def test_bots_are_prepared_and_their_mistakes_are_named() -> None:
    game = pyspiel.load_game(NAME, SMALL)
    state = next(one for one in play(game, np.random.default_rng(1)) if not one.is_chance_node())
    seat, legal = state.current_player(), state.legal_actions()
    agent = _Prepared(legal[0])
    assert AgentBot(agent, seat).step(state) == legal[0]
    assert agent.rules == Rules.of(SMALL)
    assert AgentBot("low", seat).step(state) in legal == state.legal_actions()
    for answer, words in ((6, "agent '_Prepared': illegal action 6 .take."), (1.5, "action must be an integer")):
        with pytest.raises(ValueError, match=words):
            AgentBot(_Prepared(answer), seat).step(state)
    with pytest.raises(ValueError, match="is not to move"):
        AgentBot(agent, 1 - seat).step(state)
    with pytest.raises(ValueError, match="other rules"):
        AgentBot("champion", seat).step(state)
    with pytest.raises(ValueError, match="is not an agent"):
        AgentBot(object(), 0)
    with pytest.raises(ValueError, match="player must be"):
        AgentBot("low", 2)
    with pytest.raises(ValueError, match="seed must be"):
        AgentBot("low", 0, seed=-1)


class _Rolling:
    """An agent of the first legal action that keeps a number drawn at each choice."""

    def __init__(self) -> None:
        self.rolled: list[float] = []

    def act(self, info: InformationSet, rng: np.random.Generator) -> int:
        self.rolled.append(rng.random())
        return info.legal_actions[0]


def test_bots_of_one_seed_have_luck_of_their_own_and_have_it_again() -> None:
    found = []
    for _ in range(2):
        agents = [_Rolling(), _Rolling()]
        bots: list[Any] = [AgentBot(agent, player, seed=7) for player, agent in enumerate(agents)]
        for state in play(pyspiel.load_game(NAME, SMALL), np.random.default_rng(1)):
            if not state.is_chance_node() and not state.is_terminal():
                bots[state.current_player()].step(state)
        found.append([agent.rolled for agent in agents])
    assert found[0] == found[1]
    assert len(set(found[0][0] + found[0][1])) == len(found[0][0]) + len(found[0][1]) > 3


def test_parameters_out_of_range_are_refused() -> None:
    with pytest.raises(ValueError, match="hand_size"):
        pyspiel.load_game(NAME, {"hand_size": -1})
    assert pyspiel.load_game(NAME, VARIANTS[3]).num_distinct_actions() == 26


@pytest.mark.slow
def test_bots_play_agents() -> None:
    """Greedy beats random at OpenSpiel's table, as it does at ours."""
    game = pyspiel.load_game(NAME)
    won = 0.0
    for number in range(30):
        seat = number % 2
        agents = [make_agent("random"), make_agent("random")]
        agents[seat] = make_agent("greedy")
        bots: list[Any] = [AgentBot(agent, player, number) for player, agent in enumerate(agents)]
        state, rng = game.new_initial_state(), np.random.default_rng(number)
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(int(rng.choice(outcomes, p=weights)))
            else:
                state.apply_action(bots[state.current_player()].step(state))
        won += state.returns()[seat]
    assert won > 10


def test_a_game_says_itself_again() -> None:
    game = pyspiel.load_game(NAME, VARIANTS[4])
    again = pyspiel.load_game(str(game))
    assert play_to_end(game, 3).history() == play_to_end(again, 3).history()


@pytest.mark.slow
def test_the_leak_auditor_finds_nothing() -> None:
    report = audit_openspiel(pyspiel.load_game(NAME, SMALL), games=20)
    assert not report.findings, str(report)
    assert report.compared.total() > 200
