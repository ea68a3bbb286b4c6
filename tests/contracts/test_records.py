"""The records of every game: an example, where short that of the documentation, is read, replayed, and checked."""

from __future__ import annotations

from dataclasses import replace
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from bang_env.bang import Bang
from bang_env.notation import reader as bang_reader
from bang_env.notation import records as bang
from cardkit.compiled.protocol import mover, step
from cardkit.compiled.slots import as_int
from cardtable.line import Line
from durak_env.durak import Durak
from durak_env.notation import reader as durak_reader
from durak_env.notation import records as durak
from oh_hell_env.notation import reader as oh_hell_reader
from oh_hell_env.notation import records as oh_hell
from oh_hell_env.oh_hell import OhHell
from tests.support.bang.random_records import played

PARSERS: dict[ModuleType, Any] = {
    durak: durak_reader.parse_records,
    oh_hell: oh_hell_reader.parse_records,
    bang: bang_reader.parse_records,
}
each_notation = pytest.mark.parametrize("notation", PARSERS, ids=lambda notation: notation.__name__.split(".")[0])


def example(notation: ModuleType) -> str:
    """Return the record in the documentation of the module; that of Bang!, whose decks are long, is abridged."""
    if notation is bang:
        return played(4)
    return "\n".join(line[4:] for line in (notation.__doc__ or "").split("\n") if line.startswith("    "))


@each_notation
def test_the_documented_example_is_a_game(notation: ModuleType) -> None:
    text = example(notation)
    record = notation.GameRecord.parse(text)
    assert record.format().split() == text.split()
    assert record.result is not None


@each_notation
def test_the_replay_gives_every_state(notation: ModuleType) -> None:
    record = notation.GameRecord.parse(example(notation))
    game, state, number = record.game_of(record.rules), record.deal.lay_out(record.rules), 0
    for number, ply in enumerate(record.replay(), 1):
        assert (ply.number, ply.seat, ply.action) == (number, mover(state), record.plies[number - 1])
        assert ply.before == state
        step(state, game.read_action(state, ply.action))
        assert ply.after == state
    assert number == len(record.plies) == state.plies
    assert not as_int(state.legal)


COMPILES = pytest.mark.slow


@pytest.mark.parametrize(
    "game",
    [Durak(), Durak(returns="places"), pytest.param(OhHell(), marks=COMPILES), pytest.param(Bang(), marks=COMPILES)],
    ids=str,
)
def test_a_record_is_the_same_with_the_states_at_hand(game: Any) -> None:
    line, rng, names = Line(game, 1), np.random.default_rng(1), [f"seat {one}" for one in range(game.seats)]
    while (mover := line.mover(len(line))) is not None:
        line.play(rng.choice(line.information_set(len(line), mover).legal_actions))
        if len(line) % 7 == 0:
            assert line.record_text(names) == game.tell.record_text(line.start_of(len(line)), line.plies, names)
    assert line.record_text(names) == game.tell.record_text(line.start_of(len(line)), line.plies, names)


@each_notation
def test_comments_blank_lines_and_line_ends_mean_nothing(notation: ModuleType) -> None:
    text = example(notation)
    spaced = "# a game\r\n\r\n" + text.replace("\n", "\r\n") + "\n\n# the end"
    assert notation.GameRecord.parse(spaced) == notation.GameRecord.parse(text)
    assert PARSERS[notation]("") == PARSERS[notation]("# none\n") == []


@each_notation
def test_a_name_that_cannot_be_printed_is_found_in_its_line(notation: ModuleType) -> None:
    lines = example(notation).split("\n")
    number = next(number for number, line in enumerate(lines) if line.startswith("player_1 "))
    lines[number] = "player_1 a\0b"
    with pytest.raises(ValueError, match=rf"^line {number + 1}: a player's name must be printable text"):
        notation.GameRecord.parse("\n".join(lines))


@each_notation
def test_a_text_of_two_games_is_not_one(notation: ModuleType) -> None:
    with pytest.raises(ValueError, match="one game, got 2"):
        notation.GameRecord.parse(f"{example(notation)}\n{example(notation)}")


@each_notation
def test_names_and_plies_are_checked(notation: ModuleType) -> None:
    record = notation.GameRecord.parse(example(notation))
    others = ["b"] * (len(record.players) - 1)
    for name in ("", " a", "a\nb"):
        with pytest.raises(ValueError, match="player's name"):
            replace(record, players=(name, *others))
    with pytest.raises(ValueError, match=rf"players must be {len(record.players)} names, .* got {len(others) + 2}"):
        replace(record, players=("a", *others, "c"))
    with pytest.raises(ValueError, match="out of range"):
        replace(record, plies=(199,))
