"""Positions of Bang! set up by hand, and plies by their texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bang_env import Bang, Rules, format_action, parse_action
from bang_env.cards import FACES, KIND_OF, KINDS, NUM_CARDS, PLACE_OF_KIND
from bang_env.characters import CHARACTERS, ROLE_LETTERS
from bang_env.core.dealing import begin_tracking, clear
from bang_env.core.deck import lay, put_in_hand
from bang_env.core.legal import set_legal
from bang_env.core.records import PLAYING
from bang_env.core.tracking import card_shows
from bang_env.core.work import BEGIN
from bang_env.game import go_on, step
from bang_env.information import cards_in
from bang_env.quitting.leaving import withdraw
from cardkit.compiled.slots import as_int
from tests.support.bang.described import described

NOBODIES = ("bart_cassidy", "black_jack", "jesse_jones", "pedro_ramirez", "sid_ketchum", "willy_the_kid", "kit_carlson")
"""Characters whose abilities do not show while others play and nobody loses a life."""


class Scene:
    """A game in progress whose cards lie where a test wants them. It is the turn of seat 0, the Sheriff, in phase 2.

    Args:
        hands: by seat, kinds or cards such as ``birra`` and ``birra 6h``; of a kind the lowest card left is taken.
        tables: what lies before seats, likewise.
        deck: the cards on top of the deck, the first one on top.
        rest: whether all other cards follow by their numbers; else they are out of the game.
        pile: its cards, the last on top.
        characters: by seat; others have one of NOBODIES.
        lives: by seat.
        dead: seats.
        roles: letters by seat.
        rules: of the game.
        begins: begin the turn of seat 0, in place of being in its phase 2.
    """

    def __init__(
        self,
        hands: Mapping[int, Sequence[str]] | None = None,
        tables: Mapping[int, Sequence[str]] | None = None,
        deck: Sequence[str] = (),
        pile: Sequence[str] = (),
        characters: Mapping[int, str] | None = None,
        lives: Mapping[int, int] | None = None,
        roles: str = "SORO",
        rest: bool = True,
        dead: Sequence[int] = (),
        begins: bool = False,
        **rules: Any,
    ) -> None:
        self.rules = Rules(num_players=len(roles), **rules)
        self.game = Bang(self.rules)
        self.states = self.game.new_states()
        self.left = list(range(NUM_CARDS))
        state = self.state = self.states[0]
        clear(state)
        self._seat_players(roles, characters or {}, lives or {})
        top = [self._take(name) for name in deck]
        for seat, cards in (hands or {}).items():
            for name in cards:
                put_in_hand(state, seat, self._take(name))
        for seat in dead:
            state.dead[seat] = 1
        for seat, cards in (tables or {}).items():
            for name in cards:
                card = self._take(name)
                lay(state, seat, int(PLACE_OF_KIND[KIND_OF[card]]), card)
        for name in pile:
            state.pile[state.pile_size] = self._take(name)
            state.pile_size += 1
        below = self.left if rest else []
        cards = [*top, *below][::-1]
        state.deck[: len(cards)] = cards
        state.deck_size = len(cards)
        for seat in range(len(roles)):
            begin_tracking(state, seat)
        for card in (*self.told["pile"], *(card for table in self.told["tables"] for card in table.values())):
            card_shows(state, card)
        state.rounds, state.turns, state.phase = 1, 1, PLAYING
        if begins:
            state.rounds = state.turns = 0
            go_on(state, BEGIN)
        else:
            set_legal(state)

    def _seat_players(self, roles: str, characters: Mapping[int, str], lives: Mapping[int, int]) -> None:
        state, spare = self.state, [name for name in NOBODIES if name not in characters.values()]
        for seat, role in enumerate(roles):
            state.characters[seat] = CHARACTERS.index(characters.get(seat) or spare.pop(0))
            state.roles[seat] = ROLE_LETTERS.index(role)
            state.most[seat] = 5 if role == "S" else 4
            state.lives[seat] = lives.get(seat, state.most[seat])
        state.sheriff = state.turn = state.mover = roles.index("S")

    def _take(self, name: str) -> int:
        kind, _, face = name.partition(" ")
        card = next(one for one in self.left if KINDS[KIND_OF[one]] == kind and face in ("", FACES[one]))
        self.left.remove(card)
        return card

    # --- plies ------------------------------------------------------------------------------------------------------

    @property
    def mover(self) -> int:
        """The seat that is asked."""
        return int(self.state.mover)

    @property
    def legal(self) -> set[str]:
        """The legal actions as texts."""
        legal = as_int(self.state.legal)
        return {format_action(one, self.rules, self.mover) for one in range(185) if legal >> one & 1}

    def play(self, *texts: str) -> Scene:
        """Play legal actions, each by the seat that is to move."""
        for text in texts:
            action = parse_action(text, self.rules, self.mover)
            step(self.state, self.game.read_action(self.state, action))
        return self

    def leave(self) -> Scene:
        """Let the seat that is asked leave."""
        withdraw(self.state, self.mover)
        return self

    @property
    def told(self) -> dict[str, Any]:
        """The state as plain values."""
        return described(self.state)

    def hand(self, seat: int) -> list[str]:
        """Return the kinds in a hand."""
        return [KINDS[KIND_OF[card]] for card in cards_in(self.state.hands, seat)]

    def table(self, seat: int) -> set[str]:
        """Return the kinds before a seat."""
        return {KINDS[KIND_OF[card]] for card in self.told["tables"][seat].values()}

    @property
    def lives(self) -> tuple[int, ...]:
        """The lives by seat."""
        return self.told["lives"]

    @property
    def phase(self) -> str:
        """The phase's name."""
        return self.told["phase"]

    @property
    def top(self) -> str:
        """The kind on top of the pile."""
        return KINDS[KIND_OF[self.told["pile"][-1]]]
