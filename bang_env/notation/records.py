"""Text forms of whole games.

A game as text; readers skip blank lines and lines that begin with ``#``::

    bang-game 1
    rules num_players=4
    player_0 random
    player_1 ann
    player_2 random
    player_3 random
    world closed
    roles ORSO
    characters 3 0 14 7
    deck 71 30 ... 5
    chance 12
    chance [44 7 61 ... 3]
    turn 1
    2 gatling
    3 nothing
    0 answer mancato
    ...
    result -1 -1 1 -1

Cards and characters are numbers, see `bang_env.cards` and `bang_env.characters`; the deck is in drawing order. There is
a ``chance`` line for each thing that chance gave after the deal, in order: a card taken blindly, or the new deck of a
reshuffle in drawing order. A ply is the seat and what it does, ``left`` if it leaves; a line ``turn`` begins each turn.
The result is 1 for the seats that win and -1 for the others, or ``*`` for an unfinished game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bang_env.actions import format_action
from bang_env.bang import Bang
from cardkit.compiled.protocol import LEFT
from cardkit.known import LEAVES
from cardkit.notation import records
from cardkit.notation.records import Ply


@dataclass(frozen=True, slots=True)
class GameRecord(records.GameRecord):
    """A game, complete or not, with all that is needed to replay it; see `cardkit.notation.records.GameRecord`."""

    HEADING = "bang-game"
    game_of = staticmethod(Bang)

    def deal_lines(self) -> Iterator[str]:
        """Yield roles, characters, the deck, and chance."""
        yield f"roles {self.deal.roles}"
        yield f"characters {_row(self.deal.characters)}"
        yield f"deck {_row(self.deal.deck)}"
        for entry in self.deal.chance:
            yield f"chance {entry}" if isinstance(entry, int) else f"chance [{_row(entry)}]"

    def ply_lines(self, plies: Iterable[Ply]) -> Iterator[str]:
        """Yield a line a ply, and one where a turn begins."""
        turn = 0
        for ply in plies:
            if int(ply.before.turns) != turn:
                turn = int(ply.before.turns)
                yield f"turn {turn}"
            text = LEAVES if ply.action == LEFT else format_action(ply.action, self.rules, ply.seat)
            yield f"{ply.seat} {text}"


def _row(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))
