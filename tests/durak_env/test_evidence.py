"""Hard evidence: the worlds drawn are, uniformly, those in which a seat would have seen this very game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from baselines.durak.agents.heedful import HeedfulAgent
from baselines.durak.arena.roster import make_agent
from cardkit.compiled.jit import jit
from cardkit.compiled.prng import streams_from_seed
from cardkit.playing_cards import cards_in_order
from durak_env.actions import slots_of_actions
from durak_env.core.dealing import new_states
from durak_env.core.play import step
from durak_env.core.records import NO_TRUMP, STATE
from durak_env.core.seating import mover
from durak_env.deals import Deal
from durak_env.envs.vector_env import DurakVectorEnv
from durak_env.evidence.draw import determinize_by_evidence
from durak_env.information import InformationSet, determinize
from durak_env.rules import Rules
from tests.support.contradicted_worlds import SeenOfGreedy, contradicted
from tests.support.replays import Seen, bytes_of

SMALL = (
    "start_rank=11,num_suits=2,hand_size=2",
    "start_rank=12,num_suits=3,hand_size=2",
    "start_rank=11,num_suits=2,hand_size=3",
    "start_rank=12,num_suits=3,hand_size=3",
    "start_rank=13,num_suits=4,hand_size=1",
    "start_rank=11,num_suits=2,hand_size=2,include_trumps=False",
    "start_rank=11,num_suits=2,hand_size=2,max_attack_cards=1",
)
LARGER = ("start_rank=11,num_suits=3,hand_size=3", "start_rank=12,num_suits=4,hand_size=3")


def telling(rules: Rules, count: int, seed: int, most: int = 14) -> Iterator[Seen]:
    """Yield random positions with hidden cards in which the rules tell something of the other hand."""
    rng = np.random.default_rng(seed)
    while count > 0:
        seen = Seen(rules, rng, int(rng.integers(2)), int(rng.integers(most)))
        if seen.info.record.unseen != 0 and seen.info.evidence.events:
            count -= 1
            yield seen


@jit
def draw(info: Any, stream: Any, states: Any) -> None:
    """Fill the states with worlds drawn."""
    for row in range(len(states)):
        determinize_by_evidence(info, stream, states[row])


def check_uniform(seen: Seen, draws: int) -> float:
    """Return the p-value of many worlds drawn against those that all orders of the deck make."""
    wanted = seen.worlds()
    states = np.zeros(draws, STATE)
    draw(seen.info.with_evidence().record, streams_from_seed(5)[0], states)
    drawn = Counter(state["hands"].tobytes() + state["talon"].tobytes() for state in states)
    assert set(drawn) <= set(wanted), (seen.info.evidence, seen.plies)
    worlds, shares = list(wanted), draws / sum(wanted.values())
    if len(worlds) == 1:
        return 1.0
    return float(chisquare([drawn[one] for one in worlds], [wanted[one] * shares for one in worlds]).pvalue)


@pytest.mark.parametrize("rules", SMALL)
def test_worlds_are_uniform(rules: str) -> None:
    for seen in telling(Rules.of(rules), 6, seed=3):
        assert check_uniform(seen, 3000) > 1e-4, (seen.info.evidence, seen.plies)


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "positions"), [*((rules, 8) for rules in SMALL), *((rules, 1) for rules in LARGER)])
def test_worlds_are_uniform_everywhere(rules: str, positions: int) -> None:
    values = [check_uniform(seen, 20_000) for seen in telling(Rules.of(rules), positions, seed=4, most=20)]
    assert min(values) > 1e-5
    assert sum(value < 0.01 for value in values) <= 0.01 * len(values) + 4


@pytest.mark.parametrize(
    ("rules", "games"),
    [("", 25), ("start_rank=2", 5), pytest.param("", 400, marks=pytest.mark.slow)],
)
def test_no_world_contradicts_the_game(rules: str, games: int) -> None:
    """Each world drawn has a deck from which the seat sees this very game; some of the others have none.

    The seat has equal knowledge in both games, so it plays alike.
    """
    agent = make_agent("ismcts:simulations=30,evidence=yes")
    rng = np.random.default_rng(7)
    impossible = worlds = choices = 0
    for seen in telling(Rules.of(rules or None), games, seed=6, most=60):
        mine, info, twin = seen.info.with_evidence(), seen.info, seen.info
        for _ in range(4):
            world = determinize(mine, rng)
            deck = seen.deck_of(world)
            assert deck is not None, (info.evidence, seen.plies)
            twin = seen.again(deck)
            assert twin is not None
            assert twin == info
            assert twin.evidence == info.evidence
            assert twin.with_evidence() == mine
            assert bytes_of(seen.state) == bytes_of(world)
            worlds += 1
            impossible += seen.deck_of(determinize(info, rng)) is None
        if len(info.legal_actions) > 1:
            choices += 1
            assert agent.act(twin, np.random.default_rng(1)) == agent.act(info, np.random.default_rng(1))
    assert choices > 0
    assert 0.05 < impossible / worlds < 0.5


def test_games_of_greedy_contradict_worlds_drawn_without_the_plan() -> None:
    without, with_plan = contradicted(SeenOfGreedy, 60, seed=1)
    assert without > 0
    assert with_plan == 0


def played(deck: str, rules: Rules, seat: int, *actions: str, attacker: int | None = None) -> InformationSet:
    """Return a seat's knowledge after these plies of a deal."""
    from durak_env.notation import parse_action

    state = Deal(cards_in_order("deck", deck), None, attacker).lay_out(rules)
    plies = []
    for text in actions:
        action = parse_action(text, rules)
        plies.append((int(mover(state)), action))
        step(state, int(slots_of_actions(rules)[action]))
    return InformationSet.of(state, rules, seat, plies=plies)


def test_the_evidence_tells_what_the_rules_do() -> None:
    rules = Rules(start_rank=11, hand_size=3)
    deck = "Jc Qc Kh Jh Qd As Kc Ks Kd Ac Ad Qs Ah Jd Js Qh"  # hearts are trumps; seat 1 has their jack
    first = played(deck, rules, 0)
    assert [(str(event.cards[0]), len(event.cards), event.held) for event in first.evidence.events] == [
        ("Jh", 2, "some")
    ]
    assert first.first_trump == 16 * 2 + 13
    # no ply after the take: seat 1 has no second queen
    done = played(deck, rules, 0, "Qd", "take", "As")
    assert done.evidence.draws == (3, 1)
    assert [event.held for event in done.evidence.events] == ["some", "none"]
    assert {card.rank for card in done.evidence.events[1].cards} == {12}
    worlds = [determinize(done.with_evidence(), np.random.default_rng(seed)) for seed in range(200)]
    assert all(int(world.hands[1]) >> (16 * 2 + 11) & 1 for world in worlds)  # it was a jack, and none was shown since


def test_a_card_that_was_missing_when_it_could_be_thrown_in_was_drawn_since() -> None:
    """Seat 0 had no second queen after the take, and one after its refill: its other card, of before, is no queen."""
    rules = Rules(start_rank=12, num_suits=3, hand_size=2)
    info = played("Qd Kc Kd Ac Qc Ad Qh Kh Ah", rules, 1, "Qd", "take", "Qc", attacker=0)
    queen = 1 << 16 * 2 + 12
    for known, may_be_there in ((info, True), (info.with_evidence(), False)):
        worlds = [determinize(known, np.random.default_rng(seed)) for seed in range(100)]
        assert any(int(world.hands[0]) & queen for world in worlds) == may_be_there


def test_a_card_drawn_later_does_not_explain_what_was_held_before() -> None:
    """Seat 0 attacked first, so it held a trump below the ace. It drew the jack since, and the king is in the talon."""
    rules = Rules(start_rank=11, num_suits=3, hand_size=2)
    info = played("Jd Qh Ah Kc Jh Qc Ac Qd Kd Ad Jc Kh", rules, 1, "Jd", "take", "Jh")
    queen = 1 << 16 * 2 + 12
    for known, is_sure in ((info, False), (info.with_evidence(), True)):
        worlds = [determinize(known, np.random.default_rng(seed)) for seed in range(100)]
        assert all(int(world.hands[0]) & queen for world in worlds) == is_sure


def test_the_first_trump_is_that_of_the_own_hand_whoever_attacks() -> None:
    rules = Rules(start_rank=11, hand_size=3)
    deck = "Jc Qc Kh Jh Qd As Kc Ks Kd Ac Ad Qs Ah Jd Js Qh"
    assert played(deck, rules, 0, attacker=1).evidence.events
    against = played(deck, rules, 1, attacker=0)
    assert against.first_trump == 16 * 2 + 11
    assert not against.evidence.events  # no trump is below the jack
    assert played(deck, rules, 1, attacker=1).first_trump == 16 * 2 + 11
    none = played("Jc Qc Kc Ad Qd As Kd Ks Jd Ac Jh Qs Ah Js Kh Qh", rules, 0, attacker=0)
    assert none.first_trump == NO_TRUMP
    assert [event.held for event in none.evidence.events] == ["none"]


def test_evidence_needs_the_whole_game_and_two_seats() -> None:
    seen = next(telling(Rules(), 1, seed=1, most=30))
    info = InformationSet.of(seen.state, Rules(), seen.seat)
    with pytest.raises(ValueError, match="evidence needs all plies of the game: it has had"):
        info.with_evidence()
    agent = make_agent("champion-search:simulations=20,evidence=yes")
    assert isinstance(agent, HeedfulAgent)
    with pytest.raises(ValueError, match="evidence=yes plays two seats only"):
        agent.prepare(Rules(num_players=4), False)
    with pytest.raises(ValueError, match="evidence is counted for two seats only"):
        InformationSet.of(new_states(Rules(num_players=4))[0], Rules(num_players=4), 0).with_evidence()


@pytest.mark.parametrize(
    "spec", ["ismcts:simulations=20", pytest.param("champion-search:simulations=20", marks=pytest.mark.slow)]
)
def test_an_analysis_heeds_the_evidence_as_the_choice_does(spec: str) -> None:
    agent: Any = make_agent(f"{spec},evidence=yes")
    info = next(one.info for one in telling(Rules(), 20, seed=1, most=30) if len(one.info.legal_actions) > 1)
    first, second = (np.random.default_rng(1) for _ in range(2))
    assert agent.analyse(info, first).chosen == agent.act(info, second)


def test_an_environments_opponent_gets_the_whole_game() -> None:
    env = DurakVectorEnv(3, "ismcts:simulations=5,evidence=yes")
    env.reset(seed=1)
    for _ in range(40):
        env.step(env.sample_actions())
