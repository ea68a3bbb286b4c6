"""Bang! as a game of the kit: its variant, and the functions that compiled loops reach through the protocol."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from bang_env.action_errors import illegal_action, illegal_slot
from bang_env.actions import FORGOTTEN_ACTIONS, SECRET_ACTIONS, action_ids
from bang_env.cards import NUM_CARDS
from bang_env.chance_errors import misfit_in_words, too_much_chance
from bang_env.characters import ROLES, TEAMS, UNKNOWN
from bang_env.core.chance import feed, reseed
from bang_env.core.luck import event_after
from bang_env.core.records import OVER, STATES, State, new_states
from bang_env.core.scoring import count, party, returns, score
from bang_env.deals import Deal
from bang_env.game import deal_random, mover, step
from bang_env.information import INFOS, InformationSet, determinize_into, observe
from bang_env.quitting.forfeits import forfeit
from bang_env.quitting.leaving import withdraw
from bang_env.rules import MOST_PLIES, Rules, RulesLike
from cardkit.checks import check_choice
from cardkit.compiled.game_functions import implement_game
from cardkit.compiled.jit import jit
from cardkit.compiled.protocol import Slot
from cardkit.compiled.records import tail_copier
from cardkit.compiled.slots import as_int
from cardkit.game import Game, action_id, derived
from cardkit.notation.telling import NotationTelling

LINEUPS = BY_TEAM, BY_SEAT = ("teams", "seats")


@dataclass(frozen=True, init=False)
class Bang(Game):
    """The variant that is played: rules, world and lineup.

    Attributes:
        rules: given as `bang_env.rules.Rules.of` takes them; None for the standard rules.
        open_world: whether all seats see all roles and cards.
        returns: ``team``: at the end 1 to each seat of the team that wins, -1 to all others.
        lineup: what the agents of a match play: ``teams``, each a team that the deal draws, or ``seats``, each a seat,
            so that a team may be of several agents.

    Raises:
        ValueError: the rules, the returns or the lineup do not exist, or ``open_world`` is neither True nor False.
    """

    AGENTS: ClassVar[str] = "bang_env.agents"
    INFORMATION: ClassVar[type[InformationSet]] = InformationSet
    COUNTS: ClassVar[tuple[str, ...]] = ("rounds", "turns", "plies", "reshuffles")
    SEAT_COUNTS: ClassVar[tuple[str, ...]] = ("role", "lives")
    OPTIONS: ClassVar[tuple[str, ...]] = ("roles", "characters", "deck", "chance")
    PARTY_NAMES: ClassVar[tuple[str, ...]] = TEAMS
    ROLES: ClassVar[tuple[str, ...]] = ROLES[:UNKNOWN]
    RETURNS: ClassVar[tuple[str, ...]] = ("team",)
    secret_actions: ClassVar[frozenset[int]] = SECRET_ACTIONS
    forgotten_actions: ClassVar[frozenset[int]] = FORGOTTEN_ACTIONS
    most_plies, return_range = MOST_PLIES, (-1.0, 1.0)

    rules: Rules
    returns: str = "team"
    lineup: str = BY_TEAM

    def __init__(
        self, rules: RulesLike = None, open_world: bool = False, returns: str = "team", lineup: str = BY_TEAM
    ) -> None:
        check_choice("lineup", lineup, LINEUPS)
        self._set(Rules.of(rules), open_world, returns, lineup=lineup)

    @derived
    def parties(self) -> int | None:
        """The number of parties: the law, the Outlaws, the Renegade; None where agents play seats."""
        return len(TEAMS) if self.lineup == BY_TEAM else None

    @property
    def action_ids(self) -> np.ndarray:
        """The action id of each slot, which is the same number: shape (1, 256), -1 for slots without an action."""
        return action_ids()

    def new_states(self, count: int = 1) -> np.ndarray:
        """Make ``count`` STATE records that hold the rules and no deal yet."""
        return new_states(self.rules, count)

    def start(self, options: Mapping[str, Any]) -> State | None:
        """Lay out the deal that ``roles``, ``characters``, ``deck`` and ``chance`` tell; see `bang_env.deals.Deal`."""
        deal = Deal.from_options(self.rules, options)
        return None if deal is None else deal.lay_out(self.rules)

    def action_of(self, state: State, slot: Slot) -> int:
        """Return the slot, which is the action id."""
        return int(slot)

    def read_action(self, state: State, action: object) -> int:
        """Return the slot of a legal action id.

        Raises:
            ValueError: the action is not legal; the message names the rule that it breaks.
        """
        number = action_id(action, self.num_actions)
        if not as_int(state.legal) >> number & 1:
            raise illegal_action(self.seen_by_mover(state), number)
        return number

    def illegal_slot(self, state: State, slot: Slot) -> ValueError:
        """Make the error that explains why ``slot``, any number, is illegal for the seat to move."""
        return illegal_slot(self.seen_by_mover(state), int(slot))

    def check_chance(self, states: Any) -> None:
        """Raise ValueError if chance that was given does not fit one of the states, lacks, or is left over at the end.

        It is then forgotten.
        """
        misfits = np.atleast_1d(states["misfit"])
        over = np.atleast_1d((states["phase"] == OVER) & (states["given_used"] < states["given_length"]))
        if not (misfits.any() or over.any()):
            return
        is_misfit = bool(misfits.any())
        game = int((misfits if is_misfit else over).argmax())
        name, state = "" if len(misfits) == 1 else f"game {game}: ", np.atleast_1d(states)[game]
        told = misfit_in_words(state) if is_misfit else too_much_chance(int(state["entries"]), "game uses")
        states["misfit"] = 0
        if not is_misfit:
            states["given_length"] = np.minimum(states["given_length"], states["given_used"])
        raise ValueError(f"{name}{told}")

    def forfeit(self, state: State, seat: int, beside: Collection[int] = ()) -> Sequence[float]:
        """Settle the returns after the agent of a seat has failed; see `bang_env.quitting.forfeits`."""
        return forfeit(state, {seat, *beside})

    @property
    def tell(self) -> NotationTelling:
        """The telling of its games, by `bang_env.notation`."""
        return NotationTelling(self, "bang_env.notation")


# --- what compiled loops reach by the protocol ----------------------------------------------------------------------

_copy_game = tail_copier("word")


@jit
def copy_state(source: State, target: State) -> None:
    """Make one state equal to another; what searches leave out is copied if it is kept up."""
    if source.tracked:
        for place in range(max(source.given_length, source.given_used)):
            target.given[place] = source.given[place]
        for word in range(len(source.may)):
            target.may[word] = source.may[word]
        for place in range(NUM_CARDS):
            target.dealt[place] = source.dealt[place]
    _copy_game(source, target)


implement_game(
    STATES.values(),
    INFOS.values(),
    deal=deal_random,
    mover=mover,
    step=step,
    returns=returns,
    score=score,
    count=count,
    copy_state=copy_state,
    observe=observe,
    determinize=determinize_into,
    event_after=event_after,
    party=party,
    reseed=reseed,
    feed=feed,
    withdraw=withdraw,
)
