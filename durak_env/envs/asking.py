"""Opponents that are asked from Python: what they know, with which generator they choose, and what they answer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from cardkit.agents import CompiledAgent
from cardkit.game import IllegalSlotError
from durak_env.action_errors import action_id, illegal_action, illegal_slot
from durak_env.actions import actions_of_slots, slots_of_actions
from durak_env.envs.batch_arrays import BROKEN, OPPONENT, Games
from durak_env.envs.opponent_roster import Roster
from durak_env.information import InformationSet
from durak_env.observation import SEAT_1
from durak_env.rules import Rules


class Asker:
    """Asks opponents for their choices, and says whose choice is not legal, also of those who play compiled.

    Args:
        rules: of all games.
        roster: the opponents by their numbers in the games.
        num_games: games of the batch.
    """

    def __init__(self, rules: Rules, roster: Roster, num_games: int) -> None:
        self._rules, self._roster = rules, roster
        self._slots = slots_of_actions(rules)
        self._rngs: list[Any] = [None] * num_games  # of opponents that are not compiled

    def forget(self, row: int) -> None:
        """Take another generator for the next game of a row, whose streams begin anew."""
        self._rngs[row] = None

    def begin(self, games: Games, rows: Iterable[int]) -> None:
        """Be ready for new games in the rows, with generators that follow from the games' streams.

        Of several opponents each gets another generator: one that the last has kept is of no use in this one's game.
        """
        several = games.setting[0].several
        for row in rows:
            if several or self._rngs[row] is None:
                self._rngs[row] = np.random.default_rng(int(games.streams[OPPONENT, row]["word"]))

    def ask(self, games: Games, rows: np.ndarray, slots: np.ndarray) -> None:
        """Write into ``slots`` what the opponents choose in the rows, in which it is their turn.

        Raises:
            ValueError: one of them has chosen what is not legal.
        """
        opponents = games.games["opponent"][rows]
        for number in np.unique(opponents):
            asked = rows[opponents == number]
            slots[asked] = self._answers(games, number, asked)

    def broken_game(self, games: Games) -> ValueError:
        """The error that explains the first game that a compiled opponent has broken."""
        row = int(np.argmax(games.games["outcome"] == BROKEN))
        return self._at_fault(games, row, illegal_slot(self._known(games, row), int(games.games[row].slot)))

    def _answers(self, games: Games, number: int, rows: np.ndarray) -> list[int]:
        """The slots that the opponent of a number chooses in the rows, in all of them at once if it can."""
        opponent = self._roster.opponents[number]
        agent = opponent.agent
        if not isinstance(agent, CompiledAgent) and hasattr(agent, "act_batch"):
            infos, rngs = [self._known(games, row) for row in rows], [self._rngs[row] for row in rows]
            actions = list(agent.act_batch(infos, rngs))
            if len(actions) != len(rows):
                raise ValueError(f"{opponent.name}.act_batch gave {len(actions)} actions for {len(rows)} choices")
        else:
            actions = [self._answer(games, agent, row) for row in rows]
        return [self._slot(games, row, action) for row, action in zip(rows, actions, strict=True)]

    def _answer(self, games: Games, agent: Any, row: int) -> Any:
        """The action that an agent chooses in a row."""
        info = self._known(games, row)
        if not isinstance(agent, CompiledAgent):
            return agent.act(info, self._rngs[row])
        stream = games.streams[OPPONENT, row].copy()
        try:
            return agent.act_from(info, stream)
        except IllegalSlotError as error:
            raise self._at_fault(games, row, error) from None
        finally:
            games.streams[OPPONENT, row] = stream

    def _known(self, games: Games, row: int) -> InformationSet:
        """What the opponent knows in a row."""
        return information_set(games, self._rules, row, 1 - int(games.games[row].seat))

    def _slot(self, games: Games, row: int, action: Any) -> int:
        """The slot of what an opponent has answered in a row; whether it is legal, the game says."""
        try:
            number = action_id(action, self._rules)
        except ValueError as error:
            raise self._at_fault(games, row, error) from None
        slot = int(self._slots[number])
        if not int(games.states[row].legal) >> slot & 1:
            raise self._at_fault(games, row, illegal_action(self._known(games, row), number))
        return slot

    def _at_fault(self, games: Games, row: int, error: ValueError) -> ValueError:
        """The error that names the opponent of a row."""
        opponent = self._roster.opponents[games.games[row].opponent]
        return ValueError(f"opponent {opponent.name!r} in game {row}: {error}")


def information_set(games: Games, rules: Rules, row: int, seat: int, recall: bool = True) -> InformationSet:
    """What a seat knows in a game; with ``recall`` the plies since the deal, as far as the log has them."""
    open_world = bool(games.setting[0].open_world)
    return InformationSet.of(games.states[row], rules, seat, open_world, _plies(games, rules, row) if recall else ())


def _plies(games: Games, rules: Rules, row: int) -> list[tuple[int, int]]:
    actions = actions_of_slots(rules)
    codes = games.log[row, : games.states[row].plies].tolist()
    return [(code // SEAT_1, int(actions[code % SEAT_1])) for code in codes]
