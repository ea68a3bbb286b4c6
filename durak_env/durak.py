"""Durak as a game of the kit: its variant, and the functions that compiled loops reach through the protocol."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from cardkit.compiled.game_functions import implement_game
from cardkit.compiled.jit import jit_inline
from cardkit.compiled.protocol import NO_EVENT, Slot
from cardkit.compiled.records import tail_copier, where_field
from cardkit.game import Game, derived
from cardkit.notation.telling import NotationTelling
from durak_env.action_errors import action_id, illegal_action, illegal_slot
from durak_env.actions import actions_of_slots, slots_of_actions
from durak_env.cards import DONE_SLOT, TAKE_SLOT
from durak_env.core.asking import places_from_attacker
from durak_env.core.bout_end import places_to_defender
from durak_env.core.dealing import deal_random, new_states
from durak_env.core.play import step
from durak_env.core.records import ATTACK, GAME_OVER, STATE, STATES, THROW_IN, THROW_IN_AFTER_TAKE, State
from durak_env.core.results import NEVER_OUT, returns, score
from durak_env.core.seating import mover
from durak_env.deals import Deal
from durak_env.information import InformationSet
from durak_env.knowledge import INFO, INFOS, determinize_into, observe
from durak_env.rules import Rules, RulesLike

RETURNS = ("fool", "places")
SEATS = 2  # of the plain game
BOUT_ENDED = 16  # the event of a bout that ends with no thrower asked; no action has this slot
ASKED = (NO_EVENT, 32, 33, 48, 49)  # nor these: the thrower asked next, by place after the attacker


@dataclass(frozen=True, init=False)
class Durak(Game):
    """The variant that is played: rules, world and returns.

    Attributes:
        rules: given as `durak_env.rules.Rules.of` takes them; None for the standard rules.
        open_world: whether all seats see all cards.
        returns: ``fool`` (the fool alone loses) or ``places`` (a seat that goes out earlier gets more).

    Raises:
        ValueError: the rules or the returns do not exist, or ``open_world`` is neither True nor False.
    """

    AGENTS: ClassVar[str] = "durak_env.agents"
    INFORMATION: ClassVar[type[InformationSet]] = InformationSet
    COUNTS: ClassVar[tuple[str, ...]] = ("bouts", "plies", "first_attacker")
    OPTIONS: ClassVar[tuple[str, ...]] = ("deck", "trump_suit", "attacker")
    RETURNS: ClassVar[tuple[str, ...]] = RETURNS

    rules: Rules
    returns: str = RETURNS[0]

    def __init__(self, rules: RulesLike = None, open_world: bool = False, returns: str = RETURNS[0]) -> None:
        self._set(Rules.of(rules), open_world, returns)

    @property
    def action_ids(self) -> np.ndarray:
        """The action id of each slot: shape (1, 64), -1 for slots without an action."""
        return actions_of_slots(self.rules)[None]

    @derived
    def most_plies(self) -> int:
        """The number of plies that no game exceeds.

        A plain game of 52 cards is always shorter: 26 bouts beaten off, between them fewer than 52 cards taken.

        In other games cards may wander in circles, but for so long only if agents aim for it.
        """
        return 8192 if self.rules.is_plain else 65535

    @derived
    def return_range(self) -> tuple[float, float]:
        """The worst and the best result.

        The fool has -1; the best is a win against one rival or by places, else a share of what the fool loses.
        """
        return -1.0, 1.0 if self.returns == "places" else 1 / (self.rules.teams - 1)

    def new_states(self, count: int = 1) -> np.ndarray:
        """Make ``count`` STATE records that hold the rules and no deal yet."""
        return self._paying(new_states(self.rules, count))

    def start(self, options: Mapping[str, Any]) -> State | None:
        """Lay out the deal that ``deck``, ``trump_suit`` and ``attacker`` describe; see `durak_env.deals.Deal`."""
        deal = Deal.from_options(self.rules, options)
        return None if deal is None else self._paying(deal.lay_out(self.rules))

    def _paying(self, states: Any) -> Any:
        """Write into STATE records how results are paid, and return them; for two seats both ways agree."""
        if not self.rules.is_plain:
            states["by_places"] = self.returns == "places"
        return states

    def action_of(self, state: State, slot: Slot) -> int:
        """Return the action id of a slot."""
        return int(actions_of_slots(self.rules)[slot])

    def read_action(self, state: State, action: object) -> int:
        """Return the slot of a legal action id.

        Raises:
            ValueError: the action is not legal; the message names the rule that it breaks.
        """
        number = action_id(action, self.rules)
        slot = int(slots_of_actions(self.rules)[number])
        if not int(state.legal) >> slot & 1:
            raise illegal_action(self.seen_by_mover(state), number)
        return slot

    def illegal_slot(self, state: State, slot: Slot) -> ValueError:
        """Make the error that explains why ``slot``, any number, is illegal for the seat to move."""
        return illegal_slot(self.seen_by_mover(state), int(slot))

    def forfeit(self, state: State, seat: int, beside: Collection[int] = ()) -> Sequence[float]:
        """Settle the returns after the agent of a seat has failed: it is the fool, as if all others went out now.

        By places, seats that are out keep theirs, and the agent's other seats go out after those of the others. Of
        teams, the one that loses is the one where the agent has most of its seats: it may sit on several.
        """
        ended = state.copy()
        ended.phase = GAME_OVER
        seat = self._fool(state, seat, {seat, *beside})
        for other in range(self.seats):
            ended.hands[other] = other == seat  # any card at all
            if not self.rules.is_plain:
                last = NEVER_OUT - 1 - (other not in beside)
                ended.out_bout[other] = 0 if other == seat else int(ended.out_bout[other]) or last
        return tuple(float(returns(ended, one)) for one in range(self.seats))

    def _fool(self, state: State, seat: int, own: Collection[int]) -> int:
        """Find the fool where an agent has failed in a seat; a seat of its team where teams lose."""
        teams = self.rules.num_teams
        if teams is None or self.returns == "places":
            return seat
        left = {one % teams for one in range(self.seats) if not state.out_bout[one]}
        return max(left, key=lambda team: (sum(one % teams == team for one in own), team == seat % teams))

    @property
    def tell(self) -> NotationTelling:
        """The telling of its games, by `durak_env.notation`."""
        return NotationTelling(self, "durak_env.notation")


# --- what compiled loops reach by the protocol ----------------------------------------------------------------------

copy_state = tail_copier("legal")


@jit_inline
def count(state: State, result: Any) -> None:
    """Write the bouts and plies so far, and who attacked first."""
    result.bouts = state.bouts
    result.plies = state.plies
    if state.plies == 0:
        result.first_attacker = state.attacker


def _take_that_ends(state: State, slot: Slot) -> Slot:
    return BOUT_ENDED if slot == TAKE_SLOT and state.phase == ATTACK else NO_EVENT


def _who_is_asked(state: State, slot: Slot) -> Slot:
    if state.phase == ATTACK and slot != DONE_SLOT:
        return BOUT_ENDED
    if state.phase != THROW_IN and state.phase != THROW_IN_AFTER_TAKE:
        return NO_EVENT
    asked = places_from_attacker(state)
    return ASKED[asked - np.int64(asked > places_to_defender(state))]


event_after = where_field("mover", _who_is_asked, _take_that_ends)
"""Return what all seats see besides an action: which thrower is asked next, or that the bout ends with none asked."""


implement_game(
    (STATE, *STATES.values()),
    (INFO, *INFOS.values()),
    deal=deal_random,
    mover=mover,
    step=step,
    returns=returns,
    score=score,
    count=count,
    event_after=event_after,
    copy_state=copy_state,
    observe=observe,
    determinize=determinize_into,
)
