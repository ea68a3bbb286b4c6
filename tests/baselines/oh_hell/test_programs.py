"""Programs that play Oh Hell!."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from baselines.oh_hell.agents.external import CODEC
from baselines.oh_hell.cli import app
from cardkit.arena.match import play_match
from cardkit.processes.line_process import ProgramError
from cardkit.programs.agent import ProgramAgent
from cardkit.programs.time_limit import in_time
from oh_hell_env.information import InformationSet
from oh_hell_env.oh_hell import OhHell
from oh_hell_env.rules import Rules
from tests.support.command_line import run_command
from tests.support.programs import LAST, program

EXAMPLES = Path(__file__).parents[3] / "examples"
EXAMPLE = f"{shlex.quote(sys.executable)} {shlex.quote(str(EXAMPLES / 'exec_oh_hell.py'))}"
SMALL = OhHell(Rules(hand_sizes=(3, 2), trump="turn_up", blind="half"))
RULES = [
    Rules(num_players=2, hand_size=3),
    Rules(hand_sizes=(3, 2), trump="turn_up", blind="half"),
    Rules(num_players=4, hand_size=2, trump="random", blind="full", hook=False),
    pytest.param(Rules(num_players=3, hand_sizes=(3, 2), trump="turn_up", blind="half"), marks=pytest.mark.slow),
]


class Watched(ProgramAgent):
    """A program that records its questions."""

    seen: list[tuple[InformationSet, dict[str, Any]]] = []

    def act(self, info: InformationSet, rng: np.random.Generator) -> int:
        self.seen.append((info, info.to_dict()))
        return super().act(info, rng)


def test_the_example_bids_and_plays_in_time() -> None:
    arguments = ["match", f"exec:{EXAMPLE}", "ismcts:simulations=20", "--hand-size", "3"]
    done = run_command(app, *arguments, "--games", "4", "--move-time", "20", "--json")
    found = json.loads(done.stdout)
    assert found["agents"] == [f"exec:{EXAMPLE}", "ismcts:simulations=20"]
    assert sum(found["crashes"]) + sum(found["illegal_actions"]) == 0


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_a_question_has_what_the_seat_knows(rules: Rules) -> None:
    Watched.seen.clear()
    game = OhHell(rules)
    play_match(game, [Watched(EXAMPLE, CODEC), *["random"] * (game.seats - 1)], game.seats, seed=1)
    assert Watched.seen
    for info, known in Watched.seen:
        told = json.loads(json.dumps(known))
        hidden = [told["hands"][seat] for seat in range(game.seats) if seat != info.seat]
        assert hidden == [[]] * (game.seats - 1)
        played = [card for one in told["tricks"] for card in one["cards"]] + told["trick"]
        turned = [told["turned"]] if told["turned"] else []
        cards = told["hand"] + told["unseen"] + played + turned
        assert sorted(cards) == sorted(map(str, rules.deck))
        assert [CODEC.action(text, info) for text in told["legal"]] == list(info.legal_actions)
        assert told["phase"] == ("bid" if told["legal"][0].startswith("b") else "play")
        assert told["bids"][info.seat] is None or told["phase"] == "play"
        assert [seat for seat, _ in told["plies"]] == [seat for seat, _ in info.plies]


def test_hidden_cards_do_not_change_a_question() -> None:
    """Two deals that differ in the others' hands alone give equal questions."""
    states = SMALL.new_states(2)
    states[:] = SMALL.start({"decks": [[str(card) for card in SMALL.rules.deck] for _ in range(2)]})
    states[1]["hands"][[1, 2]] = states[0]["hands"][[2, 1]]
    one, two = (SMALL.information_set(state, 0).to_dict() for state in states)
    assert one == two
    assert SMALL.information_set(states[0], 1).to_dict() != SMALL.information_set(states[1], 1).to_dict()


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("time.sleep(60)", r"gave no answer in 0\.5 s"),
        ("sys.exit('I have left')", "ended with exit code 1; its last words: I have left"),
        (LAST.format(first="pass", action="'b99'"), "'b99' is too high: bids are b0"),
        (LAST.format(first="pass", action="7"), "7 is not an action"),
    ],
)
def test_a_program_that_fails_is_named(tmp_path: Path, body: str, said: str) -> None:
    lineup = in_time([f"exec:{program(tmp_path, body)}", "random", "random", "random"], 0.5, SMALL)
    with pytest.raises(ProgramError, match=said):
        play_match(SMALL, lineup, 4, seed=1)


def test_the_greeting_has_the_rules(tmp_path: Path) -> None:
    log = tmp_path / "hello"
    ready = program(tmp_path, f"open({str(log)!r}, 'w').write(hello)\n" + LAST.format(first="pass", action=0))
    ProgramAgent(ready, CODEC).prepare(SMALL.rules, False)
    hello = json.loads(log.read_text())
    assert (hello["game"], hello["open_world"]) == ("oh-hell", False)
    assert Rules(**hello["rules"]) == SMALL.rules


def test_the_page_shows_a_question_as_it_is() -> None:
    page = (EXAMPLES.parent / "docs" / "kit" / "agent_protocol.md").read_text()
    shown = json.loads(page.partition("## A move of Oh Hell")[2].partition("```json")[2].partition("```")[0])
    info = SMALL.information_set(SMALL.new_states()[0], 0)
    assert set(shown) == {"type", "id", "seed", *info.to_dict()}
    told = page.partition("## A move of Oh Hell")[2].partition("## ")[0]
    assert [name for name in shown if f"`{name}`" not in told] == ["type"]
