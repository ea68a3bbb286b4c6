"""Secret actions stay secret at every door: a viewer is told the same whichever of two another seat has played.

Positions come from random games. One secret action of another seat is exchanged for another, as long as the viewer's
INFO cannot tell the two games apart; then nothing else may tell them apart either.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from bang_env.bang import Bang
from bang_env.observation.encoding import Encoding as BangEncoding
from bang_env.table.view import BangView
from baselines.bang.cli.play import BangPlayOptions
from cardkit.commands.play import PlayOptions
from cardkit.compiled.prng import STREAM, derive
from cardkit.compiled.protocol import NOBODY, deal, feed, mover, observe, step
from cardkit.compiled.slots import is_empty, legal_of
from cardkit.envs.pettingzoo.aec_env import GameAECEnv
from cardkit.game import Plies
from cardtable.display import Display, Player
from cardtable.line import Line


@dataclass(frozen=True)
class Kind:
    """A game with secret actions, and what shows it."""

    game: Any
    view: Any
    talk: Any
    encoding: Callable[[Any], Any]


@pytest.fixture
def hearts(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Load `examples/hearts.py` as a module."""
    monkeypatch.syspath_prepend("examples")
    return importlib.import_module("hearts")


def hearts_kind(hearts: Any) -> Kind:
    def encoding(game: Any) -> Any:
        return hearts.Encoding(game, "history", history=64)

    return Kind(hearts.Hearts(), hearts.View(), PlayOptions(), encoding)


def bang_kind() -> Kind:
    def encoding(game: Bang) -> BangEncoding:
        return BangEncoding(game.rules, "history", history=64)

    return Kind(Bang(), BangView(), BangPlayOptions(), encoding)


@dataclass(frozen=True)
class Twins:
    """Two games that a viewer cannot tell apart, after as many plies."""

    start: Any
    plies: tuple[Plies, Plies]
    viewer: int


def twins_of(game: Any, starts: Iterator[Any], rng: np.random.Generator, wanted: int) -> Iterator[Twins]:
    """Yield as many pairs as are wanted, at most a few of each game."""
    found = 0
    for start in starts:
        plies = random_plies(game, start, rng)
        secret = [number for number, (_, action) in enumerate(plies) if action in game.secret_actions]
        for number in secret[:: max(1, len(secret) // 4)]:
            for twins in exchanged(game, start, plies, number, rng):
                yield twins
                found += 1
                if found == wanted:
                    return


def random_plies(game: Any, start: Any, rng: np.random.Generator) -> list[tuple[int, int]]:
    state, plies = start.copy(), []
    while not is_empty(legal_of(state)) and len(plies) < 250:
        seat = int(mover(state))
        legal = game.information_set(state, seat).legal_actions
        action = int(rng.choice(legal))
        plies.append((seat, action))
        step(state, game.read_action(state, action))
    return plies


def exchanged(game: Any, start: Any, plies: Plies, number: int, rng: np.random.Generator) -> Iterator[Twins]:
    """Yield the pairs in which the ply of a number is another one, one a viewer, up to the last ply of likeness."""
    seat, played = plies[number]
    before = start.copy()
    for _, action in plies[:number]:
        step(before, game.read_action(before, action))
    legal = {*game.information_set(before, seat).legal_actions} & {*game.secret_actions} - {played}
    viewers = [viewer for viewer in (NOBODY, *range(game.seats)) if viewer != seat]
    for viewer in rng.choice(viewers, 2, replace=False).tolist() if legal else ():
        other = int(rng.choice(sorted(legal)))
        rivals, states = [list(plies[:number]), list(plies[:number])], [before.copy(), before.copy()]
        for state, action, rival in zip(states, (played, other), rivals, strict=True):
            step(state, game.read_action(state, action))
            rival.append((seat, action))
        if not alike(game, states, viewer):
            continue
        for ply in plies[number + 1 :]:
            after = [state.copy() for state in states]
            if not all(plays(game, state, ply[1]) for state in after) or not alike(game, after, viewer):
                break
            states = after
            for rival in rivals:
                rival.append(ply)
        yield Twins(fed(start, states[0]), (rivals[0], rivals[1]), viewer)


def fed(start: Any, state: Any) -> Any:
    """Return the start with the chance that has led to a state."""
    given = start.copy()
    feed(given, state)
    return given


def alike(game: Any, states: Sequence[Any], viewer: int) -> bool:
    infos = [game.new_info()[0] for _ in states]
    for state, info in zip(states, infos, strict=True):
        observe(state, viewer, False, info)
    return bool(mover(states[0]) == mover(states[1]) and infos[0].tobytes() == infos[1].tobytes())


def plays(game: Any, state: Any, action: int) -> bool:
    """Play an action if it is legal; return whether it is."""
    try:
        step(state, game.read_action(state, action))
    except ValueError:
        return False
    return True


# --- doors -----------------------------------------------------------------------------------------------------------


def line_of(game: Any, start: Any, plies: Plies) -> Line:
    line = Line(game, 0, 0, start)
    for _, action in plies:
        line.play(action)
    return line


def doors(kind: Kind, start: Any, plies: Plies, viewer: int) -> dict[str, Any]:
    """Return all that tells a viewer of a game, by door."""
    game, line = kind.game, line_of(kind.game, start, plies)
    players = [Player(f"player {seat}") for seat in range(game.seats)]
    names = [player.name for player in players]
    info = game.information_set(line.state(len(line)), viewer, plies)
    found: dict[str, Any] = {
        "information set": (info.record.tobytes(), info.plies),
        "program": json.dumps(info.to_dict()),
        "page": json.dumps(Display(kind.view, line, players, viewer).state(), default=str),
    }
    if viewer == NOBODY:
        return found
    played = SimpleNamespace(variant=game, fed_start=start, plies=list(plies), players=names)
    (record,) = game.tell.read_records(game.tell.record_text(start, plies, names))
    found |= {
        "past": kind.encoding(game).past_of(info).tobytes(),
        "observation": kind.encoding(game).observe(info)[0].tobytes(),
        "transcript": list(game.tell.transcript(record, viewer)),
        "terminal": list(kind.talk.lines(played, 0, viewer, names)),
    }
    return found


def starts_of(game: Any, seed: int) -> Iterator[Any]:
    streams = np.zeros(1, STREAM)
    for number in range(10_000):
        derive(streams[0], np.uint64(seed), number)
        state = game.new_states()[0]
        deal(state, streams[0])
        yield state


def with_kit(game: Bang, seed: int) -> Iterator[Any]:
    """Yield deals in which Kit Carlson plays."""
    kit = 6
    for state in starts_of(game, seed):
        if kit in state.characters.tolist():
            yield state


def check_doors(kind: Kind, starts: Iterator[Any], positions: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that no door tells twins apart, and that each does where the game has no secrets, so leaks would show."""
    twins = list(twins_of(kind.game, starts, np.random.default_rng(0), positions))
    assert len(twins) == positions
    for pair in twins:
        one, other = (doors(kind, pair.start, plies, pair.viewer) for plies in pair.plies)
        assert [door for door in one if one[door] != other[door]] == []
    monkeypatch.setattr(type(kind.game), "secret_actions", frozenset())
    for pair in twins:
        one, other = (doors(kind, pair.start, plies, pair.viewer) for plies in pair.plies)
        assert [door for door in one if one[door] == other[door]] == []


@pytest.mark.parametrize("positions", [20, pytest.param(500, marks=pytest.mark.slow)])
def test_no_door_tells_which_cards_were_passed(hearts: Any, positions: int, monkeypatch: pytest.MonkeyPatch) -> None:
    kind = hearts_kind(hearts)
    check_doors(kind, starts_of(kind.game, 1), positions, monkeypatch)


@pytest.mark.slow
def test_no_door_tells_which_card_kit_carlson_puts_back(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = bang_kind()
    check_doors(kind, with_kit(kind.game, 1), 30, monkeypatch)


def test_environments_do_not_show_what_was_passed(hearts: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    kind = hearts_kind(hearts)
    first, second = (lambda mask: int(np.flatnonzero(mask)[0])), (lambda mask: int(np.flatnonzero(mask)[1]))
    (unseen, own), (unseen_too, own_too) = (passed_in_an_environment(kind, choose) for choose in (first, second))
    assert (unseen == unseen_too).all()
    assert (own != own_too).any()
    monkeypatch.setattr(hearts.Hearts, "secret_actions", ())
    (seen, _), (seen_too, _) = (passed_in_an_environment(kind, choose) for choose in (first, second))
    assert (seen != seen_too).any()


def passed_in_an_environment(kind: Kind, choose: Callable[[np.ndarray], int]) -> list[np.ndarray]:
    """Return the observations of the last seat and the first after all passed; the first plays its first card."""
    env = GameAECEnv(kind.game, kind.encoding(kind.game))
    env.reset(seed=3)
    for number in range(9):
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(choose(mask) if number == 0 else int(np.flatnonzero(mask)[-1]))
    return [env.observe("player_3")["observation"], env.observe("player_0")["observation"]]
