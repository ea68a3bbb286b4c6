"""Seats of Bang! that leave: each phase goes on without them, and records tell it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from bang_env import Bang, CompiledAgent, GameRecord, bang_v0
from bang_env.core.scoring import returns
from bang_env.deals import capture_deal
from bang_env.envs.gym_env import BangEnv
from bang_env.notation.transcript import tell
from cardkit.agents import choose_any
from cardkit.compiled.protocol import LEFT
from cardtable.line import Line
from tests.support.bang.described import all_cards
from tests.support.bang.scenes import Scene

PLAYERS = {0: "willy_the_kid", 1: "slab_the_killer", 2: "rose_doolan", 3: "lucky_duke"}


def scene_of(*arguments: object, **settings: object) -> Scene:
    return Scene(*arguments, **{"characters": PLAYERS, **settings})  # type: ignore[arg-type]


def test_who_leaves_in_his_turn_is_dead_and_the_turn_passes() -> None:
    scene = scene_of({1: ["birra"]}, {1: ["mirino"]}).play("end")
    assert scene.leave().told["alive"] == (True, False, True, True)
    assert (scene.told["turn"], scene.phase, scene.table(1), scene.hand(1)) == (2, "playing", set(), [])
    assert (scene.hand(0), scene.told["plies"]) == ([], 2)  # nobody is rewarded; it is a ply
    assert all_cards(scene.state) == list(range(80))


def test_a_shot_ends_and_a_gatling_passes_to_the_next_target() -> None:
    scene = scene_of({0: ["bang", "gatling"]}, roles="SROO").play("bang 3").leave()
    assert (scene.told["alive"][3], scene.mover, scene.phase, scene.hand(0)) == (False, 0, "playing", ["gatling"])
    scene.play("gatling").leave()
    assert (scene.phase, scene.mover, scene.told["alive"][1]) == ("shot", 2, True)  # dead once the card is done
    scene.play("nothing")
    assert (scene.lives[2], scene.told["alive"]) == (3, (True, False, True, False))


def test_a_duello_ends_without_loss() -> None:
    scene = scene_of({1: ["duello"], 2: ["bang"]}, roles="SORO").play("end", "duello 2", "answer bang").leave()
    assert (scene.lives[2], scene.told["alive"][1], scene.told["turn"]) == (4, False, 2)
    scene = scene_of({0: ["duello"]}).play("duello 1").leave()
    assert (scene.lives[0], scene.told["alive"][1], scene.mover, scene.hand(0)) == (5, False, 0, [])


@pytest.mark.parametrize("seat_and_plies", [(1, "bang 1"), (1, "bang 1, nothing"), (2, "indiani"), (2, "duello 2")])
@pytest.mark.parametrize("role", "OD")
def test_who_leaves_instead_of_dying_denies_no_reward_and_spares_no_penalty(
    seat_and_plies: tuple[int, str], role: str
) -> None:
    seat, plies = seat_and_plies
    roles = {1: f"S{role}ORO", 2: f"SO{role}RO"}[seat]
    hands = {0: ["bang", "indiani", "duello"], 1: ["bang"], 3: ["bang"], 4: ["bang"]}
    scene = scene_of(hands, {0: ["mirino"]}, lives={seat: 1}, roles=roles, characters={**PLAYERS, 4: "bart_cassidy"})
    scene.play(*plies.split(", "))
    if plies == "indiani":
        scene.play("answer bang")
    scene.leave()
    while scene.phase != "playing":
        scene.play("answer bang")
    assert not scene.told["alive"][seat]
    assert (len(scene.hand(0)), len(scene.table(0))) == ((5, 1) if role == "O" else (0, 0))


def test_nobody_is_rewarded_for_who_leaves_with_lives_to_lose_or_loses_his_own_duello() -> None:
    scene = scene_of({0: ["bang"]}, lives={1: 2}).play("bang 1").leave()
    assert (scene.told["alive"][1], scene.hand(0)) == (False, [])
    scene = scene_of({1: ["duello"], 2: ["bang"]}, lives={1: 1}, roles="SORO").play("end", "duello 2", "answer bang")
    assert (scene.leave().told["alive"][1], len(scene.hand(2))) == (False, 2)  # which it draws in its turn


def test_sid_who_leaves_while_he_pays_for_his_life_dies() -> None:
    sid = {**PLAYERS, 1: "sid_ketchum"}
    scene = scene_of({0: ["bang"], 1: ["birra"] * 2}, lives={1: 1}, characters=sid, sid_saves=True)
    scene.play("bang 1", "nothing", "sid").leave()
    assert (scene.told["alive"][1], scene.phase, scene.mover, len(scene.hand(0))) == (False, "playing", 0, 3)


def test_a_payment_lapses() -> None:
    sid = {**PLAYERS, 1: "sid_ketchum"}
    scene = scene_of({1: ["birra"] * 3}, lives={1: 1}, characters=sid).play("end", "sid", "discard birra").leave()
    assert (scene.told["alive"][1], scene.mover, scene.phase) == (False, 2, "playing")


def test_kits_cards_go_back_as_they_lay() -> None:
    kit = {**PLAYERS, 1: "kit_carlson"}
    scene = scene_of(deck=["birra", "saloon", "barile"], characters=kit).play("end").leave()
    assert scene.hand(2)[:2] == ["birra", "saloon"]
    assert (scene.told["looked"], scene.phase, scene.mover) == ((), "playing", 2)


def test_an_emporio_goes_on_and_what_is_over_goes_to_the_pile() -> None:
    scene = scene_of({0: ["emporio"]}, deck=["birra", "saloon", "barile", "mirino"]).play("emporio", "pick birra")
    scene.leave().play("pick barile", "pick mirino")
    assert (scene.top, scene.told["emporio"], scene.mover) == ("saloon", (), 0)
    assert scene.told["alive"] == (True, False, True, True)
    scene = scene_of({0: ["emporio"]}, deck=["birra", "saloon", "barile", "mirino"]).play("emporio")
    scene.leave().play("pick birra", "pick barile", "pick mirino")
    assert (scene.phase, returns(scene.state, 1)) == ("over", 1.0)  # the Sheriff was the one who left


def test_all_lose_when_all_have_left() -> None:
    scene = scene_of({0: ["emporio"]}).play("emporio")
    for _ in range(4):
        scene.leave()
    assert (scene.phase, scene.legal) == ("over", set())
    assert [returns(scene.state, seat) for seat in range(4)] == [-1.0] * 4


def left_game(seats: int, seed: int) -> tuple[Line, GameRecord]:
    """Play a random game in which one ply in 40 is that of a seat that leaves, and return it with its record."""
    game, rng = Bang({"num_players": seats, "max_rounds": 30, "sid_saves": True}), np.random.default_rng(seed)
    line = Line(game, seed)
    while (seat := line.mover(len(line))) is not None:
        if rng.random() < 0.025:
            line.withdraw()
        else:
            line.play(int(rng.choice(line.information_set(len(line), seat).legal_actions)))
        assert all_cards(line.state(len(line))) == list(range(80))
    actions = tuple(action for _, action in line.plies)
    return line, GameRecord(game.rules, capture_deal(line.start_of(len(line)), game.rules), actions)


@pytest.mark.parametrize("seats", [4, pytest.param(7, marks=pytest.mark.slow)])
def test_records_of_games_that_seats_left_replay(seats: int) -> None:
    games, left = 10, 0
    for seed in range(games):
        line, record = left_game(seats, seed)
        gone = [seat for seat, action in line.plies if action == LEFT]
        assert len(gone) == len(set(gone))
        left += len(gone)
        text = record.format()
        assert [row for row in text.splitlines() if row.endswith(" left")] == [f"{seat} left" for seat in gone]
        assert GameRecord.parse(text) == record
        assert record.result == tuple(line.returns() or ())
        told = "\n".join(tell(record))
        assert told.count("leaves the game") == len(gone)
    assert left > games


def test_nobody_leaves_a_game_that_is_over() -> None:
    _, record = left_game(4, 1)
    with pytest.raises(ValueError, match="nobody can leave: the game is over"):
        GameRecord(record.rules, record.deal, (*record.plies, LEFT)).format()


# --- environments ---------------------------------------------------------------------------------------------------

RULES = {"num_players": 4, "max_rounds": 9}


def test_a_player_of_an_environment_leaves_and_the_others_play_on() -> None:
    env: Any = bang_v0.env(RULES, encoding="history")
    env.reset(seed=3)
    for _ in range(5):
        env.step(env.unwrapped.sample_action())
    gone = env.agent_selection
    env.withdraw()
    assert env.agent_selection != gone
    info = env.unwrapped.information_set(env.agent_selection)
    assert info.plies[5] == (int(gone[-1]), LEFT)
    assert info.to_dict()["plies"][5] == [int(gone[-1]), "left"]
    seen = env.observe(env.agent_selection)["observation"]
    assert np.array_equal(seen, env.unwrapped.encoding.observe(info)[0])
    while not any(env.terminations.values()):
        assert env.agent_selection != gone
        env.step(env.unwrapped.sample_action())
    assert set(env.rewards.values()) <= {1, -1}
    with pytest.raises(RuntimeError, match="no game is in progress"):
        env.withdraw()


def test_a_learner_leaves_and_its_opponents_play_to_the_end() -> None:
    env = BangEnv(CompiledAgent(choose_any), RULES, seat=1)
    with pytest.raises(RuntimeError, match="call reset"):
        env.withdraw()
    for seed in range(4):
        env.reset(seed=seed)
        _, reward, over, truncated, info = env.withdraw()
        assert (over, truncated, reward in (1.0, -1.0), info["action_mask"].any()) == (True, False, True, False)
        assert not env.information_set().alive[1]
        with pytest.raises(RuntimeError, match="call reset"):
            env.withdraw()


def test_chance_that_is_left_over_at_the_end_is_told() -> None:
    line, record = left_game(4, 2)
    deal = record.deal
    given = {"roles": deal.roles, "characters": deal.characters, "deck": deal.deck, "chance": (*deal.chance, 7)}
    env = bang_v0.raw_env(record.rules)
    env.reset(seed=1, options=given)
    *plies, last = line.plies
    for _, action in plies:
        env.withdraw() if action == LEFT else env.step(action)
    with pytest.raises(ValueError, match=rf"^chance has more entries than the {len(deal.chance)} that the game uses$"):
        env.withdraw() if last[1] == LEFT else env.step(last[1])
    with pytest.raises(RuntimeError, match="call reset"):
        env.withdraw()
    env.reset(seed=1)
    env.step(env.sample_action())


def play_all(line: Line, plies: Sequence[tuple[int, int]]) -> None:
    for _, action in plies:
        line.play(action)


def test_a_table_checks_the_chance_that_it_is_given() -> None:
    line, record = left_game(4, 2)
    number = next(place for place, entry in enumerate(record.deal.chance) if isinstance(entry, int))
    wrong = (*record.deal.chance[:number], (1, 2, 3))
    told = Line(Bang(record.rules), 1, 0, replace(record.deal, chance=wrong).lay_out(record.rules))
    wanted = r"the card that is taken blindly from the hand of seat \d; got a list of 3 cards"
    with pytest.raises(ValueError, match=rf"^entry {number + 1} of chance must be {wanted}$"):
        play_all(told, line.plies)
    before = len(told)
    told.cut(before - 1)
    play_all(told, line.plies[before - 1 : before + 1])  # what was taken back may be drawn
    assert len(told) == before + 1
