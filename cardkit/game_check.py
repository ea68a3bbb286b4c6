"""Check of a whole game by random play, for its tests."""

from __future__ import annotations

from pathlib import Path
from traceback import extract_tb

import numba
import numpy as np

from cardkit.checking.determinizations import DeterminizationCheck
from cardkit.checking.observations import EncodingCheck
from cardkit.checking.play import CheckedPlay
from cardkit.checking.secrecy import SecrecyCheck
from cardkit.checks import check_whole
from cardkit.compiled.prng import STREAM, derive
from cardkit.encoding import Encoding
from cardkit.game import Game
from cardkit.rules.tables import check_recorded_rules, check_tables, check_texts


def check_game(game: Game, games: int = 100, seed: int = 0, encoding: Encoding | None = None) -> None:
    """Play random games and check what the kit relies on: a test of a game under construction.

    It checks `check_tables`, the rules in the records, and at every ply the seat to move, the legal slots and their
    ids, that another action is refused, what all seats know, determinizations, events, copies, and the length of the
    game; at its end its scores, and that a record in a notation replays to the same returns. Every game is also dealt
    in the record of the one before. Once in a game every seat's determinization is played to an end, and a seat leaves
    a copy of a game that knows ``withdraw``. Of secret actions it tells if INFO gives them away to all others, of
    returns in mid-game if they tell a seat what it does not know, of a hidden value if no determinization ever has it.

    Args:
        game: the game.
        games: how many to play, at least 1.
        seed: of deals and choices.
        encoding: of the game's observations, to check what its writer writes at every ply; see `EncodingCheck`.

    Raises:
        ValueError: a function breaks the protocol. The message names the game, the ply and the fault.
    """
    check_whole("games", games, 1)
    check_whole("seed", seed, 0)
    check_tables(game)
    check_recorded_rules(game)
    check_texts(game)
    streams, reused = np.zeros(2, STREAM), game.new_states()
    rng = np.random.default_rng(seed)
    secrecy, drawn = SecrecyCheck(game), DeterminizationCheck()
    observations = EncodingCheck(encoding) if encoding is not None else None
    for number in range(games):
        for stream, root in zip(streams, (0, 1), strict=True):
            derive(stream, np.uint64(2 * seed + root), number)
        try:
            CheckedPlay(game, number, rng, secrecy, drawn, observations).run(streams[0], streams[1], reused[0])
        except KeyError as error:
            if Path(numba.__file__).parent not in Path(extract_tb(error.__traceback__)[-1].filename).parents:
                raise
            raise ValueError(
                f"a compiled function of {game} names the field {error}, which its record lacks; with "
                "NUMBA_DISABLE_JIT=1 the traceback shows the line"
            ) from error
    if fault := secrecy.fault_of_all() or drawn.fault_of_all():
        raise ValueError(f"{game}: {fault}")
