"""Labels positions, seen with both hands, with the result of the game that a player goes on to play from there.

The first plies of a game are random in part, so that many kinds of positions come up. After the first stored position
the player alone chooses for both seats. The amount of noise and the number of positions are constants, not settings.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from baselines.durak.networks.critic import observe_both_hands
from baselines.durak.networks.network_input import input_encoding, inputs_of
from cardkit.agents import name_of
from cardkit.arena.compiled_games import begin_game, illegal_choice, play_forced, roots_of
from cardkit.compiled.bits import nth_bit
from cardkit.compiled.blocks import copied
from cardkit.compiled.call import ask, players
from cardkit.compiled.jit import jit
from cardkit.compiled.memory import address_of
from cardkit.compiled.prng import below, chance
from cardkit.compiled.protocol import is_legal, write_observation
from cardkit.learning.labels.positions import ASKED, NOT_LEGAL, PLAYED, Labels, label_in_threads, work_space
from durak_env.cards import count
from durak_env.compiled_agents import CompiledAgent
from durak_env.core.play import step
from durak_env.core.results import returns
from durak_env.core.seating import mover
from durak_env.durak import SEATS, Durak
from durak_env.knowledge import INFO, observe
from durak_env.rules import Rules

MOST = 8  # positions stored per game
SHARE = 0.35  # share of the choices that are stored
NOISE = 0.3  # share of random plies at the start
NOISY_PLIES_A_CARD = 4 / 3  # per card of the deck: each game draws its number of noisy plies below this


class OutcomeLabeller:
    """A player of games that depend only on the seed and their numbers.

    Args:
        rules: of the games.
        player: plays both seats.
        seed: of deals and draws.
        threads: number of threads that share the games.
    """

    def __init__(self, rules: Rules, player: CompiledAgent, seed: int, threads: int) -> None:
        self._rules, self._player, self._threads = rules, player, threads
        self._roots = roots_of(seed, SEATS)

    def label(self, first: int, games: int) -> Labels:
        """Label positions of the games numbered from ``first``, in order.

        The label has one entry: 1 if the seat to move won, 0 if it lost, 0.5 for a draw.
        """
        return label_in_threads(self._label_share, first, games, self._threads)

    def _label_share(self, numbers: Iterable[int]) -> list[Labels]:
        self._player.entry_for(INFO)  # which an exact agent notes in the memory that is copied
        memory = copied(self._player.memory)
        (player,) = players([self._player], [memory], INFO)
        rules, work = self._rules, work_space(Durak(self._rules), input_encoding(self._rules))
        vectors, masks = input_encoding(rules).new_rows(MOST)
        seats = np.zeros(MOST, np.int64)
        noisy_plies = round(NOISY_PLIES_A_CARD * rules.num_cards)
        labels = []
        for number in numbers:
            rows, slot = play_and_write(2 * number, self._roots, player, noisy_plies, work, vectors, masks, seats)
            if rows == NOT_LEGAL:
                raise illegal_choice(name_of(self._player), 2 * number, Durak(rules).illegal_slot(work.states[0], slot))
            inputs, _ = inputs_of(vectors[:rows], masks[:rows], rules)
            won = np.array([returns(work.states[0], int(seat)) for seat in seats[:rows]], np.float32)
            labels.append(Labels(inputs, (won[:, None] + 1) / 2))
        return labels


@jit
def play_and_write(
    number: Any,
    roots: Any,
    player: Any,
    most_noisy: Any,
    work: Any,
    vectors: Any,
    masks: Any,
    seats: Any,
) -> Any:
    """Play a game to its end and store some of its positions as the seat to move would see them with both hands.

    Args:
        number: of the game; the deal is that of `cardkit.arena.compiled_games`.
        roots: as `cardkit.arena.compiled_games.roots_of` gives them.
        player: PLAYER record.
        most_noisy: upper bound (exclusive) of the number of plies in which chance may choose.
        work: WorkSpace of the games.
        vectors, masks: outputs: observations and action masks.
        seats: output: the seats to move.

    Returns:
        The number of positions stored, and 0; or NOT_LEGAL, and the slot that the player chose.
    """
    state, info, streams = work.states[0], work.infos[0], work.streams
    begin_game(state, streams, roots, SEATS, number)
    stream = streams[PLAYED]
    noisy_plies = below(stream, most_noisy)
    rows = 0
    while play_forced(state):
        seat = mover(state)
        noisy = state.plies < noisy_plies
        if not noisy and rows < len(seats) and chance(stream, SHARE):
            observe_both_hands(state, seat, info)
            write_observation(work.writers[0], info, work.pasts[0], address_of(vectors[rows]), address_of(masks[rows]))
            seats[rows] = seat
            rows += 1
        if noisy and chance(stream, NOISE):
            slot = nth_bit(state.legal, below(stream, count(state.legal)))
        else:
            observe(state, seat, False, info)
            slot = ask(player, info, streams[ASKED])
            if not is_legal(state, slot):
                return NOT_LEGAL, slot
        step(state, slot)
    return rows, 0
