"""Worlds in which a known opponent would have played the whole game as it did.

An opponent whose choices do not vary leaves exact evidence: at each of its plies it held no hand with which it would
have chosen otherwise. So a world is not only the other hand, but which cards that seat drew when. It contradicts a
number of `baselines.durak.search.clues`, and of the events that the rules tell of (`durak_env.evidence.log`; a first
attack that may have been drawn by lot tells nothing here).

Markov chains draw the worlds (N. Metropolis et al., "Equation of state calculations by fast computing machines", 1953).
In each step two cards exchange their places, unless the world would contradict more: with each contradiction the
exchange is less likely by the factor `SLIP`. What a search gets are the worlds with the fewest contradictions that the
chains passed, as often as they did. Where these are none, each world that is left is as likely as its deal.
"""

from __future__ import annotations

import math

import numpy as np

from baselines.durak.search.clues import CLUE, contradicts, follow_choices
from cardkit.compiled.bits import ZERO, Number, popcount, random_bit
from cardkit.compiled.call import PLAYER, players
from cardkit.compiled.elementary import log as ln
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.prng import STREAM, streams_from, uniform
from cardkit.compiled.protocol import Slot, Stream, determinize, implement
from cardkit.compiled.records import FIELD, OpenRecord, record
from cardkit.playing_cards import MAX_CARDS
from durak_env.actions import slots_of_actions
from durak_env.cards import bit
from durak_env.compiled_agents import CompiledAgent
from durak_env.core.records import PUBLIC_FIELDS, STATE, Info, State
from durak_env.evidence.records import NONE, SOME, Log
from durak_env.information import InformationSet
from durak_env.knowledge import INFO, copy_knowledge, determinize_into, determinize_with_hand, info_fields

CHAINS = 4
STEPS = 2000  # exchanges that each chain tries
EVERY = 4  # steps a world is noted
SLIP = 0.02
LOG_SLIP = math.log(SLIP)
MEMO = 1 << 16  # answers of the opponent that are kept
TALON = 254  # counts as a group, drawn after all others
NEVER = 255  # the group before which a card was drawn that has not been laid

PARTICLE_INFO = record(
    info_fields(2, [("worlds", np.uint64, CHAINS * STEPS // EVERY), ("num_worlds", np.int64), *PUBLIC_FIELDS]), "durak"
)
"""INFO of a seat that has drawn worlds: of each the unseen cards in the other hand."""
WORLD = record(
    [
        ("drawn", np.uint64, MAX_CARDS),  # the unseen cards of each group that the other seat drew, and those shown
        ("held", np.uint64),  # those of all groups
        ("talon", np.uint64),  # the unseen cards of none
        ("before", np.uint8, 64),  # by slot: the card was drawn before the group of this number
        ("contradictions", np.int64),
        ("player", PLAYER),  # the opponent
        ("info", INFO),  # work space, as is
        ("stream", STREAM),
    ]
)
World = OpenRecord
"""A WORLD record."""


class ParticleInfo(Info):
    """A PARTICLE_INFO record."""

    worlds = num_worlds = FIELD


@jit
def determinize_by_particles(info: ParticleInfo, stream: Stream, state: State) -> None:
    """Write into ``state`` a state in which the other hand is that of one of the worlds, each as likely.

    If none was noted, it is drawn as if no ply were known.
    """
    if info.num_worlds == 0:
        determinize_into(info, stream, state)
        return
    number = np.int64(uniform(stream) * np.float64(info.num_worlds))
    determinize_with_hand(info, info.worlds[number], stream, state)


implement(determinize, PARTICLE_INFO, determinize_by_particles)


class Particles:
    """Draws worlds by what a known opponent has played.

    Args:
        opponent: whose choices do not vary.
    """

    def __init__(self, opponent: CompiledAgent) -> None:
        self._opponent = opponent
        self._memo = np.zeros(MEMO, np.uint64)

    def __call__(self, info: InformationSet, rng: np.random.Generator) -> InformationSet:
        """Copy knowledge with hidden cards into a record of type PARTICLE_INFO.

        Raises:
            ValueError: it is not the plain game of two seats, or the plies are not all known.
        """
        log = info.evidence_log()
        infos, found = np.zeros(1, INFO), np.zeros(1, PARTICLE_INFO)
        infos[0] = info.record
        seats, actions = np.array(info.plies, np.int64).reshape(-1, 2).T.copy()
        clues = np.zeros(np.count_nonzero(seats != info.seat), CLUE)
        follow_choices(infos, seats, slots_of_actions(info.rules)[actions], np.zeros(1, STATE), clues)
        worlds = np.zeros(1, WORLD)
        worlds["player"] = players([self._opponent], [self._opponent.memory], INFO)
        draw_worlds(infos, log, clues, worlds, streams_from(rng), self._memo, found)
        return InformationSet(found[0], info.rules, info.plies, info.first_trump)


@jit
def draw_worlds(
    infos: np.ndarray,
    logs: np.ndarray,
    clues: np.ndarray,
    worlds: np.ndarray,
    streams: np.ndarray,
    memo: np.ndarray,
    found: np.ndarray,
) -> None:
    """Copy an INFO record into a PARTICLE_INFO record, and add the worlds.

    Args:
        infos, logs: arrays of the INFO and the LOG record.
        clues: of the opponent's plies.
        worlds: array of a WORLD record, with the opponent, to work on.
        streams: array of a STREAM record.
        memo: for `contradicts`.
        found: array of the PARTICLE_INFO record.
    """
    info, log, world, stream, particles = infos[0], logs[0], worlds[0], streams[0], found[0]
    copy_knowledge(info, particles)
    fewest, size = np.int64(1 << 30), 0
    for _ in range(CHAINS):
        lay_out(info, log, world, stream)
        for number in range(len(clues)):
            clues[number].hand = ZERO  # so it is asked; an empty hand leaves no choice
        settle(world, clues, contradictions(world, log, clues, fewest + len(clues) + log.events, memo))
        for step in range(STEPS):
            try_exchange(world, log, clues, stream, memo)
            if world.contradictions < fewest:
                fewest, size = world.contradictions, 0
            if world.contradictions == fewest and step % EVERY == 0:
                particles.worlds[size] = world.held & info.unseen
                size += 1
    particles.num_worlds = size


@jit
def lay_out(info: Info, log: Log, world: World, stream: Stream) -> None:
    """Lay the cards into the groups at random: each card shown into one drawn before, then unseen ones."""
    for slot in range(64):
        world.before[slot] = NEVER
    for group in range(log.groups):
        world.drawn[group] = ZERO
    world.held = ZERO
    for number in range(log.shown_size):
        slot, before = np.int64(log.shown[number]), np.int64(log.shown_groups[number])
        world.before[slot] = before
        world.drawn[group_with_room(log, world, before, stream)] |= bit(slot)
        world.held |= bit(slot)
    world.talon = info.unseen
    for group in range(log.groups):
        for _ in range(room_in(log, world, group)):
            card = bit(random_bit(world.talon, stream))
            world.talon ^= card
            world.drawn[group] |= card
            world.held |= card


@jit_inline
def room_in(log: Log, world: World, group: int) -> Number:
    """Count the places of a group without a card."""
    return np.int64(log.draws[group]) - popcount(world.drawn[group])


@jit
def group_with_room(log: Log, world: World, before: int, stream: Stream) -> int:
    """Draw one of the groups before a number, by their room."""
    room = 0
    for group in range(before):
        room += room_in(log, world, group)
    point, drawn = np.int64(uniform(stream) * np.float64(room)), -1
    while point >= 0:
        drawn += 1
        point -= room_in(log, world, drawn)
    return drawn


@jit
def try_exchange(world: World, log: Log, clues: np.ndarray, stream: Stream, memo: np.ndarray) -> None:
    """Exchange a card of a group for one of another or of the talon, or leave them."""
    first = random_bit(world.held, stream)
    here = group_of(world, first)
    others = (world.held | world.talon) & ~world.drawn[here]
    if others == ZERO:
        return
    second = random_bit(others, stream)
    there = group_of(world, second)
    if here >= np.int64(world.before[second]) or there >= np.int64(world.before[first]):
        return
    exchange(world, first, here, second, there)
    most = world.contradictions + np.int64(ln(1.0 - uniform(stream)) / LOG_SLIP)
    found = contradictions(world, log, clues, most, memo)
    if found <= most:
        settle(world, clues, found)
    else:
        exchange(world, first, here, second, there)


@jit
def group_of(world: World, slot: Slot) -> int:
    """Find the group of a card, or TALON."""
    if world.talon & bit(slot) != ZERO:
        return TALON
    group = 0
    while world.drawn[group] & bit(slot) == ZERO:
        group += 1
    return group


@jit_inline
def exchange(world: World, first: Slot, here: int, second: Slot, there: int) -> None:
    """Exchange a card of the group ``here`` for one of another group or of the talon; twice is as before."""
    both = bit(first) | bit(second)
    world.drawn[here] ^= both
    if there == TALON:
        world.talon ^= both
        world.held ^= both
    else:
        world.drawn[there] ^= both


@jit
def contradictions(world: World, log: Log, clues: np.ndarray, most: int, memo: np.ndarray) -> Number:
    """Count what a world contradicts; stop if it is more than ``most``."""
    total, group, drawn = broken_rules(world, log), 0, ZERO
    for number in range(len(clues)):
        if total > most:
            break
        clue = clues[number]
        while group < clue.groups:
            drawn |= world.drawn[group]
            group += 1
        hand = clue.known | (drawn & ~clue.laid)
        wrong = clue.wrong != 0
        if hand != clue.hand:
            wrong = contradicts(clue, hand, world.player, world.info, world.stream, memo)
        clue.other_hand, clue.other_wrong = hand, wrong
        total += np.int64(wrong)
    return total


@jit_inline
def settle(world: World, clues: np.ndarray, found: Number) -> None:
    """Make the world that was tried the present one."""
    world.contradictions = found
    for number in range(len(clues)):
        clue = clues[number]
        clue.hand, clue.wrong = clue.other_hand, clue.other_wrong


@jit
def broken_rules(world: World, log: Log) -> Number:
    """Count the events of the rules that a world contradicts."""
    total, group, shown, drawn, laid = 0, 0, 0, ZERO, ZERO
    for number in range(log.events):
        while group < log.event_groups[number]:
            drawn |= world.drawn[group]
            group += 1
        while shown < log.event_shown[number]:
            laid |= bit(log.shown[shown])
            shown += 1
        held = drawn & ~laid & log.event_cards[number] != ZERO
        kind = log.event_kind[number]
        total += np.int64((kind == NONE and held) or (kind == SOME and not held))
    return total
