"""The terminal's dialogue for a `cardkit.plain.game.PlainGame`: actions are written as the game words them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from cardkit.commands.play import PlayOptions
from cardkit.game import seen_plies

if TYPE_CHECKING:
    from cardkit.arena.game_loop import PythonGame
    from cardkit.plain.game import PlainGame


class PlainPlay(PlayOptions):
    """Lines of text; the highest return wins."""

    def forms(self, game: PlainGame) -> str:
        """What the person may write."""
        return f"an action in full, such as {game.text_of(0)!r}, or its number among those offered, from 1"

    def picture(self, info: Any, players: Sequence[str]) -> str:
        """What the seat knows, and what it may do."""
        offered = (f"{number}. {self.word(info, one)}" for number, one in enumerate(info.legal_actions, 1))
        return "\n".join([*info.rules.lines_of(info), ", ".join(offered)])

    def read(self, info: Any, line: str) -> int:
        """The action of these words, or of this number; raises ValueError, which tells what is legal."""
        words = [self.word(info, action) for action in info.legal_actions]
        numbers = [str(number) for number in range(1, len(words) + 1)]
        for known in (words, numbers):
            if line in known:
                return int(info.legal_actions[known.index(line)])
        raise ValueError(f"{line!r} is not a legal action; you may write {', '.join(words)}")

    def word(self, info: Any, action: int) -> str:
        """The action in the game's words."""
        return str(info.rules.text_of(action))

    def lines(self, played: PythonGame[Any], told: int, seat: int, players: Sequence[str]) -> Iterator[str]:
        """One line a ply."""
        game: Any = played.variant
        plies = seen_plies(game, played.plies[told:], seat)
        yield from (f"{players[one]}: {game.seen_text(action)}" for one, action in plies)

    def outcome(self, returns: Sequence[float]) -> str:
        """The returns."""
        mine, *others = returns
        return f"You have {mine:g}; the others, clockwise: {', '.join(f'{one:g}' for one in others)}."
