"""Section 3.1.2: the state of a hand, and the four ranges of H(x)."""

from __future__ import annotations

from typing import Any

import numpy as np

from baselines.durak.evaluation.hand_value import TRUMP_WEIGHT, card_value, ranges_of, state_of_hand
from baselines.durak.lab.paper.kept_trees import RULES
from cardkit.compiled.bits import ZERO, lowest, without_lowest
from cardkit.compiled.jit import jit
from cardkit.compiled.prng import streams_from_seed
from cardkit.lab.finding import Finding
from cardkit.lab.scale import Scale
from durak_env.agents.heuristic import choose_random
from durak_env.cards import bit
from durak_env.core.dealing import deal_random, new_states
from durak_env.core.play import step
from durak_env.core.records import ATTACK, GAME_OVER
from durak_env.core.seating import mover
from durak_env.information import InformationSet
from durak_env.knowledge import info_dtype, observe

PLY = 14
"""The ply of the game that is shown."""
OFFSET = 64
"""H lies between -`OFFSET` and `OFFSET`: above -26, and below 14 + 13 + 5."""


class HandStates:
    """Values of cards in games of random players, in four ranges, and a hand as the paper's state has it."""

    name = "section-3.1.2"
    title = "The state of a hand, and four ranges of H(x)"

    def run(self, scale: Scale) -> Finding:
        """Value the cards of the seat to attack at the start of each bout."""
        games = scale.games(20_000, 200)
        counts = np.zeros((2, 2 * OFFSET), np.int64)
        count_cards(new_states(RULES), np.zeros(1, info_dtype(RULES)), counts, self._streams(scale), games)
        values = np.repeat(np.tile(np.arange(-OFFSET, OFFSET), 2), counts.ravel())
        trumps = np.arange(len(values)) >= counts[0].sum()
        edges = np.quantile(values, (0.25, 0.5, 0.75))
        ranges = ranges_of(values, edges)
        info = self._shown(scale)
        state = state_of_hand(info)
        own = state[2:][~np.isnan(state[2:])]
        pairs = zip(own, ranges_of(own, edges), strict=True)
        hand = ", ".join(f"{value:g} ({1 + number})" for value, number in pairs)
        return Finding(
            f"the {len(values):,} cards of those who begin a bout, in {games:,} games of four random players",
            games,
            ("range", "H(x)", "cards", "trumps among them"),
            tuple(_row(number, values, ranges == number, trumps) for number in range(4)),
            (),
            lambda figure: _draw(figure, values, trumps, edges),
            (
                f"the hand {' '.join(map(str, info.hand))}, trumps {info.trump_suit}, after {PLY} plies of a game: "
                f"p = {state[0]:g} cards played, seat d = {state[1]:g} defends, h1, ... = {hand}, each with its range",
            ),
            (
                f"the text names neither the weight c of a trump, here {TRUMP_WEIGHT:g}, nor what parts the ranges, "
                "here the quartiles; no choice of its search looks at either",
            ),
        )

    def _streams(self, scale: Scale) -> np.ndarray:
        return streams_from_seed(scale.seed_of(self.name), count=2)

    def _shown(self, scale: Scale) -> InformationSet:
        state, streams = new_states(RULES)[0], self._streams(scale)
        deal_random(state, streams[0])
        infos = np.zeros(1, info_dtype(RULES))
        for _ in range(PLY):
            observe(state, int(mover(state)), False, infos[0])
            step(state, choose_random(infos[0], streams[1], np.zeros(0, np.uint8)))
        return InformationSet.of(state, RULES, int(mover(state)))


@jit
def count_cards(states: Any, infos: Any, counts: Any, streams: Any, games: int) -> None:
    """Count the cards in the hands of attackers, in random games: by whether it is a trump, and by H + `OFFSET`."""
    state, info = states[0], infos[0]
    for _ in range(games):
        deal_random(state, streams[0])
        while state.phase != GAME_OVER:
            seat = np.int64(mover(state))
            if state.phase == ATTACK:
                rest = state.hands[seat]
                while rest != ZERO:
                    card = lowest(rest)
                    rest = without_lowest(rest)
                    value = np.int64(card_value(card, state.hands[seat], state.trumps, state.discard))
                    counts[np.int64(bit(card) & state.trumps != ZERO), value + OFFSET] += 1
            observe(state, seat, False, info)
            step(state, choose_random(info, streams[1], counts))


def _row(number: int, values: np.ndarray, inside: np.ndarray, trumps: np.ndarray) -> tuple[str, ...]:
    own = values[inside]
    return (
        str(1 + number),
        f"{own.min():g} to {own.max():g}",
        f"{inside.mean():.1%}",
        f"{trumps[inside].mean():.1%}",
    )


def _draw(figure: Any, values: np.ndarray, trumps: np.ndarray, edges: np.ndarray) -> None:
    panel = figure.subplots()
    bins = np.arange(values.min() - 0.5, values.max() + 1)
    panel.hist([values[~trumps], values[trumps]], bins, stacked=True, label=("plain cards", "trumps"))
    for edge in edges:
        panel.axvline(edge - 0.5, color="#808080", lw=1)
    panel.set_xlabel("H(x)")
    panel.set_ylabel("cards")
    panel.legend(fontsize=7)
