"""Opponents are asked for their choices from Python: their knowledge, their generators, and their answers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from cardkit.agents import CompiledAgent, asking_an_agent
from cardkit.compiled.protocol import LEFT
from cardkit.envs.batch_arrays import BROKEN, LEFT_IN_LOG, OPPONENT, BatchArrays
from cardkit.envs.opponent_roster import Roster
from cardkit.game import Game, IllegalSlotError
from cardkit.wording import quoted


class Asker:
    """The asker of opponents: it takes their choices, and reports illegal ones, including those of compiled opponents.

    Args:
        game: the game of all rows.
        roster: the opponents by their numbers in the games.
        num_games: games of the batch.
    """

    def __init__(self, game: Game, roster: Roster, num_games: int) -> None:
        self._game, self._roster = game, roster
        self._rngs: list[Any] = [None] * num_games  # of opponents that are not compiled

    def forget(self, rows: Iterable[int]) -> None:
        """Forget the generators of rows whose streams are seeded anew."""
        for row in rows:
            self._rngs[row] = None

    def begin(self, arrays: BatchArrays, rows: Iterable[int]) -> None:
        """Prepare for new games in the rows, with generators derived from the games' streams.

        With several opponents each game gets a new generator, so that the previous opponent gains nothing by keeping
        the old one.
        """
        several = arrays.setting[0].several
        for row in rows:
            if several or self._rngs[row] is None:
                self._rngs[row] = np.random.default_rng(int(arrays.streams[OPPONENT, row]["word"]))

    def ask(self, arrays: BatchArrays, rows: np.ndarray, actions: np.ndarray) -> None:
        """Write the opponents' action ids into ``actions``, for rows in which it is their turn.

        Raises:
            ValueError: an opponent chose an illegal action.
            AgentExitError: an opponent would have ended the program.
        """
        opponents = self._roster.to_move(rows)
        for number in np.unique(opponents):
            asked = rows[opponents == number]
            with asking_an_agent(f"opponent {quoted(self._roster.opponents[number].name)}"):
                actions[asked] = self._answers(arrays, number, asked)

    def broken_game(self, arrays: BatchArrays) -> ValueError:
        """Make the error that explains the first game in which a compiled opponent chose an illegal action."""
        row = int(np.argmax(arrays.games["outcome"] == BROKEN))
        error = self._game.illegal_slot(arrays.states[row], int(arrays.games[row].slot))
        return self._at_fault(row, error)

    def _answers(self, arrays: BatchArrays, number: int, rows: np.ndarray) -> list[int]:
        """Ask opponent ``number`` for its action ids in the rows, in one call if it can."""
        opponent = self._roster.opponents[number]
        agent = opponent.agent
        if not isinstance(agent, CompiledAgent) and hasattr(agent, "act_batch"):
            infos, rngs = [self._known(arrays, row) for row in rows], [self._rngs[row] for row in rows]
            actions = list(agent.act_batch(infos, rngs))
            if len(actions) != len(rows):
                raise ValueError(f"{opponent.name}.act_batch gave {len(actions)} actions for {len(rows)} choices")
        else:
            actions = [self._answer(arrays, agent, row) for row in rows]
        return [self._checked(arrays, row, action) for row, action in zip(rows, actions, strict=True)]

    def _answer(self, arrays: BatchArrays, agent: Any, row: int) -> Any:
        """Ask an agent for its action in a row."""
        info = self._known(arrays, row)
        if not isinstance(agent, CompiledAgent):
            return agent.act(info, self._rngs[row])
        stream = arrays.streams[OPPONENT, row].copy()
        try:
            return agent.act_from(info, stream)
        except IllegalSlotError as error:
            raise self._at_fault(row, error) from None
        finally:
            arrays.streams[OPPONENT, row] = stream

    def _known(self, arrays: BatchArrays, row: int) -> Any:
        """Return the knowledge of the opponent to move in a row."""
        return information_set(arrays, self._game, row, int(arrays.games[row].to_move))

    def _checked(self, arrays: BatchArrays, row: int, action: Any) -> int:
        """Return the action id that an opponent answered in a row, if it is legal."""
        state = arrays.states[row]
        try:
            slot = self._game.read_action(state, action)
        except ValueError as error:
            raise self._at_fault(row, error) from None
        return self._game.action_of(state, slot)  # reading the answer again might give another number

    def _at_fault(self, row: int, error: ValueError) -> ValueError:
        """Make the error that names the opponent to move in a row."""
        (number,) = self._roster.to_move(np.array([row]))
        opponent = self._roster.opponents[number]
        return ValueError(f"opponent {quoted(opponent.name)} in game {row}: {error}")


def information_set(arrays: BatchArrays, game: Game, row: int, seat: int, recall: bool = True) -> Any:
    """Return a seat's knowledge in a game; with ``recall`` also the plies since the deal, as far as they are logged."""
    return game.information_set(arrays.states[row], seat, plies_of(arrays, row) if recall else ())


def plies_of(arrays: BatchArrays, row: int) -> list[tuple[int, int]]:
    """List the plies of a game since the deal, as far as the log has them: (seat, action id or `LEFT`)."""
    kept = arrays.log[row, : arrays.games[row].plies]
    actions = [LEFT if action == LEFT_IN_LOG else action for action in kept["action"].tolist()]
    return list(zip(kept["seat"].tolist(), actions, strict=True))
