"""States that a search takes for the true one: hidden cards as they may lie, roles as guessed."""

from __future__ import annotations

from bang_env.agents.guess import guess_roles
from bang_env.core.records import Info, State, seats_of
from cardkit.compiled.jit import jit
from cardkit.compiled.protocol import Stream, determinize


@jit
def determinize_by_guess(info: Info, stream: Stream, state: State) -> None:
    """Write into ``state`` a state with random hidden cards and guessed roles; in the open world the true ones."""
    determinize(info, stream, state)
    if not info.open_world:
        roles = guess_roles(info, stream)
        for seat in range(seats_of(state)):
            state.roles[seat] = roles[seat]
