"""A game of Bang! that is asked ply by ply, and told as plain values."""

from __future__ import annotations

from typing import Any

from tests.support.bang.oracle.actions import ACTIONS, ID_OF, LEAVES, Action
from tests.support.bang.oracle.cards import CHARACTERS, TEAM_OF
from tests.support.bang.oracle.damage import draw_if_empty, end
from tests.support.bang.oracle.legal import legal_actions
from tests.support.bang.oracle.state import NOBODY, Game, GameOver, Question
from tests.support.bang.oracle.turn import all_turns

MOST_PLIES = 10_000
WINNERS = ("law", "outlaws", "renegade", NOBODY)


class Referee:
    """A referee that asks for plies until the game is over.

    Attributes:
        question: the seat and the phase of the ply that is due; None once the game is over.
        legal: ids, ascending.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.course = all_turns(game)
        self.question: Question | None = None
        self._go_on(None)

    def step(self, number: int) -> None:
        """Play a ply by its id."""
        if number not in self.legal:
            raise ValueError(f"illegal action {ACTIONS[number]} in {self.question}")
        self._go_on(ACTIONS[number])

    def leave(self) -> None:
        """Let the seat that is asked leave the game, in place of a ply."""
        self._go_on(LEAVES)

    def _go_on(self, action: Action | None) -> None:
        """Play a ply, or begin, until another one is due or the game is over."""
        asked = self.question
        self.game.plies += action is not None
        try:
            self.question = next(self.course) if action is None else self.course.send(action)
            if self.game.plies == MOST_PLIES or self.game.chance.is_used_up:
                end(self.game)
        except GameOver:
            self.question = None
            self.legal: tuple[int, ...] = ()
            return
        self._let_suzy_draw(asked, action)
        self.legal = tuple(sorted(ID_OF[one] for one in legal_actions(self.game, *self.question)))

    def _let_suzy_draw(self, asked: Question | None, action: Action | None) -> None:
        """Let Suzy Lafayette draw with an empty hand, but not amid a duello; after a discard she discards no more."""
        suzy = self.game.seat_of("suzy_lafayette")
        if suzy is None or self.game.has_fallen(suzy) or suzy in self.game.duel:
            return
        if draw_if_empty(self.game, suzy) and asked is not None and action is not None:
            discarded = action[0] == "discard" and asked.phase in ("playing", "discarding")
            if discarded and asked.seat == suzy:
                self.game.suzy_may_discard = False

    # --- telling ----------------------------------------------------------------------------------------------------

    def returns(self) -> list[int]:
        """Return 1 to each seat of the winning team, -1 to all others; nothing until the end."""
        if self.question is not None:
            return [0 for _ in self.game.seats]
        return [1 if TEAM_OF[role] == self.game.winner else -1 for role in self.game.roles]

    def sees(self, seat: int) -> dict[str, Any]:
        """Return a seat's own knowledge, beside what is open to all."""
        game = self.game
        shown = {seat, game.sheriff, *game.dead}
        asked = self.question is not None and self.question.seat == seat
        return {
            "roles": "".join(role if one in shown else "?" for one, role in enumerate(game.roles)),
            "hands": tuple(tuple(sorted(hand)) if one == seat else () for one, hand in enumerate(game.hands)),
            "looked": tuple(game.looked) if game.characters[seat] == "kit_carlson" else (),
            "possible": tuple(game.knowledge.may[seat]),
            "legal_actions": self.legal if asked else (),
        }

    def told(self) -> dict[str, Any]:
        """Return the whole state, as `tests.support.bang.described.described` does, its sets as numbers."""
        game = self.game
        return {
            **{name: getattr(game, name) for name in ("plies", "turns", "rounds", "shots", "needed", "turn", "source")},
            **{f"{name}_size": len(getattr(game, name)) for name in ("pile", "deck", "looked")},
            "winner": WINNERS.index(game.winner),
            "phase": "over" if self.question is None else self.question.phase,
            "mover": None if self.question is None else self.question.seat,
            "legal": self.legal,
            "roles": game.roles,
            "characters": tuple(CHARACTERS.index(name) for name in game.characters),
            "lives": tuple(game.lives),
            "most": tuple(game.most),
            "alive": tuple(seat not in game.dead for seat in game.seats),
            "hands": tuple(tuple(sorted(hand)) for hand in game.hands),
            "tables": tuple(dict(table) for table in game.tables),
            "deck": tuple(game.deck),
            "pile": tuple(game.pile),
            "emporio": tuple(sorted(game.emporio)),
            "looked": tuple(game.looked),
            "attacks": tuple(map(tuple, game.attacks)),
            "may": tuple(map(tuple, game.knowledge.may)),
        }
