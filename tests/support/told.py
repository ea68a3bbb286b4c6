"""Some random games as every door tells them: transcript, terminal, page, programs, text and pictures.

It is kept under ``golden/told``, compressed. ``python -m tests.support.told`` prints what differs, with ``--write`` it
also tells the games anew into the files.
"""

from __future__ import annotations

import difflib
import json
import lzma
import sys
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from bang_env.bang import Bang
from bang_env.table.view import BangView
from baselines.bang.agents.external import CODEC as BANG_CODEC
from baselines.bang.cli.play import BangPlayOptions
from baselines.durak.agents.external import CODEC as DURAK_CODEC
from baselines.durak.cli.play import DurakPlayOptions
from baselines.oh_hell.agents.external import CODEC as OH_HELL_CODEC
from baselines.oh_hell.cli.play import OhHellPlayOptions
from cardkit.compiled.protocol import NOBODY
from cardkit.compiled.slots import is_empty, legal_of
from cardkit.game import Game
from cardkit.programs.codec import Codec
from cardtable.display import Display, Player
from cardtable.line import Line
from durak_env.durak import Durak
from durak_env.rules import Rules as DurakRules
from durak_env.table.view import DurakView
from oh_hell_env.oh_hell import OhHell
from oh_hell_env.rules import Rules as OhHellRules
from oh_hell_env.table.view import OhHellView

FOLDER = Path(__file__).parents[1] / "golden" / "told"
LEAVING = 0.01
"""The rate at which the seat to move leaves, where the game goes on without it."""


@dataclass(frozen=True)
class Kind:
    """A game at its doors, and the games of it that are told.

    Attributes:
        view: for the page.
        codec: for programs.
        talk: the dialogue with a person.
        games: by name.
        pictures: the package that draws it.
        most: plies of a game.
    """

    view: Any
    codec: Codec[Any]
    talk: Any
    pictures: str
    games: dict[str, Game[Any, Any]] = field(hash=False)
    most: int = 400


KINDS = (
    Kind(
        DurakView(),
        DURAK_CODEC,
        DurakPlayOptions(),
        "durak_env.render",
        {
            "durak": Durak(),
            "durak-open": Durak(DurakRules(start_rank=9), open_world=True),
            "durak-without-trumps": Durak(DurakRules(include_trumps=False, start_rank=10)),
            "durak-four": Durak(DurakRules(num_players=4, transfer=True, passport=True)),
            "durak-teams": Durak(DurakRules(num_players=4, num_teams=2, hand_size=4)),
            "durak-three": Durak(DurakRules(num_players=3, transfer=True, first_discard_limit=5)),
            "durak-six": Durak(DurakRules(num_players=6, start_rank=8, hand_size=4)),
        },
    ),
    Kind(
        OhHellView(),
        OH_HELL_CODEC,
        OhHellPlayOptions(),
        "oh_hell_env.render",
        {
            "oh-hell": OhHell(OhHellRules(hand_sizes=(4, 3), trump="turn_up", blind="half")),
            "oh-hell-open": OhHell(OhHellRules(hand_sizes=(3,)), open_world=True),
            "oh-hell-two": OhHell(OhHellRules(num_players=2, hand_sizes=(7, 26), scoring="penalty")),
            "oh-hell-blind": OhHell(OhHellRules(num_players=4, hand_sizes=(3, 2), blind="full", trump_order="-s")),
            "oh-hell-seven": OhHell(OhHellRules(num_players=7, hand_sizes=(7, 2), trump="random")),
        },
    ),
    Kind(
        BangView(),
        BANG_CODEC,
        BangPlayOptions(),
        "bang_env.render",
        {
            "bang": Bang("num_players=4"),
            "bang-open": Bang("num_players=4,max_rounds=3", open_world=True),
            "bang-five": Bang("num_players=5,free_discard=False,jail_skips=True,sid_saves=True"),
            "bang-seven": Bang("num_players=7"),
        },
        most=150,
    ),
)
GAMES = {name: (kind, game) for kind in KINDS for name, game in kind.games.items()}


def played(game: Game[Any, Any], most: int, seed: int) -> Line:
    """Play a game of random plies."""
    line, rng = Line(game, seed), np.random.default_rng(seed)
    while len(line) < most and not is_empty(legal_of(line.state(len(line)))):
        if line.can_withdraw and rng.random() < LEAVING:
            line.withdraw()
            continue
        seat = line.mover(len(line))
        assert seat is not None
        line.play(int(rng.choice(line.information_set(len(line), seat).legal_actions)))
    return line


def told(name: str) -> Iterator[str]:
    """Yield the lines of a golden game: for each door and viewer, all that it says."""
    kind, game = GAMES[name]
    line = played(game, kind.most, zlib.crc32(name.encode()))
    names = [f"p{seat}" for seat in range(game.seats)]
    (record,) = game.tell.read_records(line.record_text(names))
    seats = sorted({0, game.seats - 1})
    played_game = SimpleNamespace(variant=game, fed_start=line.start_of(len(line)), plies=line.plies, players=names)
    for seat in (None, *seats):
        yield from (f"transcript {seat}: {one}" for one in game.tell.transcript(record, seat, {2: ["noted"]}))
    for seat in seats if all(action >= 0 for _, action in line.plies) else ():
        lines = "\n".join(kind.talk.lines(played_game, 1, seat, names))
        yield from (f"terminal {seat}: {one}" for one in lines.split("\n"))
    yield f"greeting: {in_json(kind.codec.greeting(game.rules, game.open_world))}"
    for viewer in (None, NOBODY, *seats):
        yield from page(kind, line, viewer)
    yield from known(kind, line)


def page(kind: Kind, line: Line, viewer: int | None) -> Iterator[str]:
    """Yield the messages to the page."""
    display = Display(kind.view, line, [Player(f"p{seat}") for seat in range(line.game.seats)], viewer)
    for ply in range(len(line) + 1):
        display.ply = ply
        yield f"page {viewer}, ply {ply}: {in_json(display.state())}"
        if viewer is None and ply < len(line):
            info = display.knowledge(ply)
            yield f"actions, ply {ply}: {in_json(display.actions(info.legal_actions, info))}"


def known(kind: Kind, line: Line) -> Iterator[str]:
    """Yield questions to programs, texts of information sets, and fingerprints of pictures."""
    pictures = import_module(kind.pictures)
    for ply in range(len(line) + 1):
        state = line.state(ply)
        for seat in range(line.game.seats):
            info = line.information_set(ply, seat)
            if info.to_move or ply == len(line):
                yield f"program {seat}, ply {ply}: {in_json(kind.codec.knowledge(info))}"
            if ply % 7 == 0:
                yield f"text {seat}, ply {ply}: {info}"
                yield f"picture {seat}, ply {ply}: {zlib.crc32(pictures.render_svg(info).encode()):08x}"
        if ply % 7 == 0:
            yield f"text, ply {ply}: {pictures.render_text(state)}"
            yield f"text to 0, ply {ply}: {pictures.render_text(state, 0)}"
            yield f"picture, ply {ply}: {zlib.crc32(pictures.render_svg(state).encode()):08x}"


def in_json(value: Any) -> str:
    """Return a value as JSON; the order of fields has no meaning."""
    return json.dumps(value, sort_keys=True)


def difference(name: str) -> str:
    """Return the lines of a game that are now told in another way than they are kept; empty if none are."""
    kept, found = lzma.decompress(path_of(name).read_bytes()).decode().split("\n\0"), list(told(name))
    if kept == found:
        return ""
    return "\n".join(difflib.unified_diff(kept, found, f"{name}, kept", f"{name}, told", lineterm="", n=0))


def path_of(name: str) -> Path:
    """Return the file of a golden game."""
    return FOLDER / f"{name}.xz"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for one in GAMES:
        print(difference(one) if path_of(one).exists() else f"{one} is new")
        if "--write" in sys.argv:
            path_of(one).write_bytes(lzma.compress("\n\0".join(told(one)).encode()))
