"""Oh Hell as a game of the kit: its variant, and the functions that compiled loops reach through the protocol."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from cardkit.compiled.bits import Number
from cardkit.compiled.game_functions import implement_game
from cardkit.compiled.jit import jit_inline
from cardkit.compiled.protocol import NO_EVENT, Slot
from cardkit.compiled.records import block_copier, tail_copier
from cardkit.game import Game, action_id, derived
from cardkit.notation.telling import NotationTelling
from oh_hell_env.action_errors import illegal_action, illegal_slot
from oh_hell_env.actions import actions_of_slots, kind_of, slot_of
from oh_hell_env.cards import NOT_BID
from oh_hell_env.core.dealing import ROTATION, deal_random, new_states
from oh_hell_env.core.play import mover, step
from oh_hell_env.core.records import BID, GIVEN_FIELDS, OVER, PAYMENTS, PLAY, SIZE_MASK, STATES, Info, State
from oh_hell_env.core.scoring import returns, score
from oh_hell_env.deals import Deal
from oh_hell_env.determinization import determinize_into
from oh_hell_env.information import InformationSet
from oh_hell_env.knowledge import HALF, INFOS, observe
from oh_hell_env.rules import Rules, RulesLike

TRUMPS_SHOWN = np.array([31, 32, 33, 47, 48])  # the events of each trump suit, and of none; no action has these slots


@dataclass(frozen=True, init=False)
class OhHell(Game):
    """The variant that is played: rules, world and returns.

    Attributes:
        rules: given as `oh_hell_env.rules.Rules.of` takes them; None for the standard rules.
        open_world: whether all seats see all cards.
        returns: ``points`` (the score), ``margin`` (the score less the mean of the others') or ``win`` (at the end, for
            the highest score).

    Raises:
        ValueError: the rules or the returns do not exist, or ``open_world`` is neither True nor False.
    """

    AGENTS: ClassVar[str] = "oh_hell_env.agents"
    INFORMATION: ClassVar[type[InformationSet]] = InformationSet
    COUNTS: ClassVar[tuple[str, ...]] = ("rounds", "plies")
    SEAT_COUNTS: ClassVar[tuple[str, ...]] = ("made",)
    OPTIONS: ClassVar[tuple[str, ...]] = ("decks", "trumps")
    RETURNS: ClassVar[tuple[str, ...]] = PAYMENTS
    POINTS: ClassVar[bool] = True

    rules: Rules
    returns: str = PAYMENTS[0]

    def __init__(self, rules: RulesLike = None, open_world: bool = False, returns: str = PAYMENTS[0]) -> None:
        self._set(Rules.of(rules), open_world, returns)

    @property
    def action_ids(self) -> np.ndarray:
        """The action id of each slot, for bids and for cards: shape (2, 64), -1 for slots without an action."""
        return actions_of_slots(self.rules)

    @derived
    def most_plies(self) -> int:
        """The number of plies: all games by the same rules have as many."""
        return self.rules.num_plies

    @derived
    def return_range(self) -> tuple[float, float]:
        """The least and the most returns.

        Points range from no trick to all tricks and bids; the margin is at most as wide; a win pays 1 or less.
        """
        least, most = self.rules.points_range
        if self.returns == "win":
            return -1 / (self.seats - 1), 1.0
        return (float(least), float(most)) if self.returns == "points" else (float(least - most), float(most - least))

    def new_states(self, count: int = 1) -> np.ndarray:
        """Make ``count`` STATE records that hold the rules and no deal yet."""
        return new_states(self.rules, count, self.returns)

    def start(self, options: Mapping[str, Any]) -> State | None:
        """Lay out the deal that ``decks`` and ``trumps`` describe; see `oh_hell_env.deals.Deal`."""
        deal = Deal.from_options(self.rules, options)
        return None if deal is None else deal.lay_out(self.rules, self.returns)

    def read_action(self, state: State, action: object) -> int:
        """Return the slot of a legal action id.

        Raises:
            ValueError: the action is not legal; the message names the rule that it breaks.
        """
        number = action_id(action, self.num_actions)
        slot = slot_of(number, self.rules)
        if kind_of(number, self.rules) != decision(state) or not int(state.legal) >> slot & 1:
            raise illegal_action(self.seen_by_mover(state), number)
        return slot

    def illegal_slot(self, state: State, slot: Slot) -> ValueError:
        """Make the error that explains why ``slot``, any number, is illegal for the seat to move."""
        return illegal_slot(self.seen_by_mover(state), int(slot))

    def forfeit(self, state: State, seat: int, beside: Collection[int] = ()) -> Sequence[float]:
        """Settle the returns after the agent of a seat has failed.

        The rounds that are not over bring its seats the least that they can, or less so that these are last, and each
        of the others the most.

        With ``win`` the others share the first place.
        """
        own, others = {seat, *beside}, self.seats - 1
        if self.returns == "win":
            first = (self.seats / (self.seats - len(own)) - 1) / others
            return tuple(-1.0 / others if one in own else first for one in range(self.seats))
        least, most = self.rules.points_range_from(int(state.round_number))
        scores = [float(score) + (least if one in own else most) for one, score in enumerate(state.scores)]
        below = min(score for one, score in enumerate(scores) if one not in own) - 1
        scores = [min(score, below) if one in own else score for one, score in enumerate(scores)]
        if self.returns == "points":
            return tuple(scores)
        return tuple(one - (sum(scores) - one) / others for one in scores)

    @property
    def tell(self) -> NotationTelling:
        """The telling of its games, by `oh_hell_env.notation`."""
        return NotationTelling(self, "oh_hell_env.notation")


# --- what compiled loops reach by the protocol ----------------------------------------------------------------------

_copy_game = tail_copier("word")
_copy_given = block_copier(GIVEN_FIELDS)


@jit_inline
def copy_state(source: State, target: State) -> None:
    """Make one state equal to another; the decks of the rounds are copied if they are given."""
    if source.given or target.given:
        _copy_given(source, target)
    _copy_game(source, target)


@jit_inline
def count(state: State, result: Any) -> None:
    """Write the rounds that are over, and the plies so far; for each agent the rounds made."""
    result.rounds = np.int64(state.round_number) + np.int64(state.phase == OVER)
    result.plies = state.plies
    for agent in range(len(result.seating)):
        result.made[agent] = state.made[result.seating[agent]]


@jit_inline
def decision(state: State) -> Number:
    """Return the kind of decision, for bids or for cards; see `oh_hell_env.actions`."""
    return np.int64(state.phase != BID)


@jit_inline
def event_after(state: State, slot: Slot) -> Slot:
    """Return the trumps shown by the deal of a round, or after the last bid of a half blind one; else NO_EVENT.

    A search that looks beyond a round does not tell apart the hands that are dealt.
    """
    half = state.blind == HALF
    shown = state.played == 0 and state.phase == PLAY if half else state.bids[state.leader] == NOT_BID
    if not shown or state.trump_rule == ROTATION or state.phase == OVER:
        return NO_EVENT
    return np.int64(TRUMPS_SHOWN[state.trump])


@jit_inline
def end_with_round(info: Info) -> None:
    """Make the round in progress the whole game, for an agent that searches no further.

    Determinized states end with it, and pay nothing but its points.
    """
    info.plan[0] = info.plan[info.round_number]
    info.round_number = 0
    info.rounds = 1
    size, each = np.int64(info.plan[0]) & SIZE_MASK, np.int64(info.points_per_trick)
    info.most = size * each + np.int64(info.bonus)
    info.least = -size * each if info.least < 0 else 0
    for seat in range(len(info.scores)):
        info.scores[seat] = 0


implement_game(
    STATES.values(),
    INFOS.values(),
    deal=deal_random,
    mover=mover,
    step=step,
    returns=returns,
    score=score,
    count=count,
    decision=decision,
    event_after=event_after,
    copy_state=copy_state,
    observe=observe,
    determinize=determinize_into,
)
