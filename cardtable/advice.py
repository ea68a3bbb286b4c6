"""Analyses of the position shown, and reviews of whole games, told while they grow."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Any

from cardtable.context import Context
from cardtable.display import Display
from cardtable.line import Position
from cardtable.questions import explain, facts, solution
from cardtable.searches import WorkerError
from cardtable.view import Analysis, Json

STEP_SECONDS = 30.0
"""For one step of an analysis, which ends with the last step that was shorter: other tables wait for their turn."""
AT_ONCE = 4
"""Plies of a review that are evaluated at the same time."""


class Advice:
    """Analyses for one table.

    Args:
        context: what all tables share.
        owner: of the questions.
        analysis: of the game.
    """

    def __init__(self, context: Context, owner: object, analysis: Analysis) -> None:
        self._house, self._owner, self._analysis = context, owner, analysis

    async def analyse(self, shown: Display, spec: str, all_cards: bool) -> AsyncIterator[Json]:
        """Yield an agent's thoughts on the position shown, more and more of them.

        The agent analyses for the seat to move, from its own knowledge unless ``all_cards``. A viewer that is not to
        move gets only what it may believe of hidden cards.
        """
        line, ply = shown.line, shown.ply
        mover = line.mover(ply)
        seat = mover if shown.viewer is None else shown.viewer
        told: Json = {
            "ply": ply,
            "seat": seat,
            "agent": spec,
            "actions": [],
            "line": [],
            "beliefs": None,
            "exact": None,
        }
        if seat is None:
            yield told | {"done": True}
            return
        position = line.position(ply, seat, shown.opened if all_cards else None)
        done, step = seat != mover, 0
        while True:
            if not done:
                chance = line.chance(ply, seat)
                try:
                    news, done = await self._ask(explain, spec, position, chance, step)
                except WorkerError:
                    if step == 0:
                        raise
                    news, done = {}, True
                told |= news
            if step == 0:
                yield told | {"done": False}
                told |= await self._ask(facts, position)
            yield told | {"done": done}
            if done:
                return
            step += 1

    async def review(self, shown: Display, spec: str) -> AsyncIterator[list[Json]]:
        """Yield entries of all plies with a choice, or of the viewer's alone if not all cards are shown."""
        plies = choices_in(shown)
        for first in range(0, len(plies), AT_ONCE):
            together = [self._entry(shown, spec, ply) for ply in plies[first : first + AT_ONCE]]
            yield await asyncio.gather(*together)

    async def _entry(self, shown: Display, spec: str, ply: int) -> Json:
        """Make the message about a ply, counted from 0."""
        line = shown.line
        seat, action = line.plies[ply]
        position = line.position(ply, seat)
        exact = await self._ask(solution, position)
        info = position.information_set()
        if exact is not None:
            judged = _exactly(shown.actions([int(one) for one in exact["actions"]], info), exact)
        else:
            found = await self._searched(line.chance(ply, seat), spec, position)
            own = shown.actions([one["action"] for one in found], info)
            judged = [known | one for known, one in zip(own, found, strict=True)]
        entry = {"ply": ply + 1, "seat": seat, "exact": None if exact is None else exact["value"]}
        (played,) = shown.actions([action], info)
        of_both = line.game.seats == 2 and self._analysis.opposed
        return entry | played | _judgement(judged, action, exact is not None, of_both, seat)

    async def _searched(self, chance: Any, spec: str, position: Position) -> Sequence[Json]:
        news, _ = await self._ask(explain, spec, position, chance, LAST_STEP)
        return news["actions"]

    async def _ask(self, do: Callable[..., Any], *arguments: Any) -> Any:
        study = self._house.searches.study
        return await study(self._owner, STEP_SECONDS, do, self._analysis, *arguments)


def choices_in(shown: Display) -> list[int]:
    """List the plies that `Advice.review` judges, counted from 0."""
    line, viewer = shown.line, shown.viewer
    return [ply for ply, (seat, _) in enumerate(line.plies) if viewer in (None, seat) and line.has_choice(ply)]


def question(shown: Display, values: Mapping[str, int]) -> Json:
    """Ask for the best action of the last position.

    Args:
        shown: the game, up to the choice.
        values: the exact result for the seat to move by the text of an action.
    """
    line, ply = shown.line, len(shown.line)
    seat = line.mover(ply)
    assert seat is not None
    info = line.position(ply, seat).information_set()
    known = [
        one | {"value": _SCORES[values[one["text"]]], "interval": None}
        for one in shown.actions(info.legal_actions, info)
    ]
    best = max(known, key=lambda one: one["value"])
    named = _named(best) | {"value": best["value"]}
    return {"ply": ply + 1, "seat": seat, "value": best["value"], "best": named, "tries": _tries(best, known, True)}


LAST_STEP = 1 << 30
JUDGED = ("visits", "interval", "votes")
"""The fields that an analysis has of an action beside its value, and a review has not."""
_SCORES = {-1: 0.0, 0: 0.5, 1: 1.0}


def _exactly(actions: Sequence[Json], exact: Json) -> list[Json]:
    """Put the actions of a solution in the form of an analysis."""
    scores = exact["actions"]
    found = [one | {"value": _SCORES[scores[str(one["action"])]["value"]], "interval": None} for one in actions]
    best = exact["line"][0]["action"]
    return sorted(found, key=lambda one: (-one["value"], one["action"] != best))


def _judgement(judged: Sequence[Json], action: int, exact: bool, of_both: bool, seat: int) -> Json:
    """Judge a position for the seat to move: its value, its best action, the cost of the action played, and the others.

    Args:
        of_both: whether it tells the value for the other of two seats.
    """
    known = [one for one in judged if one["value"] is not None]
    best = max(known, key=lambda one: one["value"]) if exact else judged[0]
    value = best["value"]
    played = next(one for one in judged if one["action"] == action)
    value0 = value if seat == 0 else 1 - value if of_both and value is not None else None
    mistake = _mistake(best, played, exact)
    return {
        "value": value,
        "interval": best["interval"],
        "value0": value0,
        "best": _named(best) | {"value": value},
        "mistake": mistake,
        "tries": [] if mistake is None else _tries(best, known, exact),
    }


def _tries(best: Json, known: Sequence[Json], exact: bool) -> list[Json]:
    """List actions with what each costs; their order does not tell the best one."""
    tries = [_named(one) | {"mistake": _mistake(best, one, exact)} for one in known]
    return sorted(tries, key=lambda one: one["action"])


def _named(judged: Json) -> Json:
    """Return an action without the findings about it."""
    return {name: told for name, told in judged.items() if name not in (*JUDGED, "value")}


def _mistake(best: Json, played: Json, exact: bool) -> Json | None:
    """Compute the cost of an action: None if it is nothing, or if a search is not sure of any."""
    if best["action"] == played["action"] or None in (best["value"], played["value"]):
        return None
    cost = best["value"] - played["value"]
    if exact:
        return {"cost": cost, "exact": True, "interval": None} if cost > 0 else None
    if best["interval"] is None or played["interval"] is None:
        return None
    below = math.hypot(best["value"] - best["interval"][0], played["interval"][1] - played["value"])
    above = math.hypot(best["interval"][1] - best["value"], played["value"] - played["interval"][0])
    if cost - below <= 0:
        return None
    return {"cost": cost, "exact": False, "interval": [cost - below, min(1.0, cost + above)]}
