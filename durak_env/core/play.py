"""The rules of play on one record: legal actions and step.

A STATE is the full truth about a game. It is changed in place by compiled functions that take the record itself; a
batch of games is an array of STATE, a copy is one assignment, a snapshot is ``tobytes()``. All chance is in the deal.
Functions assume legal actions and never check; callers that face users check first.

Actions are slots here (see `durak_env.cards`): a card's slot, TAKE_SLOT or DONE_SLOT, a transfer's slot or SHOW_SLOT.
The rules are in ``docs/durak/rules.md`` and ``docs/durak/many_seats.md``. The phases::

    ATTACK --card--> DEFENCE --last beat--> THROW_IN --card--> DEFENCE
                      |   `--transfer---> DEFENCE +------DONE of all asked--> the bout is beaten off
                      +---TAKE--> THROW_IN_AFTER_TAKE --card--> (the same)
                                         +------DONE of all asked--> the bout is taken
"""

from __future__ import annotations

from cardkit.compiled.bits import ZERO
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.protocol import Actions, Seat, Slot
from cardkit.playing_cards import Cards, higher_in_suit, suit_lane
from durak_env.cards import DONE_BIT, DONE_SLOT, SHOW_SLOT, TAKE_BIT, TAKE_SLOT, bit
from durak_env.core.asking import addable, ask, ask_after_beat, places_from_attacker, throw_ins
from durak_env.core.bout_end import end_bout, note_out
from durak_env.core.records import ATTACK, DEFENCE, GAME_OVER, THROW_IN, THROW_IN_AFTER_TAKE, State
from durak_env.core.seating import defender_of, is_decided, mover, set_mover
from durak_env.core.transfers import (
    card_to_beat,
    has_more_to_beat,
    is_transfer,
    pass_attack_on,
    transferred_card,
    transfers,
)

GOES_ON, BEATEN_OFF, TAKEN = range(3)  # what an action does to the bout


@jit_inline
def beats(slot: Slot, trumps: Cards) -> Cards:
    """Return all cards that beat the card of ``slot``."""
    return higher_in_suit(slot) | (trumps & ~suit_lane(slot))


@jit
def legal_actions(state: State) -> Actions:
    """Return the set of legal actions of the seat to move; during play ``state.legal`` holds it."""
    if state.phase == ATTACK:
        return state.hands[state.attacker]
    if state.phase == DEFENCE:
        return answers(state)
    if state.phase == GAME_OVER:
        return ZERO
    return throw_ins(state) | DONE_BIT


@jit_inline
def answers(state: State) -> Actions:
    """Return the defender's legal answers to the oldest attack card that is not beaten."""
    beating = state.hands[defender_of(state)] & beats(card_to_beat(state), state.trumps)
    return beating | TAKE_BIT | transfers(state)


@jit_inline
def step(state: State, action: Slot) -> None:
    """Play the legal action (a slot) of the seat to move, in place."""
    state.plies += 1
    if action == DONE_SLOT:
        bout = say_done(state)
    elif action == TAKE_SLOT:
        bout = wait_for_throw_in(state, 0)
    elif state.phase == DEFENCE:
        bout = transfer(state, action) if is_transfer(state, action) else defend(state, action)
    else:
        bout = attack(state, action)
    if bout != GOES_ON:
        end_bout(state, bout == TAKEN)


@jit_inline
def attack(state: State, card: Slot) -> int:
    """Lay an attack card: the first of the bout, a throw-in, or one more for a defender that takes."""
    lay(state, mover(state), card)
    state.attacks |= bit(card)
    if state.phase == THROW_IN_AFTER_TAKE:
        return wait_for_throw_in(state, places_from_attacker(state))
    state.bouts += state.phase == ATTACK
    set_mover(state, defender_of(state))
    state.phase = DEFENCE
    state.legal = answers(state)
    return GOES_ON


@jit_inline
def defend(state: State, card: Slot) -> int:
    """Beat the oldest attack card that is not beaten."""
    defender = defender_of(state)
    lay(state, defender, card)
    state.defences |= bit(card)
    if has_more_to_beat(state):
        state.legal = answers(state)
        return GOES_ON
    if state.talon_size == 0 and is_decided(state):
        state.phase = GAME_OVER
        state.legal = ZERO
        note_out(state)
        return GOES_ON
    if state.hands[defender] == ZERO:
        return BEATEN_OFF
    state.phase = THROW_IN
    return GOES_ON if ask_after_beat(state) else BEATEN_OFF


@jit_inline
def transfer(state: State, action: Slot) -> int:
    """Pass the attack on."""
    if action != SHOW_SLOT:
        card = transferred_card(state, action)
        lay(state, defender_of(state), card)
        state.attacks |= bit(card)
    pass_attack_on(state, action)
    state.legal = answers(state)
    return GOES_ON


@jit_inline
def say_done(state: State) -> int:
    """Add nothing more: the next thrower is asked, or the bout ends."""
    if ask(state, places_from_attacker(state) + 1, addable(state)):
        return GOES_ON
    return TAKEN if state.phase == THROW_IN_AFTER_TAKE else BEATEN_OFF


@jit_inline
def wait_for_throw_in(state: State, first: int) -> int:
    """Let the defender take: ask the throwers from ``first`` places after the attacker on, or end the bout."""
    if not ask(state, first, addable(state)):
        return TAKEN
    state.phase = THROW_IN_AFTER_TAKE
    return GOES_ON


@jit_inline
def lay(state: State, seat: Seat, card: Slot) -> None:
    """Move a card from a hand to the table."""
    left = ~bit(card)
    state.hands[seat] &= left
    state.known[seat] &= left
    state.table[state.table_size] = card
    state.table_size += 1
