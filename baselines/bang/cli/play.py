"""``bang play``: the dialogue with a person."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from cardkit.commands.play import PlayOptions

if TYPE_CHECKING:
    from bang_env.bang import Bang
    from bang_env.information import InformationSet
    from cardkit.arena.game_loop import PythonGame


class BangPlayOptions(PlayOptions):
    """Plies as in records; the person's team wins or loses."""

    def variant(self, game: Bang, players: int) -> Bang:
        """The game for this many players."""
        from dataclasses import replace

        return replace(game, rules=replace(game.rules, num_players=players))

    def forms(self, game: Bang) -> str:
        """What the person may write."""
        return "a ply as it is listed, such as end, birra, bang 3 for a shot at seat 3, or panico 3 hand"

    def picture(self, info: InformationSet, players: Sequence[str]) -> str:
        """What the seat knows, with the players' names before their seats, and what the own character can do."""
        first, *lines = info.text.splitlines()
        width = max(map(len, players))
        seats = [f"{name:<{width}}  {line}" for name, line in zip(players, lines, strict=False)]
        own = info.characters[info.seat]
        return "\n".join([first, *seats, f"{own}: {_abilities()[f'bang.character.{own}']}", *lines[len(seats) :]])

    def read(self, info: InformationSet, line: str) -> int:
        """The action of a text; raises ValueError for an illegal one, and says why."""
        from bang_env.action_errors import reason_against
        from bang_env.actions import parse_action

        action = parse_action(line, info.rules, info.seat)
        if action not in info.legal_actions:
            raise ValueError(f"{line!r} is illegal: {reason_against(info, action)}")
        return action

    def word(self, info: InformationSet, action: int) -> str:
        """The action's text."""
        from bang_env.actions import format_action

        return format_action(action, info.rules, info.seat)

    def lines(self, played: PythonGame[Any], told: int, seat: int, players: Sequence[str]) -> Iterator[str]:
        """One line a ply, and one for all that follows by itself, as far as the person sees it."""
        from bang_env.actions import seen_text
        from bang_env.aftermath import aftermath
        from bang_env.information import InformationSet
        from cardkit.compiled.protocol import step

        game, state, width = played.variant, played.start.copy(), max(map(len, players))
        seen_by_person = game.seen_plies(played.plies, seat)
        for number, ((_, played_action), (mover, action)) in enumerate(zip(played.plies, seen_by_person, strict=True)):
            before = state.copy()
            step(state, game.read_action(state, played_action))
            if number < told:
                continue
            yield f"{players[mover]:<{width}}  seat {mover}: {seen_text(action, game.rules, mover)}"
            seen = (InformationSet.of(each, game.rules, seat, game.open_world) for each in (before, state))
            for one in aftermath(action, *seen):
                yield f"{players[one.seat]:<{width}}  seat {one.seat} {one.text}"

    def outcome(self, returns: Sequence[float]) -> str:
        """Whether the person's team wins."""
        if max(returns) < 0:
            return "All lose: the last round is over."
        return "Your team wins." if returns[0] > 0 else "Your team loses."


@cache
def _abilities() -> dict[str, str]:
    """The texts of the table's page, which say what each character can do."""
    import json
    from importlib.resources import files

    return json.loads(files("bang_env.table").joinpath("page", "texts", "en.json").read_text(encoding="utf-8"))
