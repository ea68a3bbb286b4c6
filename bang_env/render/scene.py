"""The content of a picture, made from a state or from what a seat knows. Text and drawings share it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bang_env.actions import format_action
from bang_env.core.records import STATES, Phase
from bang_env.information import InformationSet
from bang_env.rules import Rules
from cardkit.rules.recorded import recorded_rules


@dataclass(frozen=True, slots=True)
class Scene:
    """A game as a picture shows it.

    Attributes:
        info: what is known; in the open world everything.
        near: the seat at the lower edge.
        legal: what the seat that is asked may play, as action texts; empty if the viewer may not know it.
    """

    info: InformationSet
    near: int
    legal: tuple[str, ...]

    @property
    def others(self) -> tuple[int, ...]:
        """The other seats, clockwise from the near one."""
        seats = self.info.rules.num_players
        return tuple((self.near + places) % seats for places in range(1, seats))

    def hand(self, seat: int) -> tuple[int | None, ...]:
        """A hand; None stands for a hidden card."""
        known = self.info.hands[seat]
        return (*known, *[None] * (self.info.hand_sizes[seat] - len(known)))

    def standing(self, seat: int) -> tuple[str, ...]:
        """How a seat stands: ``("jourdonnais", "outlaw", "3/4 lives")``."""
        info = self.info
        lives = f"{info.lives[seat]}/{info.most_lives[seat]} lives" if info.alive[seat] else "dead"
        return info.characters[seat], info.roles[seat], lives


def scene_of(view: Any, seat: int | None = None) -> Scene:
    """The scene of an `InformationSet`, or of a STATE record.

    Args:
        view: what to show.
        seat: the seat whose knowledge of a state is shown; None shows all cards. Ignored for an information set.

    Raises:
        TypeError: the view is neither.
    """
    if isinstance(view, InformationSet):
        return _scene(view, view.seat)
    if getattr(view, "dtype", None) not in STATES.values():
        raise TypeError(f"view must be an InformationSet or a STATE record, got {type(view).__name__}")
    rules = Rules(num_players=len(view.hand_sizes), **recorded_rules(Rules, view))
    if seat is None:
        asked = 0 if view.phase == Phase.OVER else int(view.mover)
        return _scene(InformationSet.of(view, rules, asked, open_world=True), 0)
    return _scene(InformationSet.of(view, rules, seat), seat)


def _scene(info: InformationSet, near: int) -> Scene:
    return Scene(info, near, tuple(format_action(one, info.rules, info.seat) for one in info.legal_actions))
