"""Text forms of whole games.

A game as text; readers skip blank lines and lines that begin with ``#``::

    oh-hell-game 1
    rules num_players=2,hand_size=2,trump=random,start_rank=13
    player_0 informed:version=2
    player_1 ann
    world closed
    deck Kc Ad Ac Kd Kh Ah Ks As
    deck Kh As Ks Ah Kd Ad Kc Ac
    trumps h s
    round 1
    bids b1 b2
    1. Kc Ac
    2. Kd Ad
    scores 11 1
    round 2
    bids b1 b1
    1. As Kh
    scores 11 12
    result 11 12

A deck a round, in dealing order. ``trumps`` appears only if they are random. Bids and the cards of a trick are in the
order played. The result is the scores from seat 0 on, or ``*`` for an unfinished game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from cardkit.notation import records
from cardkit.notation.records import Ply
from oh_hell_env.actions import format_action
from oh_hell_env.core.records import BID, OVER
from oh_hell_env.oh_hell import OhHell


@dataclass(frozen=True, slots=True)
class GameRecord(records.GameRecord):
    """A game, complete or not, with all that is needed to replay it; see `cardkit.notation.records.GameRecord`.

    Its result is the scores, however an environment pays them.
    """

    HEADING = "oh-hell-game"
    game_of = staticmethod(OhHell)

    def deal_lines(self) -> Iterator[str]:
        """Yield the decks, and the trumps if they are random."""
        yield from (f"deck {' '.join(deck)}" for deck in self.deal.decks)
        if self.deal.trumps is not None:
            yield f"trumps {' '.join(self.deal.trumps)}"

    def ply_lines(self, plies: Iterable[Ply]) -> Iterator[str]:
        """Yield of each round its number, a line of bids, a line a trick, and the scores after it."""
        line: list[str] = []
        for ply in plies:
            line = line or list(_first_word(ply.before))
            if len(line) == 1 and line[0] == "bids":
                yield f"round {ply.before.round_number + 1}"
            line.append(format_action(ply.action, self.rules))
            if _ends_line(ply):
                yield " ".join(line)
                line = []
            if ends_round(ply):
                yield f"scores {scores_text(ply.after)}"
        if line:
            yield " ".join(line)


def ends_round(ply: Ply) -> bool:
    """Return whether a ply is a round's last."""
    return ply.before.phase != BID and (ply.after.phase in (BID, OVER))


def scores_text(state: Any) -> str:
    """Write the scores from seat 0 on."""
    return " ".join(str(int(score)) for score in state.scores)


def _first_word(state: Any) -> tuple[str]:
    """Return the word that begins the line of the next ply."""
    return ("bids",) if state.phase == BID else (f"{state.tricks + 1}.",)


def _ends_line(ply: Ply) -> bool:
    """Return whether a ply is the last of the bids, or of a trick."""
    done = ply.after.phase != ply.before.phase or ply.after.round_number != ply.before.round_number
    return done or (ply.before.phase != BID and ply.after.on_table == 0)
