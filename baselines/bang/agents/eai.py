"""An agent that looks one ply ahead: it plays what leads to the best position, by weights that depend on its role.

Source: M. Daniláková, bachelor thesis, 2017, as EAI; its weights are not printed, so these are
ours.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from bang_env.agents.heuristic import random_without_harm
from bang_env.compiled_agents import CompiledAgent, compiled_choice
from bang_env.core.records import DISCARDING, PLAYING, Info
from baselines.bang.evaluation.individuals import EAI
from baselines.bang.evaluation.one_ply import most_valuable
from baselines.bang.evaluation.weights import default_weights
from baselines.bang.search.memory import LAYOUT, leaf_in, root_in, search_in
from baselines.bang.search.worlds import determinize_by_guess
from cardkit.checks import chosen
from cardkit.compiled.memory import address_of
from cardkit.compiled.protocol import Slot, Stream
from cardkit.compiled.slots import first_slot, is_lone, legal_of

WEIGHTS = {"own": None, "es": Path(__file__).parents[1] / "data" / "eai-es.json"}
"""Files of weights; the own ones stand in `baselines.bang.evaluation.weights`."""


def eai(weights: str = "own", path: str = "") -> CompiledAgent:
    """Look one ply ahead and weigh lives, cards in play and hands by its role; answer as ``rai`` does.

    Args:
        weights: ``own``, those of the package, set by hand, or ``es``: what ``bang train`` has made of them.
        path: a file of weights in place of these, as ``bang train`` writes it.

    Raises:
        ValueError: there are no such weights, or the file does not hold any.
    """
    file = path or chosen("weights", weights, WEIGHTS, "own")
    individual = EAI.load(file) if file else default_weights()
    return CompiledAgent(choose_eai, LAYOUT.new(0, **EAI.settings(individual)))


@compiled_choice
def choose_eai(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    """Choose in its turn the action with the best position; else a random one without harm to allies."""
    legal = legal_of(info)
    if is_lone(legal):
        return first_slot(legal)
    if info.phase == PLAYING or info.phase == DISCARDING:
        address = address_of(memory)
        root = root_in(info, address)
        determinize_by_guess(info, stream, root)
        return most_valuable(root, leaf_in(info, address), search_in(info, address).weights, stream)
    return random_without_harm(info, legal, stream)
