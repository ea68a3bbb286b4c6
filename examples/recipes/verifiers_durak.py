"""Durak for verifiers, Prime Intellect's library: single choices in solved endgames, or whole games.

With this folder on ``PYTHONPATH``, after ``pip install verifiers uv``::

    vf-eval verifiers-durak -m MODEL -n 100 --no-push
    vf-eval verifiers-durak -m MODEL -n 20 --no-push --env.taskset.play game --env.taskset.opponent smart

An endgame is paid minus what the chosen ply loses under best play, exactly: 0, -1 or -2; an answer that names no legal
ply counts as -2. A game is paid its return, 1, 0 or -1, from its last state: a game that the turns do not suffice for,
``--env.player.max-turns``, is lost. ``--env.taskset.names SEED`` renames ranks and suits, ``--env.taskset.legal False``
leaves out the list of legal plies. Illegal and unreadable answers are counted as metrics.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any, Literal

import gymnasium
import verifiers.v1 as vf

import durak_env  # noqa: F401 - registers durak_env/Durak-v0
from baselines.durak.endgames.dataset import position, row, telling_endgames
from cardkit.language.answers import AnswerError, AnswerReader
from cardkit.language.card_names import ORDINARY, CardNames
from cardkit.language.prompt import prompt

WORST = -2.0  # the most that a ply can lose


class DurakConfig(vf.TasksetConfig):
    """Settings of tasks. The seed decides deals; ``opponent`` is any agent of Durak, graded in docs/results."""

    play: Literal["endgame", "game"] = "endgame"
    opponent: str = "greedy"
    legal: bool = True
    names: int | None = None
    seed: int = 1


class DurakData(vf.TaskData):
    """A task's facts: the record of an endgame with the values of its plies, or the seed of a game."""

    settings: dict[str, Any]
    record: str = ""
    values: dict[str, int] = {}
    seed: int = 0


def names_of(seed: int | None) -> CardNames:
    """Return the names of ranks and suits that a setting asks for."""
    return ORDINARY if seed is None else CardNames.drawn(seed)


class DurakTask(vf.Task[DurakData, vf.State, vf.TaskConfig]):
    """A choice in an endgame, or a game."""

    @vf.reward
    async def regret(self, trace: vf.Trace) -> dict[str, float]:
        """Pay an endgame: 0 for a best ply, less for others; a game is paid by its environment."""
        if not self.data.record:
            return {}
        names, info = names_of(self.data.settings["names"]), position(self.data.record)
        reader, values = AnswerReader(names), self.data.values
        try:
            ply = names.shown(info.text_of(reader(trace.last_reply, info), info.seat))
            paid = float(values[ply] - max(values.values()))
        except AnswerError:
            paid = WORST
        trace.record_metrics({"illegal": reader.illegal, "unreadable": reader.unreadable})
        return {"regret": paid}


class DurakTaskset(vf.Taskset[DurakTask, DurakConfig]):
    """Tasks without end."""

    INFINITE = True

    def load(self) -> Iterator[DurakTask]:
        """Yield the tasks of the settings."""
        chosen = self.config
        names, settings = names_of(chosen.names), chosen.model_dump(include={"opponent", "legal", "names"})
        if chosen.play == "endgame":
            for endgame in telling_endgames(("greedy", "smart"), chosen.seed):
                told = row(endgame, chosen.legal, names)
                facts = {"prompt": told["prompt"], "record": told["record"], "values": told["values"]}
                yield DurakTask(DurakData(settings=settings, **facts), chosen.task)
        else:
            for seed in count(chosen.seed):
                told = prompt(started(settings, seed).unwrapped.information_set(), chosen.legal, names)
                yield DurakTask(DurakData(settings=settings, prompt=told, seed=seed), chosen.task)


def started(settings: dict[str, Any], seed: int) -> Any:
    """Start the game of a seed."""
    env = gymnasium.make("durak_env/Durak-v0", opponent=settings["opponent"], illegal="raise", skip_forced=True)
    env.reset(seed=seed)
    return env


class DurakEnvConfig(vf.EnvConfig):
    """The player: a model that chats and has no tools."""

    player: vf.AgentConfig = vf.AgentConfig(harness={"id": "null"}, runtime=vf.SubprocessConfig(), max_turns=200)


class DurakEnv(vf.Env[DurakEnvConfig]):
    """An episode: one answer to an endgame, or a game."""

    async def run(self, task: DurakTask, agents: vf.Agents) -> None:
        """Let the player answer; in a game, tell what follows until it is over or the turns are used up."""
        if task.data.record:
            await agents.player.run(task)
            return
        settings, env = task.data.settings, started(task.data.settings, task.data.seed)
        names, over = names_of(settings["names"]), False
        reader, paid = AnswerReader(names), env.unwrapped.game.return_range[0]
        async with agents.player.interaction(task) as talk:
            said = await talk.turn()
            while not said.terminated:
                try:
                    action = reader(said.last_reply, env.unwrapped.information_set())
                except AnswerError as error:
                    told = str(error)
                else:
                    _, reward, over, *_ = env.step(action)
                    told = prompt(env.unwrapped.information_set(), settings["legal"], names)
                if over:
                    paid = float(reward)
                    break
                said = await talk.turn(told)
        talk.trace.record_reward("return", paid)
        talk.trace.record_metrics({"illegal": reader.illegal, "unreadable": reader.unreadable, "finished": over})


__all__ = ["DurakEnv", "DurakTaskset"]
