"""A slow and obvious referee of Durak for two to six seats, written with sets and strings.

It shares no code with the package: the fast engine is tested against it move for move. A card is its text,
rank then suit ("6c", "Th"). An action is a card's text, "take", "done", ">h" (transfer with the heart of the attack's
rank) or "show" (transfer by showing the trump of that rank). The rules are those of ``docs/durak/rules.md`` and
``docs/durak/many_seats.md``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.support.oracle_cards import beats, rank_of, suit_of
from tests.support.oracle_deal import Deal

TAKE = "take"
DONE = "done"
SHOW = "show"


class Game(Deal):
    """One game from the deal, with its options, to its end.

    Without `draws` the last bout's defender is the fool where nobody has cards left. The seat that plays at a place is
    its own while it is in, later a partner; without partners the place stays empty.
    """

    def __init__(self, deck: Sequence[str], **options: Any) -> None:
        super().__init__(deck, **options)
        self.table: list[tuple[str, str]] = []
        self.discard: set[str] = set()
        self.known: list[set[str]] = [set() for _ in self.seats]
        self.shown: set[int] = set()
        self.out_bout: list[int | None] = [None for _ in self.seats]
        self.phase: str = "attack"
        self.thrower: int | None = None
        self.idle: int = 0
        self.bouts: int = 0
        self.plies: int = 0
        self.begin_bout(self.first_attacker)

    # --- seats, teams and places ------------------------------------------------------------------------------------

    def clockwise(self, first: int) -> list[int]:
        """Return all seats, or places, clockwise from one on."""
        return [*self.seats[first:], *self.seats[:first]]

    def team(self, seat: int) -> int:
        """Return the team of a seat or place."""
        return seat if self.num_teams is None else seat % self.num_teams

    def is_in(self, seat: int) -> bool:
        """Return whether a seat is still in the game."""
        return bool(self.talon or self.hands[seat])

    def player_at(self, place: int) -> int | None:
        """Return the seat that plays at a place: its own, else the next of its team that is in; None if all are out."""
        for seat in self.clockwise(place):
            if self.team(seat) == self.team(place) and self.is_in(seat):
                return seat
        return None

    def begin_bout(self, start: int) -> None:
        """Set attacker and defender of a new bout: the first played places of two teams from a starting place on."""
        players = [(place, self.player_at(place)) for place in self.clockwise(start)]
        played = [(place, seat) for place, seat in players if seat is not None]
        _, self.attacker = played[0]
        others = [(place, seat) for place, seat in played if self.team(seat) != self.team(self.attacker)]
        self.defender_place, self.defender = others[0]

    def next_in(self, seat: int) -> int | None:
        """Return the next other seat that is in."""
        following = [other for other in self.clockwise(seat) if other != seat and self.is_in(other)]
        return following[0] if following else None

    @property
    def over(self) -> bool:
        """True once the game has ended."""
        return self.phase == "over"

    @property
    def to_move(self) -> int | None:
        """The seat whose ply it is, None when the game is over."""
        movers = {"attack": self.attacker, "defence": self.defender, "over": None}
        return movers.get(self.phase, self.thrower)

    # --- legal actions ----------------------------------------------------------------------------------------------

    def attack_cards(self) -> list[str]:
        """Return the attack cards of this bout, in order."""
        return [card for role, card in self.table if role == "attack"]

    def defence_cards(self) -> list[str]:
        """Return the defence cards of this bout, in order: the first beats the first attack card, and so on."""
        return [card for role, card in self.table if role == "defence"]

    def unbeaten(self) -> list[str]:
        """Return the attack cards not beaten yet, in order."""
        return self.attack_cards()[len(self.defence_cards()) :]

    def within_limits(self, attacks: int) -> bool:
        """Return whether a bout may have so many attack cards."""
        if self.max_attack_cards is not None and attacks > self.max_attack_cards:
            return False
        return self.first_discard_limit is None or bool(self.discard) or attacks <= self.first_discard_limit

    def has_room(self) -> bool:
        """Return whether one more attack card may be added to the table."""
        limited = not self.within_limits(len(self.attack_cards()) + 1)
        return not limited and len(self.unbeaten()) < len(self.hands[self.defender])

    def throw_ins(self, seat: int) -> set[str]:
        """Return the cards of a seat that may be thrown in: a rank that lies on the table, if there is room."""
        if not self.has_room():
            return set()
        ranks = {rank_of(card) for _, card in self.table}
        return {card for card in self.hands[seat] if rank_of(card) in ranks}

    def throwers(self) -> list[int]:
        """Return the seats that may throw in now, in the order in which they are asked."""
        order, side = self.clockwise(self.attacker), self.team(self.defender)
        opponents = [seat for seat in order if self.team(seat) != side and self.is_in(seat)]
        if self.throw_in == "all":
            return opponents
        allowed = {self.attacker}
        if self.throw_in == "neighbours":
            allowed.update([seat for seat in self.clockwise(self.defender) if seat in opponents][:1])
        return [seat for seat in opponents if seat in allowed]

    def beating_cards(self) -> set[str]:
        """Return the defender's cards that beat the oldest unbeaten attack card."""
        oldest = self.unbeaten()[0]
        return {card for card in self.hands[self.defender] if beats(card, oldest, self.trump_suit)}

    def transfers(self) -> set[str]:
        """Return the defender's ways to pass the attack on."""
        if not self.transfer or self.defence_cards():
            return set()
        follower = self.next_in(self.defender)
        if follower is None:
            return set()
        attacks, hand, answers = self.attack_cards(), self.hands[self.defender], len(self.hands[follower])
        actions = set()
        if len(attacks) + 1 <= answers and self.within_limits(len(attacks) + 1):
            actions = {">" + suit_of(card) for card in hand if rank_of(card) == rank_of(attacks[0])}
        if (
            self.passport
            and self.defender not in self.shown
            and len(attacks) <= answers
            and self.passport_card() in hand
        ):
            actions.add(SHOW)
        return actions

    def passport_card(self) -> str:
        """Return the trump of the attack's rank."""
        assert self.trump_suit is not None
        return self.attack_cards()[0][0] + self.trump_suit

    def legal(self) -> set[str]:
        """Return the actions of the seat to move; none when the game is over."""
        if self.phase == "attack":
            return set(self.hands[self.attacker])
        if self.phase == "defence":
            return self.beating_cards() | {TAKE} | self.transfers()
        if self.thrower is not None:
            return self.throw_ins(self.thrower) | {DONE}
        return set()

    # --- play -------------------------------------------------------------------------------------------------------

    def play(self, action: str) -> None:
        """Play one ply."""
        if action not in self.legal():
            raise ValueError(f"illegal action {action!r} in phase {self.phase}")
        self.plies += 1
        if self.phase == "attack":
            self.bouts += 1
            self._lay("attack", self.attacker, action)
            self.phase = "defence"
        elif self.phase == "defence":
            self._answer(action)
        else:
            self._throw_in(action)

    def _answer(self, action: str) -> None:
        """Let the defender take, transfer or beat."""
        if action == TAKE:
            self.phase = "throw_in_after_take"
            self._ask(self.clockwise(self.attacker))
        elif action == SHOW:
            self.shown.add(self.defender)
            self.known[self.defender].add(self.passport_card())
            self._pass_attack_on()
        elif action.startswith(">"):
            self._lay("attack", self.defender, self.attack_cards()[0][0] + action[1])
            self._pass_attack_on()
        else:
            self._lay("defence", self.defender, action)
            self._go_on_after_beat()

    def _throw_in(self, action: str) -> None:
        """Let a thrower add a card or be done."""
        thrower = self.thrower
        assert thrower is not None
        order = self.clockwise(self.attacker)
        place = order.index(thrower)
        if action == DONE:
            self._ask(order[place + 1 :])
            return
        self._lay("attack", thrower, action)
        if self.phase == "throw_in":
            self.phase, self.thrower = "defence", None
        else:
            self._ask(order[place:])

    def _lay(self, role: str, seat: int, card: str) -> None:
        """Move a card from a hand onto the table."""
        self.hands[seat].remove(card)
        self.known[seat].discard(card)
        self.table.append((role, card))

    def _pass_attack_on(self) -> None:
        """Make the defender the attacker, and the next seat that is in the defender."""
        follower = self.next_in(self.defender)
        assert follower is not None
        self.attacker, self.defender = self.defender, follower
        self.defender_place = follower

    def _go_on_after_beat(self) -> None:
        """Let the defender go on, end the game or the bout (after the defender's last card), or ask the throwers."""
        if self.unbeaten():
            return
        if self._is_decided():
            self._note_who_is_out()
            self.phase = "over"
        elif not self.hands[self.defender]:
            self._end_bout()
        else:
            self.phase = "throw_in"
            self._ask(self.clockwise(self.attacker))

    def _ask(self, seats: list[int]) -> None:
        """Ask the first seat that may throw in a card, after a beat the attacker in any case; else end the bout."""
        throwers = self.throwers()
        for seat in seats:
            in_any_case = self.phase == "throw_in" and seat == self.attacker
            if seat in throwers and (in_any_case or self.throw_ins(seat)):
                self.thrower = seat
                return
        self._end_bout()

    def _end_bout(self) -> None:
        """Move the table to the discard, or openly into the defender's hand; fill up the hands; begin the next bout."""
        cards = {card for _, card in self.table}
        taken = self.phase == "throw_in_after_take"
        if taken:
            self.hands[self.defender] |= cards
            self.known[self.defender] |= cards
        else:
            self.discard |= cards
        self.table, self.thrower = [], None
        drawn = self._fill_up()
        self.idle = self.idle + 1 if taken and not drawn else 0
        self._note_who_is_out()
        start = (self.defender_place + taken) % self.num_players
        if self._is_decided() or self.idle == 2 * len(self.deck):
            self.phase = "over"
            self.attacker = start  # nobody attacks any more: as if all were in
        else:
            self.phase = "attack"
            self.begin_bout(start)

    def _fill_up(self) -> int:
        """Fill up from the talon: the attacker, the others clockwise, the defender last; return the number drawn."""
        before = len(self.talon)
        for seat in [*(seat for seat in self.clockwise(self.attacker) if seat != self.defender), self.defender]:
            while self.talon and len(self.hands[seat]) < self.hand_size:
                card = self.talon.pop(0)
                self.hands[seat].add(card)
                if card == self.trump_card:
                    self.known[seat].add(card)
        return before - len(self.talon)

    def _note_who_is_out(self) -> None:
        """Note the seats that went out in this bout; without draws the defender stays in if nobody has cards."""
        fools = set() if self.draws or self.teams_with_cards() else {self.defender}
        for seat in self.seats:
            if self.out_bout[seat] is None and not self.is_in(seat) and seat not in fools:
                self.out_bout[seat] = self.bouts

    # --- the end ----------------------------------------------------------------------------------------------------

    def teams_with_cards(self) -> set[int]:
        """Return the teams of the seats that hold cards."""
        return {self.team(seat) for seat in self.seats if self.hands[seat]}

    def _is_decided(self) -> bool:
        """Return whether the talon is empty and at most one team has cards."""
        return not self.talon and len(self.teams_with_cards()) <= 1

    @property
    def returns(self) -> tuple[float, ...]:
        """-1 for the fool's team, and the others share the gain; zeros for a draw and while the game runs."""
        left = self.teams_with_cards()
        if not left and not self.draws:
            left = {self.team(self.defender)}  # of the last bout
        if not self.over or len(left) != 1:
            return (0,) * self.num_players
        gain = 1 / ((self.num_teams or self.num_players) - 1)
        return tuple(-1 if self.team(seat) in left else gain for seat in self.seats)

    @property
    def places(self) -> tuple[int, ...]:
        """1 for the seats that went out in the earliest bout, and so on; seats that hold cards come last."""
        bouts = [float("inf") if bout is None else bout for bout in self.out_bout]
        return tuple(1 + sum(other < bout for other in bouts) for bout in bouts)

    @property
    def returns_by_places(self) -> tuple[float, ...]:
        """From 1 for the first place evenly down to -1 for the last; seats that share places get the mean of these."""
        if not self.over:
            return (0,) * self.num_players
        worth = [1 - 2 * place / (self.num_players - 1) for place in self.seats]
        shared = {place: worth[place - 1 : place - 1 + self.places.count(place)] for place in set(self.places)}
        return tuple(sum(shared[place]) / len(shared[place]) for place in self.places)

    def copy(self) -> Game:
        """Copy the game in its state; the copy goes its own way."""
        other = Game.__new__(Game)
        other.__dict__.update(self.__dict__)
        other.hands = [set(hand) for hand in self.hands]
        other.talon = list(self.talon)
        other.table = list(self.table)
        other.discard = set(self.discard)
        other.known = [set(cards) for cards in self.known]
        other.shown = set(self.shown)
        other.out_bout = list(self.out_bout)
        return other

    def after(self, action: str) -> Game:
        """Return a copy in which one more ply has been played."""
        other = self.copy()
        other.play(action)
        return other


def perft(game: Game, depth: int) -> int:
    """Count the action sequences of exactly `depth` plies; a finished game has none. The last ply is not played."""
    if depth == 0:
        return 1
    legal = game.legal()
    return len(legal) if depth == 1 else sum(perft(game.after(action), depth - 1) for action in legal)
