"""The worth of the order of equal actions to minimax: the thesis' program plays the card first in hand.

Playouts only say who wins, so most actions are equal, and the order decides. The thesis' hands are lists, to which
cards are appended as they come, those that come at once by suit and rank. Our hands are sets, without an order of
their own: so the agent here remembers in which order its cards came. Within the search the order changes no value, only
at its root.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from baselines.durak.agents.minimax import MEMORY, searches
from baselines.durak.evaluation.alpha_beta import search_root
from baselines.durak.lab.duels import PAIR, outcomes_of, play
from baselines.durak.lab.experiments.tables import CLOSED_AGENTS, CLOSED_CELLS, OPEN_AGENTS, OPEN_CELLS, STOPPED
from cardkit.agents import as_agent
from cardkit.arena.compiled_games import roots_of
from cardkit.arena.game_loop import PythonGame
from cardkit.arena.lineups import SeatingPlan
from cardkit.arena.match_result import outcomes
from cardkit.compiled.prng import streams_from
from cardkit.lab.answers import CELL_RISK, SIDE_RISK, more, same
from cardkit.lab.estimates import Estimate, gain_of_decided, in_deals, less_printed, margin_at, mean_of, won_of_decided
from cardkit.lab.finding import Finding, Verdict
from cardkit.lab.scale import Scale
from durak_env.actions import actions_of_slots
from durak_env.durak import SEATS, Durak
from durak_env.information import InformationSet
from durak_env.knowledge import determinize_into

_OPPONENTS = "random", "greedy", "smart"
_WORLDS = {"open": (True, OPEN_AGENTS, OPEN_CELLS), "closed": (False, CLOSED_AGENTS, CLOSED_CELLS)}


class HandOrder:
    """Minimax of tables 5.1 and 5.2 with the first of equals in the deck, and with the first in hand."""

    name = "hand-order"
    title = "What the order of equal actions is worth to minimax"

    def run(self, scale: Scale) -> Finding:
        """Play each match twice on the same deals."""
        games = scale.games(1000, 40)
        rows, cells, gains = [], [], {world: [] for world in _WORLDS}
        for world, opponent in ((world, opponent) for world in _WORLDS for opponent in _OPPONENTS):
            in_deck, in_hand = self._play(world, opponent, games, scale)
            shares = won_of_decided(in_deck), won_of_decided(in_hand)
            low, high = (end / 100 for end in _WORLDS[world][2]["minimax", opponent])
            rows.append((world, opponent, *(share.percent() for share in shares), f"{low:.1%} to {high:.1%}"))
            cells.append(_cell(world, opponent, less_printed(shares[1], low, high), shares[1].value))
            gains[world].append(gain_of_decided(in_hand, in_deck))
        return Finding(
            f"{games:,} games each, the same deals along a row; shares of the decided games",
            2 * games * len(rows),
            ("world", "against", "the deck's first", "the first in hand", "thesis"),
            tuple(rows),
            (*cells, *(_is_worth(world, each) for world, each in gains.items())),
            notes=(f"as in table-5.1, {STOPPED}",),
        )

    def _play(self, world: str, opponent: str, games: int, scale: Scale) -> tuple[np.ndarray, np.ndarray]:
        is_open, agents, _ = _WORLDS[world]
        spec, other, seed = agents["minimax"], agents[opponent], scale.seed_of(self.name, world, opponent)
        in_deck = outcomes_of(play(scale, spec, other, games, seed, is_open))
        scale.progress(f"{self.name}: {opponent}, {world} world, the first in hand")
        what = f"{self.name}: {spec} v {other}, {world} world, {games} games, seed {seed}"
        in_hand = scale.kept.measured(what, lambda: play_in_hand_order(spec, other, games, seed, is_open))
        return in_deck, in_deals(in_hand, PAIR)


def _cell(world: str, opponent: str, apart: Estimate, share: float) -> Verdict:
    claim = f"{world} world, against {opponent}: with the first in hand the thesis' figure comes out"
    return Verdict(claim, same(apart, margin_at(share)), apart.points(), risk=CELL_RISK)


def _is_worth(world: str, gains: list[Estimate]) -> Verdict:
    gain = mean_of(gains)
    claim = f"{world} world: the first in hand wins more than the deck's first, in the mean of three matches"
    return Verdict(claim, more(gain), gain.points(), risk=SIDE_RISK)


def play_in_hand_order(a: str, b: str, games: int, seed: int, open_world: bool) -> np.ndarray:
    """Play a match of a minimax that prefers, of equal actions, the card first in hand.

    Returns:
        The outcomes for a, array (games,).
    """
    variant = Durak(open_world=open_world)
    opponent, roots = as_agent(b, variant), roots_of(seed, SEATS)
    plan, rows = SeatingPlan((a, b), seed), []
    for number in range(games):
        game = PythonGame(variant, [FirstInHand(a), opponent], (a, b), roots, plan, number)
        game.play()
        rows.append(game.result)
    return outcomes(np.array(rows))


class FirstInHand:
    """Minimax that plays, of equal actions, the card that came first to its hand; for one game.

    Args:
        spec: of a minimax agent.
    """

    def __init__(self, spec: str) -> None:
        agent: Any = as_agent(spec, Durak())
        self._search = MEMORY.view(agent.memory, "search")[0]
        self._hand: list[int] = []

    def act(self, info: InformationSet, rng: np.random.Generator) -> int:
        """Choose the action that most searches prefer."""
        self._remember(set(_slots(info.record.hands[info.seat])))
        slots = sorted(_slots(info.record.legal), key=self._place)
        votes = dict.fromkeys(slots, 0)
        stream = streams_from(rng)[0]
        for _ in range(searches(self._search, info.record)):
            votes[self._preferred(info.record, slots, stream)] += 1
        return int(actions_of_slots(info.rules)[max(slots, key=votes.__getitem__)])

    def _remember(self, hand: set[int]) -> None:
        """Drop the cards that were played, and append those that came, by suit and rank."""
        kept = [slot for slot in self._hand if slot in hand]
        self._hand = kept + sorted(hand.difference(kept))

    def _place(self, slot: int) -> int:
        return self._hand.index(slot) if slot in self._hand else len(self._hand)  # TAKE and DONE come last

    def _preferred(self, record: Any, slots: list[int], stream: Any) -> int:
        """Find the first of the best slots in one world that may be the true one."""
        root = self._search.path[0].state
        determinize_into(record, stream, root)
        world = root.copy()
        values = []
        for slot in slots:
            self._search.path[0].state = world
            values.append(int(search_root(self._search, np.uint64(1 << slot))))
        return slots[int(np.argmax(values))]


def _slots(cards: Any) -> Iterator[int]:
    return (slot for slot in range(64) if int(cards) >> slot & 1)
