"""Particles: worlds that a known opponent's plies leave, in their proportion, and never without the true one."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from baselines import make_agent, play_match
from baselines.durak.agents.champion_search import champion_search
from baselines.durak.networks.champions import BELIEF
from baselines.durak.search.clues import CLUE, contradicts, follow_choices
from baselines.durak.search.particles import Particles
from cardkit.agents import Agent
from cardkit.compiled.call import players
from cardkit.compiled.jit import jit
from cardkit.compiled.prng import streams_from_seed
from durak_env.actions import slots_of_actions
from durak_env.agents.heuristic import greedy
from durak_env.core.dealing import begin
from durak_env.core.play import step
from durak_env.core.records import PUBLIC_FIELDS, STATE
from durak_env.durak import Durak
from durak_env.information import InformationSet
from durak_env.knowledge import INFO
from durak_env.rules import Rules
from tests.support.replays import Seen, dealt

KNOWING = "champion-search:simulations=20,opponent=(champion:generation=1)"


class SeenOfGreedy(Seen):
    """A game of random plies against greedy."""

    def _chosen(self, info: InformationSet, rng: np.random.Generator) -> int:
        return greedy().act(info, rng) if info.seat != self.seat else super()._chosen(info, rng)

    def hands_left(self) -> Counter[int]:
        """Count the orders of the hidden cards by the hand of greedy, of those in which the game goes as it did."""
        full, deck = self.rules.hand_size, self.deck.copy()
        own = range(self.seat * full, (self.seat + 1) * full)
        free = [place for place in range(len(deck) - self.rules.include_trumps) if place not in own]
        found: Counter[int] = Counter()
        for order in itertools.permutations(self.deck[free]):
            deck[free] = order
            if self.again(deck) is not None and self._is_greedys(deck):
                found[int(self.state.hands[1 - self.seat]) & int(self.info.record.unseen)] += 1
        return found

    def _is_greedys(self, deck: np.ndarray) -> bool:
        state = dealt(self.rules, deck)
        begin(state, self.first)
        for seat, action in self.plies:
            if seat != self.seat:
                info = InformationSet.of(state, self.rules, seat)
                if greedy().act(info, np.random.default_rng(0)) != action:
                    return False
            step(state, int(slots_of_actions(self.rules)[action]))
        return True


@pytest.mark.parametrize(
    "rules",
    [
        "start_rank=11,num_suits=2,hand_size=2",
        "start_rank=11,num_suits=2,hand_size=3",
        "start_rank=11,num_suits=2,hand_size=2,include_trumps=False",
        "start_rank=11,num_suits=2,hand_size=2,max_attack_cards=1",
        pytest.param("start_rank=12,num_suits=3,hand_size=2", marks=pytest.mark.slow),
    ],
)
def test_the_worlds_are_those_left_as_often_as_the_deal_makes_them(rules: str) -> None:
    particles, rng = Particles(greedy()), np.random.default_rng(1)
    games = told = 0
    while games < 25:
        seen = SeenOfGreedy(Rules.of(rules), rng, int(rng.integers(2)), int(rng.integers(10)))
        if seen.info.record.unseen == 0:
            continue
        games += 1
        record: Any = particles(seen.info, rng).record
        drawn = Counter(record.worlds[: record.num_worlds].tolist())
        left = seen.hands_left()
        assert set(drawn) == set(left)
        apart = sum(abs(drawn[hand] / drawn.total() - left[hand] / left.total()) for hand in left) / 2
        assert apart < 0.1
        told += len(left) < len(seen.worlds())
    assert told > 0


def games_of_champion(count: int) -> Iterator[tuple[InformationSet, list[Any]]]:
    """Play games of champion against greedy, and yield what greedy knows at its choices with hidden cards.

    With the true states before the plies of champion.
    """
    game, champion = Durak(), make_agent("champion:generation=1,endgame=exact")
    for number in range(count):
        rng = np.random.default_rng(number)
        played, states = game.new_game(rng), []
        while not played.is_over:
            seat = played.to_move
            assert seat is not None
            info = played.information_set(seat)
            if seat == number % 2 and info.record.unseen != 0:
                yield info, states
            player: Agent = greedy() if seat == number % 2 else champion
            states += [] if seat == number % 2 else [played.record.copy()]
            played.step(player.act(info, rng))


def clues_of(info: InformationSet) -> np.ndarray:
    infos = np.zeros(1, INFO)
    infos[0] = info.record
    seats, actions = np.array(info.plies, np.int64).reshape(-1, 2).T.copy()
    clues = np.zeros(np.count_nonzero(seats != info.seat), CLUE)
    follow_choices(infos, seats, slots_of_actions(info.rules)[actions], np.zeros(1, STATE), clues)
    return clues


@jit
def wrong_among(clues: Any, hands: Any, asked: Any, infos: Any, streams: Any, memo: Any) -> int:
    wrong = 0
    for number in range(len(clues)):
        wrong += contradicts(clues[number], hands[number], asked[0], infos[0], streams[0], memo)
    return wrong


def count_wrong(clues: np.ndarray, hands: np.ndarray, asked: np.ndarray, memo: np.ndarray) -> int:
    return wrong_among(clues, hands, asked, np.zeros(1, INFO), streams_from_seed(1), memo)


def test_the_true_world_is_never_excluded_and_others_are() -> None:
    champion: Any = make_agent("champion:generation=1")
    asked, rng, excluded = players([champion], [champion.memory], INFO), np.random.default_rng(1), 0
    for info, states in games_of_champion(8):
        clues, memo = clues_of(info), np.zeros(1 << 10, np.uint64)
        assert len(clues) == len(states)
        for clue, state in zip(clues, states, strict=True):
            for field, *_ in PUBLIC_FIELDS:
                np.testing.assert_array_equal(clue.state[field], state[field], field)
        hands = np.array([state.hands[1 - info.seat] for state in states], np.uint64)
        for _ in range(2):  # the second time from the memo
            assert count_wrong(clues, hands, asked, memo) == 0
        world = info.determinize(rng).record.hands[1 - info.seat]
        excluded += len(hands) > 0 and count_wrong(clues[-1:], np.array([world]), asked, memo)
    assert excluded > 10


@pytest.mark.parametrize("opponent", ["champion:generation=1", "random"])
def test_a_choice_depends_on_what_the_seat_knows_and_the_seed_alone(opponent: str) -> None:
    agent: Any
    spec = f"champion-search:simulations=20,opponent=({opponent}),evidence=opponent"
    agent, again = (make_agent(spec) for _ in range(2))
    infos = [info for info, _ in games_of_champion(2) if len(info.legal_actions) > 1]
    chosen = [agent.act(info, np.random.default_rng(1)) for info in infos]
    assert [again.act(info, np.random.default_rng(1)) for info in reversed(infos)] == chosen[::-1]
    assert [agent.analyse(info, np.random.default_rng(1)).chosen for info in infos] == chosen


def test_an_opponent_that_plays_otherwise_is_still_answered() -> None:
    assert play_match(f"{KNOWING},evidence=opponent", "random", games=4, seed=1).results["fault"].sum() == 0


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({}, "evidence=opponent needs an opponent"),
        ({"belief": str(BELIEF), "opponent": "greedy"}, "belief=.* and evidence=opponent exclude each other"),
    ],
)
def test_evidence_of_an_opponent_needs_one_and_no_belief(options: dict[str, str], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        champion_search(evidence="opponent", **options)  # type: ignore[arg-type]


def test_evidence_of_an_opponent_is_of_the_plain_game_and_of_a_search_with_one() -> None:
    with pytest.raises(ValueError, match="evidence must be one of no, yes"):
        make_agent("ismcts:evidence=opponent")
    agent: Any = make_agent(f"{KNOWING},evidence=opponent")
    with pytest.raises(ValueError, match="evidence=opponent plays two seats only"):
        agent.prepare(Rules(num_players=4), False)
