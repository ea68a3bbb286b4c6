"""Monte-Carlo tree search over some determinizations with guessed roles: a tree each, mean scores added.

Playouts draw by cards. MCAI plays them to the end and counts wins; HAI stops them early, and its individual weighs the
lives left, or, which the thesis does not do, the weights of EAI judge what each seat has gained.

With several threads tree i grows on thread i mod their number, and each thread has a random stream of its own.

Source: M. Daniláková, bachelor thesis, 2017, as MCAI and HAI. It draws the tree of a playout;
here each tree has an equal share of the playouts, so that trees do not depend on each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from bang_env.compiled_agents import CompiledAgent, compiled_choice
from bang_env.core.records import Info
from bang_env.information import InformationSet
from baselines.bang.evaluation.individuals import DEEPEST, HAI, USUAL_DEPTH
from baselines.bang.evaluation.playout import LEAVES
from baselines.bang.evaluation.weights import default_weights
from baselines.bang.search.memory import LAYOUT, leaf_in, root_in, search_in
from baselines.bang.search.trees import grow
from baselines.bang.search.worlds import determinize_by_guess
from cardkit.checks import chosen, real, whole
from cardkit.compiled.jit import jit
from cardkit.compiled.memory import address_of
from cardkit.compiled.prng import below, streams_from
from cardkit.compiled.protocol import Actions, Slot, Stream
from cardkit.compiled.records import OpenRecord as Search
from cardkit.compiled.slots import first_slot, is_empty, is_lone, legal_of, without_first
from cardkit.search.memory import begin_move
from cardkit.search.sums import add_means, clear_sums

PLAYOUTS = 400
SHORTEST = 0.001  # milliseconds of a tree
WEIGHTS = {name: Path(__file__).parents[1] / "data" / f"hai-{name}.json" for name in ("own", "es")}
"""Files of individuals."""


def mcai(
    playouts: int = PLAYOUTS, n: int = 8, c: float = 1.0, ms: float | None = None, threads: int = 1
) -> CompiledAgent | ThreadedTrees:
    """Grow a UCT tree for each of some determinizations with guessed roles; play the highest sum of shares won.

    Args:
        playouts: of a decision, in all trees, 1..100,000,000; at least one of each ply of every root.
        n: determinizations, 1..1000.
        c: weight of exploration, 0..100: the factor of sqrt(ln N / n).
        ms: milliseconds per decision, 0.001..1,000,000, instead of ``playouts``; choices then depend on the machine.
        threads: that grow the trees at once, 1..``n``; a choice depends on the seed and their number.

    Raises:
        ValueError: a parameter is out of range.
    """
    return _agent(playouts, n, c, ms, threads)


def hai(
    playouts: int = PLAYOUTS,
    n: int = 16,
    c: float = 1.0,
    depth: int | None = None,
    ms: float | None = None,
    threads: int = 1,
    leaf: str = "lives",
    weights: str = "own",
    path: str = "",
) -> CompiledAgent | ThreadedTrees:
    """Search like ``mcai``; playouts end at an individual's depth, where its weights of lives, or gains, decide.

    Args:
        playouts, n, c, ms, threads: as for ``mcai``.
        depth: plies below the root where the last ply of a playout begins, 1..300; None is the individual's.
        leaf: what judges there: ``lives``, or the ``gain`` of each seat by the weights of ``eai``, as in ``ismcts``,
            which is stronger with ``depth=20``.
        weights: the individual, a depth and what lives are worth to each role: ``own``, with depth 40 and set by hand,
            or ``es``: what ``bang train hai`` has made of it.
        path: a file of an individual in place of these, as ``bang train hai`` writes it.

    Raises:
        ValueError: a parameter is out of range, there are no such weights, or the file does not hold any.
    """
    individual = HAI.load(path or chosen("weights", weights, WEIGHTS, "own"))
    settings = HAI.settings(individual)
    if depth is not None:
        settings |= {"horizon": whole("depth", depth, 1, DEEPEST, USUAL_DEPTH)}
    judged = {"leaf": chosen("leaf", leaf, LEAVES, "lives"), "weights": default_weights()}
    return _agent(playouts, n, c, ms, threads, **settings, **judged)


def _agent(
    playouts: int, n: int, c: float, ms: float | None, threads: int, **settings: Any
) -> CompiledAgent | ThreadedTrees:
    playouts = whole("playouts", playouts, 1, 100_000_000, PLAYOUTS)
    trees = whole("n", n, 1, 1000, 8)
    threads = whole("threads", threads, 1, trees, 1)
    ms = None if ms is None else real("ms", ms, 0.001, 1e6, None)
    share = -(-playouts // trees)
    growers = [_grower(len(range(thread, trees, threads)), share, c, ms, settings) for thread in range(threads)]
    return growers[0] if threads == 1 else ThreadedTrees(growers)


def _grower(trees: int, share: int, c: float, ms: float | None, settings: dict[str, Any]) -> CompiledAgent:
    """Make an agent that grows so many trees of ``share`` playouts each, or within a time for all of them."""
    memory = LAYOUT.new(
        share,
        None if ms is None else max(SHORTEST, ms / trees),
        limit=share,
        samples=trees,
        c=real("c", c, 0, 100, 1.0) / np.sqrt(2),  # the kit's is the factor of sqrt(2 ln N / n)
        **settings,
    )
    return CompiledAgent(choose_by_trees, memory)


class ThreadedTrees:
    """An agent whose trees grow on several threads; it adds up what they found.

    Args:
        growers: agents by trees, one a thread.
    """

    def __init__(self, growers: Sequence[CompiledAgent]) -> None:
        self._growers = growers

    def act(self, info: InformationSet, rng: np.random.Generator) -> int:
        """Choose the action with the highest sum of mean scores in all threads' trees; of several a random one."""
        if len(info.legal_actions) == 1:
            return info.legal_actions[0]
        streams = streams_from(rng, len(self._growers))
        with ThreadPoolExecutor(len(self._growers)) as pool:
            list(pool.map(lambda one, stream: one.act_from(info, stream), self._growers, streams))
        sums = np.sum([LAYOUT.search(grower.memory)["sums"] for grower in self._growers], axis=0)
        slots = np.array(info.legal_actions)
        return int(rng.choice(slots[sums[slots] == sums[slots].max()]))


@compiled_choice
def choose_by_trees(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    """Choose the action with the highest sum of mean scores."""
    address = address_of(memory)
    search, root, leaf = search_in(info, address), root_in(info, address), leaf_in(info, address)
    begin_move(search, address)
    legal = legal_of(info)
    if is_lone(legal):
        return first_slot(legal)
    clear_sums(search)
    for _ in range(search.samples):
        determinize_by_guess(info, stream, root)
        grow(search, root, leaf, stream)
        add_means(search)
    return highest_sum(search, legal, stream)


@jit
def highest_sum(search: Search, legal: Actions, stream: Stream) -> Slot:
    """Find the action with the highest sum; of several a random one."""
    best, most, ties, rest = np.int64(0), -np.inf, 0, legal
    while not is_empty(rest):
        slot = first_slot(rest)
        rest = without_first(rest)
        value = search.sums[slot]
        ties = ties + 1 if value == most else 1 if value > most else ties
        if value > most or (value == most and below(stream, ties) == 0):
            best, most = slot, value
    return best
