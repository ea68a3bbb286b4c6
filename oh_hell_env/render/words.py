"""Words that text and drawings share: actions and results as people read them."""

from __future__ import annotations

from collections.abc import Sequence

from cardkit.playing_cards import Card
from oh_hell_env.render.scene import Scene


def word_text(word: str) -> str:
    """An action for people: ``7♣``, or the number that is bid."""
    return word.symbol if isinstance(word, Card) else word[1:]


def result_words(scene: Scene, players: Sequence[str]) -> str:
    """The result in words."""
    if scene.mover is not None:
        return "not over"
    *rest, last = [players[seat] for seat in scene.first_place]
    points = f"with {max(scene.scores)} points"
    return f"{', '.join(rest)} and {last} share the first place {points}" if rest else f"{last} wins {points}"
