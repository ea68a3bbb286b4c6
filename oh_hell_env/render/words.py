"""Words that text and drawings share: actions and results as people read them."""

from __future__ import annotations

from collections.abc import Sequence

from cardkit.playing_cards import Card
from cardkit.wording import counted
from oh_hell_env.core.records import Phase
from oh_hell_env.information import InformationSet


def word_text(word: str) -> str:
    """Write an action for people: ``7♣``, or the number that is bid."""
    return word.symbol if isinstance(word, Card) else word[1:]


def doing(info: InformationSet) -> str:
    """Name the stage of the game: ``bids``, ``trick 3``, ``game over``."""
    if info.phase == Phase.PLAY:
        return f"trick {sum(info.won) + 1}"
    return "bids" if info.phase == Phase.BID else "game over"


def standing(info: InformationSet, seat: int) -> tuple[str, ...]:
    """Describe a seat's standing: ``("bid 3", "won 1", "24 points")``."""
    bid, points = info.called[seat], counted(info.scores[seat], "point")
    return (points,) if bid is None else (f"bid {bid}", f"won {info.won[seat]}", points)


def result_words(info: InformationSet, players: Sequence[str]) -> str:
    """Put the result in words."""
    if info.mover is not None:
        return "not over"
    *rest, last = [players[seat] for seat in info.first_place]
    points = f"with {max(info.scores)} points"
    return f"{', '.join(rest)} and {last} share the first place {points}" if rest else f"{last} wins {points}"
