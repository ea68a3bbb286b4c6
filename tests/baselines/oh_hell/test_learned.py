"""The agent of the package's networks: its strength, its play, and the permuted suits that it learnt from."""

from __future__ import annotations

import numpy as np
import pytest

from baselines.oh_hell.agents.learned import FALLING, LEVEL, learned
from baselines.oh_hell.agents.policy import PolicyAgent
from baselines.oh_hell.learning.policy_file import FORMAT
from baselines.oh_hell.learning.suit_permutations import suit_permutations
from cardkit.arena.match import play_match
from cardkit.compiled.prng import streams_from_seed
from cardkit.compiled.protocol import deal, mover, step
from cardkit.learning.policies.policy_file import PolicyNetwork
from cardkit.playing_cards import SUITS
from oh_hell_env.deals import Deal, capture_deal
from oh_hell_env.observation.encoding import Encoding
from oh_hell_env.oh_hell import OhHell
from oh_hell_env.rules import Rules
from tests.support.positions import legal_slots, positions

FALLING_GAME, LEVEL_GAME = OhHell(), OhHell("dynamic=False")
MOST_BYTES = 2_000_000
PERMUTED = [
    Rules(hand_sizes=(4, 2), trump="turn_up", start_rank=9),
    Rules(hand_sizes=(3, 2), trump="random", start_rank=10, num_suits=3),
    pytest.param(Rules(num_players=3, hand_sizes=(4, 2), trump="turn_up", start_rank=9), marks=pytest.mark.slow),
]


def test_the_files_are_small_and_tell_how_they_were_made() -> None:
    assert LEVEL.stat().st_size + FALLING.stat().st_size < MOST_BYTES
    for path, rules in ((LEVEL, LEVEL_GAME.rules), (FALLING, FALLING_GAME.rules)):
        network = FORMAT.load(path)
        assert network.rules == rules
        assert network.origin["commands"][0].startswith("oh-hell train --preset imitation")


@pytest.mark.parametrize(("game", "least"), [(LEVEL_GAME, 29), (FALLING_GAME, 21)], ids=["level", "falling"])
def test_it_leads_the_best_rule(game: OhHell, least: float) -> None:
    """The network leads the best rule by nearly as many points as over 4,000 games."""
    lineup = [learned(), *["informed:version=2"] * 3]
    result = play_match(OhHell(game.rules, returns="margin"), lineup, 1_000, 1)
    assert result.return_interval()[0] > least


@pytest.mark.parametrize("game", [LEVEL_GAME, FALLING_GAME], ids=["level", "falling"])
def test_the_size_of_the_hands_chooses_the_network(game: OhHell) -> None:
    agent, rng, sizes = learned(), np.random.default_rng(0), set[bool]()
    level, falling = (PolicyAgent(PolicyNetwork(game.rules, FORMAT.load(path).layers)) for path in (LEVEL, FALLING))
    for _, state, seat in positions(40, 3, [game], plies=300):
        info = game.information_set(state, seat)
        full = int(state.hand_size) == 13
        assert agent.act(info, rng) == (level if full else falling).act(info, rng)
        sizes.add(full)
    assert sizes == ({True} if game is LEVEL_GAME else {True, False})


def test_other_rules_are_refused_and_a_way_is_told() -> None:
    for rules in ("num_players=3", "hand_sizes=3-2-1", "hook=False"):
        game = OhHell(rules)
        with pytest.raises(ValueError, match=r"trained on other rules than the game's: .* or .*oh-hell train"):
            play_match(game, [learned(), *["random"] * (game.seats - 1)], 4, 1)


def test_rules_that_play_alike_are_known_in_any_words() -> None:
    level = "-".join(["13"] * 13)
    for rules in ("hand_size=13", "rounds=13,first_dealer=3", f"hand_sizes={level}", "hand_size=13,dynamic=False"):
        learned().prepare(Rules.of(rules), open_world=False)


@pytest.mark.parametrize("rules", PERMUTED, ids=str)
def test_a_permuted_position_is_that_of_the_game_with_its_suits_exchanged(rules: Rules) -> None:
    game, rng = OhHell(rules), np.random.default_rng(1)
    inputs, actions = suit_permutations(rules)
    for number, (entries, ids) in enumerate(zip(inputs, actions, strict=True)):
        state = game.new_states()[0]
        deal(state, streams_from_seed(3, number)[0])
        places = np.argsort(ids)  # of an action of the game, in the game with its suits exchanged
        twin = exchanged(capture_deal(state, rules), rules, places).lay_out(rules)
        while slots := legal_slots(state):
            seat, slot = int(mover(state)), int(rng.choice(slots))
            seen, as_twin = (input_of(game, one, seat) for one in (state, twin))
            assert np.array_equal(seen[entries], as_twin)
            step(twin, game.read_action(twin, int(places[game.action_of(state, slot)])))
            step(state, slot)


def exchanged(given: Deal, rules: Rules, places: np.ndarray) -> Deal:
    """Deal the cards in other suits, by the place that each action id takes."""
    ids = {card: number for number, card in enumerate(rules.deck)}
    decks = tuple(tuple(rules.deck[places[ids[card]]] for card in deck) for deck in given.decks)
    ranks = rules.num_cards // rules.num_suits
    trumps = given.trumps and tuple(SUITS[places[SUITS.index(suit) * ranks] // ranks] for suit in given.trumps)
    return Deal(decks, trumps)


def input_of(game: OhHell, state: np.void, seat: int) -> np.ndarray:
    return np.concatenate(Encoding(game.rules).observe(game.information_set(state, seat)))
