"""A game that two people played: read in their own spelling, and reviewed to the ply that threw it away."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from baselines.durak.cli import app
from durak_env.notation import parse_records
from tests.support.command_line import run_command

DECK = "Td Qd Kc Ac 9s Ks Jd Ad Qc Th Kh Ts 9h Qs Jh 9d Qh Tc Jc Js Ah 9c Kd As"
GAME = f"""durak-game 1
rules start_rank=9
deck {DECK}
attacker 0
1. Td Jd done
2. Th 9s done
3. 9d Ad Ac Ts done
4. Jc Kc Jh Qh Kh Ks done
5. 9h Ah done
6. 9c Tc done
7. As take
8. Qd take
result 1 -1
"""
IN_FIGURES = {"T": "10", "J": "11", "Q": "12", "K": "13", "A": "14"}
LOST = 22
"""The ply that threw the game away: the nine of clubs, where the king of diamonds won."""


def test_it_reads_as_it_was_written_down_in_figures() -> None:
    in_figures = re.sub(
        r"\b([9TJQKA])([cdhs])\b", lambda card: IN_FIGURES.get(card[1], card[1]) + card[2].upper(), GAME
    )
    assert "10D 12D 13C 14C" in in_figures
    (record,) = parse_records(GAME)
    assert parse_records(in_figures) == [record]
    assert record.result == (1, -1)
    assert len(record.plies) == 28


@pytest.mark.slow
def test_the_exact_review_finds_the_ply_that_threw_it_away(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(GAME, encoding="utf-8")
    done = run_command(app, "examine", "game", str(file), "--agent", "ismcts:simulations=60", "--json")
    (game,) = json.loads(done.stdout)["games"]
    exact = [one for one in game["choices"] if one["exact"] is not None]
    (lost,) = (one for one in exact if one["mistake"])
    assert (lost["ply"], lost["seat"], lost["text"], lost["best"]["text"]) == (LOST, 1, "9c", "Kd")
    assert lost["mistake"] == {"cost": 1.0, "exact": True, "interval": None}
    won_by = {one["ply"]: one["value0"] for one in exact}
    assert all(value == (ply > LOST) for ply, value in won_by.items())  # seat 1 had won until then
