"""A batch of games from Python: its arrays, its threads, and opponents that are not compiled."""

from __future__ import annotations

from typing import Any

import numpy as np

from cardkit.compiled.bits import ZERO
from cardkit.compiled.jit import JIT_OFF, jit
from cardkit.compiled.memory import lone_record
from cardkit.compiled.prng import streams_from
from durak_env.action_errors import action_id, illegal_action
from durak_env.actions import actions_of_slots, slots_of_actions
from durak_env.cards import bit
from durak_env.compiled_agents import PLAYER, CompiledAgent, players
from durak_env.deals import Deal
from durak_env.envs import batch_step as batch
from durak_env.envs.batch_arrays import (
    BOTH_SEATS,
    NEXT_STEP,
    NUM_STREAMS,
    OPPONENT,
    RUNNING,
    SAME_STEP,
    SETTING,
    UNSEATED,
    View,
    new_games,
    places_of,
    view_of,
)
from durak_env.envs.env_arguments import check_whole
from durak_env.envs.opponents import compiled_pool, opponent_pool
from durak_env.envs.threads import Crew, Worker
from durak_env.game import mover
from durak_env.information import INFO, InformationSet
from durak_env.observation import SEAT_1, WORDS, Encoding

MAX_POOL = 255  # opponents are numbered in a byte
MAX_PLIES = 8192  # no game of 52 cards is as long: 26 bouts beaten off, between them fewer than 52 cards taken


class GameBatch:
    """Games in progress, for a learner who chooses in all of them at once.

    Args:
        num_games: games.
        encoding: of the observations.
        open_world: whether all cards are known.
        opponent: what `durak_env.envs.opponents.opponent_pool` takes; None for self-play.
        seat: the learner's, 0 or 1; None: it alternates, the first drawn at random.
        skip_forced: play the learner's plies that have a single legal action, but for a game's first.
        autoreset: DISABLED, NEXT_STEP or SAME_STEP of `durak_env.envs.batch_arrays`.
        num_threads: threads that share the games.
        recall: keep all plies of every game, for information sets with perfect recall.

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
        self.pool = [] if opponent is None else _prepared_pool(opponent, encoding, open_world)
        self._outside = not compiled_pool(self.pool)
        self._recall = recall or self._outside
        own_seat = BOTH_SEATS if seat is None else seat
        setting = own_seat, len(self.pool), opponent is None, open_world, skip_forced, self._outside, autoreset
        self.games = new_games(self.rules, num_games, np.array([setting], SETTING), MAX_PLIES if self._recall else 0)
        self.begun = False
        self._broken = False  # an opponent has failed to choose, and its game waits for it
        self._slots, self._actions = slots_of_actions(self.rules), actions_of_slots(self.rules)
        self._rngs: list[Any] = [None] * num_games  # of opponents that are not compiled
        self._split(num_threads)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in ("_worker", "_crew", "_memories")}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._split(self._num_threads)  # a copy's arrays lie elsewhere

    def new_view(self) -> View:
        """Arrays for what the learner is given."""
        return view_of(*self.encoding.new_rows(self.num_games))

    def seed(self, row: int, rng: np.random.Generator) -> None:
        """Begin a game's streams anew."""
        self.games.streams[:, row] = streams_from(rng, NUM_STREAMS)
        self.games.games[row].seat = UNSEATED
        if self._outside:
            self._rngs[row] = np.random.default_rng(int(self.games.streams[OPPONENT, row]["word"]))

    def begin(self, rows: np.ndarray, deal: Deal | None = None) -> None:
        """Begin new games in the rows, all with the deal if one is given, and play to the learner's first choice."""
        self.begun = True
        broken = self._broken and len(rows) < self.num_games
        self._broken = True  # until all have chosen
        batch.begin_rows(self._worker.places, rows)
        if deal is not None:
            start = deal.lay_out(self.rules)
            for row in rows:
                self.games.states[row] = start
        batch.play_on_rows(self._worker.places, self._worker.players, rows, True)
        self._reply(rows, first=True)
        self._broken = broken

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

    def step(self, slots: np.ndarray, view: View, finals: View) -> None:
        """Play the learner's slots, then all that follows; see `durak_env.envs.batch_step.turn`.

        Raises:
            RuntimeError: an opponent has failed to choose since the last reset of all games.
        """
        if self._broken:
            raise RuntimeError("an opponent has failed to choose: call reset() for all games first")
        self._broken = True  # until all have chosen
        if self._outside:
            self._turn_outside(slots, view, finals)
        else:
            self._turn(slots, view.places, finals.places)
        self._broken = False

    def sample_actions(self) -> np.ndarray:
        """A uniform legal action id of the learner in each game, 0 where the game is over: int64, drawn compiled."""
        actions = np.empty(self.num_games, np.int64)
        batch.sample_rows(self._worker.places, self._all, self._actions, actions)  # alone: waking others takes longer
        return actions

    def information_set(self, row: int, seat: int) -> InformationSet:
        """What a seat knows in a game; with the plies since the deal if the batch has perfect recall."""
        state = self.games.states[row]
        open_world = bool(self.games.setting[0].open_world)
        return InformationSet.of(state, self.rules, seat, open_world, self._plies(row) if self._recall else ())

    def close(self) -> None:
        """End the threads."""
        if self._crew is not None:
            self._crew.close()
            self._crew = None

    def _split(self, num_threads: int) -> None:
        check_whole("num_threads", num_threads, 1)
        self._num_threads = num_threads
        self._all = np.arange(self.num_games)
        self._memories: list[list[np.ndarray]] = []
        count = 1 if JIT_OFF or self._outside else min(num_threads, self.num_games)
        workers = [self._new_worker() for _ in range(count)]
        self._worker = workers[0]
        self._crew = Crew(workers, self.num_games) if count > 1 else None

    def _turn(self, slots: np.ndarray, view: np.ndarray, final: np.ndarray) -> None:
        if self._crew is None:
            batch.turn(self._worker.places, self._worker.players, self._all, slots, view, final)
        else:
            self._crew.turn(slots, view, final)

    def _turn_outside(self, slots: np.ndarray, view: View, finals: View) -> None:
        outcomes, autoreset = self.games.games["outcome"], self.games.setting[0].autoreset
        resting = self._all[outcomes != RUNNING]
        batch.play_rows(self._worker.places, self._all, slots)
        batch.play_on_rows(self._worker.places, self._worker.players, self._all, False)
        self._reply(self._all, first=False)
        if autoreset == NEXT_STEP and len(resting):
            self.begin(resting)
        self.look(self._all, view)
        ended = self._all[outcomes != RUNNING]
        if autoreset == SAME_STEP and len(ended):
            results = view.results.copy()
            self.look(ended, finals)
            self.begin(ended)
            self.look(ended, view)
            for name in ("reward", "terminated", "returns"):
                view.results[name] = results[name]

    def _new_worker(self) -> Worker:
        inside = [] if self._outside else self.pool
        memories = [agent.memory.copy() for agent in inside]
        self._memories.append(memories)  # the players hold their addresses
        info, desk = lone_record(INFO), lone_record(WORDS)
        return Worker(
            info,
            desk,
            places=places_of(self.games, info, desk, self.encoding.layout),
            players=players(inside, memories) if inside else np.zeros(max(1, len(self.pool)), PLAYER),
        )

    def _reply(self, rows: np.ndarray, first: bool) -> None:
        """Let opponents that are not compiled choose until it is the learner's turn everywhere."""
        if not self._outside:
            return
        worker = self._worker
        slots = np.zeros(self.num_games, np.int64)
        while len(rows := self._waiting(rows)):
            opponents = self.games.games["opponent"][rows]
            for number in np.unique(opponents):
                asked = rows[opponents == number]
                slots[asked] = self._answers(self.pool[number], asked)
            batch.play_rows(worker.places, rows, slots)
            batch.play_on_rows(worker.places, worker.players, rows, first)

    def _waiting(self, rows: np.ndarray) -> np.ndarray:
        """Those of the rows in which it is the opponent's turn."""
        games, states = self.games.games, self.games.states
        return rows[[games[row].outcome == RUNNING and mover(states[row]) != games[row].seat for row in rows]]

    def _answers(self, agent: Any, rows: np.ndarray) -> np.ndarray:
        """The slots that an agent chooses in the rows, in all of them at once if it can."""
        infos = [self.information_set(row, 1 - int(self.games.games[row].seat)) for row in rows]
        if isinstance(agent, CompiledAgent):
            streams = self.games.streams[OPPONENT, rows]
            actions = [agent.act_from(info, stream) for info, stream in zip(infos, streams, strict=True)]
            self.games.streams[OPPONENT, rows] = streams
        elif hasattr(agent, "act_batch"):
            actions = agent.act_batch(infos, [self._rngs[row] for row in rows])
        else:
            actions = [agent.act(info, self._rngs[row]) for info, row in zip(infos, rows, strict=True)]
        numbers = [action_id(action, self.rules) for action in actions]
        for info, action in zip(infos, numbers, strict=True):
            if action not in info.legal_actions:
                raise ValueError(f"opponent {agent!r} has chosen an {illegal_action(info, action)}")
        return self._slots[numbers]

    def _plies(self, row: int) -> list[tuple[int, int]]:
        actions = actions_of_slots(self.rules)
        codes = self.games.log[row, : self.games.states[row].plies].tolist()
        return [(code // SEAT_1, int(actions[code % SEAT_1])) for code in codes]


def _prepared_pool(opponent: Any, encoding: Encoding, open_world: bool) -> list[Any]:
    pool = opponent_pool(opponent, encoding)
    if len(pool) > MAX_POOL:
        raise ValueError(f"a pool has at most {MAX_POOL} opponents, not {len(pool)}")
    for agent in pool:
        if hasattr(agent, "prepare"):
            agent.prepare(encoding.rules, open_world)
    return pool


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
