"""The leak auditor finds leaks that were planted, and nothing in games that have none."""

from __future__ import annotations

import random
from typing import Any

import pytest
from typer.testing import CliRunner

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

from cardkit.audit import audit_openspiel
from cardkit.audit.__main__ import app
from tests.support import leaky_game

PLANTED = {
    "card": "(ii) observation_string tells what information_state_string has not told",
    "bit": "(ii) observation_string tells what information_state_string has not told",
    "late": "(ii) observation_string tells what information_state_string has not told",
    "seat": "(ii) observation_string tells what information_state_string has not told",
    "rare": "(ii) observation_string tells what information_state_string has not told",
    "secret move": "(ii) observation_string tells what information_state_string has not told",
    "returns": "(ii) returns tells what information_state_string, observation_string has not told",
    "legal": "(i) his legal actions differ",
    "look": "(0) observation_string tells two things of one history",
    "kept card": "(iii) 30 of 30 samples keep an outcome of chance",
    "kept move": "(iii) 30 of 30 samples keep an action of another player",
    "other card": "(iii) the sample changes what the player sees now",
    "card twice": "(iii) the sample's history is not legal",
    "true history": "(iii) the sample's history leads to another state, the true game's",
}


def audit(leak: str, **settings: Any) -> Any:
    return audit_openspiel(f"{leaky_game.NAME}(leak={leak})", **settings)


@pytest.mark.parametrize("leak", PLANTED)
def test_a_planted_leak_is_found(leak: str) -> None:
    """A leak is named by its rule and channel; a sample may betray it too, by legal actions that change."""
    found = [f"{one.rule} {one.what}" for one in audit(leak).findings]
    assert [one for one in found if one.startswith(PLANTED[leak])]
    assert not [one for one in found if one[:4] not in (PLANTED[leak][:4], "(iii")]


@pytest.mark.parametrize("game", [f"{leaky_game.NAME}", "kuhn_poker", "leduc_poker", "goofspiel(num_cards=3)"])
def test_an_honest_game_gives_no_finding(game: str) -> None:
    report = audit_openspiel(game, games=20)
    assert report.findings == []
    assert report.compared.total() > 30
    assert "silence is no proof" in str(report)


def test_a_finding_is_proved_by_a_pair_of_histories() -> None:
    (finding,) = audit("late").of("(ii)")
    texts, honest = [], []
    for actions in (finding.history, finding.other):
        state = leaky_game.LeakyGame({"leak": "late"}).new_initial_state()
        for action in actions:
            assert action in state.legal_actions()
            state.apply_action(action)
        texts.append(state.observation_string(finding.player))
        honest.append(state.information_state_string(finding.player))
    assert texts[0] != texts[1]
    assert honest[0] == honest[1]
    assert len(finding.history) == 4  # no shorter history shows it
    assert finding.change in str(finding)


def test_a_report_counts_pairs_by_phase_and_says_who_sees_the_deal() -> None:
    report = audit_openspiel("leduc_poker", phase=lambda state: "flop" if len(state.history()) > 4 else "deal")
    assert set(report.compared) == {"deal", "flop"}
    assert report.outcomes["observation_string"] == "0: 0  1: 1  2: 0+1"


def test_a_policy_reaches_what_chance_would_not() -> None:
    """With a policy that always answers with one move, that move is made in more of the games."""
    asked: list[int] = []

    def policy(state: Any, rng: random.Random) -> int:
        asked.append(state.current_player())
        return 1

    audit("none", policy=policy, games=4)
    assert asked == [0, 1, 0] * 2


def test_a_further_channel_is_audited() -> None:
    report = audit("none", channels={"mine": lambda state, player: str(state.cards)})
    assert [one for one in report.of("(ii)") if one.what.startswith("mine tells what information_state_string")]


def test_the_seed_alone_decides() -> None:
    assert str(audit("late", seed=3)) == str(audit("late", seed=3)) != str(audit("late", seed=4))


def test_games_that_cannot_be_audited_are_refused() -> None:
    with pytest.raises(ValueError, match=r"Unknown game 'leduc_pokr'; did you mean 'leduc_poker'"):
        audit_openspiel("leduc_pokr")
    with pytest.raises(ValueError, match="games must be"):
        audit_openspiel("kuhn_poker", games=0)


def test_the_command_prints_a_report_and_ends_with_1_if_there_is_a_finding() -> None:
    for leak, status in (("none", 0), ("card", 1)):
        done = CliRunner().invoke(app, [f"{leaky_game.NAME}(leak={leak})", "--games", "10", "--phase", "moves .*"])
        assert done.exit_code == status
        assert "moves [0]: " in done.output
        assert ("(ii) observation_string" in done.output) == bool(status)
