"""Solved endgames as a data set for language models: prompts with the exact value of every legal ply."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from baselines.durak.endgames.drawing import SolvedEndgame, solved_endgames
from cardkit.compiled.protocol import mover
from cardkit.language.card_names import ORDINARY, CardNames
from cardkit.language.prompt import prompt
from durak_env.information import InformationSet
from durak_env.notation import GameRecord
from durak_env.rules import RulesLike


def telling_endgames(agents: tuple[str, str], seed: int, rules: RulesLike = None) -> Iterator[SolvedEndgame]:
    """Yield without end those solved endgames in which the choice matters, each position once.

    Args:
        agents, seed, rules: those of `baselines.durak.endgames.drawing.solved_endgames`.
    """
    met = set[str]()
    for endgame in solved_endgames(agents, seed, rules):
        shown = endgame.info.copy()
        shown.record["bouts"] = 0  # alike but for its number is the same
        if len(set(endgame.values.values())) > 1 and (text := str(shown)) not in met:
            met.add(text)
            yield endgame


def regret(endgame: SolvedEndgame, action: int) -> int:
    """Return how much an action loses to the best one: 0, 1 or 2."""
    return max(endgame.values.values()) - endgame.values[action]


def row(endgame: SolvedEndgame, legal: bool = True, names: CardNames = ORDINARY) -> dict[str, Any]:
    """Return an endgame as an object of JSON.

    Its fields: the ``prompt``; by legal ply the ``values`` and the ``regret``, exactly; and the game up to it, which
    ``durak replay`` opens, in ordinary names (``record``).
    """
    info = endgame.info
    plies = {action: names.shown(info.text_of(action, info.seat)) for action in info.legal_actions}
    return {
        "prompt": prompt(info, legal, names),
        "values": {text: endgame.values[action] for action, text in plies.items()},
        "regret": {text: regret(endgame, action) for action, text in plies.items()},
        "record": endgame.record.format(),
    }


def position(record: str) -> InformationSet:
    """Return the mover's knowledge after the last ply of an unfinished record.

    Raises:
        ValueError: the text does not hold exactly one game.
    """
    game = GameRecord.parse(record)
    *_, last = game.replay()
    return InformationSet.of(last.after, game.rules, int(mover(last.after)))
