"""An agent's strategy in a small game, found by asking it at every information set.

The shares of its answers are its strategy, exactly so for agents without chance. The answers come in two halves, so
that one can judge what was learnt from the other.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from baselines.durak.solving.durak_tree import DurakTree
from cardkit.agents import CompiledAgent, as_agent, asking_an_agent, name_of, prepare
from cardkit.arena.faults import crash_words
from cardkit.compiled.bits import ZERO, bit
from cardkit.compiled.blocks import copied
from cardkit.compiled.call import ask, players
from cardkit.compiled.jit import jit
from cardkit.compiled.prng import STREAM, derive
from durak_env.action_errors import action_id, illegal_action, illegal_slot
from durak_env.actions import slots_of_actions
from durak_env.durak import Durak
from durak_env.information import InformationSet
from durak_env.knowledge import INFO
from durak_env.rules import Rules

Progress = Callable[[int, int], None]
"""Called with the number of questions answered, and of all."""
_PORTION = 256  # questions between two calls of progress


def agent_strategies(
    agent: Any, game: DurakTree, answers: int, seed: int, progress: Progress | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Ask the agent for its strategy, by each half of its answers: two float64 arrays by action of the tree.

    Args:
        agent: its spec, or the agent.
        game: the game to play.
        answers: how often to ask at each information set, for each half.
        seed: of the agent's chance.
        progress: called now and then.

    Raises:
        ValueError: the agent does not play these rules, chooses an illegal action, or fails; the error names it.
    """
    variant, name = Durak(game.rules), name_of(agent)
    playing = as_agent(agent, variant)
    prepare(playing, variant, f"agent {name!r}")
    infos, pasts = game.knowledge()
    if isinstance(playing, CompiledAgent):  # which does not know the plies
        _, first, same = np.unique(infos.view(f"V{INFO.itemsize}"), return_index=True, return_inverse=True)
        counts = _ask_compiled(playing, name, infos[first], game.rules, answers, seed, progress)[:, same.reshape(-1)]
    else:
        questions = [game.information_set(info, past) for info, past in zip(infos, pasts, strict=True)]
        counts = _ask_python(playing, name, questions, answers, seed, progress)
    return _shares(game, counts[0]), _shares(game, counts[1])


def _shares(game: DurakTree, counts: np.ndarray) -> np.ndarray:
    """Compute the shares by action of the tree; ``counts`` are by information set and slot."""
    rows = np.repeat(np.arange(len(counts)), np.diff(game.tree.first_action))
    return counts[rows, game.action_slots()] / counts.sum(axis=1)[rows]


def _ask_compiled(
    agent: CompiledAgent,
    name: str,
    infos: np.ndarray,
    rules: Rules,
    answers: int,
    seed: int,
    progress: Progress | None,
) -> np.ndarray:
    """Count the choices of each slot: uint16 (2 halves, information sets, 64)."""
    counts = np.zeros((2, len(infos), 64), np.uint16)
    root = np.random.SeedSequence((seed,)).generate_state(1, np.uint64)[0]
    agent.entry_for(INFO)  # which may write to the memory
    memory = copied(agent.memory)
    (player,) = players([agent], [memory], INFO)
    for begin in range(0, len(infos), _PORTION):
        end = min(begin + _PORTION, len(infos))
        number, slot = _fill(player, infos[begin:end], counts[:, begin:end], answers, root, begin)
        if number >= 0:
            raise ValueError(f"agent {name!r}: {illegal_slot(InformationSet(infos[begin + number], rules), slot)}")
        if progress is not None:
            progress(end, len(infos))
    return counts


@jit
def _fill(player, infos, counts, answers, root, begin):  # type: ignore[no-untyped-def]
    """Count the answers; return the number of the first illegal one's question and its slot, or -1 and 0."""
    asked, stream = np.zeros(1, INFO), np.zeros(1, STREAM)
    for number in range(len(infos)):
        for answer in range(2 * answers):
            asked[0] = infos[number]
            derive(stream[0], root, 2 * answers * (begin + number) + answer)
            slot = ask(player, asked[0], stream[0])
            if slot < 0 or slot > 63 or infos[number].legal & bit(slot) == ZERO:
                return number, slot
            counts[answer & 1, number, slot] += 1
    return -1, 0


def _ask_python(
    agent: Any, name: str, questions: list[InformationSet], answers: int, seed: int, progress: Progress | None
) -> np.ndarray:
    """Count an uncompiled agent's choices of each slot: uint16 (2 halves, information sets, 64)."""
    counts = np.zeros((2, len(questions), 64), np.uint16)
    for number, info in enumerate(questions):
        rng = np.random.default_rng((seed, number))
        for answer in range(2 * answers):
            counts[answer & 1, number, _answer(agent, name, info, rng)] += 1
        if progress is not None:
            progress(number + 1, len(questions))
    return counts


def _answer(agent: Any, name: str, info: InformationSet, rng: np.random.Generator) -> int:
    """Return the slot that the agent chooses."""
    try:
        with asking_an_agent():
            chosen = agent.act(info.copy(), rng)
    except Exception as error:  # a fault in foreign code
        raise ValueError(f"agent {name!r}: {crash_words(agent, error)}") from error
    try:
        action = action_id(chosen, info.rules)
    except ValueError as error:
        raise ValueError(f"agent {name!r}: {error}") from None
    if action not in info.legal_actions:
        raise ValueError(f"agent {name!r}: {illegal_action(info, action)}")
    return int(slots_of_actions(info.rules)[action])
