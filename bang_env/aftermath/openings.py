"""The openings of turns: the dinamite and the jail of the seats whose turns begin with a ply."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bang_env.aftermath.effect import effect
from bang_env.aftermath.turned_up import draws_of, is_blast, is_heart, laid_on_pile
from bang_env.cards import HEART, KIND_OF, KINDS
from bang_env.core.luck import COLOUR_SHOWN, LUCK_SHOWN
from bang_env.information import InformationSet
from cardkit.game import Event

BLAST_LOSS = 3  # lives


@dataclass(frozen=True)
class Opening:
    """The cards that a seat turns up at the beginning of its turn.

    Attributes:
        seat: whose turn begins.
        kind: what lies before it: ``dinamite`` or ``prigione``.
        is_lucky: whether the dinamite does not explode, or the seat gets out of jail.
        to: the seat to which the dinamite moves.
        cards: what it turns up; empty where the pile does not show it.
    """

    seat: int
    kind: str
    is_lucky: bool
    to: int | None = None
    cards: Sequence[int] = ()

    @property
    def explodes(self) -> bool:
        """True if the dinamite explodes."""
        return self.kind == "dinamite" and not self.is_lucky

    @property
    def event(self) -> Event:
        """The event of the seat."""
        if self.kind == "dinamite":
            return effect("explodes" if self.explodes else "moves_on", self.seat, self.cards, to=self.to)
        return effect("freed" if self.is_lucky else "jailed", self.seat, self.cards)


def openings(before: InformationSet, after: InformationSet) -> list[Opening]:
    """List the draws for dinamite and jail with a ply, in order."""
    return _with_cards(list(_openings(before, after)), before, after)


def _openings(before: InformationSet, after: InformationSet) -> Iterator[Opening]:
    """Yield the results of the draws, without the cards."""
    tables = [set(laid) for laid in before.tables]
    seats = list(_begun(before, after))
    for seat in seats:
        if "dinamite" in tables[seat]:
            tables[seat].remove("dinamite")
            if _has_exploded(seat, before, after):
                yield Opening(seat, "dinamite", False)
                if after.cause == "dinamite" or not after.alive[seat]:
                    return
            else:
                to = _next(seat, before, after)
                tables[to].add("dinamite")
                yield Opening(seat, "dinamite", True, to)
        if "prigione" in tables[seat]:
            yield Opening(seat, "prigione", seat == seats[-1] and _was_lucky_last(after))


def _begun(before: InformationSet, after: InformationSet) -> Iterator[int]:
    """Yield the seats whose turns begin or go on from their dinamite with a ply."""
    seat = before.turn
    if before.cause == "dinamite" and after.cause != "dinamite" and after.alive[seat]:
        yield seat
    for _ in range(int(after.record.turns) - int(before.record.turns)):
        seat = _next(seat, before, after)
        yield seat


def _next(seat: int, before: InformationSet, after: InformationSet) -> int:
    """Return the next seat clockwise that lives when a turn begins."""
    seats = before.rules.num_players
    for there in (*range(seat + 1, seats), *range(seat)):
        if after.alive[there] or (before.alive[there] and _has_exploded(there, before, after)):
            return there
    return seat


def _has_exploded(seat: int, before: InformationSet, after: InformationSet) -> bool:
    return before.lives[seat] - after.lives[seat] >= BLAST_LOSS


def _was_lucky_last(info: InformationSet) -> bool:
    """Return whether the last card turned up was a heart, or Black Jack has drawn since."""
    event = int(info.record.event)
    return event == LUCK_SHOWN + HEART or event >= COLOUR_SHOWN


# --- cards -----------------------------------------------------------------------------------------------------------


def _with_cards(found: list[Opening], before: InformationSet, after: InformationSet) -> list[Opening]:
    """Add the cards to openings: the last ones of the pile; leave them out if they do not fit the results."""
    laid, shown = list(laid_on_pile(before, after) or ()), list[Opening]()
    for one in reversed(found):
        size = draws_of(before, one.seat)
        lies_on_top = one.kind == "prigione" or one.explodes
        if lies_on_top and (not laid or KINDS[KIND_OF[laid.pop()]] != one.kind):
            return found
        cards = laid[-size:]
        if len(cards) < size or one.is_lucky == (is_blast(cards) if one.kind == "dinamite" else not is_heart(cards)):
            return found
        shown.append(replace(one, cards=tuple(cards)))
        del laid[-size:]
    return shown[::-1]
