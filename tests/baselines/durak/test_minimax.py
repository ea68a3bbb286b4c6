"""Minimax is the plain one of `tests.support.reference_minimax`, whatever is pruned or remembered; and it is honest."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from baselines import make_agent, play_match
from baselines.durak.agents.minimax import MEMORY, elected, minimax
from baselines.durak.evaluation.alpha_beta import MAX_DEPTH, earliest_end, search_root
from baselines.durak.evaluation.basic import basic_value, basic_value_of_all, hand_value, playout_value
from baselines.durak.evaluation.transpositions import POSITION, TABLE, entry_of, settles, store
from cardkit.compiled.prng import STREAM, streams_from_seed
from cardkit.playing_cards import Card
from durak_env.action_errors import action_text
from durak_env.actions import slots_of_actions
from durak_env.core.dealing import deal_random, new_states
from durak_env.core.play import step
from durak_env.core.records import DEFENCE
from durak_env.core.results import returns
from durak_env.core.seating import mover
from durak_env.information import InformationSet
from durak_env.rules import Rules
from tests.durak_env.test_heuristic import choice, position
from tests.support import reference_minimax as reference
from tests.support.agreement import random_game, state_of
from tests.support.search_positions import small_endgames

SMALL = (
    Rules(start_rank=11),
    Rules(start_rank=12, hand_size=3),
    Rules(start_rank=11, num_suits=2, hand_size=3),
    Rules(start_rank=11, hand_size=2, include_trumps=False),
    Rules(start_rank=10, num_suits=3, hand_size=4, max_attack_cards=2),
)
SWITCHES: list[dict[str, Any]] = [
    {"pruning": pruning, "caching": caching} for pruning in (True, False) for caching in (True, False)
]
TALON = "6c 6s Ad"


def states(count: int, seed: int, rule_sets: tuple[Rules, ...]) -> Iterator[tuple[Rules, Any]]:
    """Yield states with a choice to make, one of each of some random games."""
    rng = random.Random(seed)
    for rules in itertools.islice(itertools.cycle(rule_sets), count):
        game, found = random_game(rules, rng), []
        while not game.over:
            if len(game.legal()) > 1:
                found.append(state_of(game))
            game.play(rng.choice(sorted(game.legal())))
        if found:
            yield rules, rng.choice(found)


def searched(agent: Any, state: Any) -> int:
    """Return the value that the agent's search gives to a state, for seat 0."""
    search = MEMORY.view(agent.memory.copy(), "search")[0]
    search.path[0].state = state
    value = int(search_root(search, state.legal))
    return value if mover(state) == 0 else -value


def move(agent: Any, rules: Rules, state: Any, seed: int = 0, open_world: bool = True) -> int:
    """Return the slot that the agent plays."""
    info = InformationSet.of(state, rules, int(mover(state)), open_world)
    return int(slots_of_actions(rules)[agent.act(info, np.random.default_rng(seed))])


@pytest.mark.parametrize("evaluation", ["playout", "basic", "evolved"])
@pytest.mark.parametrize(("depth", "count"), [(1, 20), (2, 15), (4, 7)])
@pytest.mark.parametrize("order", ["greedy", "deck"])
def test_it_is_the_minimax_of_the_thesis(evaluation: str, depth: int, count: int, order: str) -> None:
    agents = [minimax(depth, evaluation, order=order, **switches) for switches in SWITCHES]
    values = set()
    for rules, state in states(count, depth, SMALL if depth > 2 else (Rules(), *SMALL)):
        value, action = reference.search(state, depth, evaluation, order)
        values.add(value)
        for agent in agents:
            assert searched(agent, state) == value
            assert move(agent, rules, state) == action
    assert len(values) > 2


@pytest.mark.parametrize("evaluation", ["playout", "basic"])
def test_neither_pruning_nor_the_table_changes_the_move(evaluation: str) -> None:
    plain, *others = (minimax(6, evaluation, **switches) for switches in reversed(SWITCHES))
    for rules, state in states(20, 6, (Rules(), Rules(start_rank=2), *SMALL)):
        value, action = searched(plain, state), move(plain, rules, state)
        for agent in others:
            assert searched(agent, state) == value
            assert move(agent, rules, state) == action


def test_the_table_keeps_true_bounds() -> None:
    """Whatever a search in one window may find of a true value, it settles no other window wrongly."""
    table, position = np.zeros(1, TABLE)[0], np.zeros(1, POSITION)[0]
    windows = list(itertools.combinations(range(-2, 3), 2))
    settled = 0
    for true, (alpha, beta) in itertools.product(range(-3, 4), windows):
        for found in range(true, alpha + 1) if true <= alpha else range(min(true, beta), true + 1):
            store(table, position, found, alpha, beta, 0)
            entry = entry_of(table, position)
            assert settles(entry, alpha, beta)
            for low, high in windows:
                if settles(entry, low, high):
                    assert np.clip(found, low, high) == np.clip(true, low, high)
                    settled += (low, high) != (alpha, beta)
    assert settled > 100


def test_pruning_and_the_table_save_work() -> None:
    nodes = []
    for switches in SWITCHES:
        agent = minimax(7, **switches)
        nodes.append(0)
        for rules, state in states(20, 8, (Rules(),)):
            move(agent, rules, state)
            nodes[-1] += int(MEMORY.view(agent.memory, "search")[0].nodes)
    both, pruning, caching, none = nodes
    assert both < pruning < caching < none
    assert 30 * pruning < none  # what one branch has shown narrows the next


def test_no_game_ends_before_pruning_says_it_can() -> None:
    """Pruning expects no later end than the real one, even where the other seat draws part of the talon."""
    rules, rng = Rules(start_rank=12, num_suits=2, hand_size=2), np.random.default_rng(1)
    state = new_states(rules)[0]
    for seed in range(300):
        deal_random(state, streams_from_seed(seed)[0])
        earliest = []
        while int(state["legal"]):
            earliest.append(int(earliest_end(state, len(earliest), MAX_DEPTH)))
            legal = [slot for slot in range(64) if int(state["legal"]) >> slot & 1]
            step(state, legal[int(rng.integers(len(legal)))])
        assert max(earliest) <= len(earliest)


def test_hand_values() -> None:
    state = position("6h Ah", "6d 7c", talon=TALON)
    assert hand_value(state.hands[0], state) == 20
    assert hand_value(state.hands[1], state) == 15 + 7  # a trump is worth the nine ranks of the deck more
    assert hand_value(np.uint64(0), state) == 0


@pytest.mark.parametrize(
    ("value", "state"),
    [
        (20 - 22, position("6h Ah", "6d 7c", talon=TALON)),
        (22 - 20, position("6d 7c", "6h Ah", talon=TALON)),
        (-1, position("6h Ah Qh", "6d 7c", talon=TALON)),
        (15, position("6h", "6d 7c")),
        (-15, position("6h Ah", "6d", DEFENCE, "8c")),
        (500 + 33 - 35, position("Th Ts Kd", "Qh Qs Jc", trumps="")),
        (500 + 42 - 35, position("Th Ts Kd", "Qh Qs Jc")),
        (33 - 44, position("Th Ts Kd", "Qh Qs Jc", trumps="c")),  # a trump at the other seat
        (32 - 35, position("Th 9s Kd", "Qh Qs Jc", trumps="")),  # two weaknesses
        (33 - 35, position("Th Ts Kd", "Qh Qs Jc", DEFENCE, "8c", trumps="")),  # not attacking
        (42 - 35, position("Th Ts Kd", "Qh Qs Jc", talon=TALON)),  # not the endgame
    ],
)
def test_basic_values(value: int, state: Any) -> None:
    assert basic_value(state) == value


def test_several_weaknesses_of_which_one_is_badly_covered_are_worth_a_single_one() -> None:
    badly = position("Th 9s Kd Ad", "Qh Ks Jc", trumps="")
    assert basic_value_of_all(badly) == basic_value(badly) + 500
    for other in (position("Th 9s Kd Ad", "Qh Js Jc", trumps=""), position("Th Ts Kd", "Qh Qs Jc", trumps="")):
        assert basic_value_of_all(other) == basic_value(other)


def test_a_shorter_win_is_worth_more() -> None:
    won = position("Ah", "6c 7c")
    values = [playout_value(won.copy(), ply, np.zeros(1, STREAM)[0]) for ply in (3, 4)]
    assert values == [10_000 - 3, 10_000 - 4]
    assert playout_value(position("6c 7c", "Ah", DEFENCE, "9h"), 3, np.zeros(1, STREAM)[0]) == -(10_000 - 3)


def test_it_finds_the_win_that_a_playout_misses() -> None:
    state = position("Th Ts Kd", "Qh Qs Jc", trumps="")  # the example of the thesis, section 2.8
    assert choice(make_agent("greedy"), state) == "Th"
    for evaluation in ("playout", "basic", "evolved"):
        assert choice(minimax(9, evaluation), state) == "Kd"
        assert searched(minimax(9, evaluation), state) > 9_900


def test_it_wins_at_once_where_it_can() -> None:
    state = position("Kh", "7c 8s", DEFENCE, "9h")
    agent = minimax(depth=1, eval="basic", samples=1)
    assert choice(agent, state) == "Kh"
    assert searched(agent, state) == 9_999


def test_a_tie_of_votes_goes_to_what_is_searched_first() -> None:
    state = position("Th Ts Kd", "Qh Qs Jc", talon=TALON)
    search = MEMORY.view(minimax().memory, "search")[0]
    search.choices = state.legal
    first, second, third = (card.slot for card in map(Card, ("Th", "Ts", "Kd")))  # diamonds are trumps
    for votes, slot in (({first: 2, second: 2}, first), ({second: 1, third: 1}, second), ({third: 1}, third)):
        search.votes[:] = [votes.get(one, 0) for one in range(64)]
        assert elected(search, state) == slot


def test_where_all_is_known_one_search_is_enough() -> None:
    agent = minimax(depth=5, samples=50)
    search = MEMORY.view(agent.memory, "search")[0]
    state = position("Th Ts Kd 8h", "Qh Qs Jc 9c")
    assert choice(agent, state) == choice(agent, state, open_world=True, seed=1)
    nodes = int(search.nodes)
    assert choice(minimax(depth=5, samples=1), state) == choice(agent, state)
    assert int(search.nodes) == nodes


@pytest.mark.parametrize("rules", [Rules(start_rank=13, hand_size=2), Rules(start_rank=14)], ids=str)
def test_the_deepest_search_comes_to_an_end(rules: Rules) -> None:
    for open_world in (False, True):
        assert play_match(minimax(64, samples=1), "random", games=10, rules=rules, open_world=open_world).games == 10


@pytest.mark.slow
@pytest.mark.parametrize("order", ["greedy", "deck"])
def test_exact_endgames_leave_only_moves_that_keep_the_value(order: str) -> None:
    """Exact endgames find at depth 1 what the plain agent does not; while there is a talon the two play alike."""
    exact, plain = (minimax(1, order=order, endgame=endgame) for endgame in ("exact", "search"))
    mistakes = 0
    for info, outcomes in small_endgames():
        assert outcomes[exact.act(info, np.random.default_rng(0))] == max(outcomes.values())
        mistakes += outcomes[plain.act(info, np.random.default_rng(0))] < max(outcomes.values())
    assert mistakes > 0
    for rules, state in states(40, 3, (Rules(),)):
        if state.talon_size > 0:
            assert move(exact, rules, state) == move(plain, rules, state)


@pytest.mark.slow
def test_its_analysis_leaves_out_what_loses_an_exact_endgame() -> None:
    left_out = 0
    for info, outcomes in small_endgames():
        agent: Any = minimax(2, endgame="exact")
        analysis = agent.analyse(info, np.random.default_rng(0))
        assert analysis.chosen == agent.act(info, np.random.default_rng(0))
        for action, one in analysis.found.items():
            assert (one.value is None) == (outcomes[action] < max(outcomes.values()))
            left_out += one.value is None
        assert analysis.found[analysis.chosen].value == max(one.value or 0 for one in analysis.found.values())
    assert left_out > 15


def test_its_analysis_is_that_of_its_choice() -> None:
    for number, (rules, state) in enumerate(states(30, 10, (Rules(), *SMALL))):
        for open_world in (False, True):
            info = InformationSet.of(state, rules, int(mover(state)), open_world)
            agent: Any = minimax(3, samples=5)
            analysis = agent.analyse(info, np.random.default_rng(number))
            assert analysis.chosen == agent.act(info, np.random.default_rng(number))
            found = analysis.found
            assert sorted(found) == list(info.legal_actions)
            assert analysis.line[0] == analysis.chosen
            assert 1 <= analysis.depth <= 3
            assert analysis.positions > analysis.depth
            if info.record.unseen:
                assert sum(one.votes or 0 for one in found.values()) == 5
                assert found[analysis.chosen].votes == max(one.votes or 0 for one in found.values())
            else:
                assert found[analysis.chosen].value == max(one.value or 0 for one in found.values())


def test_its_analysis_tells_values_and_the_line() -> None:
    state = position("Th Ts Kd", "Qh Qs Jc", trumps="")
    info = InformationSet.of(state, Rules(include_trumps=False), 0)
    agent: Any = minimax(9)
    analysis = agent.analyse(info, np.random.default_rng(0))
    values = {analysis.texts[action]: one.value for action, one in analysis.found.items()}
    for action in info.legal_actions:
        child = state.copy()
        step(child, int(slots_of_actions(info.rules)[action]))
        value = reference.search(child, 9, "playout", "greedy", 1)[0]
        assert values[action_text(action, info.rules)] == pytest.approx((1 + value / 10_000) / 2)
    assert action_text(analysis.line[0], info.rules) == "Kd"
    for action in analysis.line:
        step(state, int(slots_of_actions(info.rules)[action]))
    assert returns(state, 0) == 1
    assert values["Kd"] == pytest.approx(1 - len(analysis.line) / 20_000)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("spec", "opponent", "open_world", "win_rate"),
    [  # bounds on the wins among decided games
        ("minimax:depth=9", "greedy", True, (0.81, 0.89)),
        ("minimax:depth=9,order=deck", "greedy", True, (0.56, 0.67)),  # the thesis: 0.564 to 0.665
        ("minimax:depth=3,samples=30", "greedy", False, (0.67, 0.77)),
    ],
)
def test_strengths(spec: str, opponent: str, open_world: bool, win_rate: tuple[float, float]) -> None:
    result = play_match(spec, opponent, games=1000, seed=11, open_world=open_world, jobs=2)
    assert win_rate[0] <= result.wins / (result.wins + result.losses) <= win_rate[1]
