"""Tells a recorded game in words, ply by ply, with all cards or as one seat saw it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from cardkit.notation.records import Ply
from cardkit.notation.transcript import Teller
from cardkit.playing_cards import Card
from cardkit.render.card_text import card_text
from oh_hell_env.actions import format_action
from oh_hell_env.core.records import Phase
from oh_hell_env.notation.records import GameRecord
from oh_hell_env.render.pictures import scene_lines, trick_text, trumps_text
from oh_hell_env.render.scene import Laid, Scene, scene_of
from oh_hell_env.render.words import result_words

Names = Sequence[str]


class OhHellTeller(Teller[Scene]):
    """Rounds: who deals, what is bid and played, who wins the tricks, who makes the bid."""

    def scene(self, state: Any) -> Scene:
        """What the viewer sees of a STATE record."""
        return scene_of(state, self.viewer)

    def heading(self, scene: Scene) -> Iterator[str]:
        """The players and the rules."""
        yield ", ".join(self.names)
        yield f"rules   {self.record.rules}"

    def opening(self, scene: Scene) -> Iterator[str]:
        """A round."""
        if scene.phase == Phase.BID and not any(bid is not None for bid in scene.bids):
            cards = f"{scene.hand_size} card{'' if scene.hand_size == 1 else 's'}"
            yield f"round {scene.round}: {cards}, {self.names[scene.dealer]} deals, trumps {trumps_text(scene)}"

    def due(self, scene: Scene) -> str:
        """Bids, or the number of the trick."""
        return scene.doing

    def picture(self, scene: Scene) -> Sequence[str]:
        """The scene without its first line, which repeats what is said of the ply."""
        return scene_lines(scene, self.names)[1:]

    def played(self, action: int, before: Scene, after: Scene) -> str:
        """What the mover does: ``bids 3``, ``leads 7♣``."""
        return played(format_action(action, self.record.rules), before)

    def ending(self, action: int, before: Scene, after: Scene) -> Iterator[str]:
        """The end of the bids, of a trick, of a round."""
        if before.phase == Phase.BID:
            if after.phase == Phase.PLAY:
                yield f"bid in all: {sum(bid or 0 for bid in after.bids)} of {after.hand_size}"
            return
        if len(before.trick) + 1 < before.seats:
            return
        trick = full_trick(format_action(action, self.record.rules), before)
        yield f"{before.doing}: {trick_text(trick, self.names)}, won by {self.names[winner(trick, before)]}"
        if is_round_end(before, after):
            yield from round_end(before, after, self.names)

    def result(self, scene: Scene) -> str:
        """Who wins."""
        return result_words(scene, self.names)


tell = OhHellTeller.tell


def played(word: str, before: Scene) -> str:
    """What the mover of a scene does, as a verb and what goes with it: ``bids 3``, ``leads 7♣``, ``plays 9♣``."""
    if before.phase == Phase.BID:
        return f"bids {word[1:]}"
    return f"{'plays' if before.trick else 'leads'} {card_text(Card(word))}"


def full_trick(word: str, before: Scene) -> Laid:
    """The trick that a scene's mover completes."""
    assert before.mover is not None
    return (*before.trick, (before.mover, Card(word)))


def winner(trick: Laid, before: Scene) -> int:
    """The seat that wins a full trick: its last card, or the one that was the best before."""
    assert before.winning is not None
    (seat, card), best = trick[-1], dict(trick)[before.winning]
    beats = card.rank > best.rank if card.suit == best.suit else card[1] == before.trump_suit
    return seat if beats else before.winning


def is_round_end(before: Scene, after: Scene) -> bool:
    """Whether a round ends between two scenes."""
    return before.phase == Phase.PLAY and after.phase != Phase.PLAY


def round_end(before: Scene, after: Scene, names: Names) -> Iterator[str]:
    """What a round has paid: who made the bid, the points, the scores."""
    width = max(map(len, names))
    yield f"{'round ' + str(before.round):<{width}}  points  score"
    for seat, name in enumerate(names):
        made = "  made" if after.made[seat] > before.made[seat] else ""
        points = after.scores[seat] - before.scores[seat]
        yield f"{name:<{width}}  {points:>6}  {after.scores[seat]:>5}{made}"


def round_words(before: Scene, after: Scene, names: Names) -> str:
    """The points of a round in one line."""
    points = [
        f"{name} {after.scores[seat] - before.scores[seat]}{' (made)' * (after.made[seat] > before.made[seat])}"
        for seat, name in enumerate(names)
    ]
    return f"round {before.round}: {', '.join(points)}"


def short_line(ply: Ply, record: GameRecord, viewer: int | None, names: Names) -> str:
    """A ply in one line: who bids or plays what, who has won the trick; after a round, its points in a second line."""
    before, after = scene_of(ply.before, viewer), scene_of(ply.after, viewer)
    width = max(map(len, names))
    word = format_action(ply.action, record.rules)
    line = f"{names[ply.seat]:<{width}}  {played(word, before)}"
    if before.phase == Phase.BID or len(before.trick) + 1 < before.seats:
        return line
    line += f"; {names[winner(full_trick(word, before), before)]} wins the trick"
    return f"{line}\n{round_words(before, after, names)}" if is_round_end(before, after) else line
