"""The agent strategy: it searches for one of four strategies to play, with a tree of the present decision alone.

Source: E. Lipin, B. Tang, S. Worthy (2023). Their program keeps two trees in files, for all players and all games, so
its results depend on the order of games. With ``keep`` this agent does so too; `baselines.durak.lab.paper` measures it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from baselines.durak.search.strategy_tree import (
    ATTACKER,
    DEFENDER,
    HIGH,
    LOW,
    MULTIPLE,
    NO_STRATEGY,
    NODE_BYTES,
    NODES_AT,
    PASS,
    RESULTS,
    card_of_strategy,
    most_simulated,
    multiples,
    search_in,
    start_tree,
    strategy_memory,
    think,
)
from cardkit.agents import compiled_choice
from cardkit.checks import chosen, real, whole
from cardkit.compiled.bits import ZERO, is_single, lowest
from cardkit.compiled.jit import jit
from cardkit.compiled.memory import Address, address_of
from cardkit.compiled.protocol import Slot, Stream
from cardkit.compiled.records import OpenRecord as Search
from cardkit.specs.marks import writes_files
from durak_env.agents.tactics import NULLS, may_show, playable, way_to_play
from durak_env.cards import SHOW_SLOT
from durak_env.compiled_agents import CompiledAgent
from durak_env.core.records import DEFENCE, Info
from durak_env.durak import Durak
from durak_env.information import InformationSet
from durak_env.rules import Rules

if TYPE_CHECKING:
    from baselines.durak.search.tree_file import TreeFile


@writes_files("keep")
def strategy(
    c: float = 2.5, iterations: int = 10, result: str = "reach", keep: str | None = None
) -> CompiledAgent | KeptStrategy:
    """Search by UCB1 for the strategy to play: the lowest card, the highest, one of several of a rank, or none.

    Args:
        c: weight of exploration, 0..100: the factor of sqrt(ln N / n).
        iterations: of a decision, 1..10,000.
        result: what an iteration wins: ``reach``, to have a card to play where the other has none left; or ``hand``,
            for a defender to beat the bout off, for an attacker a higher mean value of the hand.
        keep: a file in which the trees of attack and defence go on growing, from choice to choice and game to game, as
            in the paper's program; all players that name it share them. What it plays then depends on all games before.
            The file is of one game with the same parameters; games are played from Python, by one worker.

    Raises:
        ValueError: a parameter is out of range, or the file cannot be used.
    """
    c, iterations = real("c", c, 0, 100, 2.5), whole("iterations", iterations, 1, 10_000, 10)
    chosen("result", result, RESULTS, "reach")
    if keep is not None:
        from baselines.durak.search.tree_file import TreeFile

        return KeptStrategy(TreeFile.shared(keep, c, iterations, result), (c, iterations, result, keep))
    return CompiledAgent(choose_strategy, strategy_memory(4 * iterations + 5, 1, c, iterations, result), any_table=True)


class KeptStrategy:
    """A player whose trees a file keeps. Copies share them, as do all players that name the file.

    Args:
        trees: of the file.
        made_of: the arguments of `strategy`.
    """

    def __init__(self, trees: TreeFile, made_of: tuple[float, int, str, str]) -> None:
        self._trees, self._made_of = trees, made_of

    def __reduce__(self) -> tuple[Any, ...]:
        return strategy, self._made_of

    def prepare(self, rules: Rules, open_world: bool) -> None:
        """Refuse another game than that in which the trees have grown.

        Raises:
            ValueError: it is another one.
        """
        self._trees.check_game(str(Durak(rules, open_world)))

    def act(self, info: InformationSet, rng: np.random.Generator) -> int:
        """Return the id of the action that the tree of the seat's role prefers, once it has grown.

        Raises:
            ValueError: the trees have grown in another game, or the file cannot be written.
        """
        trees, game = self._trees, str(Durak(info.rules, info.open_world))
        with trees.lock:
            trees.check_game(game)
            trees.make_room()
            action = CompiledAgent(choose_by_role, trees.memory, any_table=True).act(info, rng)
            trees.has_grown(game)
        return action


@compiled_choice
def choose_strategy(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    """Choose the action of the strategy that a new tree prefers."""
    address = address_of(memory)
    search, nodes = search_in(address), address + NODES_AT
    start_tree(search, nodes, 0)
    return choose_by_tree(search, nodes, 0, info, stream)


@compiled_choice
def choose_by_role(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    """Return the action of the strategy that the present role's tree, the first as attacker or thrower, prefers."""
    address = address_of(memory)
    search = search_in(address)
    role = DEFENDER if info.phase == DEFENCE else ATTACKER
    return choose_by_tree(search, address + NODES_AT + role * search.capacity * NODE_BYTES, role, info, stream)


@jit
def choose_by_tree(search: Search, nodes: Address, tree: int, info: Info, stream: Stream) -> Slot:
    """Let a tree grow and play the strategy that it prefers; null without a card, the card itself if there is one."""
    search.chosen = NO_STRATEGY
    if may_show(info):
        return SHOW_SLOT
    cards = playable(info)
    if cards == ZERO:
        return lowest(info.legal)
    if is_single(cards):
        return way_to_play(info, lowest(cards))
    think(search, nodes, tree, info, stream)
    hand = info.hands[info.seat]
    several, null = multiples(cards, hand) != ZERO, info.legal & NULLS != ZERO
    options = 1 << LOW | 1 << HIGH | np.int64(several) << MULTIPLE | np.int64(null) << PASS
    search.chosen = most_simulated(nodes, options, stream)
    if search.chosen == PASS:
        return lowest(info.legal & NULLS)
    return way_to_play(info, card_of_strategy(search.chosen, cards, hand, info.trumps, stream))
