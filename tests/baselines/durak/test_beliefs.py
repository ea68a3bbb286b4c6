"""Beliefs: determinizations with the odds that a network gives, as the rules allow; the network learns hands."""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from baselines import make_agent, play_match
from baselines.durak.agents.policy import policy
from baselines.durak.learning.belief.hidden import Hidden
from baselines.durak.networks.champions import BELIEF, GENERATIONS
from baselines.durak.networks.forward import network_memory
from baselines.durak.networks.network_file import BeliefNetwork, load_belief, save_network
from baselines.durak.networks.network_input import action_orders, input_encoding, inputs_of
from baselines.durak.search.beliefs import (
    BELIEVED_INFO,
    HIGHEST,
    UNIFORM,
    believe,
    determinize_by_belief,
    hand_drawn,
    sum_ways,
)
from cardkit.compiled.jit import jit
from cardkit.compiled.memory import address_of
from cardkit.compiled.prng import streams_from_seed
from cardkit.learning.settings import with_flat
from durak_env.actions import slots_of_actions
from durak_env.core.dealing import new_states
from durak_env.information import InformationSet
from durak_env.knowledge import INFO, observe
from durak_env.rules import Rules
from tests.support.networks import positions
from tests.support.training_runs import RULES, SMALL, check_goes_on, trained

OWN = load_belief(BELIEF)
MEMORY = network_memory(OWN)


def believed(info: InformationSet) -> Any:
    record = np.zeros(1, BELIEVED_INFO)[0]
    believe(info.record, address_of(MEMORY), record)
    return record


@jit
def draw(info: Any, stream: Any, state: Any, hands: Any) -> None:
    for number in range(len(hands)):
        determinize_by_belief(info, stream, state)
        hands[number] = state.hands[1 - np.int64(info.seat)]


def unseen_slots(info: InformationSet) -> list[int]:
    return [slot for slot in range(64) if int(info.record.unseen) >> slot & 1]


@cache
def hiding() -> list[InformationSet]:
    return [info for info in positions(Rules()) if info.record.unseen]


def test_odds_are_those_of_the_network() -> None:
    rules, encoding = Rules(), input_encoding(Rules())
    slots = slots_of_actions(rules)
    for info in hiding()[::20]:
        vector, mask = encoding.observe(info)
        inputs, rows = inputs_of(vector[None], mask[None], rules)
        (logits,) = OWN.logits(inputs)
        of_slot = {int(slots[action]): logits[place] for action, place in enumerate(action_orders(rules)[rows[0]][:36])}
        wanted = np.exp(np.clip([of_slot[slot] for slot in unseen_slots(info)], -HIGHEST, HIGHEST))
        np.testing.assert_allclose(believed(info).odds[: len(wanted)], wanted, rtol=1e-4)


def test_hands_are_drawn_by_their_odds() -> None:
    """Each possible hand is drawn as often as its odds say; one draw in five ignores the odds."""
    few = [info for info in hiding() if 4 <= len(unseen_slots(info)) <= 8][:4]
    assert len(few) == 4
    for info in few:
        record, slots = believed(info), unseen_slots(info)
        known = int(info.record.hands[1 - int(info.record.seat)])
        sets = list(combinations(range(len(slots)), int(record.places)))
        odds = np.array([np.prod(record.odds[list(one)]) for one in sets])
        shares = (1 - UNIFORM) * odds / odds.sum() + UNIFORM / len(sets)
        hands = np.zeros(20_000, np.uint64)
        draw(record, streams_from_seed(3)[0], new_states(Rules())[0], hands)
        number = {known | sum(1 << slots[card] for card in one): place for place, one in enumerate(sets)}
        found = np.bincount([number[int(hand)] for hand in hands], minlength=len(sets))
        assert chisquare(found, shares * len(hands)).pvalue > 1e-4


def test_shares_are_those_of_the_determinizations() -> None:
    rules, encoding = Rules(), input_encoding(Rules())
    slots = slots_of_actions(rules)
    for info in hiding()[::100]:
        vector, mask = encoding.observe(info)
        inputs, rows = inputs_of(vector[None], mask[None], rules)
        places = slots[action_orders(rules)[rows[0]][:36]]
        unseen = inputs[:, encoding.slices["unseen"]] > 0
        record, hands = believed(info), np.zeros(10_000, np.uint64)
        held = unseen & (np.cumsum(unseen, axis=1) <= record.places)  # some hand of the right size
        shares = Hidden(inputs, unseen, held.astype(np.float32)).by_belief(OWN)[0]
        draw(record, streams_from_seed(4)[0], new_states(rules)[0], hands)
        found = [(hands >> np.uint64(slot) & np.uint64(1)).mean() for slot in places]
        np.testing.assert_allclose(shares[unseen[0]], np.array(found)[unseen[0]], atol=0.025)  # five standard errors


@pytest.mark.parametrize(("cards", "places"), [(46, 0), (46, 23), (46, 46), (3, 1), (1, 1)])
def test_as_many_cards_are_drawn_as_the_hand_holds(cards: int, places: int) -> None:
    """Draws have the size of the hand, even of a whole deck of 52 cards with the odds of the widest range."""
    record, stream = np.zeros(1, BELIEVED_INFO)[0], streams_from_seed(5)[0]
    record.unseen = np.uint64((1 << cards) - 1)
    record.odds[:cards] = np.exp(np.where(np.arange(cards) % 2, HIGHEST, -HIGHEST))
    record.places = places
    sum_ways(record, cards)
    assert np.isfinite(record.ways).all()
    assert {int(hand_drawn(record, stream)).bit_count() for _ in range(200)} == {places}


def test_determinizations_keep_to_what_the_seat_knows() -> None:
    state, seen, stream = new_states(Rules())[0], np.zeros(1, INFO)[0], streams_from_seed(4)[0]
    for info in hiding()[::3]:
        determinize_by_belief(believed(info), stream, state)
        observe(state, int(info.record.seat), False, seen)
        assert seen.tobytes() == info.record.tobytes()


@pytest.mark.slow
def test_the_search_draws_by_the_belief_of_its_file(tmp_path: Path) -> None:
    """A belief without odds of its own plays otherwise; where no card is hidden, all play alike."""
    blank = BeliefNetwork(Rules(), tuple((0 * weights, 0 * biases) for weights, biases in OWN.layers))
    save_network(blank, tmp_path / "blank")
    spec, rng = "champion-search:simulations=60,endgame=search", np.random.default_rng
    usual, own, other = (make_agent(f"{spec},belief={one}") for one in ("none", "own", tmp_path / "blank"))
    by_file = make_agent(f"{spec},belief={BELIEF}")
    infos = positions(Rules())[::9]
    plays = [[agent.act(info, rng(5)) for info in infos] for agent in (usual, own, other, by_file)]
    assert plays[1] == plays[3]
    assert plays[1] not in (plays[0], plays[2])
    open_cards = [number for number, info in enumerate(infos) if not info.record.unseen]
    assert open_cards
    assert all(len({play[number] for play in plays}) == 1 for number in open_cards)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (f"belief={BELIEF},evidence=yes", "belief=.* and evidence=yes exclude each other"),
        (f"belief={BELIEF},opponent=greedy", "belief=.* and opponent exclude each other"),
        ("belief=nowhere", "is not a belief file"),
    ],
)
def test_beliefs_that_cannot_be_meant_are_refused(options: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        make_agent(f"champion-search:simulations=10,{options}")


def test_a_belief_of_other_rules_is_refused(tmp_path: Path) -> None:
    rules = Rules(hand_size=5)
    save_network(BeliefNetwork(rules, OWN.layers), tmp_path / "five")
    with pytest.raises(ValueError, match="belief was trained on other rules"):
        make_agent(f"champion-search:simulations=10,belief={tmp_path / 'five'}")


HANDS = "own_hand", "other_hand", "unseen"
TINY = {"games": 8, "steps": 8, "batch": 32, "hidden": 16, "check_every": 2, "check_games": 20, "plies": 500}


@pytest.mark.slow
def test_it_learns_where_cards_lie(tmp_path: Path) -> None:
    """A few seconds of greedy's games teach where cards lie; the plain suits are permuted in training."""
    pytest.importorskip("torch", reason="training needs the extra train")
    from baselines.durak.learning.belief.training import Belief, Settings

    sizes = {"plies": 60_000, "hidden": 64, "epochs": 10, "games": 64, "check_every": 1000, "check_games": 200}
    run = trained(Belief, with_flat(Settings(folder=str(tmp_path), player="greedy", sparring=""), **sizes))
    assert 0 < run.figures["bits a card"] < run.figures["bits if all are alike"] - 0.01
    assert load_belief(tmp_path / "belief.safetensors").rules == Rules()


@pytest.mark.slow
def test_it_goes_on_where_it_stopped(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="training needs the extra train")
    from baselines.durak.learning.belief.training import Belief, Settings

    folder = str(tmp_path / "whole")
    whole = with_flat(Settings(folder=folder, player="greedy", sparring="smart"), **SMALL, **TINY)
    check_goes_on(Belief, whole, tmp_path / "broken", updates=5)


def test_the_games_depend_on_their_numbers_alone() -> None:
    pytest.importorskip("torch", reason="training needs the extra train")
    from baselines.durak.learning.belief.hands import HandLabeller

    agents: list[Any] = [make_agent(name) for name in ("greedy", "smart", "low")]
    player, *sparring = agents
    one, two = (HandLabeller(RULES, player, sparring, 3, threads).label(5, 40) for threads in (1, 2))
    assert (one.inputs == two.inputs).all()
    assert (one.targets == two.targets).all()
    own, known, unseen = (one.inputs[:, input_encoding(RULES).slices[name]] > 0 for name in HANDS)
    assert not (one.targets > 0)[own].any()
    assert (one.targets > 0)[known].all()
    assert set((one.targets * (unseen | known) - one.targets).ravel()) == {0}
    assert (one.targets.sum(axis=1) > known.sum(axis=1)).any()
    labeller = HandLabeller(RULES, player, sparring, 3, 1)
    meetings = [labeller.seated(number) for number in range(8)]
    assert sum(pair.count(player) for pair in meetings) == 12
    assert all(sum(agent in pair for pair in meetings) == 2 for agent in sparring)


@pytest.mark.slow
def test_its_shares_come_true(capsys: pytest.CaptureFixture[str]) -> None:
    """The shares come true in games of the players learnt from; others are known less: docs/results/training.md."""
    pytest.importorskip("torch", reason="training needs the extra train")
    from baselines.durak.learning.belief import reliability

    reliability.main([str(BELIEF), "--players", "champion", "greedy", "--games", "100"])
    told = re.findall(r"([\d.]+) bits a card, ([\d.]+) if all", capsys.readouterr().out)
    assert [float(with_it) < float(without) - 0.02 for with_it, without in told] == [True, True]
    hidden = reliability.hidden_in_games(OWN, policy(str(GENERATIONS[2].policy)), 100)
    curve = hidden.curve(hidden.by_belief(OWN))
    assert all(share == pytest.approx(lay, abs=0.06) for number, share, lay in curve if number > 500)


@pytest.mark.slow
def test_it_makes_the_search_stronger() -> None:
    """A gain of 0.055 shows in nine of ten runs of so many games, none in one of twenty."""
    with_it, without = "champion-search:simulations=300", "champion-search:simulations=300,belief=none"
    assert play_match(with_it, without, 500, seed=4).interval(0.90)[0] > 0.5
