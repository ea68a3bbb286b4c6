"""A batch of games from Python: its arrays, its threads, and the turns of opponents that are not compiled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cardkit.checks import check_whole
from cardkit.compiled.bits import ONE, ZERO
from cardkit.compiled.call import PLAYER, players
from cardkit.compiled.jit import JIT_OFF, jit
from cardkit.compiled.memory import lone_record
from cardkit.compiled.prng import streams_from
from durak_env.action_errors import illegal_action
from durak_env.actions import actions_of_slots, slots_of_actions
from durak_env.cards import bit
from durak_env.deals import Deal
from durak_env.envs import batch_step as batch
from durak_env.envs.asking import Asker, information_set
from durak_env.envs.batch_arrays import (
    BOTH_SEATS,
    NEXT_STEP,
    NUM_STREAMS,
    RUNNING,
    SAME_STEP,
    UNSEATED,
    View,
    new_games,
    new_log,
    places_of,
    view_of,
)
from durak_env.envs.opponent_roster import Roster
from durak_env.envs.opponents import OpponentPool
from durak_env.envs.threads import ThreadTeam, Worker
from durak_env.game import mover
from durak_env.information import INFO, InformationSet
from durak_env.observation import WORDS, Encoding

READY, BUSY, FAILED = range(3)  # what a batch is, which plays on only when it is ready
REFUSALS = {
    BUSY: "this environment is in the middle of a step, in another thread or called by its own opponent: "
    "make an environment for each thread",
    FAILED: "the last step was broken off, or an opponent has failed to choose: call reset() for all games first",
}

MAX_PLIES = 8192  # no game of 52 cards is as long: 26 bouts beaten off, between them fewer than 52 cards taken


class GameBatch:
    """Games in progress, for a learner who chooses in all of them at once.

    Args:
        num_games: games.
        encoding: of the observations.
        open_world: whether all cards are known.
        opponent: what `durak_env.envs.opponents.OpponentPool` takes; None for self-play.
        seat: the learner's, 0 or 1; None: it alternates, the first drawn at random.
        skip_forced: play the learner's plies that have a single legal action, but for a game's first.
        autoreset: DISABLED, NEXT_STEP or SAME_STEP of `durak_env.envs.batch_arrays`.
        num_threads: threads that share the games.
        recall: keep all plies of every game, for information sets with perfect recall.

    Attributes:
        pool: the opponents; None in self-play.
        opponents_are_one: whether all games are played against the same opponent, or none.

    Raises:
        ValueError: a seat or an opponent that does not exist.
    """

    def __init__(
        self,
        num_games: int,
        encoding: Encoding,
        open_world: bool,
        opponent: Any,
        seat: int | None,
        skip_forced: bool,
        autoreset: int,
        num_threads: int = 1,
        recall: bool = False,
    ) -> None:
        if seat is not None and (isinstance(seat, bool) or seat not in (0, 1)):
            raise ValueError(f"seat is 0, 1 or None (alternating), not {seat!r}")
        if seat is not None and opponent is None:
            raise ValueError("in self-play (opponent=None) the learner has both seats: leave seat=None")
        self.num_games = num_games
        self.encoding = encoding
        self.rules = encoding.rules
        check_whole("num_threads", num_threads, 1)
        self.pool = None if opponent is None else OpponentPool(opponent, encoding, open_world)
        self.games = new_games(self.rules, num_games)
        setting = self.games.setting[0]
        setting.seat = BOTH_SEATS if seat is None else seat
        setting.self_play, setting.open_world, setting.skip_forced = opponent is None, open_world, skip_forced
        setting.autoreset = autoreset
        self.begun = False
        self._condition = READY
        self._slots, self._actions = slots_of_actions(self.rules), actions_of_slots(self.rules)
        self._all = np.arange(num_games)
        self._num_threads = num_threads
        self._team: ThreadTeam | None = None
        self._roster = Roster(self.pool, self.games)
        self._asker = Asker(self.rules, self._roster, num_games)
        self._recall = recall or not self._roster.all_compiled
        self._make_ready()

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in ("_worker", "_team", "_memories")}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._team = None
        self._split()  # a copy's arrays lie elsewhere

    def new_view(self) -> View:
        """Arrays for what the learner is given."""
        return view_of(*self.encoding.new_rows(self.num_games))

    def seed(self, row: int, rng: np.random.Generator) -> None:
        """Begin a game's streams anew; RuntimeError while another thread plays."""
        self._check_idle()
        self.games.streams[:, row] = streams_from(rng, NUM_STREAMS)
        self.games.games[row].seat = UNSEATED
        self._asker.forget(row)

    def begin(self, rows: np.ndarray, deals: Sequence[Deal | None] = ()) -> None:
        """Begin new games in the rows and play to the learner's first choice.

        Args:
            rows: of the games.
            deals: one a row; None, or none at all, for a random one.

        Raises:
            RuntimeError: another thread is at it.
            ValueError: an opponent has chosen what is not legal; only new games in all rows make good for it.
        """
        self._check_idle()
        after = FAILED if self._condition == FAILED and len(rows) < self.num_games else READY
        self._condition = BUSY
        try:
            if self._roster.is_behind():
                self._follow_pool()
            self.begun = True
            self._begin(rows, deals)
        except BaseException:
            self._condition = FAILED
            raise
        self._condition = after

    def look(self, rows: np.ndarray, view: View) -> None:
        """Observe and pay the games of the rows."""
        batch.look_rows(self._worker.places, rows, view.places)

    def check(self, actions: np.ndarray, refuse_illegal: bool) -> np.ndarray:
        """The slots of the learner's action ids.

        Raises:
            ValueError: a wrong shape or dtype, an action out of range, or, if ``refuse_illegal``, an illegal one in a
                game that is on; nothing has been played.
        """
        actions = np.asarray(actions)
        if actions.shape != (self.num_games,):
            raise ValueError(f"actions have the shape ({self.num_games},), one a game; got {actions.shape}")
        if actions.dtype.kind not in "iu":
            raise ValueError(f"actions are whole numbers; got an array of {actions.dtype}")
        slots = np.empty(self.num_games, np.int64)
        legals = self.games.legals
        row = translate(actions.astype(np.int64, copy=False), self._slots, legals, refuse_illegal, slots)
        if row < 0:
            return slots
        if 0 <= actions[row] < self.rules.num_actions:
            raise self.illegal(row, int(actions[row]))
        raise ValueError(
            f"game {row}: action {actions[row]} is out of range: actions are 0..{self.rules.num_actions - 1}"
        )

    def illegal(self, row: int, action: int) -> ValueError:
        """The error that explains an illegal action of the learner."""
        error = illegal_action(self.information_set(row, int(mover(self.games.states[row]))), action)
        return error if self.num_games == 1 else ValueError(f"game {row}: {error}")

    def check_begun(self) -> None:
        """Raise RuntimeError before the first games."""
        if not self.begun:
            raise RuntimeError("no game has begun: call reset() first")

    def check_ready(self) -> None:
        """Raise RuntimeError where `step` would."""
        self.check_begun()
        if self._condition != READY:
            raise RuntimeError(REFUSALS[self._condition])

    def step(self, slots: np.ndarray, view: View, finals: View) -> None:
        """Play the learner's slots, then all that follows; see `durak_env.envs.batch_step.turn`.

        Raises:
            RuntimeError: another thread is at it, or an opponent has failed since the last reset of all games.
            ValueError: an opponent has chosen what is not legal.
        """
        if self._condition != READY:  # and nothing that lets another thread in before the next line
            raise RuntimeError(REFUSALS[self._condition])
        self._condition = BUSY
        try:
            if self._roster.is_behind():
                self._follow_pool()
            if self._outside:
                self._turn_outside(slots, view, finals)
            elif self._turn(slots, view.places, finals.places):
                raise self._asker.broken_game(self.games)
        except BaseException:
            self._condition = FAILED
            raise
        self._condition = READY

    def sample_actions(self) -> np.ndarray:
        """A uniform legal action id of the learner in each game, 0 where the game is over: int64, drawn compiled."""
        actions = np.empty(self.num_games, np.int64)
        batch.sample_rows(self._worker.places, self._all, self._actions, actions)  # alone: waking others takes longer
        return actions

    def action_masks(self) -> np.ndarray:
        """What the learner may choose: bool of shape (games, actions)."""
        masks = np.empty((self.num_games, self.rules.num_actions), bool)
        write_masks(self.games.legals, self._slots, masks)
        return masks

    def information_set(self, row: int, seat: int) -> InformationSet:
        """What a seat knows in a game; with the plies since the deal if the batch has perfect recall."""
        return information_set(self.games, self.rules, row, seat, self._recall)

    def opponents(self, numbers: np.ndarray) -> np.ndarray:
        """The names of the opponents with the numbers, which stand in the results of a view."""
        return self._roster.names(numbers)

    def close(self) -> None:
        """End the threads."""
        if self._team is not None:
            self._team.close()
            self._team = None

    def _follow_pool(self) -> None:
        if self._roster.follow(self.begun):
            self._make_ready()

    def _make_ready(self) -> None:
        """Make ready for the opponents, compiled or not."""
        self.opponents_are_one = len(self._roster.opponents) < 2
        self._outside = self.games.setting[0].outside = not self._roster.all_compiled
        plies = MAX_PLIES if self._recall or self._outside else 0
        if self.games.log.shape[1] != plies:
            self.games = self.games._replace(log=new_log(self.num_games, plies))
        self._split()

    def _split(self) -> None:
        """Share the games among the threads."""
        self.close()
        self._memories: list[list[np.ndarray]] = []
        count = 1 if JIT_OFF or self._outside else min(self._num_threads, self.num_games)
        workers = [self._new_worker() for _ in range(count)]
        self._worker = workers[0]
        self._team = ThreadTeam(workers, self.num_games) if count > 1 else None

    def _check_idle(self) -> None:
        if self._condition == BUSY:
            raise RuntimeError(REFUSALS[BUSY])

    def _begin(self, rows: np.ndarray, deals: Sequence[Deal | None] = ()) -> None:
        batch.begin_rows(self._worker.places, rows)
        starts = {deal: deal.lay_out(self.rules) for deal in set(deals) if deal is not None}
        for row, deal in zip(rows, deals, strict=False):
            if deal is not None:
                self.games.states[row] = starts[deal]
        if self._outside:
            self._asker.begin(self.games, rows)
        if batch.play_on_rows(self._worker.places, self._worker.players, rows, True):
            raise self._asker.broken_game(self.games)
        self._reply(rows, first=True)

    def _turn(self, slots: np.ndarray, view: np.ndarray, final: np.ndarray) -> int:
        if self._team is None:
            return batch.turn(self._worker.places, self._worker.players, self._all, slots, view, final)
        return self._team.turn(slots, view, final)

    def _turn_outside(self, slots: np.ndarray, view: View, finals: View) -> None:
        outcomes, autoreset = self.games.games["outcome"], self.games.setting[0].autoreset
        resting = self._all[outcomes != RUNNING]
        batch.play_rows(self._worker.places, self._all, slots)
        batch.play_on_rows(self._worker.places, self._worker.players, self._all, False)
        self._reply(self._all, first=False)
        if autoreset == NEXT_STEP and len(resting):
            self._begin(resting)
        self.look(self._all, view)
        ended = self._all[outcomes != RUNNING]
        if autoreset == SAME_STEP and len(ended):
            results = view.results.copy()
            self.look(ended, finals)
            self._begin(ended)
            self.look(ended, view)
            for name in ("reward", "terminated", "returns"):
                view.results[name] = results[name]

    def _new_worker(self) -> Worker:
        inside = [] if self._outside else [one.agent for one in self._roster.opponents]
        memories = [agent.memory.copy() for agent in inside]
        self._memories.append(memories)  # the players hold their addresses
        info, desk = lone_record(INFO), lone_record(WORDS)
        return Worker(
            info,
            desk,
            places=places_of(self.games, info, desk, self.encoding.layout),
            players=players(inside, memories) if inside else np.zeros(max(1, len(self._roster.opponents)), PLAYER),
        )

    def _reply(self, rows: np.ndarray, first: bool) -> None:
        """Let opponents that are not compiled choose until it is the learner's turn everywhere."""
        if not self._outside:
            return
        worker = self._worker
        slots = np.zeros(self.num_games, np.int64)
        while len(rows := self._waiting(rows)):
            self._asker.ask(self.games, rows, slots)
            batch.play_rows(worker.places, rows, slots)
            batch.play_on_rows(worker.places, worker.players, rows, first)

    def _waiting(self, rows: np.ndarray) -> np.ndarray:
        """Those of the rows in which it is the opponent's turn."""
        games, states = self.games.games, self.games.states
        return rows[[games[row].outcome == RUNNING and mover(states[row]) != games[row].seat for row in rows]]


@jit
def translate(actions: Any, slots_of_actions: Any, legals: Any, refuse_illegal: Any, slots: Any) -> Any:
    """Write the actions' slots.

    Returns:
        the first row whose action does not exist or, with ``refuse_illegal``, is illegal in a game that is on; -1 if
        there is none.
    """
    for row in range(len(actions)):
        action = actions[row]
        if action < 0 or action >= len(slots_of_actions):
            return row
        slots[row] = slots_of_actions[action]
        if refuse_illegal and legals[row] != ZERO and legals[row] & bit(slots[row]) == ZERO:
            return row
    return -1


@jit
def write_masks(legals: Any, slots_of_actions: Any, masks: Any) -> None:
    """Write each set of slots into a row of the masks, an entry an action."""
    for row in range(len(legals)):
        legal = legals[row]
        for action in range(len(slots_of_actions)):
            masks[row, action] = (legal >> np.uint64(slots_of_actions[action])) & ONE
