"""The knowledge of seats of Bang!, its limits, and states drawn from it."""

from __future__ import annotations

import numpy as np
import pytest

from bang_env import Bang, InformationSet, determinize
from bang_env.cards import KIND_OF, KINDS
from bang_env.characters import ROLE_LETTERS
from bang_env.core.card_sets import add_card, drop_card
from bang_env.game import deal_random, step
from bang_env.information import cards_in
from cardkit.compiled.prng import streams_from_seed
from cardkit.compiled.slots import as_int
from tests.support.bang.described import all_cards
from tests.support.bang.scenes import Scene

RNG = np.random.default_rng(1)


def kinds(cards: tuple[int, ...]) -> list[str]:
    return [KINDS[KIND_OF[card]] for card in cards]


def info_of(scene: Scene, seat: int) -> InformationSet:
    return InformationSet.of(scene.state, scene.rules, seat)


def test_a_seat_sees_its_role_and_hand_and_the_sheriff_alone() -> None:
    info = info_of(Scene({0: ["bang"], 1: ["birra"], 2: ["saloon"]}), 1)
    assert info.roles == ("sheriff", "outlaw", "unknown", "unknown")
    assert [kinds(hand) for hand in info.hands] == [[], ["birra"], [], []]
    assert info.deck is None
    assert info.legal_actions == ()


def test_hidden_roles_hands_deck_and_stream_leave_no_trace() -> None:
    scene = Scene({0: ["bang"], 1: ["birra"], 2: ["saloon"], 3: ["gatling"]}, {2: ["barile"]})
    before = info_of(scene, 1).key()
    state = scene.state
    state.roles[2], state.roles[3] = int(state.roles[3]), int(state.roles[2])
    saloon, gatling = cards_in(state.hands, 2)[0], cards_in(state.hands, 3)[0]
    for seat, gone, come in ((2, saloon, gatling), (3, gatling, saloon)):
        drop_card(state.hands, seat, gone)
        add_card(state.hands, seat, come)
    state.deck[: state.deck_size] = state.deck[: state.deck_size][::-1].copy()
    state.word = np.uint64(123)
    assert info_of(scene, 1).key() == before


def test_which_of_equal_cards_is_played_follows_its_number_and_knowledge_does_not_use_it() -> None:
    """A bang that is no lowest one tells that no lower one was in the hand; those that may be there stay."""
    scene = Scene({0: ["bang 7c", "bang 4c"]}, {0: ["volcanic"]})
    first, second = sorted(cards_in(scene.state.hands, 0))
    before = set(info_of(scene, 1).possible[0])
    scene.play("bang 1")
    assert first in scene.told["pile"]
    assert second not in scene.told["pile"]
    after = set(info_of(scene, 1).possible[0])
    assert after == before - {first}
    assert len([card for card in after if KIND_OF[card] == KIND_OF[first] and card < first]) == 2


def test_a_card_taken_openly_is_known_and_one_taken_blindly_is_possible() -> None:
    scene = Scene({0: ["panico", "panico"], 1: ["birra"]}, {1: ["barile"]}).play("panico 1 barile", "panico 1 hand")
    watching, robbed = info_of(scene, 2).possible, info_of(scene, 1).possible
    barile, birra = (
        next(card for card in scene.told["hands"][0] if kinds((card,)) == [kind]) for kind in ("barile", "birra")
    )
    assert [barile in place for place in watching] == [True, False, False, False, False]
    assert [birra in place for place in watching] == [True, False, False, True, True]
    assert [birra in place for place in robbed] == [True, False, False, False, False]


def test_a_reshuffle_tells_what_is_in_the_deck() -> None:
    scene = Scene(deck=["birra"], pile=["bang", "saloon", "gatling"], rest=False, characters={1: "willy_the_kid"})
    scene.play("end")
    assert sorted(kinds(info_of(scene, 3).possible[4])) == ["bang", "gatling", "saloon"]


@pytest.mark.parametrize("seed", range(4))
def test_determinized_states_agree_with_what_is_known(seed: int) -> None:
    game = Bang({"num_players": 4})
    state = game.new_states()[0]
    deal_random(state, streams_from_seed(seed)[0])
    for _ in range(150):
        legal = [slot for slot in range(185) if as_int(state.legal) >> slot & 1]
        if not legal:
            break
        step(state, int(RNG.choice(legal)))
        if state.plies % 25 == 0:
            for seat in range(4):
                info = game.information_set(state, seat)
                world = determinize(info, RNG)
                assert all_cards(world) == list(range(80))
                assert sorted(world.roles) == sorted(state.roles)
                for place in range(4):
                    assert set(cards_in(world.hands, place)) <= set(info.possible[place])
                assert (world.tracked, world.given_length, world.given_used) == (0, 0, 0)


def test_every_hidden_role_and_place_comes_up() -> None:
    scene = Scene({0: ["bang"], 1: ["birra"], 2: ["saloon"]})
    info = info_of(scene, 1)
    worlds = [determinize(info, RNG) for _ in range(60)]
    assert {"".join(ROLE_LETTERS[role] for role in world.roles) for world in worlds} == {"SOOR", "SORO"}
    held = {cards_in(world.hands, 2) for world in worlds}
    assert len(held) > 25  # of the 79 cards that may be there
