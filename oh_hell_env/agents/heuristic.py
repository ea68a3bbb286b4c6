"""Agents that choose by a rule, without search: random, and informed in three versions.

Source: W. Sarsfield, *Game Playing: Board or Card Games "Oh Hell!"*, dissertation, Manchester 2024. Where it leaves
something open, docs/oh_hell/agents.md tells what these agents do. Of equal cards they take the one with the lowest id.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from cardkit.agents import choose_any, compiled_choice
from cardkit.checks import chosen, real, whole
from cardkit.compiled.bits import ZERO, bit, is_single, lowest, random_bit, without_lowest
from cardkit.compiled.blocks import Block
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.memory import address_of
from cardkit.compiled.prng import below
from cardkit.compiled.protocol import Slot, Stream
from cardkit.compiled.records import record
from cardkit.playing_cards import Cards
from cardkit.wording import quoted
from oh_hell_env.agents.values import WEIGHTS, product, weighted, win
from oh_hell_env.agents.weight_sets import WEIGHT_SETS
from oh_hell_env.compiled_agents import CompiledAgent
from oh_hell_env.core.records import BID, Info, seats_of

NAIVE, COUNTING, WEIGHTED = 1, 2, 3
"""The versions of informed."""
COUNTING_THRESHOLD = 0.6
BIDS_THEN_FOLLOWS, FOLLOWS_THEN_BIDS = range(2)
GROUPS = {"bid-follow": BIDS_THEN_FOLLOWS, "follow-bid": FOLLOWS_THEN_BIDS}
TRUMP = {"share": 0, "safe": 1}
FORCED = {"text": 0, "value": 1}
SURE_TRUMP, LOWEST_CHANCE, CHANCES = 7, 7, 8  # ranks of the naive bid: trumps above 7, others above 7..14

SETTINGS = record(
    [
        ("weights", WEIGHTS),
        ("threshold", np.float64),
        ("version", np.uint8),  # NAIVE, COUNTING, WEIGHTED
        ("forced", np.uint8),  # whether the value decides where a seat cannot do what it wants
    ]
)
"""The parameters of informed."""

Settings = Any
"""A SETTINGS record, as the parameter of a compiled function."""

_BLOCK = Block(("settings", SETTINGS, 1))
_settings_at = _BLOCK.reader("settings")


def random_agent() -> CompiledAgent:
    """Play a legal bid or card, each with the same probability."""
    return CompiledAgent(choose_any)


def informed(
    version: int = WEIGHTED,
    threshold: float | None = None,
    groups: str = "bid-follow",
    trump: str | None = None,
    forced: str | None = None,
    weights: str = "printed",
    weight_0: float | None = None,
    weight_1: float | None = None,
    weight_2: float | None = None,
    weight_3: float | None = None,
    weight_4: float | None = None,
    weight_5: float | None = None,
    weight_6: float | None = None,
    weight_7: float | None = None,
    weight_8: float | None = None,
    weight_9: float | None = None,
    weight_10: float | None = None,
    weight_11: float | None = None,
    weight_12: float | None = None,
) -> CompiledAgent:
    """Bid the cards that look like tricks, and play for tricks until it has them: naive (1), counting (2), weighted.

    Args:
        version: 1 counts high cards, 2 the cards that beat most of the unseen ones, 3 those of a weighted sum.
        threshold: what a card must be worth more than, 0..1, to count in a bid; None for 0.6 in version 2, in version 3
            for that of ``weights``. Version 1 has none.
        groups: version 3 only, as all but ``forced`` below. Whether of the weights 5 to 8 and 9 to 12 the first
            ``bid-follow`` the second: are for bids and for following cards; ``follow-bid`` the other way round.
        trump: the heuristic is the ``share`` of trumps among the unseen cards, or ``safe``: of those that do not trump
            the card. None for that of ``weights``.
        forced: where a seat cannot do what it wants, it plays as the ``text`` says (a random card; version 3 its
            lowest if it wants tricks), or always by ``value``. None for that of ``weights``.
        weights: a set of parameters for version 3: ``printed``, as the source prints the weights, ``later``, as it
            shows them in figure 4.2, or tuned for 13 rounds of 13 cards (``13x13``) or of 13 to 1 (``13-to-1``); see
            `oh_hell_env.agents.weight_sets`. Other parameters change single ones of it.
        weight_0: to weight_4: of win, same, follow, trump, safety when it leads, at least 0. A group
            is divided by its sum. weight_5 to weight_8: of same, follow, trump, safety in bids; weight_9 to weight_12:
            of win, same, follow, trump when it follows.

    Raises:
        ValueError: a parameter is out of range, or the version does not have it.
    """
    version = whole("version", version, NAIVE, WEIGHTED, WEIGHTED)
    single = (weight_0, weight_1, weight_2, weight_3, weight_4, weight_5, weight_6)
    single += (weight_7, weight_8, weight_9, weight_10, weight_11, weight_12)
    later = {COUNTING: {"threshold": threshold}, WEIGHTED: {"groups": groups, "trump": trump, "weights": weights}}
    later[WEIGHTED] |= {f"weight_{number}": weight for number, weight in enumerate(single)}
    _check_used(version, later)
    named = chosen("weights", weights, WEIGHT_SETS, "printed")
    each = [usual if given is None else given for given, usual in zip(single, named.weights, strict=True)]
    leads, bids, follows = (_normed(group.start, each[group]) for group in (_LEADS, _SECOND, _THIRD))
    if chosen("groups", groups, GROUPS, "bid-follow") == FOLLOWS_THEN_BIDS:
        bids, follows = follows, bids
    memory = _BLOCK.new()
    settings = _BLOCK.view(memory, "settings")[0]
    settings.version = version
    usual = {COUNTING: COUNTING_THRESHOLD, WEIGHTED: named.threshold}.get(version, 0.0)
    settings.threshold = usual if threshold is None else real("threshold", threshold, 0, 1, usual)
    settings.forced = chosen("forced", named.forced if forced is None else forced, FORCED, named.forced)
    settings.weights.safe = chosen("trump", named.trump if trump is None else trump, TRUMP, named.trump)
    settings.weights.leads = leads
    settings.weights.bids = [0, *bids]
    settings.weights.follows = [*follows, 0]
    return CompiledAgent(choose_informed, memory)


_LEADS, _SECOND, _THIRD = slice(0, 5), slice(5, 9), slice(9, 13)
_USUAL = {"groups": "bid-follow", "weights": "printed"}


def _check_used(version: int, later: Mapping[int, Mapping[str, Any]]) -> None:
    """Raise ValueError if a parameter is given that only later versions have; ``later`` holds each version's own."""
    for first, parameters in later.items():
        for name, value in parameters.items():
            if version < first and value != _USUAL.get(name):
                raise ValueError(f"version {version} has no {name}, got {name}={quoted(value)}")


def _normed(first: int, weights: Sequence[float]) -> list[float]:
    """Divide a group of weights by their sum."""
    checked = [real(f"weight_{number}", weight, 0, 1e6, None) for number, weight in enumerate(weights, first)]
    if sum(checked) == 0:
        raise ValueError(f"weight_{first} to weight_{first + len(weights) - 1} must not all be 0, got 0")
    return [weight / sum(checked) for weight in checked]


@compiled_choice
def choose_informed(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    """Choose the bid, or the card, of the version."""
    settings = _settings_at(address_of(memory))
    if is_single(info.legal):
        return lowest(info.legal)
    if info.phase == BID:
        return informed_bid(info, settings, stream)
    return informed_card(info, settings, stream)


# --- bids ------------------------------------------------------------------------------------------------------------


@jit_inline
def informed_bid(info: Info, settings: Settings, stream: Stream) -> Slot:
    """Count the cards that count; if that bid is banned, return one more, or one less if it is all cards."""
    hand = info.hands[info.seat]
    size = np.int64(info.hand_size)
    bid = tricks_of(info, hand, settings, stream) if hand != ZERO else share_of_tricks(info)
    if info.legal & bit(bid) == ZERO:
        return bid + 1 if bid < size else bid - 1
    return bid


@jit_inline
def share_of_tricks(info: Info) -> Slot:
    """Return a seat's even share of the tricks: the bid of one that does not know its hand."""
    return (np.int64(info.hand_size) + seats_of(info) // 2) // seats_of(info)


@jit_inline
def tricks_of(info: Info, hand: Cards, settings: Settings, stream: Stream) -> int:
    """Count the cards in a hand that count as tricks."""
    count, rest = 0, hand
    while rest != ZERO:
        card = lowest(rest)
        rest = without_lowest(rest)
        if settings.version == NAIVE:
            count += counts_naively(info, card, stream)
        elif settings.version == COUNTING:
            count += product(card, info.unseen, info.trumps) > settings.threshold
        else:
            weights = settings.weights
            count += weighted(card, hand, info.unseen, info.trumps, weights.bids, weights.safe) > settings.threshold
    return count


@jit_inline
def counts_naively(info: Info, card: Slot, stream: Stream) -> bool | np.bool_:
    """Return whether a card is a trump above 7, or another card above a random rank."""
    rank = card & 15
    if bit(card) & info.trumps != ZERO:
        return rank > SURE_TRUMP
    return rank > LOWEST_CHANCE + below(stream, CHANCES)


# --- cards -----------------------------------------------------------------------------------------------------------


@jit_inline
def informed_card(info: Info, settings: Settings, stream: Stream) -> Slot:
    """Play for a trick until the seat has those that it bid, and for none while it has exactly these."""
    seat = np.int64(info.seat)
    wants = np.int64(info.won[seat]) != np.int64(info.bids[seat])
    if info.on_table == 0:
        return best_card(info, info.legal, settings, wants)
    fitting = info.legal & info.beating if wants else info.legal & ~info.beating
    if fitting == ZERO:
        return forced_card(info, wants, settings, stream)
    if settings.version == NAIVE:
        return random_bit(fitting, stream)
    plays_last = np.int64(info.on_table) == seats_of(info) - 1
    return best_card(info, fitting, settings, not (wants and plays_last))


@jit_inline
def forced_card(info: Info, wants: Any, settings: Settings, stream: Stream) -> Slot:
    """Choose the card where none does what the seat wants."""
    if settings.forced:
        return best_card(info, info.legal, settings, not wants)
    if wants and settings.version == WEIGHTED:
        return best_card(info, info.legal, settings, False)
    return random_bit(info.legal, stream)


@jit
def best_card(info: Info, cards: Cards, settings: Settings, highest: Any) -> Slot:
    """Find the card of a set with the highest value, or the lowest."""
    best, best_value = lowest(cards), value(info, lowest(cards), settings)
    rest = without_lowest(cards)
    while rest != ZERO:
        card = lowest(rest)
        rest = without_lowest(rest)
        card_value = value(info, card, settings)
        if (card_value > best_value) if highest else (card_value < best_value):
            best, best_value = card, card_value
    return best


@jit_inline
def value(info: Info, card: Slot, settings: Settings) -> float:
    """Compute the value of a card to the seat, which leads or follows."""
    if settings.version == NAIVE:
        return np.float64(card & 15)
    if settings.version == COUNTING:
        if info.on_table == 0:
            return product(card, info.unseen, info.trumps)
        return win(card, info.unseen, info.trumps)
    weights, hand = settings.weights, info.hands[info.seat]
    if info.on_table == 0:
        return weighted(card, hand, info.unseen, info.trumps, weights.leads, weights.safe)
    return weighted(card, hand, info.unseen, info.trumps, weights.follows, weights.safe)
