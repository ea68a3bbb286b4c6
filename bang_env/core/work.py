"""The work left while no ply is due: the numbers that the parts of the core return to `bang_env.game.step`."""

from __future__ import annotations

from bang_env.core.records import State
from cardkit.compiled.bits import Number
from cardkit.compiled.jit import constants, jit_inline
from cardkit.compiled.protocol import Seat

ASK, AIM, RESUME, DONE, PLAY_ON, JAIL, DRAW, BEGIN, NEXT, STOP = constants(range(10))
"""Ask for a ply; meet the next target of gatling or indiani; go on after a hit; end the card; let the turn go on; look
at the prigione; draw in phase 1; begin the turn of ``turn``; pass it on; stop, as the game is over."""


@jit_inline
def ask(state: State, phase: int, seat: Seat) -> Number:
    """Ask a seat for a ply."""
    state.phase, state.mover = phase, seat
    return ASK
