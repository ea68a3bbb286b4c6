"""Bang!'s environments: the AEC loop with a given deal and chance, observations, and a learner among agents."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

import numpy as np
import pytest

from bang_env import Bang, Deal, Encoding, GameRecord, bang_v0
from bang_env.core.records import LIST
from bang_env.deals import capture_deal
from bang_env.game import deal_random, step
from bang_env.notation import parse_records
from cardkit.compiled import protocol
from cardkit.compiled.prng import streams_from_seed
from cardkit.compiled.slots import as_int
from tests.support.bang.scenes import Scene

RULES = {"num_players": 4, "max_rounds": 30}


def played_game(seed: int) -> tuple[Any, Deal, list[int]]:
    """Play a random game and return its last state, its deal with chance, and its actions."""
    game, rng, actions = Bang(RULES), np.random.default_rng(seed), []
    start, state = game.new_states(2)
    deal_random(state, streams_from_seed(seed)[0])
    protocol.copy_state(state, start)
    while legal := as_int(state.legal):
        actions.append(int(rng.choice([slot for slot in range(185) if legal >> slot & 1])))
        step(state, actions[-1])
    protocol.feed(start, state)
    return state, capture_deal(start, game.rules), actions


@pytest.fixture(scope="module")
def played() -> tuple[Any, Deal, list[int]]:
    return next(game for game in map(played_game, range(20)) if len(game[1].chance) > 3)


def play_on(step: Callable[[], Any], _begun: Any = None) -> None:
    """Play a thousand steps."""
    for _ in range(1000):
        step()


def options(deal: Deal) -> dict[str, Any]:
    return {name: getattr(deal, name) for name in ("roles", "characters", "deck", "chance")}


@pytest.mark.slow
def test_a_given_game_plays_as_it_did(played: tuple[Any, Deal, list[int]]) -> None:
    state, deal, actions = played
    env = bang_v0.raw_env(RULES)
    env.reset(seed=5, options=options(deal))
    for action in actions:
        assert env.observe(env.agent_selection)["action_mask"][action] == 1
        env.step(action)
    assert list(env.rewards.values()) == [protocol.returns(state, seat) for seat in range(4)]


@pytest.mark.slow
def test_chance_that_does_not_fit_is_named(played: tuple[Any, Deal, list[int]]) -> None:
    _, deal, actions = played
    number = next(place for place, entry in enumerate(deal.chance) if isinstance(entry, int))
    env = bang_v0.raw_env(RULES)
    env.reset(seed=5, options={**options(deal), "chance": [*deal.chance[:number], [1, 2, 3]]})
    said = ""
    for action in actions:
        try:
            env.step(action)
        except ValueError as error:
            said = str(error)
            break
    assert said.startswith(f"entry {number + 1} of chance must be the card that is taken blindly")
    with pytest.raises(RuntimeError, match="given chance did not fit"):
        env.step(int(np.flatnonzero(env.action_mask)[0]))


@pytest.mark.slow
def test_chance_that_does_not_fit_is_named_by_every_environment(played: tuple[Any, Deal, list[int]]) -> None:
    from bang_env.agents.heuristic import rai
    from bang_env.envs.gym_env import BangEnv
    from bang_env.envs.vector_env import BangVectorEnv

    given = {**options(played[1]), "chance": [list(range(80))]}
    single, many = BangEnv(rai(), RULES), BangVectorEnv(3, None, RULES, autoreset_mode="SameStep")
    with pytest.raises(ValueError, match=r"^entry 1 of chance must be "):
        play_on(lambda: single.step(single.sample_action()), single.reset(seed=5, options=given))  # where rai may play
    many.reset(seed=5, options=[{}, given, {}])
    with pytest.raises(ValueError, match=r"^game 1: entry 1 of chance must be "):
        play_on(lambda: many.step(many.sample_actions()))
    with pytest.raises(RuntimeError, match="call reset"):
        many.step(many.sample_actions())
    many.reset(seed=6)
    play_on(lambda: many.step(many.sample_actions()))  # a random deal has chance of its own


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["SameStep", "NextStep", "Disabled"])
def test_chance_that_is_left_over_is_told_before_a_game_restarts(
    played: tuple[Any, Deal, list[int]], mode: str
) -> None:
    from bang_env.envs.vector_env import BangVectorEnv

    _, deal, actions = played
    env = BangVectorEnv(2, None, RULES, autoreset_mode=mode)

    def ended(chance: tuple[Any, ...]) -> bool:
        env.reset(seed=5, options={**options(deal), "chance": chance})
        return bool([env.step(np.full(2, action))[2].all() for action in actions][-1])

    assert ended(deal.chance)
    used = len(deal.chance)
    with pytest.raises(ValueError, match=rf"^game 0: chance has more entries than the {used} that the game uses$"):
        ended((*deal.chance, 7))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (5, "got card 5, which is not in that hand"),
        ([1, 2], "got a list of 2 cards"),
    ],
)
def test_chance_that_does_not_fit_is_told_with_what_is_due_and_what_was_given(given: Any, said: str) -> None:
    scene = Scene({0: ["panico"], 1: ["birra"]})
    scene.state.given[:3] = [given] * 3 if isinstance(given, int) else [LIST + len(given), *given]
    scene.state.given_length = scene.state.given_used + (1 if isinstance(given, int) else 1 + len(given))
    scene.play("panico 1 hand")
    wanted = "entry 1 of chance must be the card that is taken blindly from the hand of seat 1"
    with pytest.raises(ValueError, match=rf"^{wanted}; {said}$"):
        scene.game.check_chance(scene.state)


def test_a_reshuffle_that_does_not_fit_is_told_with_the_size_of_the_pile() -> None:
    scene = Scene({0: ["diligenza"]}, deck=["bang", "bang"], pile=["birra"], rest=False)
    scene.state.given[0], scene.state.given_length = 7, 1
    scene.play("diligenza")
    wanted = r"entry 1 of chance must be the pile in its new order, a list of 2 cards; got card 7"
    with pytest.raises(ValueError, match=rf"^{wanted}$"):
        scene.game.check_chance(scene.state)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"roles": "SSOR"}, "roles must be the letters"),
        ({"characters": [1, 1, 2, 3]}, "characters must be 4 different"),
        ({"characters": [1, 2, 3, 16]}, "characters must hold numbers from 0 to 15"),
        ({"deck": [*range(79), 0]}, "deck must hold each of the 80 cards once"),
        ({"deck": None}, "option 'roles' needs 'deck'"),
        ({"roles": None, "characters": None, "deck": None}, "option 'chance' needs"),
        ({"chance": [80]}, "entry 1 of chance must hold numbers from 0 to 79"),
        ({"chance": [3, [1, 1]]}, "entry 2 of chance must be a card, or a list of different cards"),
        ({"chance": [list(range(80))] * 60}, "chance must take 4,096 bytes"),
        ({"chance": "none"}, "chance must be a list"),
        ({"chance": [{1, 2}]}, "entry 1 of chance must be a list of numbers"),
        ({"chance": [1.5]}, "entry 1 of chance must be a card, or a list of different cards, got 1.5"),
        ({"characters": {0, 1, 2, 3}}, "characters must be a list of numbers"),
    ],
)
def test_options_that_contradict_are_refused(changed: dict[str, Any], said: str) -> None:
    deal = {"roles": "SORO", "characters": [0, 1, 2, 3], "deck": list(range(80)), "chance": [1]}
    with pytest.raises(ValueError, match=said):
        Bang(RULES).start({**deal, **changed})


def test_records_replay_anywhere_and_faults_are_named(played: tuple[Any, Deal, list[int]]) -> None:
    _, deal, actions = played
    record = GameRecord(RULES, deal, tuple(actions))
    text = record.format()
    assert GameRecord.parse(text) == record
    with pytest.raises(ValueError, match="chance has more entries"):
        GameRecord.parse(text.replace("\nturn 1\n", "\nchance 5\nturn 1\n"))
    cut = GameRecord(RULES, replace(deal, chance=deal.chance[:-1]), tuple(actions))
    with pytest.raises(ValueError, match=rf"ply \d+: entry {len(deal.chance)} of chance must be .*; it is lacking$"):
        cut.format()
    last = max(place for place, line in enumerate(text.splitlines()) if line.startswith("chance"))
    with pytest.raises(ValueError, match=rf"^line \d+: ply \d+: entry {len(deal.chance)} of chance"):
        GameRecord.parse("\n".join(line for place, line in enumerate(text.splitlines()) if place != last))
    lines = text.splitlines()
    first = next(place for place, line in enumerate(lines) if line.startswith("turn")) + 1
    lines[first] = "7 end"
    with pytest.raises(ValueError, match=rf"line {first + 1}: "):
        GameRecord.parse("\n".join(lines))
    lines[first] = "1. end"
    with pytest.raises(
        ValueError, match=r"'1\.' does not begin a line; lines begin with rules, .* turn, 0, .* or result"
    ):
        GameRecord.parse("\n".join(lines))
    with pytest.raises(ValueError, match="records are a text, got None"):
        parse_records(cast(Any, None))


@pytest.mark.parametrize("name", ["closed", "open", "history"])
def test_observations_fit_their_space(name: str) -> None:
    game = Bang(RULES, open_world=name == "open")
    state, encoding = game.new_states()[0], Encoding(game.rules, name)
    deal_random(state, streams_from_seed(3)[0])
    rng = np.random.default_rng(3)
    for _ in range(60):
        legal = [slot for slot in range(185) if as_int(state.legal) >> slot & 1]
        if not legal:
            break
        for seat in range(4):
            vector, mask = encoding.observe(game.information_set(state, seat))
            assert encoding.vector_space.contains(vector)
            assert np.flatnonzero(mask).tolist() == (legal if seat == state.mover else [])
            hand = encoding.decode(vector)["known_cards"].reshape(4, 22)[0]
            assert round(hand.sum() * 80) == state.hand_sizes[seat]
        step(state, int(rng.choice(legal)))


@pytest.mark.slow
def test_a_learner_among_agents() -> None:
    from bang_env.agents.heuristic import rai
    from bang_env.envs.gym_env import BangEnv

    env = BangEnv(rai(), RULES)
    rng = np.random.default_rng(1)
    _, info = env.reset(seed=1)
    over, reward = False, 0.0
    while not over:
        _, reward, over, _, info = env.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
    assert reward in (-1.0, 1.0)
