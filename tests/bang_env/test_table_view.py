"""The table's events for a ply: each seat gets what it sees, spectators no face that passes between hands."""

from __future__ import annotations

from typing import Any

from bang_env.actions import parse_action
from bang_env.notation.events import events
from cardkit.compiled.protocol import LEFT, NOBODY
from tests.support.bang.scenes import Scene


def told(scene: Scene, text: str, seat: int) -> list[dict[str, Any]]:
    """Return the events of a ply, as a seat sees them."""
    action, before = parse_action(text, scene.rules, scene.mover), scene.game.information_set(scene.state, seat)
    mover = scene.mover
    after = scene.game.information_set(scene.play(text).state, seat)
    return events(before, mover, action, after)


def test_a_ply_is_told_with_what_follows_by_itself() -> None:
    scene = Scene({0: ["bang"]}, {1: ["barile"]}, deck=["bang 9c"])
    played, turned = told(scene, "bang 1", seat=2)
    assert (played["kind"], played["card"], played["target"]) == ("played", "bang", 1)
    assert (turned["kind"], turned["seat"], turned["cards"]) == ("no_heart", 1, ["bang 9c"])
    _, lost = told(scene, "nothing", seat=2)
    assert (lost["kind"], lost["count"], lost["left"], lost["text"]) == ("hurt", 1, 3, "loses a life, now 3")


def test_those_who_watch_do_not_see_a_card_that_goes_from_hand_to_hand() -> None:
    scene = Scene({0: ["panico"], 1: ["birra"]})
    assert told(scene, "panico 1 hand", seat=0)[1]["cards"] == ["birra 6h"]
    scene = Scene({0: ["panico"], 1: ["birra"]})
    _, public = told(scene, "panico 1 hand", seat=NOBODY)
    assert (public["cards"], public["text"]) == ([], "loses a card to seat 0")
    assert "birra" not in str(public)


def test_a_seat_that_leaves_is_told_with_what_follows() -> None:
    scene = Scene({0: ["bang"]}, characters={2: "rose_doolan"})
    seat, before = scene.play("end").mover, scene.game.information_set(scene.state, 3)
    after = scene.game.information_set(scene.leave().state, 3)
    left, fallen, drawn = events(before, seat, LEFT, after)
    assert (left["kind"], fallen["kind"], fallen["role"]) == ("left", "eliminated", "outlaw")
    assert (drawn["kind"], drawn["seat"], drawn["count"]) == ("drew", 2, 2)
