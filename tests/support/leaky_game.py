"""A game of OpenSpiel in which a leak can be planted: a card each, a secret move, an answer, and a last move."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from types import SimpleNamespace
from typing import Any

import numpy as np
import pyspiel

NAME, CARDS, MOVERS = "python_leaky", 6, (0, 1, 0)
LOOKS = count()

SHOWN: dict[str, Callable[[Any, int], object]] = {
    "card": lambda state, player: state.cards[1 - player],
    "bit": lambda state, player: state.cards[1 - player] % 2,
    "late": lambda state, player: state.cards[1 - player] if len(state.moves) == 2 else "",
    "seat": lambda state, player: state.cards[0] if player == 1 else "",
    "rare": lambda state, player: state.cards[1 - player] if state.cards[player] == 5 else "",
    "secret move": lambda state, player: state.moves[:1],
    "look": lambda state, player: next(LOOKS),
}
"""Parts of the observation that show too much, by leak."""

GAME_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Leaky",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=False,
    parameter_specification={"leak": "none"},
)
GAME_INFO = pyspiel.GameInfo(3, CARDS, 2, -5.0, 5.0, 0.0, len(MOVERS))


class LeakyGame(pyspiel.Game):
    """The game; its parameter ``leak`` names what is wrong with it."""

    def __init__(self, params: Any = None) -> None:
        super().__init__(GAME_TYPE, GAME_INFO, params or {})
        self.leak = (params or {}).get("leak", "none")

    def new_initial_state(self) -> LeakyState:
        return LeakyState(self, self.leak)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        recalls = iig_obs_type is not None and iig_obs_type.perfect_recall
        text = lambda state, player: state.honest(player) if recalls else state.leaky(player)  # noqa: E731
        nothing = np.zeros(0, np.float32)
        return SimpleNamespace(tensor=nothing, dict={}, set_from=lambda state, player: None, string_from=text)


class LeakyState(pyspiel.State):
    """A state."""

    def __init__(self, game: pyspiel.Game, leak: str) -> None:
        super().__init__(game)
        self.leak = leak
        self.cards: list[int] = []
        self.moves: list[int] = []

    def current_player(self) -> int:
        if len(self.cards) < 2:
            return pyspiel.PlayerId.CHANCE
        return pyspiel.PlayerId.TERMINAL if self.is_terminal() else MOVERS[len(self.moves)]

    def is_terminal(self) -> bool:
        return len(self.moves) == len(MOVERS)

    def _legal_actions(self, player: int) -> list[int]:
        return [0, 1, 2] if self.leak == "legal" and player == 1 and self.cards[0] > 2 else [0, 1]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        left = [card for card in range(CARDS) if card not in self.cards]
        return [(card, 1 / len(left)) for card in left]

    def _apply_action(self, action: int) -> None:
        (self.cards if len(self.cards) < 2 else self.moves).append(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"{'card' if player < 0 else 'move'} {action}"

    def returns(self) -> list[float]:
        paid = float(self.cards[0]) if self.is_terminal() or (self.leak == "returns" and len(self.cards) == 2) else 0.0
        return [paid, -paid]

    def __str__(self) -> str:
        return f"cards {self.cards}, moves {self.moves}"

    def honest(self, player: int) -> str:
        own = self.moves[:1] if player == 0 else []
        return f"player {player}, card {self.cards[player : player + 1]}, {own}, {self.moves[1:]}"

    def leaky(self, player: int) -> str:
        too_much = SHOWN[self.leak](self, player) if self.leak in SHOWN and len(self.cards) == 2 else ""
        return f"{self.honest(player)} {too_much}"

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> LeakyState:
        cards, moves, other = [*self.cards], [*self.moves], 1 - player
        left = [card for card in range(CARDS) if card != cards[player]]
        draw = lambda many: int(sampler() * many)  # noqa: E731
        cards[other] = left[draw(len(left))]
        if player == 1 and moves and self.leak != "kept move":
            moves[0] = draw(2)
        if self.leak == "kept card":
            cards = [*self.cards]
        if self.leak == "other card":
            cards[player] = next(card for card in range(CARDS) if card not in (*cards, self.cards[player]))
        if self.leak == "card twice":
            cards[other] = cards[player]
        if self.leak == "true history":
            found = self.clone()
            found.cards, found.moves = cards, moves
            return found
        found = self.get_game().new_initial_state()
        for action in (*cards, *moves):
            found.apply_action(action)
        return found


pyspiel.register_game(GAME_TYPE, LeakyGame)
