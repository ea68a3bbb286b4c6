"""A recorded game in words, ply by ply, with all cards or as one seat saw it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardkit.game import Event
from cardkit.notation.transcript import Teller
from cardkit.render.card_text import card_text
from cardkit.render.seats import Scene
from cardkit.wording import counted
from oh_hell_env.core.records import Phase
from oh_hell_env.information import InformationSet, Laid
from oh_hell_env.render.pictures import scene_lines, trick_text, trumps_text
from oh_hell_env.render.words import doing, result_words


class GameTeller(Teller[InformationSet]):
    """A teller of rounds: who deals, what is bid and played, who wins the tricks, who makes the bid."""

    def heading(self, info: InformationSet) -> Iterator[str]:
        """Yield the players and the rules."""
        yield ", ".join(self.names)
        yield f"rules   {self.record.rules}"

    def opening(self, info: InformationSet) -> Iterator[str]:
        """Yield the number of a round that begins."""
        if info.phase == Phase.BID and max(info.bids) < 0:
            cards, dealer = counted(info.hand_size, "card"), self.names[info.dealer]
            yield f"round {info.round + 1}: {cards}, {dealer} deals, trumps {trumps_text(info)}"

    def due(self, info: InformationSet) -> str:
        """Say that bids are due, or the number of the trick."""
        return doing(info)

    def picture(self, scene: Scene[InformationSet]) -> Sequence[str]:
        """Draw the scene without its first line, which repeats the words about the ply."""
        return scene_lines(scene, self.names)[1:]

    def played(self, event: Event) -> str:
        """Describe the mover's action: ``bids 3``, ``leads 7♣``."""
        if event["kind"] == "bid":
            return f"bids {event['bid']}"
        return f"{'leads' if event['first'] else 'plays'} {card_text(event['card'])}"

    def ending(self, events: Sequence[Event], before: InformationSet, after: InformationSet) -> Iterator[str]:
        """Yield the end of the bids, of a trick, of a round."""
        if before.phase == Phase.BID and after.phase == Phase.PLAY:
            yield f"bid in all: {sum(after.bids)} of {after.hand_size}"
        for event in events:
            if event["kind"] == "trick":
                seats = [(before.leader + place) % len(self.names) for place in range(len(self.names))]
                trick = trick_text(list(map(Laid, seats, event["cards"])), self.names)
                yield f"{doing(before)}: {trick}, won by {self.names[event['seat']]}"
            elif event["kind"] == "round":
                yield f"{self.beside_names(f'round {before.round + 1}')}points  score"
                for seat, paid in enumerate(event["paid"]):
                    made = "  made" if after.made[seat] > before.made[seat] else ""
                    yield f"{self.aligned(seat)}{paid:>6}  {event['scores'][seat]:>5}{made}"

    def short(self, events: Sequence[Event], before: InformationSet, after: InformationSet) -> Iterator[str]:
        """Yield the bid or the card played, and the winner of the trick; after a round, its points in a second line."""
        first, *rest = events
        ends = {event["kind"]: event for event in rest}
        won = f"; {self.names[ends['trick']['seat']]} wins the trick" if "trick" in ends else ""
        yield f"{self.aligned(first['seat'])}{self.played(first)}{won}"
        if "round" in ends:
            made = [" (made)" * (new > old) for new, old in zip(after.made, before.made, strict=True)]
            points = map("{} {}{}".format, self.names, ends["round"]["paid"], made)
            yield f"round {before.round + 1}: {', '.join(points)}"

    def result(self, info: InformationSet) -> str:
        """Name the winners."""
        return result_words(info, self.names)


tell = GameTeller.tell
