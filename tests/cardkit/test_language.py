"""Games in words: prompts from information sets alone, readers of free answers, models behind chat endpoints."""

from __future__ import annotations

import json
import logging
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from hypothesis import given
from hypothesis import strategies as st

from bang_env.bang import Bang
from bang_env.bang_v0 import env as bang_env
from baselines import make_agent, play_match
from cardkit.game import Game
from cardkit.language.answers import AnswerError, AnswerReader
from cardkit.language.card_names import ORDINARY, CardNames
from cardkit.language.endpoint import ChatError
from cardkit.language.prompt import prompt
from cardkit.specs.strangers import is_harmless
from durak_env.durak import Durak
from oh_hell_env.oh_hell import OhHell
from tests.support.fake_chat import fake_chat, first_listed

NEW = CardNames.drawn(3)
GAMES = {
    "durak": Durak(),
    "durak-four": Durak("num_players=4,transfer=True,passport=True"),
    "oh-hell": OhHell("hand_sizes=4-3"),
    "bang": Bang("num_players=4"),
}
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
each_naming = pytest.mark.parametrize("names", [ORDINARY, NEW], ids=["ordinary", "new"])


def choices(game: Game[Any, Any], seed: int, count: int = 40) -> Iterator[Any]:
    """Yield what seats know at the choices of a random game."""
    rng, state = np.random.default_rng(seed), game.new_game(seed)
    for _ in range(count):
        if state.to_move is None:
            return
        info = state.information_set(state.to_move)
        yield info
        state.step(int(rng.choice(info.legal_actions)))


def exchanged(game: Game[Any, Any], prompts: int, seed: int, worlds: int = 10) -> tuple[int, int]:
    """Exchange the hidden cards at choices of random games; count the prompts, and the different exchanges."""
    rng, done, different = np.random.default_rng(seed), 0, 0
    while done < prompts:
        for info in choices(game, int(rng.integers(2**31)), 500):
            told, without_legal, drawn = prompt(info), prompt(info, legal=False), set[bytes]()
            other = info
            for _ in range(worlds):
                world = info.determinize(rng).record
                other = game.information_set(world, info.seat, info.plies)
                assert prompt(other) == told
                drawn.add(world.tobytes())
            assert prompt(other, legal=False) == without_legal
            done, different = done + worlds, different + len(drawn)
    return done, different


@each_game
def test_prompts_stay_when_hidden_cards_are_exchanged(game: Game[Any, Any]) -> None:
    done, different = exchanged(game, 300, seed=1)
    assert different > done / 4


@each_game
@each_naming
def test_each_action_is_read_as_it_is_shown(game: Game[Any, Any], names: CardNames) -> None:
    for info in choices(game, seed=2):
        told, reader = prompt(info, names=names), AnswerReader(names)
        for action in info.legal_actions:
            shown = names.shown(info.text_of(action, info.seat))
            assert reader(f"A plan.\n**Ply:** `{shown.upper()}`.", info) == action
        assert (reader.illegal, reader.unreadable) == (0, 0)
        assert told.endswith("ply: ...")


@each_game
def test_new_names_leave_no_ordinary_one(game: Game[Any, Any]) -> None:
    for info in choices(game, seed=3):
        renamed = prompt(info, names=NEW)
        assert renamed == NEW.shown(renamed) != prompt(info)
        assert not set("♣♦♥♠") & set(renamed)


@given(seed=st.integers(0, 2**32))
def test_new_names_are_others_and_can_be_taken_back(seed: int) -> None:
    names = CardNames.drawn(seed)
    assert names == CardNames.drawn(seed)
    assert len(set(names.ranks)) == 13
    assert len(set(names.suits)) == 4
    assert names.ordinary(names.shown("A♣, >♥ and 7s")) == "Ac, >h and 7s"


def defence() -> Any:
    """Return what a defender knows who may play Q♣, K♣ or take."""
    state = Durak().new_game(seed=1)
    state.step(state.legal_actions[0])
    info = state.information_set(state.to_move or 0)
    assert info.legal_texts == ("Qc", "Kc", "take")
    return info


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ("ply: Qc", "Qc"),
        ("**Ply: Q♣**", "Qc"),
        ("Ply = `12C`", "Qc"),
        ("ply: Kc\nNo, wait.\nply: q♣️ (the lower one)", "Qc"),
        ("<think>ply: 7c?</think>\n\nTAKE.", "take"),
        ("I keep my trumps.\nI play K♣", "Kc"),
        ("ply: K♣ as it is low", "Kc"),
        ("My ply: *take* - too dear otherwise", "take"),
    ],
)
def test_free_answers_are_read(answer: str, text: str) -> None:
    info = defence()
    assert info.text_of(AnswerReader()(answer, info), info.seat) == text


@pytest.mark.parametrize(
    ("answer", "reason", "illegal"),
    [
        ("", "names no ply", 0),
        ("I love this game!", "names no ply", 0),
        ("ply: Qc or Kc", "names several plies", 0),
        ("ply: done", "the defender must beat or take", 1),
        ("ply: 6s", "6s is not in the hand of seat 1", 1),
        ("ply: 8d", "8d does not beat Tc", 1),
    ],
)
def test_other_answers_are_told_back_with_the_reason(answer: str, reason: str, illegal: int) -> None:
    reader = AnswerReader()
    with pytest.raises(AnswerError, match=reason) as error:
        reader(answer, defence())
    assert (reader.answers, reader.illegal, reader.unreadable) == (1, illegal, 1 - illegal)
    assert (error.value.action is not None) == illegal


def test_a_bid_may_be_a_bare_number() -> None:
    info = next(choices(GAMES["oh-hell"], seed=1))
    assert AnswerReader()("**ply:** 2", info) == info.action_named("b2")


def test_an_ordinary_card_is_no_card_under_new_names() -> None:
    with pytest.raises(AnswerError, match="names no ply"):
        AnswerReader(NEW)("ply: Qc", defence())


@pytest.mark.parametrize(
    "name", ["durak_env/Durak-v0", "oh_hell_env/OhHell-v0", pytest.param("bang_env/Bang-v0", marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("observation", ["text", "text_without_legal"])
def test_environments_observe_prompts(name: str, observation: str) -> None:
    env: Any = gymnasium.make(name, opponent="random", observation=observation).unwrapped
    check_env(env, skip_render_check=True)
    seen, info = env.reset(seed=1)
    assert seen == prompt(env.information_set(), observation == "text")
    seen, *_ = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert env.observation_space.contains(seen)


def test_a_seat_that_waits_reads_the_position_alone() -> None:
    env: Any = bang_env(rules="num_players=4", observation="text")
    env.reset(seed=1)
    waiting = env.possible_agents[env.possible_agents.index(env.agent_selection) - 1]
    assert "ply: ..." in env.observe(env.agent_selection)
    assert "ply: ..." not in env.observe(waiting)


def test_a_fake_model_plays_a_match(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAKE_KEY", "secret")
    with fake_chat() as fake:
        spec = f"chat:url={fake.url},model=fake,key=FAKE_KEY,temperature=0"
        first, second = (play_match(spec, "random", games=6, seed=1) for _ in range(2))
    assert (first.results["returns"] == second.results["returns"]).all()
    assert set(fake.keys) == {"Bearer secret"}
    assert "secret" not in spec + repr(first)
    one = fake.requests[0]
    assert (one["model"], one["temperature"], len(one["messages"])) == ("fake", 0.0, 1)


def test_a_model_is_told_what_was_wrong_and_tries_again(caplog: pytest.LogCaptureFixture) -> None:
    def stubborn(request: dict[str, Any]) -> str:
        return "ply: pass" if len(request["messages"]) < 5 else first_listed(request)

    info = defence()
    with fake_chat(stubborn) as fake, caplog.at_level(logging.WARNING):
        agent: Any = make_agent(f"chat:url={fake.url},model=fake")
        assert agent.act(info, np.random.default_rng(1)) == info.legal_actions[0]
    assert (agent.reader.answers, agent.reader.unreadable) == (3, 2)
    assert "names no ply" in fake.requests[-1]["messages"][2]["content"]
    assert "2 of 2 answers refused" in caplog.text


def test_the_last_illegal_try_counts_as_the_choice() -> None:
    with fake_chat(lambda _: "ply: 6s") as fake:
        result = play_match(f"chat:url={fake.url},model=fake,tries=2", "random", games=2, seed=1, forfeits=True)
        assert max(len(request["messages"]) for request in fake.requests) == 3
    assert result.illegal_actions[0] > 0


@pytest.mark.parametrize(("status", "requests"), [(503, 2), (401, 1)])
def test_what_may_pass_is_tried_again(status: int, requests: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardkit.language.endpoint.PAUSE", 0.01)
    answers: list[Any] = [status]

    with fake_chat(lambda request: answers.pop() if answers else first_listed(request)) as fake:
        agent: Any = make_agent(f"chat:url={fake.url},model=fake")
        asked = lambda: agent.act(defence(), np.random.default_rng(1))  # noqa: E731
        if requests == 1:
            with pytest.raises(ChatError, match="refuses: 401"):
                asked()
        else:
            assert asked() in defence().legal_actions
    assert len(fake.requests) == requests


def test_an_endpoint_that_stays_silent_is_asked_no_more() -> None:
    with fake_chat() as fake:
        spec = f"chat:url={fake.url},model=fake"
    agent: Any = pickle.loads(pickle.dumps(make_agent(spec)))
    agent.move_time = 0.05
    for reason in ("gave no answer", "gave no answer", "gave no answer", "asked no more"):
        with pytest.raises(ChatError, match=reason):
            agent.act(defence(), np.random.default_rng(1))


@pytest.mark.parametrize("url", ["localhost:8000", "ftp://here/v1", "http://me:secret@here/v1"])
def test_an_address_that_cannot_be_meant_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="url must"):
        make_agent(f"chat:url={url},model=fake")


@each_game
def test_strangers_cannot_name_a_model(game: Game[Any, Any]) -> None:
    assert not is_harmless("chat:url=here,model=fake", game.AGENTS)
    assert not is_harmless("chat", game.AGENTS)


def test_a_file_of_endgames_follows_from_its_seed(tmp_path: Path) -> None:
    from baselines.durak.cli import app
    from baselines.durak.endgames.dataset import position
    from baselines.durak.endgames.solver import endgame_memory, move_values
    from tests.support.command_line import run_command

    files = [tmp_path / "one.jsonl", tmp_path / "two.jsonl"]
    for file in files:
        run_command(app, "endgames", "--output", str(file), "--count", "20")
    assert files[0].read_bytes() == files[1].read_bytes()
    rows = [json.loads(line) for line in files[0].read_text(encoding="utf-8").splitlines()]
    assert len({row["prompt"] for row in rows}) == 20
    memory = endgame_memory(1_000_000, 16)
    for row in rows:
        info = position(row["record"])
        solved = {info.action_of(slot): value for slot, value in move_values(info.record, memory).items()}
        assert row["prompt"] == prompt(info)
        assert row["values"] == {info.text_of(one, info.seat): solved[one] for one in info.legal_actions}
        assert min(row["regret"].values()) == 0 < max(row["regret"].values())
