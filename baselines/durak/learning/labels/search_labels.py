"""Labels positions by a search: compiled games in which a searching agent is asked at every choice.

The search need not play. A network mostly sees its own positions when it plays, so it plays many of the games itself,
and the search only says what it would have done.

Source: S. Ross, G. Gordon, D. Bagnell, "A reduction of imitation learning and structured prediction to no-regret online
learning", AISTATS 2011.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from baselines.durak.learning.labels.positions import ASKED, NOT_LEGAL, PLAYED, Labels, label_in_threads, work_space
from baselines.durak.networks.network_input import action_orders, input_encoding, inputs_of
from baselines.durak.search.memory import search_in
from cardkit.agents import name_of
from cardkit.arena.compiled_games import begin_game, illegal_choice, play_forced, roots_of
from cardkit.compiled.bits import ZERO, lowest, random_bit, without_lowest
from cardkit.compiled.call import ask, players
from cardkit.compiled.jit import jit
from cardkit.compiled.memory import address_of
from cardkit.compiled.prng import below, chance
from cardkit.compiled.protocol import is_legal
from cardkit.compiled.records import record
from durak_env.actions import actions_of_slots
from durak_env.compiled_agents import CompiledAgent
from durak_env.core.play import step
from durak_env.core.seating import mover
from durak_env.durak import SEATS, Durak
from durak_env.knowledge import INFO, observe
from durak_env.observation.writer import write_row
from durak_env.rules import Rules

TEACHER, STUDENT, SPARRING = range(3)  # the players, in the order of the agents
MOST_CHOICES = 1024  # per game; later choices are not labelled

PLAN = record(
    [
        ("teacher", np.float64),  # share of the games that the search plays; the student plays the others
        ("sparring", np.float64),  # share of the games with the sparring agent at one seat
        ("noise", np.float64),  # share of random plies
    ]
)
"""Which agent plays which share of the games."""


class Labeller:
    """Plays games and labels their choices; they depend on the seed, the games' numbers and the student only.

    Args:
        rules: of the games.
        teacher: a search, whose memory begins with that of `baselines.durak.search.memory`.
        sparring: a compiled agent.
        plan: ``teacher``, ``sparring`` and ``noise`` of `PLAN`.
        seed: of deals and draws.
        threads: number of threads that share the games.
    """

    def __init__(
        self,
        rules: Rules,
        teacher: CompiledAgent,
        sparring: CompiledAgent,
        plan: Sequence[float],
        seed: int,
        threads: int,
    ) -> None:
        self._rules, self._teacher, self._sparring = rules, teacher, sparring
        self._plan = np.zeros(1, PLAN)
        self._plan[0] = tuple(plan)
        self._roots = roots_of(seed, SEATS)
        self._threads = threads

    def label(self, student: CompiledAgent, first: int, games: int) -> Labels:
        """The choices of the games numbered from ``first``, in order."""
        return label_in_threads(lambda numbers: self._label_share(student, numbers), first, games, self._threads)

    def _label_share(self, student: CompiledAgent, numbers: Iterable[int]) -> list[Labels]:
        agents = [self._teacher, student, self._sparring]
        for agent in agents:
            agent.entry_for(INFO)  # which an exact agent notes in the memory that is copied
        memories = [agent.memory.copy() for agent in agents]
        records = players(agents, memories, INFO)
        rules, work = self._rules, work_space(self._rules)
        vectors, masks = input_encoding(rules).new_rows(MOST_CHOICES)
        visits = np.zeros((MOST_CHOICES, rules.num_actions), np.float32)
        labels = []
        for number in numbers:
            visits[:] = 0
            rows, asked, slot = label_game(
                2 * number, self._roots, self._plan, records, work, actions_of_slots(rules), vectors, masks, visits
            )
            if rows == NOT_LEGAL:
                raise illegal_choice(
                    name_of(agents[asked]), 2 * number, Durak(rules).illegal_slot(work.states[0], slot)
                )
            labels.append(_trumps_first(rules, vectors[:rows], masks[:rows], visits[:rows]))
        return labels


def _trumps_first(rules: Rules, vectors: np.ndarray, masks: np.ndarray, visits: np.ndarray) -> Labels:
    inputs, rows = inputs_of(vectors, masks, rules)
    shares = np.take_along_axis(visits, action_orders(rules)[rows], axis=1)
    return Labels(inputs, shares / np.maximum(1, shares.sum(1, keepdims=True)))


@jit
def label_game(
    number: Any,
    roots: Any,
    plans: Any,
    agents: Any,
    work: Any,
    actions: Any,
    vectors: Any,
    masks: Any,
    visits: Any,
) -> Any:
    """Play a game and store each choice with the visits that the search gives each action.

    Args:
        number: of the game; the deal is that of `cardkit.arena.compiled_games`.
        roots: as `cardkit.arena.compiled_games.roots_of` gives them.
        plans: PLAN record in an array of one.
        agents: PLAYER records of the search, the student and the sparring agent.
        work: WorkSpace of the games.
        actions: the action id of each slot.
        vectors, masks: outputs: observations and action masks of the choices.
        visits: output: visits of each action id; zeros at the start.

    Returns:
        The number of choices stored, the agent asked last, and its choice. If that choice is illegal, the number is
        NOT_LEGAL.
    """
    state, info, plan, streams = work.states[0], work.infos[0], plans[0], work.streams
    past, layout, values = work.pasts[0], work.layouts[0], work.values[0]
    begin_game(state, streams, roots, SEATS, number)
    stream = streams[PLAYED]
    usual = TEACHER if chance(stream, plan.teacher) else STUDENT
    partner = below(stream, 2) if chance(stream, plan.sparring) else -1  # the seat of the sparring agent
    rows, asked, slot = 0, TEACHER, 0
    while play_forced(state) and rows < len(vectors):
        seat = mover(state)
        observe(state, seat, False, info)
        if seat == partner:
            asked, slot = SPARRING, ask(agents[SPARRING], info, stream)
        else:
            asked, slot = TEACHER, ask(agents[TEACHER], info, streams[ASKED])
            if not is_legal(state, slot):
                return NOT_LEGAL, asked, slot
            write_row(info, past, layout, values, address_of(vectors), address_of(masks), rows)
            write_visits(search_in(info, agents[TEACHER].memory), state.legal, slot, actions, visits[rows])
            rows += 1
            if usual == STUDENT:
                asked, slot = STUDENT, ask(agents[STUDENT], info, stream)
        if not is_legal(state, slot):
            return NOT_LEGAL, asked, slot
        if chance(stream, plan.noise):
            slot = random_bit(state.legal, stream)
        step(state, slot)
    return rows, asked, slot


@jit
def write_visits(search: Any, legal: Any, chosen: Any, actions: Any, visits: Any) -> None:
    """Write the simulations of each legal action; one for the chosen action if exact endgames replaced the search."""
    total = 0
    while legal != ZERO:
        slot = lowest(legal)
        legal = without_lowest(legal)
        visits[actions[slot]] = search.tally_visits[slot]
        total += search.tally_visits[slot]
    if total == 0:
        visits[actions[chosen]] = 1
