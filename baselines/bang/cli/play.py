"""``bang play``: the dialogue with a person."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from cardkit.commands.play import PlayOptions

if TYPE_CHECKING:
    from bang_env.bang import Bang
    from bang_env.information import InformationSet


class BangPlayOptions(PlayOptions):
    """Options for plies as in records; the person's team wins or loses."""

    def variant(self, game: Bang, players: int) -> Bang:
        """Return the game for this many players."""
        from dataclasses import replace

        return replace(game, rules=replace(game.rules, num_players=players))

    def forms(self, game: Bang) -> str:
        """List the words that the person may write."""
        return "a ply as it is listed, such as end, birra, bang 3 for a shot at seat 3, or panico 3 hand"

    def picture(self, info: InformationSet, players: Sequence[str]) -> str:
        """Draw the seat's knowledge, with the players' names before their seats, and the ability of its character."""
        first, *lines = info.text.splitlines()
        width = max(map(len, players))
        seats = [f"{name:<{width}}  {line}" for name, line in zip(players, lines, strict=False)]
        own = info.characters[info.seat]
        return "\n".join([first, *seats, f"{own}: {_abilities()[f'bang.character.{own}']}", *lines[len(seats) :]])

    def read(self, info: InformationSet, line: str) -> int:
        """Read the action of a text; raise ValueError for an illegal one, and say why."""
        from bang_env.action_errors import reason_against

        action = info.action_named(line)
        if action not in info.legal_actions:
            raise ValueError(f"{line!r} is illegal: {reason_against(info, action)}")
        return action

    def outcome(self, returns: Sequence[float]) -> str:
        """Say whether the person's team wins."""
        if max(returns) < 0:
            return "All lose: the last round is over."
        return "Your team wins." if returns[0] > 0 else "Your team loses."


@cache
def _abilities() -> dict[str, str]:
    """Return the texts of the table's page, which say what each character can do."""
    import json
    from importlib.resources import files

    return json.loads(files("bang_env.table").joinpath("page", "texts", "en.json").read_text(encoding="utf-8"))
