"""The promises of every agent: it plays from its knowledge and seed alone, by any rules it takes, and names a fault.

Programs, language models, Stable-Baselines3's models and solutions, which need a file or another program, have tests of
their own: `tests/baselines/durak/test_exec_agent.py`, `test_sb3_policy.py`, `test_solution.py`,
`tests/cardkit/test_language.py`.
"""

from __future__ import annotations

import pickle
import time
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from baselines import make_agent, play_match
from cardkit.agents import Agent, as_agent
from cardkit.arena.match import play_match as play_lineup
from cardkit.game import Game
from cardkit.specs.entries import agent_names, is_frozen
from durak_env.durak import Durak
from durak_env.rules import Rules
from tests.support.agent_kinds import (
    AGENT_KINDS,
    BANG_SPECS,
    BANG_TABLES,
    EXACT,
    FOUR_AT_THE_TABLE,
    LEARNED,
    LEARNED_TABLES,
    MORE_BANG_TABLES,
    MORE_OH_HELL_TABLES,
    OF_ONE_GAME,
    OF_SEVERAL_TABLES,
    OF_TWO_SEATS,
    OH_HELL_SPECS,
    OH_HELL_TABLES,
    OTHER_TABLES,
    SEATED,
    SMALLEST,
    SMALLEST_BANG,
    SMALLEST_OH_HELL,
    SPECS,
    THOROUGH,
    AgentKind,
    name_of,
    quick,
    rule_sets_of,
    smallest_tables_of,
    tables_of,
)
from tests.support.positions import another, positions
from tests.support.search_positions import small_endgames


def case(spec: str, games: list[Any], at: str = "", slow: bool = False) -> Any:
    return pytest.param(spec, games, id=f"{spec}{at}", marks=pytest.mark.slow if slow else [])


SEARCHES = {
    "mcts",
    "ismcts",
    "strategy",
}  # compiled for four seats in the slow suite alone; the kit's own game has three
each_spec = pytest.mark.parametrize(
    ("spec", "games"),
    [
        *(case(spec, tables_of(spec), slow=spec not in quick(SPECS)) for spec in SPECS),
        *(
            case(spec, FOUR_AT_THE_TABLE, ", four seats", slow=spec not in quick(SPECS) or name_of(spec) in SEARCHES)
            for spec in SPECS
            if name_of(spec) not in OF_TWO_SEATS
        ),
        *(
            case(spec, [game], f", {game.rules}", slow=spec != "champion" or game.rules.transfer)
            for spec in OF_SEVERAL_TABLES
            for game in OTHER_TABLES
        ),
        *(case(spec, SEATED[::3], ", three and six seats", slow=True) for spec in OF_SEVERAL_TABLES),
        *(case(spec, OH_HELL_TABLES, ", Oh Hell!", slow=spec not in quick(OH_HELL_SPECS)) for spec in OH_HELL_SPECS),
        *(case(spec, MORE_OH_HELL_TABLES, ", Oh Hell! at other tables", slow=True) for spec in OH_HELL_SPECS),
        case(LEARNED, LEARNED_TABLES, ", Oh Hell!"),
        *(case(spec, BANG_TABLES, ", Bang!", slow=spec not in quick(BANG_SPECS)) for spec in BANG_SPECS),
        case(LEARNED, MORE_BANG_TABLES[:1], ", Bang!", slow=True),
        *(case(spec, MORE_BANG_TABLES, ", Bang! at other tables", slow=True) for spec in BANG_SPECS),
    ],
)


def chosen(agent: Agent, game: Game, state: Any, seat: int, seed: int) -> int:
    """Return an agent's choice in a position."""
    return agent.act(game.information_set(state, seat), np.random.default_rng(seed))


@pytest.mark.parametrize("kind", AGENT_KINDS, ids=lambda kind: type(kind.game).__name__)
def test_every_agent_is_tested(kind: AgentKind) -> None:
    """Every agent is tested here or by `kind.elsewhere`; frozen copies by ``test_benchmark_opponents.py``."""
    group = kind.game.AGENTS
    known = {name for name in agent_names(group) if not is_frozen(name, group)}
    assert {name_of(spec) for spec in kind.specs} | kind.elsewhere == known


@each_spec
def test_hidden_cards_change_no_choice(spec: str, games: list[Game]) -> None:
    """Every agent's choice stays the same, with the same seed, whichever way the hidden cards lie."""
    agent, rng, exchanged = as_agent(spec, games[0]), np.random.default_rng(5), 0
    for number, (game, state, seat) in enumerate(positions(30, 6, games)):
        info = game.information_set(state, seat)
        action = agent.act(info, np.random.default_rng(number))
        assert action in info.legal_actions
        for _ in range(3):
            other = another(game, info, rng, state)
            exchanged += other.tobytes() != state.tobytes()
            assert chosen(agent, game, other, seat, number) == action
    assert exchanged > 15


@each_spec
def test_a_choice_follows_from_knowledge_and_seed(spec: str, games: list[Game]) -> None:
    """In both worlds an agent that has played before chooses as a new or a pickled one does."""
    used = as_agent(spec, games[0])
    pickled = pickle.loads(pickle.dumps(used))
    for number, (game, state, seat) in enumerate(positions(6, 7, games)):
        for world in (game, replace(game, open_world=True)):
            info = world.information_set(state, seat)
            action = as_agent(spec, game).act(info, np.random.default_rng(number))
            assert action in info.legal_actions
            for other in (used, pickled):
                assert other.act(info, np.random.default_rng(number)) == action
            used.act(info, np.random.default_rng(99 - number))


@pytest.mark.parametrize(
    ("spec", "games"),
    [
        *(case(spec, smallest_tables_of(spec)) for spec in SMALLEST),
        *(case(spec, OH_HELL_TABLES, ", Oh Hell!") for spec in SMALLEST_OH_HELL),
        *(case(spec, BANG_TABLES, ", Bang!") for spec in SMALLEST_BANG),
    ],
)
def test_the_ends_of_the_ranges_work(spec: str, games: list[Game]) -> None:
    agent = as_agent(spec, games[0])
    for number, (game, state, seat) in enumerate(positions(12, 8, games)):
        for world in (game, replace(game, open_world=True)):
            info = world.information_set(state, seat)
            assert agent.act(info, np.random.default_rng(number)) in info.legal_actions


@pytest.mark.parametrize("spec", ["mcts:ms=20,samples=2", "ismcts:ms=20", "champion-search:ms=20"])
def test_a_time_for_a_move_is_used_and_kept_to(spec: str) -> None:
    agent, took = make_agent(spec), []
    for game, state, seat in positions(8, 10, [Durak()]):
        info = game.information_set(state, seat)
        began = time.perf_counter()
        agent.act(info, np.random.default_rng(0))
        took.append(time.perf_counter() - began)
    assert 0.02 <= min(took) < 0.1  # others may have the processor at times


@pytest.mark.parametrize("spec", [*EXACT, *THOROUGH])
def test_the_best_move_of_a_small_endgame_is_found(spec: str) -> None:
    agent, endgames = make_agent(spec), small_endgames(rule_sets_of(spec))
    assert endgames
    for info, outcomes in endgames:
        assert outcomes[agent.act(info, np.random.default_rng(0))] == max(outcomes.values())


@pytest.mark.parametrize(
    ("game", "agent", "parameter", "values"),
    [(kind.game, *wrong) for kind in AGENT_KINDS for wrong in kind.wrong],
    ids=lambda cell: str(cell)[:20],
)
def test_a_wrong_parameter_is_named(game: Game, agent: str, parameter: str, values: tuple[str, ...]) -> None:
    for value in values:
        with pytest.raises(ValueError, match=r"\S") as refused:
            as_agent(f"{agent}{',' if ':' in agent else ':'}{parameter}={value}", game)
        said = str(refused.value)
        assert parameter in said or parameter in ("path", "critic")
        assert value in said or parameter in ("plies", "depth")


@pytest.mark.parametrize("name", sorted(OF_ONE_GAME))
def test_other_rules_than_those_of_the_training_are_refused(name: str) -> None:
    (spec, *_) = (spec for spec in SPECS if name_of(spec) == name)
    with pytest.raises(ValueError, match="other rules"):
        play_match(spec, "greedy", games=2, rules=Rules(start_rank=11, num_suits=3, hand_size=3))


@pytest.mark.parametrize(
    ("spec", "rules"),
    [
        (spec, rules)
        for spec in SPECS
        for rules in (Rules(num_players=4), Rules(transfer=True))
        if name_of(spec) in OF_TWO_SEATS and spec not in OF_SEVERAL_TABLES
    ],
    ids=str,
)
def test_who_plays_two_seats_only_says_so(spec: str, rules: Rules) -> None:
    with pytest.raises(ValueError, match=r"(two|2 to 6) seats") as refused:
        play_lineup(Durak(rules), [spec, *["greedy"] * (rules.num_players - 1)], games=1)
    assert name_of(spec) in str(refused.value)
