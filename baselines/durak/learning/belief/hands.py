"""Labels positions with what the seat to move cannot see: the cards of the other hand.

A player meets itself in half of the games, in each of the others one of its sparring agents. A few plies are random.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from baselines.durak.networks.network_input import action_orders, input_encoding, inputs_of
from cardkit.agents import CompiledAgent, name_of
from cardkit.arena.compiled_games import begin_game, illegal_choice, play_forced, roots_of
from cardkit.compiled.bits import ONE, ZERO, nth_bit
from cardkit.compiled.blocks import copied
from cardkit.compiled.call import ask, players
from cardkit.compiled.jit import jit
from cardkit.compiled.memory import address_of
from cardkit.compiled.prng import below, chance
from cardkit.compiled.protocol import is_legal, write_observation
from cardkit.learning.labels.positions import ASKED, NOT_LEGAL, PLAYED, Labels, label_in_threads, work_space
from durak_env.actions import slots_of_actions
from durak_env.cards import count
from durak_env.core.play import step
from durak_env.core.seating import mover
from durak_env.durak import SEATS, Durak
from durak_env.knowledge import INFO, observe
from durak_env.rules import Rules

MOST = 200  # positions stored per game; the longest games of 36 cards have fewer
NOISE = 0.02  # share of random plies


class HandLabeller:
    """A player of games that depend only on the seed and their numbers.

    Args:
        rules: of the games.
        player: plays a seat of each game, and both of every second.
        sparring: play the other seats, in turn.
        seed: of deals and draws.
        threads: number of threads that share the games.
    """

    def __init__(
        self, rules: Rules, player: CompiledAgent, sparring: Sequence[CompiledAgent], seed: int, threads: int
    ) -> None:
        self._rules, self._agents, self._threads = rules, (player, *sparring), threads
        self._roots = roots_of(seed, SEATS)
        self._slots = slots_of_actions(rules).astype(np.uint64)[action_orders(rules)][:, : rules.num_cards]

    def label(self, first: int, games: int) -> Labels:
        """Label positions of the games numbered from ``first``, in order; an entry a card, trump suit first."""
        return label_in_threads(self._label_share, first, games, self._threads)

    def seated(self, number: int) -> tuple[CompiledAgent, CompiledAgent]:
        """Return the agents in the seats of a game."""
        player, *sparring = self._agents
        meeting, own_first = divmod(number, 2)
        other = player if meeting % 2 or not sparring else sparring[meeting // 2 % len(sparring)]
        return (player, other) if own_first else (other, player)

    def _label_share(self, numbers: Iterable[int]) -> list[Labels]:
        for agent in self._agents:
            agent.entry_for(INFO)  # which an exact agent notes in the memory that is copied
        memories = {id(agent): copied(agent.memory) for agent in self._agents}
        encoding, work = input_encoding(self._rules), work_space(Durak(self._rules), input_encoding(self._rules))
        (vectors, masks), hands = encoding.new_rows(MOST), np.zeros(MOST, np.uint64)
        labels = []
        for number in numbers:
            agents = self.seated(number)
            seats = players(agents, [memories[id(agent)] for agent in agents], INFO)
            rows, slot = play_and_note(2 * number, self._roots, seats, work, vectors, masks, hands)
            if rows == NOT_LEGAL:
                culprit = agents[int(mover(work.states[0]))]
                illegal = Durak(self._rules).illegal_slot(work.states[0], slot)
                raise illegal_choice(name_of(culprit), 2 * number, illegal)
            inputs, suits = inputs_of(vectors[:rows], masks[:rows], self._rules)
            held = hands[:rows, None] >> self._slots[suits] & ONE
            labels.append(Labels(inputs, held.astype(np.float32)))
        return labels


@jit
def play_and_note(number: Any, roots: Any, agents: Any, work: Any, vectors: Any, masks: Any, hands: Any) -> Any:
    """Play a game to its end and store the choices of a seat that does not know where all cards lie.

    Args:
        number: of the game; the deal is that of `cardkit.arena.compiled_games`.
        roots: as `cardkit.arena.compiled_games.roots_of` gives them.
        agents: PLAYER records, by seat.
        work: WorkSpace of the games.
        vectors, masks: outputs: observations and action masks.
        hands: output: the hands of the seats not to move.

    Returns:
        The number of positions stored, and 0; or NOT_LEGAL, and the slot that an agent chose.
    """
    state, info, streams = work.states[0], work.infos[0], work.streams
    begin_game(state, streams, roots, SEATS, number)
    rows = 0
    while play_forced(state):
        seat = mover(state)
        observe(state, seat, False, info)
        if info.unseen != ZERO and rows < len(hands):
            write_observation(work.writers[0], info, work.pasts[0], address_of(vectors[rows]), address_of(masks[rows]))
            hands[rows] = state.hands[1 - seat]
            rows += 1
        if chance(streams[PLAYED], NOISE):
            slot = nth_bit(state.legal, below(streams[PLAYED], count(state.legal)))
        else:
            slot = ask(agents[seat], info, streams[ASKED])
            if not is_legal(state, slot):
                return NOT_LEGAL, slot
        step(state, slot)
    return rows, 0
