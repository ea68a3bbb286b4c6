"""A game of Durak as OpenSpiel walks it: deals and draws are chance nodes, met only when they are due.

The compiled rules want the whole deck at the start. So the cards that nobody has drawn lie in the talon in any order,
and are put in the order drawn just before the ply that ends a bout is played.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pyspiel

from cardkit.playing_cards import SUITS
from durak_env.action_errors import action_id, illegal_action
from durak_env.actions import slots_of_actions, texts_of_actions
from durak_env.cards import SHOW_SLOT, TRANSFER_RANK
from durak_env.core.dealing import first_attacker
from durak_env.core.play import step
from durak_env.core.records import GAME_OVER, NO_SEAT
from durak_env.core.results import returns
from durak_env.core.seating import mover
from durak_env.deals import Deal
from durak_env.durak import Durak
from durak_env.information import InformationSet, determinize
from durak_env.openspiel.chance import Draw, draw_again

TRUMP, HANDS, ATTACKER, PLAY, REFILL = "trump", "hands", "attacker", "play", "refill"
"""The kinds of nodes: the trump card or suit, the hands, the first attacker, a ply, or cards drawn after a bout."""

TRIES = 1000
"""The number of times that the cards of a hand are laid into the sets in which they may have come."""

UNKNOWN = -1
"""The trump of a game without trumps, or whose trump chance has not named yet."""


class Variant:
    """The rules, and what follows from them. Copies of a state share it.

    Attributes:
        game: the variant.
        rules: its rules.
        slots: the slot of each action id.
        texts: the text of each action id.
        ids: the action id of each slot.
    """

    def __init__(self, rules: Any) -> None:
        self.game = Durak(rules)
        self.rules = self.game.rules
        self.slots = slots_of_actions(self.rules).tolist()
        self.texts = texts_of_actions(self.rules)
        self.ids = {slot: action for action, slot in enumerate(self.slots)}

    def __deepcopy__(self, memo: Any) -> Variant:
        return self


class DurakState(pyspiel.State):
    """A state.

    Attributes:
        variant: the rules.
        record: the STATE record of play; None until the deal is whole.
        plies: (seat, action id) of every ply.
        arrivals: by seat, the sets of card ids that it was dealt and drew, in order.
        trump: the id of the face-up card or the number of the trump suit; UNKNOWN without trumps or before the deal.
        shown: by seat, the cards that came to it and that it has played or shown, with the number of sets that had
            come by then.
    """

    def __init__(self, game: pyspiel.Game, variant: Variant) -> None:
        super().__init__(game)
        self.variant = variant
        self.record: Any = None
        self.plies: list[tuple[int, int]] = []
        self.arrivals: list[list[tuple[int, ...]]] = [[], []]
        self.shown: list[dict[int, int]] = [{}, {}]
        self.trump = UNKNOWN
        self._due = TRUMP
        self._draw: Draw | None = None
        self._slot = -1  # the ply that waits for the cards drawn after it
        self._to_draw: list[tuple[int, int]] = []  # seats and how many cards each is still to draw
        self._begin_deal()

    # --- what OpenSpiel asks ---------------------------------------------------------------------------------------

    def current_player(self) -> int:
        """Return the seat to move, or OpenSpiel's number for chance or for the end."""
        if self._due != PLAY:
            return pyspiel.PlayerId.CHANCE
        if self.record["phase"] == GAME_OVER:
            return pyspiel.PlayerId.TERMINAL
        return int(mover(self.record))

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self._due == PLAY and self.record["phase"] == GAME_OVER

    def _legal_actions(self, player: int) -> list[int]:
        legal = int(self.record["legal"])
        return [action for action, slot in enumerate(self.variant.slots) if legal >> slot & 1]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """List the outcomes of chance with their probabilities: card ids, a suit's number, or a seat.

        Raises:
            ValueError: it is not chance's turn.
        """
        if self._due == PLAY:
            raise ValueError("chance has nothing to do here: this is not a chance node")
        if self._draw is not None:
            return self._draw.outcomes()
        many = self.variant.rules.num_suits if self._due == TRUMP else 2
        return [(one, 1 / many) for one in range(many)]

    def _apply_action(self, action: int) -> None:
        self._check(action)
        if self._due == PLAY:
            self._play(action)
        elif self._draw is not None:
            self._draw.drawn.append(action)
            if self._draw.is_done:
                self._take_drawn(tuple(self._draw.drawn))
        elif self._due == TRUMP:
            self.trump = action
            self._deal_hands()
        else:
            self._begin_play(action)

    def _check(self, action: int) -> None:
        """Raise ValueError, before anything changes, if an action is illegal; OpenSpiel itself plays any."""
        if self._due != PLAY:
            outcomes = [one for one, _ in self.chance_outcomes()]
            if action not in outcomes:
                raise ValueError(f"chance cannot choose {action} here, only {', '.join(map(str, outcomes))}")
            return
        number = action_id(action, self.variant.rules)
        if not int(self.record["legal"]) >> self.variant.slots[number] & 1:
            raise illegal_action(self.variant.game.information_set(self.record, int(mover(self.record)), ()), number)

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return self.variant.texts[action]
        if self._draw is not None:
            return f"card {self.variant.texts[action]}"
        return f"trumps {SUITS[action]}" if self._due == TRUMP else f"seat {action} attacks"

    def returns(self) -> list[float]:
        """Return 1 for the winner, -1 for the fool, 0 for a draw and while the game goes on."""
        return [float(returns(self.record, seat)) for seat in range(2)] if self.is_terminal() else [0.0, 0.0]

    def __str__(self) -> str:
        drawn = [" | ".join(" ".join(map(self._text, cards)) for cards in arrived) for arrived in self.arrivals]
        underway = " ".join(map(self._text, self._draw.drawn)) if self._draw is not None else ""
        plies = " ".join(self._text(action) for _, action in self.plies)
        return f"trump {self._trump_text()}; seat 0: {drawn[0]}; seat 1: {drawn[1]}; drawing {underway}; plies {plies}"

    # --- what a player knows ---------------------------------------------------------------------------------------

    def remembered(self, player: int) -> str:
        """Write all that a player can remember, as a text that tells apart all its information sets."""
        own = " | ".join(" ".join(map(self._text, cards)) for cards in self.arrivals[player])
        plies = " ".join(f"{seat}:{self._text(action)}" for seat, action in self.plies)
        attacker = "" if self.record is None else str(self.first_attacker)
        return f"seat {player}; trump {self._trump_text()}; cards {own}; attacker {attacker}; plies {plies}"

    @property
    def first_attacker(self) -> int:
        """The seat that attacks first."""
        return self.plies[0][0] if self.plies else int(self.record["attacker"])

    def information_set(self, player: int) -> InformationSet | None:
        """Return a seat's knowledge; None before the deal is whole."""
        if self.record is None:
            return None
        return self.variant.game.information_set(self.record, player, self.plies)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> DurakState:
        """Draw a state that a player cannot tell from this one, with a history of its own that leads to it.

        Histories in which the same was seen are drawn as chance draws them. The other hand comes first, in a plain game
        by the evidence of its plies; then the sets in which its cards came, until the game can be played again so. Some
        cards would have left somebody without one of the plies.

        Args:
            player: its seat.
            sampler: gives numbers from 0 to 1, 1 excluded.

        Raises:
            ValueError: chance is to move.
        """
        info = self.information_set(player)
        if info is None or self._due != PLAY:
            raise ValueError("chance is to move here: a state can be sampled where a seat is, and at the end")
        seen, rng, tries = self._seen_by(player), np.random.default_rng(int(sampler() * 2**32)), 1
        if self.variant.rules.is_plain and info.record.unseen:
            info = info.with_evidence()
            evident: Any = info.record
            tries = TRIES if evident.num_profiles else 1  # else the evidence is too much to be counted
        while True:
            record = determinize(info, rng)
            for _ in range(tries):
                found = self._replayed(self._sampled_arrivals(record, player, rng), rng)
                if found is not None and found._seen_by(player) == seen:
                    return found

    def _seen_by(self, player: int) -> bytes:
        """Return a seat's knowledge of the position as bytes."""
        return self.variant.game.information_set(self.record, player).record.tobytes()

    def _sampled_arrivals(self, record: Any, player: int, rng: np.random.Generator) -> list[Any]:
        """Draw the sets in which the cards of a STATE record came to each seat, as far as a player does not know it."""
        other, face_up = 1 - player, [(self.trump,)] if self.variant.rules.has_trump_card else []
        sets = [cards for cards in self.arrivals[other] if cards not in face_up]
        known = {card for cards in (*self.arrivals[player], self.shown[other], *face_up) for card in cards}
        hand = int(record["hands"][other])
        hidden = [card for slot, card in self.variant.ids.items() if hand >> slot & 1 and card not in known]
        shown = {card: by for card, by in self.shown[other].items() if (card,) not in face_up}
        found = [*self.arrivals]
        found[other] = [*draw_again(sets, shown, hidden, rng), *self.arrivals[other][len(sets) :]]
        return found

    def _replayed(self, arrivals: Sequence[Sequence[tuple[int, ...]]], rng: np.random.Generator) -> DurakState | None:
        """Play this game again with other cards; return None if they, or the first attacker's lot, do not lead here."""
        state: DurakState = self.get_game().new_initial_state()
        left = list(self.plies)
        while left or state.is_chance_node():
            if state.is_chance_node():
                action = state._outcome_for(arrivals, self.first_attacker, self.trump)
            else:
                seat, action = left.pop(0)
                if state.current_player() != seat:
                    return None
            if action not in state.legal_actions() or (state._due == ATTACKER and rng.random() < 0.5):
                return None
            state.apply_action(action)
        return state

    def _outcome_for(self, arrivals: Sequence[Sequence[tuple[int, ...]]], attacker: int, trump: int) -> int:
        """Return the outcome of chance that leads to these cards, first attacker and trump; below 0 if none does."""
        if self._due == TRUMP:
            return trump
        if self._draw is None:
            return attacker
        seat, size = self._to_draw[0]
        sets = arrivals[seat][len(self.arrivals[seat]) :]
        return sorted(sets[0])[len(self._draw.drawn)] if sets and len(sets[0]) == size else -1

    # --- the deal ----------------------------------------------------------------------------------------------------

    def _begin_deal(self) -> None:
        rules = self.variant.rules
        if rules.has_trump_card:
            self._draw = Draw(list(range(rules.num_cards)), 1)
        elif not rules.include_trumps:
            self._deal_hands()

    def _deal_hands(self) -> None:
        self._due = HANDS
        self._to_draw = list(enumerate(self.variant.rules.dealt))
        self._next_draw()

    def _next_draw(self) -> None:
        """Begin the next set to be drawn; when there is none, deal or play what waited for the sets."""
        if self._to_draw:
            self._draw = Draw(self._pool(), self._to_draw[0][1])
        elif self._due == HANDS:
            self._draw = None
            self._seat_first_attacker()
        else:
            self._draw = None
            self._play_with_draws()

    def _pool(self) -> list[int]:
        """Return the ids of the cards that nobody has, without the one that lies face up."""
        rules = self.variant.rules
        gone = {card for seat in range(2) for cards in self.arrivals[seat] for card in cards}
        if rules.has_trump_card:
            gone.add(self.trump)
        return [card for card in range(rules.num_cards) if card not in gone]

    def _take_drawn(self, cards: tuple[int, ...]) -> None:
        if self._due == TRUMP:
            (self.trump,) = cards
            self._draw = None
            self._deal_hands()
            return
        seat, _ = self._to_draw.pop(0)
        self.arrivals[seat].append(cards)
        self._next_draw()

    def _seat_first_attacker(self) -> None:
        attacker = int(first_attacker(self._laid_out(0)))
        if attacker == NO_SEAT:
            self._due = ATTACKER
        else:
            self._begin_play(attacker)

    def _begin_play(self, attacker: int) -> None:
        self.record = self._laid_out(attacker)
        self._due = PLAY

    def _laid_out(self, attacker: int) -> Any:
        """Make the STATE record of the deal, the talon in any order."""
        rules = self.variant.rules
        ids = [*self.arrivals[0][0], *self.arrivals[1][0], *self._pool()]
        if rules.has_trump_card:
            ids.append(self.trump)
        suit = SUITS[self.trump] if rules.include_trumps and not rules.has_trump_card else None
        return Deal(tuple(rules.deck[one] for one in ids), suit, attacker).lay_out(rules)

    # --- play --------------------------------------------------------------------------------------------------------

    def _play(self, action: int) -> None:
        slot = self.variant.slots[action]
        self._note_shown(slot)
        after = self.record.copy()
        step(after, slot)
        self.plies.append((int(mover(self.record)), action))
        drawn = int(self.record["talon_size"]) - int(after["talon_size"])
        if drawn == 0:
            self.record = after
            return
        self._due, self._slot = REFILL, slot
        self._to_draw = self._refills(after)
        self._next_draw()

    def _note_shown(self, slot: int) -> None:
        """Remember a card that its seat was dealt or drew, and that others now see."""
        seat = int(mover(self.record))
        rank = int(self.record["table"][0]) & 15  # of the attack, which a transfer and a trump to be shown have too
        if slot == SHOW_SLOT:
            slot = (int(self.record["trumps"]).bit_length() - 1 | 15) - 15 + rank
        elif slot & 15 == TRANSFER_RANK:
            slot += rank - TRANSFER_RANK
        card = self.variant.ids[slot]
        if any(card in cards for cards in self.arrivals[seat]):
            self.shown[seat].setdefault(card, len(self.arrivals[seat]))

    def _refills(self, after: Any) -> list[tuple[int, int]]:
        """List the seats that draw hidden cards after a bout, the attacker first, and their number of cards."""
        slots = np.asarray(self.record["talon"][: self.record["talon_size"]]).tolist()
        talon = sum(1 << slot for slot in slots)
        attacker = int(self.record["attacker"])
        hidden = len(slots) - int(self.variant.rules.has_trump_card)
        refills = []
        for seat in (attacker, 1 - attacker):
            size = min((int(after["hands"][seat]) & talon).bit_count(), hidden)
            hidden -= size
            if size:
                refills.append((seat, size))
        return refills

    def _play_with_draws(self) -> None:
        """Put the talon in the order in which it is drawn, and play the ply that ends the bout."""
        size = int(self.record["talon_size"])
        before = {self.variant.ids[slot] for slot in np.asarray(self.record["talon"][:size]).tolist()}
        attacker = int(self.record["attacker"])
        first, second = ([one for one in self._last(seat) if one in before] for seat in (attacker, 1 - attacker))
        bottom = [self.trump] if self.variant.rules.has_trump_card else []
        rest = sorted(before - {*first, *second, *bottom})
        order = [*first, *second, *rest, *bottom]
        self.record["talon"][:size] = [self.variant.slots[one] for one in reversed(order)]
        step(self.record, self._slot)
        self._note_face_up_card(before)
        self._due, self._slot = PLAY, -1

    def _last(self, seat: int) -> tuple[int, ...]:
        return self.arrivals[seat][-1]

    def _note_face_up_card(self, before: set[int]) -> None:
        """Note who draws the face-up card, which comes last and is seen by all."""
        if self.trump in before and self.variant.rules.has_trump_card and self.record["talon_size"] == 0:
            slot = self.variant.slots[self.trump]
            seat = 0 if int(self.record["hands"][0]) >> slot & 1 else 1
            self.arrivals[seat].append((self.trump,))

    # --- texts -------------------------------------------------------------------------------------------------------

    def _text(self, action: int) -> str:
        return self.variant.texts[action]

    def _trump_text(self) -> str:
        if self.trump == UNKNOWN:
            return "-"
        return self._text(self.trump) if self.variant.rules.has_trump_card else SUITS[self.trump]
