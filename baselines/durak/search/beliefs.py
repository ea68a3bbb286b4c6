"""Determinizations drawn as a network believes the hidden cards to lie.

The network gives each unseen card the odds of being in the other hand. As many cards are drawn as
that hand holds, each set of so many cards by the product of its odds (a conditional Bernoulli sample: X.-H. Chen,
A. Dempster, J. Liu, "Weighted finite population sampling to maximize entropy", Biometrika 81, 1994). The odds are
weights: as the size of the hand is fixed, a card's share of the determinizations is not the network's probability. One
in five is drawn without the belief, so that its errors cost less. The order of the talon is uniform.
"""

from __future__ import annotations

import numpy as np

from baselines.durak.networks.forward import logits_of, places_of
from cardkit.compiled.bits import ONE, ZERO, lowest, popcount, without_lowest
from cardkit.compiled.elementary import exp
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.memory import Address, record_reader
from cardkit.compiled.prng import chance, uniform
from cardkit.compiled.protocol import Stream, determinize, implement
from cardkit.compiled.records import FIELD, record
from cardkit.playing_cards import MAX_CARDS, Cards
from durak_env.core.records import PUBLIC_FIELDS, Info, State
from durak_env.knowledge import copy_knowledge, determinize_into, determinize_with_hand, info_fields

UNIFORM = 0.2  # share of the determinizations that are drawn without the belief
HIGHEST = 6.0  # logit; no card is likelier or less likely

_WAYS = MAX_CARDS + 1
BELIEVED_INFO = record(
    info_fields(
        2,
        [
            ("places", np.int64),  # unseen cards in the other hand
            ("odds", np.float64, MAX_CARDS),  # of each unseen card, the lowest slot first
            ("ways", np.float64, _WAYS * _WAYS),  # at i * _WAYS + j: of i cards, the summed odds of all sets of j
            *PUBLIC_FIELDS,
        ],
    ),
    "durak",
)
"""INFO of a seat that believes more of the hidden cards than the rules say."""
believed_in = record_reader(BELIEVED_INFO)


class BelievedInfo(Info):
    """A BELIEVED_INFO record."""

    places = odds = ways = FIELD


@jit
def believe(info: Info, network: Address, believed: BelievedInfo) -> None:
    """Copy an INFO record with unseen cards into a BELIEVED_INFO record, and ask a belief network about the cards."""
    copy_knowledge(info, believed)
    other = 1 - np.int64(info.seat)
    believed.places = np.int64(info.hand_sizes[other]) - np.int64(popcount(info.hands[other]))
    logits, places_of_slots = logits_of(info, network), places_of(info, network)
    left, cards = info.unseen, 0
    while left != ZERO:
        logit = np.float64(logits[places_of_slots[lowest(left)]])
        believed.odds[cards] = exp(min(HIGHEST, max(-HIGHEST, logit)))
        cards += 1
        left = without_lowest(left)
    sum_ways(believed, cards)


@jit_inline
def sum_ways(believed: BelievedInfo, cards: int) -> None:
    """Fill in the ways to choose up to as many cards as the other hand has places."""
    for chosen in range(believed.places + 1):
        believed.ways[chosen] = chosen == 0
    for card in range(cards):
        before, after = card * _WAYS, (card + 1) * _WAYS
        believed.ways[after] = 1.0
        for chosen in range(1, believed.places + 1):
            with_it = believed.odds[card] * believed.ways[before + chosen - 1]
            believed.ways[after + chosen] = believed.ways[before + chosen] + with_it


@jit
def determinize_by_belief(info: BelievedInfo, stream: Stream, state: State) -> None:
    """Write into ``state`` a state drawn by the belief of a BELIEVED_INFO record with unseen cards."""
    if chance(stream, UNIFORM):
        determinize_into(info, stream, state)
    else:
        determinize_with_hand(info, hand_drawn(info, stream), stream, state)


@jit_inline
def hand_drawn(info: BelievedInfo, stream: Stream) -> Cards:
    """Draw unseen cards for the places of the other hand: the sets of so many cards by their odds."""
    number, places, drawn = np.int64(popcount(info.unseen)), info.places, ZERO
    while places > 0:  # from the last card back: the ways of those before it are known
        number -= 1
        ways = info.ways[(number + 1) * _WAYS + places]
        if uniform(stream) * ways < info.odds[number] * info.ways[number * _WAYS + places - 1]:
            drawn |= ONE << np.uint64(number)
            places -= 1
    hand, left = ZERO, info.unseen
    while drawn != ZERO:
        if drawn & ONE:
            hand |= ONE << np.uint64(lowest(left))
        left, drawn = without_lowest(left), drawn >> ONE
    return hand


implement(determinize, BELIEVED_INFO, determinize_by_belief)
