"""The horizon of searches: a round, whose points do not depend on those of other rounds."""

from __future__ import annotations

from cardkit.compiled.jit import jit_inline
from cardkit.compiled.protocol import Seat
from oh_hell_env.cards import NOT_BID
from oh_hell_env.core.records import PLAY, POINTS, Info, State, seats_of
from oh_hell_env.core.scoring import STANDARD
from oh_hell_env.oh_hell import end_with_round


@jit_inline
def search_round(info: Info) -> None:
    """Limit a search of the record to the points of the round in progress."""
    end_with_round(info)
    info.payment = POINTS


@jit_inline
def search_tricks(info: Info) -> None:
    """Limit a search of the record to tricks in place of points, for seats that have not bid."""
    search_round(info)
    info.scoring = STANDARD
    info.points_per_trick = 1
    info.least = 0
    info.most = info.hand_size


@jit_inline
def lead_first(state: State, seat: Seat) -> None:
    """Start the play of a round without bids; ``seat`` leads the first trick."""
    for other in range(seats_of(state)):
        state.bids[other] = NOT_BID
    state.phase = PLAY
    state.mover = seat
    state.leader = seat
    state.leaders[0] = seat
    state.legal = state.hands[seat]
