"""A slow and obvious referee of Oh Hell!, written with sets and strings.

It shares no code with the package: the fast engine is tested against it move for move. A card is its text, rank then
suit ("6c", "Th"); an action is a card's text, or "b3" for a bid of three.
The rules are those of ``docs/oh_hell/rules.md``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

RANKS = "23456789TJQKA"
SUITS = "cdhs"
RANK_OF = {text: rank for rank, text in enumerate(RANKS, start=2)}
NO_TRUMPS = "-"
UNKNOWN = "?"


def deck_cards(start_rank: int = 2, num_suits: int = 4) -> list[str]:
    """Return all cards from `start_rank` (2 to 14) up to the ace, suit by suit, ranks ascending."""
    if not 2 <= start_rank <= 14 or not 1 <= num_suits <= 4:
        raise ValueError(f"no such deck: start_rank={start_rank}, num_suits={num_suits}")
    return [rank + suit for suit in SUITS[:num_suits] for rank in RANKS[start_rank - 2 :]]


def rank_of(card: str) -> int:
    """Return the rank of a card, 2 to 14."""
    return RANK_OF[card[0]]


def suit_of(card: str) -> str:
    """Return the suit of a card, one of c, d, h, s."""
    return card[1]


def bid_of(action: str) -> int:
    """Return the number of tricks that a bid announces."""
    return int(action[1:])


def winning_card(cards: Sequence[str], trump: str) -> str:
    """Return the card that wins a trick: the highest trump, else the highest card of the lead suit."""
    trumps = [card for card in cards if suit_of(card) == trump]
    of_the_lead = [card for card in cards if suit_of(card) == suit_of(cards[0])]
    return max(trumps or of_the_lead, key=rank_of)


def beats(card: str, other: str, lead_suit: str, trump: str) -> bool:
    """Return whether a card beats another in a trick led in a suit."""
    if suit_of(card) == suit_of(other):
        return suit_of(card) in (lead_suit, trump) and rank_of(card) > rank_of(other)
    if trump in (suit_of(card), suit_of(other)):
        return suit_of(card) == trump
    return suit_of(card) == lead_suit


def down_and_up(hand_size: int, rounds: int) -> list[int]:
    """Return the hand sizes of a game whose hands shrink to one card and grow again, as often as there are rounds."""
    sizes, size, change = [], hand_size, -1
    for _ in range(rounds):
        sizes.append(size)
        if size == 1:
            change = 1
        elif size == hand_size:
            change = -1
        size = min(max(1, size + change), hand_size)
    return sizes


class Game:
    """One game from the first deal to its end.

    `decks` holds the whole deck for each round, in dealing order. `trumps` holds the trump suit of each round; it is to
    be given with ``trump="random"``.
    """

    def __init__(
        self,
        decks: Sequence[Sequence[str]],
        *,
        num_players: int = 4,
        hand_size: int | None = None,
        rounds: int | None = None,
        dynamic: bool = True,
        hand_sizes: Sequence[int] | None = None,
        trump: str = "rotation",
        trump_order: str = "hdsc",
        hook: bool = True,
        scoring: str = "standard",
        bonus: int = 10,
        points_per_trick: int = 1,
        blind: str = "none",
        first_dealer: int | None = None,
        start_rank: int = 2,
        num_suits: int = 4,
        trumps: Sequence[str] | None = None,
    ) -> None:
        if not 2 <= num_players <= 7:
            raise ValueError("num_players is 2 to 7")
        self.cards = deck_cards(start_rank, num_suits)
        self.suits = SUITS[:num_suits]
        self.num_players = num_players
        self.seats = range(num_players)
        self.schedule = self._schedule(hand_size, rounds, dynamic, hand_sizes)
        self.trump_rule = trump
        self.trump_order = [letter for letter in trump_order if letter == NO_TRUMPS or letter in self.suits]
        self.hook = hook
        self.scoring = scoring
        self.bonus = bonus
        self.points_per_trick = points_per_trick
        self.blind = blind
        self.first_dealer = num_players - 1 if first_dealer is None else first_dealer
        self.decks = [list(deck) for deck in decks]
        self.drawn_trumps = None if trumps is None else list(trumps)
        self._check_options()
        self.scores = [0 for _ in self.seats]
        self.points: list[list[int]] = []
        self.made = [0 for _ in self.seats]
        self.plies = 0
        self.over = False
        self._deal(0)

    def _schedule(
        self, hand_size: int | None, rounds: int | None, dynamic: bool, hand_sizes: Sequence[int] | None
    ) -> list[int]:
        """Return the hand size of each round."""
        if hand_sizes is not None:
            if hand_size is not None or rounds is not None or not dynamic:
                raise ValueError("hand_sizes take the place of hand_size, rounds and dynamic")
            return list(hand_sizes)
        first = min(13, len(self.cards) // self.num_players) if hand_size is None else hand_size
        count = first if rounds is None else rounds
        return down_and_up(first, count) if dynamic else [first] * count

    def _check_options(self) -> None:
        """Refuse options that cannot be played."""
        if not self.schedule or not all(1 <= size <= len(self.cards) // self.num_players for size in self.schedule):
            raise ValueError("there is a round, and a hand size is 1 to N/n")
        if self.trump_rule not in ("rotation", "turn_up", "random"):
            raise ValueError("trump is rotation, turn_up or random")
        if not self.trump_order:
            raise ValueError("trump_order has a suit of the deck, or -")
        if self.scoring not in ("standard", "exact", "penalty"):
            raise ValueError("scoring is standard, exact or penalty")
        if self.blind not in ("none", "half", "full"):
            raise ValueError("blind is none, half or full")
        if self.blind == "half" and self.trump_rule == "rotation":
            raise ValueError("everybody knows the rotation")
        if self.first_dealer not in self.seats:
            raise ValueError("first_dealer is a seat")
        if len(self.decks) != len(self.schedule) or any(sorted(deck) != sorted(self.cards) for deck in self.decks):
            raise ValueError("there is a deck for each round, with each card once")
        if self.trump_rule == "random" and (
            self.drawn_trumps is None
            or len(self.drawn_trumps) != len(self.schedule)
            or not set(self.drawn_trumps) <= set(self.suits)
        ):
            raise ValueError("random trumps are given, a suit of the deck for each round")

    # --- a round begins ---------------------------------------------------------------------------------------------

    def _deal(self, number: int) -> None:
        """Deal a round."""
        deck, size = self.decks[number], self.schedule[number]
        self.round = number
        self.hand_size = size
        self.dealer = (self.first_dealer + number) % self.num_players
        self.hands = [set(deck[seat * size : (seat + 1) * size]) for seat in self.seats]
        rest = deck[self.num_players * size :]
        self.turned: str | None = rest[0] if self.trump_rule == "turn_up" and rest else None
        self.undealt = set(rest) - {self.turned}
        self.trump = self._trump_of(number)
        self.phase = "bid"
        self.bids: list[int | None] = [None for _ in self.seats]
        self.won = [0 for _ in self.seats]
        self.leader = self.after(self.dealer)
        self.trick: list[str] = []
        self.tricks: list[tuple[int, list[str], int]] = []
        self.voids: list[set[str]] = [set() for _ in self.seats]
        self.to_move: int | None = self.leader

    def _trump_of(self, number: int) -> str:
        """Return the trump suit of a round, - for none."""
        if self.trump_rule == "rotation":
            return self.trump_order[number % len(self.trump_order)]
        if self.trump_rule == "turn_up":
            return NO_TRUMPS if self.turned is None else suit_of(self.turned)
        assert self.drawn_trumps is not None
        return self.drawn_trumps[number]

    def after(self, seat: int) -> int:
        """Return the next seat."""
        return 0 if seat == self.num_players - 1 else seat + 1

    def in_order(self, first: int) -> list[int]:
        """Return all seats, clockwise from one on."""
        return [*self.seats[first:], *self.seats[:first]]

    # --- legal actions ----------------------------------------------------------------------------------------------

    def banned_bid(self) -> int | None:
        """Return the bid that the seat to move may not make; None where there is no such bid."""
        if self.phase != "bid" or not self.hook or self.to_move != self.dealer:
            return None
        left = self.hand_size - sum(bid for bid in self.bids if bid is not None)
        return left if left >= 0 else None

    def legal(self) -> set[str]:
        """Return the actions of the seat to move; none when the game is over."""
        if self.to_move is None:
            return set()
        if self.phase == "bid":
            return {f"b{bid}" for bid in range(self.hand_size + 1) if bid != self.banned_bid()}
        hand = self.hands[self.to_move]
        if not self.trick:
            return set(hand)
        following = {card for card in hand if suit_of(card) == suit_of(self.trick[0])}
        return following or set(hand)

    # --- play -------------------------------------------------------------------------------------------------------

    def play(self, action: str) -> None:
        """Play one ply."""
        if action not in self.legal():
            raise ValueError(f"illegal action {action!r} in phase {self.phase}")
        self.plies += 1
        if self.phase == "bid":
            self._bid(bid_of(action))
        else:
            self._lay(action)

    def _bid(self, bid: int) -> None:
        """Let the seat to move bid; after the dealer's bid play begins."""
        assert self.to_move is not None
        self.bids[self.to_move] = bid
        if self.to_move == self.dealer:
            self.phase = "play"
        self.to_move = self.after(self.to_move)

    def _lay(self, card: str) -> None:
        """Let the seat to move play a card; a full trick is won, and a round's last trick ends the round."""
        seat = self.to_move
        assert seat is not None
        self.hands[seat].remove(card)
        self.trick.append(card)
        lead_suit = suit_of(self.trick[0])
        if suit_of(card) != lead_suit:
            self.voids[seat].add(lead_suit)
        self.to_move = self.after(seat)
        if len(self.trick) == self.num_players:
            self._end_trick()
        if len(self.tricks) == self.hand_size:
            self._end_round()

    def _end_trick(self) -> None:
        """Give the trick to its winner, who leads the next."""
        best = winning_card(self.trick, self.trump)
        winner = self.in_order(self.leader)[self.trick.index(best)]
        self.tricks.append((self.leader, self.trick, winner))
        self.won[winner] += 1
        self.trick = []
        self.leader = winner
        self.to_move = winner

    def _end_round(self) -> None:
        """Score points; deal the next round, or end the game."""
        self.points.append([self._points_of(seat) for seat in self.seats])
        self.scores = [sum(points[seat] for points in self.points) for seat in self.seats]
        self.made = [self.made[seat] + (self.won[seat] == self.bids[seat]) for seat in self.seats]
        if self.round + 1 < len(self.schedule):
            self._deal(self.round + 1)
        else:
            self.over = True
            self.phase = "over"
            self.to_move = None

    def _points_of(self, seat: int) -> int:
        """Return a seat's points for a round that is over."""
        bid, won = self.bids[seat], self.won[seat]
        assert bid is not None
        if won == bid:
            return self.points_per_trick * won + self.bonus
        if self.scoring == "standard":
            return self.points_per_trick * won
        return 0 if self.scoring == "exact" else -self.points_per_trick * abs(won - bid)

    # --- returns ----------------------------------------------------------------------------------------------------

    def returns_by_points(self) -> list[float]:
        """Return the scores."""
        return [float(score) for score in self.scores]

    def returns_by_margin(self) -> list[float]:
        """Return the scores, less the mean of the other seats' scores each."""
        return [
            score - sum(self.scores[other] for other in self.seats if other != seat) / (self.num_players - 1)
            for seat, score in enumerate(self.scores)
        ]

    def returns_by_win(self) -> list[float]:
        """Return zeros while the game runs; then the seats in first place share what the others lose."""
        if not self.over:
            return [0.0 for _ in self.seats]
        first = [seat for seat in self.seats if self.scores[seat] == max(self.scores)]
        gain = (self.num_players / len(first) - 1) / (self.num_players - 1)
        return [gain if seat in first else -1 / (self.num_players - 1) for seat in self.seats]

    def returns(self, kind: str) -> list[float]:
        """Return each seat's pay so far, by ``points``, ``margin`` or ``win``."""
        kinds = {"points": self.returns_by_points, "margin": self.returns_by_margin, "win": self.returns_by_win}
        return kinds[kind]()

    # --- other games ------------------------------------------------------------------------------------------------

    def copy(self) -> Game:
        """Copy the game in its state; the copy goes its own way."""
        other = Game.__new__(Game)
        other.__dict__.update(self.__dict__)
        other.hands = [set(hand) for hand in self.hands]
        other.bids = list(self.bids)
        other.won = list(self.won)
        other.trick = list(self.trick)
        other.tricks = list(self.tricks)
        other.voids = [set(suits) for suits in self.voids]
        other.points = list(self.points)
        return other

    def after_action(self, action: str) -> Game:
        """Return a copy in which one more ply has been played."""
        other = self.copy()
        other.play(action)
        return other


def sees(game: Game, seat: int) -> dict[str, Any]:
    """Return all that a seat knows; equal for any two states that the seat cannot tell apart.

    Blind rounds hide the trumps (``half``) or the own hand (``full``) until the last bid.
    """
    bidding = game.phase == "bid"
    no_trumps_seen, no_hand_seen = bidding and game.blind == "half", bidding and game.blind == "full"
    hand = set() if no_hand_seen else set(game.hands[seat])
    turned = None if no_trumps_seen else game.turned
    played_by = [set() for _ in game.seats]
    for leader, cards in [*((leader, cards) for leader, cards, _ in game.tricks), (game.leader, game.trick)]:
        for one, card in zip(game.in_order(leader), cards, strict=False):
            played_by[one].add(card)
    seen = hand.union({turned} - {None}, *played_by)
    return {
        "seat": seat,
        "to_move": game.to_move,
        "phase": game.phase,
        "round": game.round,
        "dealer": game.dealer,
        "hand_size": game.hand_size,
        "schedule": list(game.schedule),
        "hand": hand,
        "trump": UNKNOWN if no_trumps_seen else game.trump,
        "turned": turned,
        "bids": list(game.bids),
        "won": list(game.won),
        "scores": list(game.scores),
        "leader": game.leader,
        "trick": list(game.trick),
        "tricks": [(leader, list(cards), winner) for leader, cards, winner in game.tricks],
        "played_by": played_by,
        "voids": [set(suits) for suits in game.voids],
        "unseen": set(game.cards) - seen,
        "hand_sizes": [len(hand) for hand in game.hands],
        "undealt": len(game.undealt),
        "banned": game.banned_bid(),
        "legal": game.legal() if game.to_move == seat else set(),
    }


def perft(game: Game, depth: int) -> int:
    """Count the action sequences of exactly `depth` plies; a finished game has none. The last ply is not played."""
    if depth == 0:
        return 1
    legal = game.legal()
    return len(legal) if depth == 1 else sum(perft(game.after_action(action), depth - 1) for action in legal)
