"""A plain game's services from the kit: actions in words, records, a transcript, a dialogue, a view."""

from __future__ import annotations

import asyncio
import json
import re
from dataclasses import dataclass
from functools import cache, partial
from itertools import islice
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from cardkit.arena.game_loop import PythonGame
from cardkit.arena.match import MatchPlay, play_match
from cardkit.commands.app import app
from cardkit.commands.play import PlayOptions
from cardkit.compiled.protocol import NOBODY, observe
from cardkit.game import KnownGame
from cardkit.search.sampling import Sampling
from cardtable.errors import MessageError
from cardtable.view import PlainView, TablePlugin
from tests.support.heist_game import Heist
from tests.support.local_table import LocalTable
from tests.support.wide import PLIES, SLOT_OF
from tests.support.wide_envs import VolleyView
from tests.support.wide_game import ACTIONS, Random, Volley

GAME = Volley()


@cache
def played() -> PythonGame:
    return MatchPlay(GAME, [Random()] * 3, 1).play_one(0)


def info_at(ply: int) -> KnownGame:
    """Return the knowledge of the seat to move at a ply."""
    state, *_ = next(islice(played().replay(), ply, None))
    return GAME.information_set(state, played().plies[ply][0])


def test_actions_are_those_of_the_table_of_ids() -> None:
    info = info_at(3)
    assert list(info.legal_actions) == sorted(info.legal_actions)
    assert [info.action_of(SLOT_OF[action]) for action in info.legal_actions] == list(info.legal_actions)
    for slot in (-1, 49, 192):
        with pytest.raises(ValueError, match=f"slot {slot} is not legal"):
            info.action_of(slot)


@dataclass(frozen=True)
class Boastful(Volley):
    """Volley that does not say what spectators may see."""

    public_fields = ()


@pytest.mark.parametrize("game", [Volley(), Boastful()])
def test_who_watches_is_shown_what_is_declared_public(game: Volley) -> None:
    state, *_ = next(islice(played().replay(), 5, None))
    record = game.information_set(state, NOBODY).record
    shown = {name for name in record.dtype.names if np.any(record[name]) and name != "seat"}
    assert int(record.seat) == NOBODY
    assert shown <= set(game.public_fields)
    assert np.array_equal(record.points, state.points if game.public_fields else np.zeros(3))


def test_an_illegal_action_is_told_in_the_games_words() -> None:
    state, *_ = next(iter(played().replay()))
    legal = GAME.information_set(state, 0).legal_actions
    wrong = next(action for action in range(ACTIONS) if action not in legal)
    with pytest.raises(
        ValueError, match=rf"action {wrong}, {GAME.text_of(wrong)}, is not legal; legal: ".replace("+", r"\+")
    ):
        GAME.read_action(state, wrong)
    with pytest.raises(ValueError, match="out of range"):
        GAME.read_action(state, ACTIONS)


def test_a_record_says_the_world_and_leads_to_the_same_end() -> None:
    for game in (GAME, Volley(open_world=True)):
        one = MatchPlay(game, [Random()] * 3, 1).play_one(0)
        (told,) = game.tell.read_records(one.record_text())
        line = VolleyView().recorded(told).line()
        assert line.game == game
        assert line.plies == one.plies


@dataclass(frozen=True)
class Staked(Volley):
    """Volley with fields of its own."""

    stake: int = 1
    note: str = ""


class StakedView(VolleyView):
    GAME = Staked


def test_a_record_says_what_a_games_own_fields_are() -> None:
    game = Staked(stake=3)
    assert (str(Staked()), str(game)) == ("volley, closed", "volley, closed, stake=3")
    one = MatchPlay(game, [Random()] * 3, 1).play_one(0)
    (told,) = Staked().tell.read_records(one.record_text())
    assert StakedView().recorded(told).line().game == game
    assert list(Staked().tell.transcript(told, 0)) == list(game.tell.transcript(told, 0))
    assert StakedView().opened(game) == Staked(open_world=True, stake=3)


@pytest.mark.parametrize("note", ["a, b", "x, stake=3"])
def test_a_game_that_its_text_does_not_tell_is_not_recorded(note: str) -> None:
    with pytest.raises(ValueError, match="no record can tell 'volley, closed, note="):
        MatchPlay(Staked(note=note), [Random()] * 3, 1).play_one(0).record_text()


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ("stakes=3", "game names 'stakes', which Staked does not have"),
        ("open_world=True", "game names 'open_world', which Staked does not have"),
        ("stake=high", "stake must be an integer, got 'high'"),
        ("stake", "stake must be an integer, got ''"),
        ("stake=2, stake=3", "game names 'stake' twice"),
        ("NAME=volley", "game names 'NAME', which Staked does not have"),
    ],
)
def test_a_record_of_another_variant_is_refused_by_name(named: str, said: str) -> None:
    told = json.loads(MatchPlay(Staked(), [Random()] * 3, 1).play_one(0).record_text())
    with pytest.raises(ValueError, match=said):
        Staked().tell.read_records(json.dumps(told | {"game": f"volley, closed, {named}"}))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("prose", "Expecting value: line 1 column 1"),
        ("{}", "it must be an object with game, start, plies, players, got {}"),
        ("[" * 100_000, "its brackets are nested too deeply"),
        ({"game": "heist, closed"}, "game must be 'volley, closed' or 'volley, open', got 'heist, closed'"),
        ({"start": "00"}, "start must be [0-9]+ hexadecimal digits, got '00'"),
        ({"players": ["a", "b"]}, "players must be 3 names, one a seat, got 2"),
        ({"players": ["a", "b", "\x1b[2J"]}, "a player's name must be printable text"),
        ({"plies": 3}, "plies must be a list of at most [0-9,]+, got 3"),
        ({"plies": [[0, "a"]]}, r"ply 1 must be a seat and an action, such as \[0, 3\], got \[0, 'a'\]"),
        ({"plies": [[0, ACTIONS]]}, f"ply 1: action {ACTIONS} is out of range"),
    ],
    ids=str,
)
def test_what_is_no_record_is_named_with_its_line(line: str | dict[str, Any], said: str) -> None:
    told = played().record_text()
    with pytest.raises(ValueError, match=f"^line 2 is not a record of volley: {said}"):
        GAME.tell.read_records(told + (line if isinstance(line, str) else json.dumps(json.loads(told) | line)))


def test_an_illegal_ply_ends_a_transcript_with_an_error() -> None:
    (told,) = GAME.tell.read_records(played().record_text())
    (seat, action), *_ = told["plies"]
    legal = info_at(0).legal_actions
    wrong = next(other for other in range(ACTIONS) if other not in legal)
    for first, said in (((seat, wrong), "is not legal; legal: "), ((seat + 1, action), f"seat {seat} is to move")):
        with pytest.raises(ValueError, match=f"ply 1: .*{said}"):
            list(GAME.tell.transcript(told | {"plies": [list(first), *told["plies"][1:]]}))


def test_a_transcript_tells_one_seat_what_it_knew() -> None:
    (told,) = GAME.tell.read_records(played().record_text())
    lines = list(GAME.tell.transcript(told, 1, {1: ["a note"]}))
    assert [line for line in lines if line.endswith("knows:")] == ["seat 1 knows:"]
    first = next(number for number, line in enumerate(lines) if line.startswith("1. "))
    assert lines[first + 1] == "a note"
    assert sum(line[0].isdigit() for line in lines) == PLIES
    with pytest.raises(ValueError, match="seat must be None or from 0 to 2"):
        list(GAME.tell.transcript(told, 3))


def test_a_person_writes_words_or_numbers() -> None:
    talk, info = PlayOptions(), info_at(0)
    for number, action in enumerate(info.legal_actions, 1):
        assert talk.read(info, talk.word(info, action)) == talk.read(info, str(number)) == action
    with pytest.raises(ValueError, match="'anything' is not a legal action; you may write card"):
        talk.read(info, "anything")
    assert talk.word(info, info.legal_actions[-1]) in talk.picture(info, ["you", "a", "b"])
    assert talk.outcome([1.0, 0.0, 0.0]) == "You have 1; the others, clockwise: 0, 0."
    assert len(list(talk.lines(played(), PLIES - 2, 0, ["you", "a", "b"]))) == 2


def test_a_person_gets_hints_without_an_agent_that_the_game_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Volley, "AGENTS", "no such group")
    asked = ["play", "tests.support.wide_game:Random", "--seed", "1"]
    shown = CliRunner().invoke(app("volley", Volley), asked, input="?\nq\n")
    assert shown.exit_code == 0, shown.output
    assert re.search(r"your ply: (card \d+|pass)", shown.output), shown.output


@pytest.mark.slow
def test_the_agent_for_any_game_plays_better_than_chance() -> None:
    returns = play_match(GAME, [partial(Sampling, 20), Random, Random], 90, 1).results["returns"]
    first, *others = returns.mean(axis=0)
    assert first > max(others) + 0.1, returns.mean(axis=0)


def test_a_view_has_no_rules_to_choose() -> None:
    view: PlainView = VolleyView()
    assert (view.name, view.agents, view.seats) == ("volley", "volley.agents", (3, 3))
    with pytest.raises(ValueError, match="rules must be empty"):
        view.variant({"rule": 1}, 3, False)
    assert view.named(str(Volley(open_world=True))) == view.opened(GAME)


def test_lines_show_what_the_record_holds_and_no_more() -> None:
    game, state = Heist(), MatchPlay(Heist(), ["tests.support.heist_game:Anything"] * 3, 1).play_one(0).start
    info = game.new_info()[0]
    observe(state, 2, False, info)
    lines = game.lines_of(KnownGame(info, game))
    assert [line.partition(":")[0] for line in lines] == [name for name in info.dtype.names if name[:4] != "gap_"]
    assert not any(f"{np.uint64(state.hands[0])}" in line for line in lines)


def test_the_page_opens_no_pasted_record_whose_bytes_would_become_a_state() -> None:
    """A forged record would lead compiled functions to memory that is not theirs."""
    table = LocalTable(TablePlugin(VolleyView()))
    with pytest.raises(MessageError) as refused:
        asyncio.run(table.ask("open", text=played().record_text()))
    assert (refused.value.reason, refused.value.field) == ("record_foreign", "text")
    assert table.opened == ()
