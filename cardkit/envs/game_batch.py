"""A batch of games, driven from Python: who may play when, and the turns of uncompiled opponents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from cardkit.checks import MOST_WORKERS, check_whole
from cardkit.compiled.protocol import State, can_withdraw, mover, reseed, withdraw
from cardkit.encoding import LEAVING, MAX_HISTORY, Encoding, ply_code
from cardkit.envs import batch_step as batch
from cardkit.envs.asking import Asker, information_set
from cardkit.envs.batch_arrays import (
    DEALS,
    DISABLED,
    EVERY_SEAT,
    LEFT_IN_LOG,
    NEXT_STEP,
    NUM_STREAMS,
    RUNNING,
    SAME_STEP,
    UNSEATED,
    View,
    action_tables,
    new_arrays,
    new_log,
    new_view,
)
from cardkit.envs.opponent_roster import Roster
from cardkit.envs.opponents import OpponentPool, opposition
from cardkit.envs.workers import Workers
from cardkit.game import Game, no_withdrawal
from cardkit.rules.tables import check_tables
from cardkit.wording import quoted

READY, BUSY, FAILED = range(3)  # conditions of a batch; it plays only when ready
REFUSALS = {
    BUSY: "this environment is in the middle of a step, called from another thread or by its own opponent: "
    "make an environment for each thread",
    FAILED: "the last step was interrupted, given chance did not fit, or an opponent has failed to choose: "
    "call reset() for all games first",
}


class GameBatch:
    """Games in progress, for a learner that chooses in all of them at once.

    Args:
        num_games: how many games.
        game: the game to play in all rows.
        encoding: of the observations.
        opponent, opponents: arguments of `cardkit.envs.opponents.opposition`.
        seat: the learner's; None: it takes each seat in turn, starting with a random one.
        skip_forced: play the learner's plies with a single legal action, except the first of a game.
        autoreset: DISABLED, NEXT_STEP or SAME_STEP of `cardkit.envs.batch_arrays`.
        num_threads: threads that share the games.
        recall: keep all plies of every game, for information sets with perfect recall.

    Attributes:
        self_play: whether the learner has all seats.

    Raises:
        ValueError: a seat or an opponent does not exist.
    """

    def __init__(
        self,
        num_games: int,
        game: Game,
        encoding: Encoding,
        opponent: Any,
        seat: int | None,
        skip_forced: bool,
        autoreset: int,
        num_threads: int = 1,
        recall: bool = False,
        opponents: Any = None,
    ) -> None:
        check_tables(game)
        if seat is not None and (isinstance(seat, bool | float) or seat not in range(game.seats)):
            raise ValueError(
                f"seat must be {', '.join(map(str, range(game.seats)))} or None (alternating), got {quoted(seat)}"
            )
        self.self_play = opponent is None and opponents is None
        if seat is not None and self.self_play:
            every = "both seats" if game.seats == 2 else "all seats"
            raise ValueError(f"in self-play (opponent=None) the learner has {every}: leave seat=None")
        self.num_games = num_games
        self.game = game
        self.encoding = encoding
        check_whole("num_threads", num_threads, 1, MOST_WORKERS)
        self._opposition = opposition(opponent, opponents, game, encoding)
        self.arrays = new_arrays(game, num_games)
        self._tables = action_tables(game)
        setting = self.arrays.setting[0]
        setting.seat = EVERY_SEAT if seat is None else seat
        setting.self_play, setting.open_world, setting.skip_forced = self.self_play, game.open_world, skip_forced
        setting.autoreset = autoreset
        self._steps_begin_games = autoreset != DISABLED
        self.begun = False
        self._given = np.zeros(num_games, bool)  # the running games with a given deal, and perhaps chance
        self._is_given = False  # any of them
        self._condition = READY
        self._all = np.arange(num_games)
        self._num_threads = num_threads
        self._roster = Roster(self._opposition, self.arrays)
        self._asker = Asker(game, self._roster, num_games)
        self._recall = recall or not self._roster.all_compiled
        self._make_ready()

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_workers"}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._workers = self._new_workers()

    def new_view(self) -> View:
        """Make arrays for the learner's view."""
        return new_view(self.game, self.encoding, self.num_games)

    def seed(self, rows: Sequence[int], streams: np.ndarray) -> None:
        """Give games new STREAM records, those of a row one after another; RuntimeError while another thread plays."""
        self._check_idle()
        self.arrays.streams[:, rows] = streams.reshape(-1, NUM_STREAMS).T
        self.arrays.games["seat"][rows] = UNSEATED
        self._asker.forget(rows)

    def begin(self, rows: np.ndarray, view: View, starts: Sequence[State | None] = ()) -> None:
        """Begin new games in the rows, play to the learner's first choice, and fill the view for all games.

        Args:
            rows: the games to begin.
            view: what the learner gets.
            starts: the deal of each row as a STATE record, or None for a random one; empty for all random.

        Raises:
            RuntimeError: another thread is playing.
            ValueError: an opponent chose an illegal action, or given chance does not fit; begin all rows again.
        """
        self._check_idle()
        after = FAILED if self._condition == FAILED and len(rows) < self.num_games else READY
        with self._playing(after):
            if self._roster.is_behind():
                self._follow_pool()
            self.begun = True
            self._given[rows] = [start is not None for start in starts] or False
            self._is_given = bool(self._given.any())
            if self._outside or self._is_given or len(rows) < self.num_games:
                self._begin(rows, starts)
                self.observe(self._all, view)
            elif self._workers.step(np.full(self.num_games, batch.BEGIN), view, view):
                raise self._asker.broken_game(self.arrays)
            self._check_chance()

    def observe(self, rows: np.ndarray, view: View, pays: bool = False) -> None:
        """Fill the view for the games of the rows; with ``pays`` reward the seats that chose."""
        batch.observe_rows(self._workers.work, rows, view.addresses, pays)

    def observe_from(self, row: int, seat: int, view: View) -> None:
        """Write a seat's observation into a row of the view."""
        batch.observe_from(self._workers.work, row, seat, view.addresses)

    def check(self, actions: np.ndarray, refuse_illegal: bool) -> np.ndarray:
        """Check the learner's action ids, and return them as int64.

        Raises:
            ValueError: a wrong shape or dtype, an action out of range, or, with ``refuse_illegal``, an illegal action
                in a running game; nothing has been played.
        """
        actions = np.asarray(actions)
        if actions.shape != (self.num_games,):
            raise ValueError(f"actions must have the shape ({self.num_games},), one for each game; got {actions.shape}")
        if actions.dtype.kind not in "iu":
            raise ValueError(f"actions must be integers; got an array of {actions.dtype}")
        actions = np.ascontiguousarray(actions, np.int64)
        last = self.game.num_actions - 1
        if (row := batch.first_outside(actions, last)) >= 0:
            raise ValueError(f"game {row}: action {actions[row]} is out of range: actions are 0..{last}")
        if refuse_illegal and (row := batch.first_illegal(self._workers.work, self._all, actions)) >= 0:
            raise self.illegal(row, int(actions[row]))
        return actions

    def illegal(self, row: int, action: int) -> ValueError:
        """Make the error that says why an action id is illegal; it names the game if there are several."""
        try:
            self.game.read_action(self.arrays.states[row], action)
        except ValueError as error:
            return error if self.num_games == 1 else ValueError(f"game {row}: {error}")
        raise AssertionError(f"action {action} is legal")

    def check_begun(self) -> None:
        """Raise RuntimeError before the first games."""
        if not self.begun:
            raise RuntimeError("no game has begun: call reset() first")

    def check_ready(self) -> None:
        """Raise RuntimeError where `step` would."""
        self.check_begun()
        if self._condition != READY:
            raise RuntimeError(REFUSALS[self._condition])

    def step(self, actions: np.ndarray, view: View, finals: View) -> None:
        """Play the learner's action ids, then all that follows; see `cardkit.envs.batch_step.step_rows`.

        Raises:
            RuntimeError: another thread is playing, or an opponent has failed since the last reset of all games.
            ValueError: an opponent chose an illegal action, or given chance does not fit.
        """
        if self._condition != READY:  # nothing between this line and the next may let another thread run
            raise RuntimeError(REFUSALS[self._condition])
        self._condition = BUSY  # and no `_playing`, which costs a microsecond
        try:
            if self._steps_begin_games and self._roster.is_behind():
                self._follow_pool()
            if self._outside or (self._is_given and self.arrays.setting[0].autoreset == SAME_STEP):
                self._turn_by_parts(actions, view, finals)
            elif self._workers.step(actions, view, finals):
                raise self._asker.broken_game(self.arrays)
            self._check_chance()
        except BaseException:
            self._condition = FAILED
            raise
        self._condition = READY

    def withdraw(self, view: View) -> None:
        """Take the learner's seat, in self-play the one to move, out of the lone game in place of a ply; then play on.

        Raises:
            RuntimeError: as `step`.
            ValueError: the game does not say how it goes on without a seat, or as `step`.
        """
        state, game = self.arrays.states[0], self.arrays.games[0]
        if not can_withdraw(state.dtype):
            raise no_withdrawal(self.game)
        self.check_ready()
        rows = self._all[:1]
        with self._playing(READY):
            seat = int(mover(state))
            self.arrays.log[0, game.plies] = LEFT_IN_LOG, seat
            game.codes[game.plies % MAX_HISTORY] = ply_code(seat, LEAVING)
            game.plies += 1
            withdraw(state, seat)
            self._play_on(rows, first=False)
            self.observe(rows, view, pays=True)
            self._check_chance()

    def sample_actions(self) -> np.ndarray:
        """Draw a uniform legal action id for the learner in each game, 0 if it is over: int64, in compiled code."""
        actions = np.empty(self.num_games, np.int64)
        batch.sample_rows(self._workers.work, self._all, actions)  # in one thread: waking others takes longer
        return actions

    def action_masks(self) -> np.ndarray:
        """Return the learner's legal actions: bool of shape (games, actions)."""
        masks = np.zeros((self.num_games, self.game.num_actions), bool)
        batch.mask_rows(self._workers.work, self._all, masks)
        return masks

    def information_set(self, row: int, seat: int) -> Any:
        """Return a seat's knowledge in a game, with the plies since the deal if the batch has perfect recall."""
        return information_set(self.arrays, self.game, row, seat, self._recall)

    @property
    def opponent_pool(self) -> OpponentPool:
        """The pool of opponents.

        Raises:
            AttributeError: there is none.
        """
        if not isinstance(self._opposition, OpponentPool):
            raise AttributeError("there is no opponent_pool in self-play (opponent=None), nor with opponents=[...]")
        return self._opposition

    @property
    def opponents_are_one(self) -> bool:
        """True if all games have the same opponent, or none."""
        return self._roster.is_one

    @property
    def opponent_names(self) -> tuple[str, ...]:
        """The names of all opponents that there ever were, by their numbers in infos; empty in self-play."""
        return () if self._opposition is None else self._opposition.every_name

    def opponents(self, numbers: np.ndarray) -> np.ndarray:
        """Return the opponents' numbers in infos, int64, given their numbers in the results of a view."""
        return self._roster.told(numbers)

    def opponent(self, number: int) -> int:
        """Return the number that infos use for one opponent."""
        return int(self._roster.told(np.array(number)))

    def close(self) -> None:
        """Stop the threads."""
        self._workers.close()

    def _follow_pool(self) -> None:
        if self._roster.follow(self.begun):
            self.close()
            self._make_ready()

    def _make_ready(self) -> None:
        """Prepare for the opponents, compiled or not."""
        self._outside = self.arrays.setting[0].outside = not self._roster.all_compiled
        plies = self.game.most_plies if self._recall or self._outside else 0
        if self.arrays.log.shape[1] != plies:
            self.arrays = self.arrays._replace(log=new_log(self.num_games, plies))
        self._workers = self._new_workers()

    def _new_workers(self) -> Workers:
        inside = [] if self._outside else [one.agent for one in self._roster.opponents]
        threads = 1 if self._outside else self._num_threads
        return Workers(self.game, self.encoding, self.arrays, self._tables, inside, threads)

    def _check_chance(self) -> None:
        if self._is_given:
            self.game.check_chance(self.arrays.states)
            self._given &= self.arrays.games["outcome"] == RUNNING
            self._is_given = bool(self._given.any())

    def _check_idle(self) -> None:
        if self._condition == BUSY:
            raise RuntimeError(REFUSALS[BUSY])

    @contextmanager
    def _playing(self, after: int) -> Iterator[None]:
        """Keep other threads out of the block; its condition then is ``after``, or FAILED."""
        self._condition = BUSY
        try:
            yield
        except BaseException:
            self._condition = FAILED
            raise
        self._condition = after

    def _begin(self, rows: np.ndarray, starts: Sequence[State | None] = ()) -> None:
        batch.begin_rows(self._workers.work, rows)
        for row, start in zip(rows, starts, strict=False):
            if start is not None:
                self.arrays.states[row] = start
                reseed(self.arrays.states[row], self.arrays.streams[DEALS, row])
        if self._outside:
            self._asker.begin(self.arrays, rows)
        self._play_on(rows, first=True)

    def _turn_by_parts(self, actions: np.ndarray, view: View, finals: View) -> None:
        """Play a step with room for Python: uncompiled opponents, and chance checked before games restart."""
        outcomes, autoreset = self.arrays.games["outcome"], self.arrays.setting[0].autoreset
        playing, resting = self._all[outcomes == RUNNING], self._all[outcomes != RUNNING]
        batch.play_rows(self._workers.work, playing, actions)
        self._play_on(playing, first=False)
        if autoreset == NEXT_STEP and len(resting):
            self._begin(resting)
        self.observe(resting, view)
        self.observe(playing, view, pays=True)
        ended = self._all[outcomes != RUNNING]
        if autoreset == SAME_STEP and len(ended):
            results, returns = view.results.copy(), view.returns.copy()
            self.observe(ended, finals)
            self._check_chance()
            self._begin(ended)
            self.observe(ended, view)
            for name in ("reward", "terminated"):
                view.results[name] = results[name]
            view.returns[:] = returns

    def _play_on(self, rows: np.ndarray, first: bool) -> None:
        """Play until it is the learner's turn everywhere; opponents that are not compiled are asked here."""
        if batch.play_on_rows(self._workers.work, self._workers.players, rows, first):
            raise self._asker.broken_game(self.arrays)
        if not self._outside:
            return
        actions = np.zeros(self.num_games, np.int64)
        while len(rows := self._waiting(rows)):
            self._asker.ask(self.arrays, rows, actions)
            batch.play_rows(self._workers.work, rows, actions)
            batch.play_on_rows(self._workers.work, self._workers.players, rows, first)

    def _waiting(self, rows: np.ndarray) -> np.ndarray:
        """Return the rows in which it is an opponent's turn."""
        games = self.arrays.games
        due = (games["outcome"] == RUNNING) & (games["to_move"] != games["seat"])
        return rows[due[rows]]
