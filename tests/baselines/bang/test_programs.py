"""Programs that play Bang!."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from bang_env import Bang, InformationSet
from baselines.bang.agents.external import CODEC
from cardkit.arena.match import play_match
from cardkit.programs.agent import ProgramAgent
from tests.support.programs import program


class Watched(ProgramAgent):
    """A program that records its questions."""

    seen: list[dict[str, Any]] = []

    def act(self, info: InformationSet, rng: np.random.Generator) -> int:
        self.seen.append(info.to_dict())
        return super().act(info, rng)


def test_a_program_plays_and_is_told_what_its_seat_knows(tmp_path: Path) -> None:
    game = Bang("num_players=4")
    play_match(game, [Watched(program(tmp_path, ""), CODEC), "rai", "rai"], 3, seed=1)
    assert Watched.seen
    for told in Watched.seen:
        assert json.loads(json.dumps(told))
        assert len(told["hand"]) == told["hand_sizes"][told["seat"]]
        assert told["roles"][told["seat"]] in ("sheriff", "deputy", "outlaw", "renegade")
        hidden = [role for seat, role in enumerate(told["roles"]) if told["alive"][seat] and seat != told["seat"]]
        assert all(role in (None, "sheriff") for role in hidden)
        assert len(told["may"]) == 5
        assert told["legal"]
