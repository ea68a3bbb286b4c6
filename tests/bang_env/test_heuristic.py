"""Bang!'s agents by lot: their guesses about roles, and the seats that they spare."""

from __future__ import annotations

import numpy as np

from bang_env import InformationSet, format_action
from bang_env.agents.guess import guess_roles
from bang_env.agents.heuristic import rai, rair
from bang_env.characters import ROLES
from cardkit.compiled.prng import streams_from_seed
from tests.support.bang.scenes import Scene


def chosen(scene: Scene, agent: object, times: int = 60) -> set[str]:
    """Return the texts of an agent's choices."""
    info = InformationSet.of(scene.state, scene.rules, scene.mover)
    rng = np.random.default_rng(1)
    return {format_action(agent.act(info, rng), scene.rules, scene.mover) for _ in range(times)}  # type: ignore[attr-defined]


def test_who_attacks_the_sheriff_is_taken_for_an_outlaw() -> None:
    scene = Scene(roles="SORO")
    for seat, attacks in ((1, 6), (2, 0), (3, 3)):
        scene.state.attacks[4 * seat] = attacks
    info = InformationSet.of(scene.state, scene.rules, 0)
    found = guess_roles(info.record, streams_from_seed(1)[0])
    assert [ROLES[role] for role in found] == ["sheriff", "outlaw", "renegade", "outlaw"]


def test_rai_answers_whenever_it_can() -> None:
    assert chosen(Scene({0: ["bang"], 1: ["mancato"]}).play("bang 1"), rai()) == {"answer mancato"}
    assert chosen(Scene({0: ["bang"]}).play("bang 1"), rai()) == {"nothing"}


def test_rair_spares_allies_and_frees_no_enemy() -> None:
    scene = Scene({1: ["bang", "cat_balou"]}, {0: ["barile"], 2: ["prigione"]}, roles="SORO").play("end")
    scene.state.attacks[4 * 3] = 3  # of seat 3 at the Sheriff
    texts = chosen(scene, rair(), 200)
    assert not {text for text in texts if text.startswith(("bang 3", "cat_balou 3", "cat_balou 2 prigione"))}
    assert {text for text in texts if text.startswith("bang 0")}
    assert {text for text in chosen(scene, rai(), 200) if text.startswith("cat_balou 2 prigione")}
