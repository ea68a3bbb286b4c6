"""``oh-hell play``: the dialogue with a person."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardkit.commands.play import PlayOptions

if TYPE_CHECKING:
    from oh_hell_env.information import InformationSet
    from oh_hell_env.oh_hell import OhHell


class OhHellPlayOptions(PlayOptions):
    """Options for cards and bids; the highest score wins."""

    def forms(self, game: OhHell) -> str:
        """List the words that the person may write."""
        return "a card such as 7c or 10h, or a bid such as 3"

    def read(self, info: InformationSet, line: str) -> int:
        """Read the action in the notation, a bid also as a number; raise ValueError, which names the legal ones."""
        from oh_hell_env.action_errors import reason_against
        from oh_hell_env.core.records import Phase

        is_number = info.phase == Phase.BID and line.isdecimal()
        action = info.action_named(f"b{line}" if is_number else line)
        if action not in info.legal_actions:
            legal = " ".join(self.word(info, other) for other in info.legal_actions)
            what = "bid" if info.phase == Phase.BID else "play"
            raise ValueError(f"{reason_against(info, action, to_the_mover=True)}; you may {what} {legal}")
        return action

    def outcome(self, returns: Sequence[float]) -> str:
        """Say the points and the place of the person."""
        mine, *others = returns
        place = 1 + sum(other > mine for other in others)
        rest = ", ".join(f"{points:g}" for points in others)
        return f"You have {mine:g} points, place {place} of {len(returns)}; the others, clockwise: {rest}."
