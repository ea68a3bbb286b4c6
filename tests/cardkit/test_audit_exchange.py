"""Exchanges of hidden cards: planted leaks are found, and our own games have none."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cardkit.audit import AttributeCell, Table, audit_exchange, audit_game, cells_of, slot_cells
from cardkit.audit.hidden_cards import ListCell
from durak_env import Encoding, Rules
from durak_env.durak import Durak
from oh_hell_env.oh_hell import OhHell


@dataclass
class Whist:
    """Two hands of three cards, a stock, and a card of each player that only he sees."""

    seed: int
    plays: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        cards = Random(self.seed).sample(range(12), 12)
        self.hands, self.stock = [sorted(cards[:3]), sorted(cards[3:6])], cards[6:10]
        self.owners = [Owner(cards[10]), Owner(cards[11])]

    @property
    def mover(self) -> int:
        return len(self.plays) % 2

    def legal(self) -> list[int]:
        return [*self.hands[self.mover]]

    def step(self, card: int) -> None:
        self.hands[self.mover].remove(card)
        self.plays.append(card)


@dataclass
class Owner:
    """A player with one card apart."""

    card: int


def honest(game: Whist, player: int) -> dict[str, Any]:
    return {"hand": game.hands[player], "plays": game.plays, "own": game.owners[player].card}


def table(view: Callable[[Whist, int], Any], **other: Any) -> Table:
    ways: dict[str, Any] = {
        "new": Whist,
        "players": lambda game: (0, 1),
        "mover": lambda game: game.mover,
        "legal": Whist.legal,
        "step": Whist.step,
        "view": view,
    }
    return Table(**ways | other)


def hidden(game: Whist, player: int) -> Any:
    return [*cells_of(game.hands[1 - player], game.stock), AttributeCell(game.owners[1 - player], "card")]


def sort_hands(game: Whist) -> None:
    for hand in game.hands:
        hand.sort()


def found(view: Callable[[Whist, int], Any], **settings: Any) -> list[str]:
    return [f"{one.rule} {one.what}" for one in audit_exchange(table(view), hidden, **settings).findings]


class Slotted:
    """A part of a view without a mapping of its attributes."""

    __slots__ = ("card",)

    def __init__(self, card: int) -> None:
        self.card = card


def deep(card: int, depth: int) -> list[Any]:
    """Hide a card in lists of lists."""
    return [card] if depth == 1 else [deep(card, depth - 1)]


LOOKS = count()
LEAKS: dict[str, tuple[Callable[[Whist, int], Any], str]] = {
    "a hand off turn": (
        lambda game, player: honest(game, player) | {"legal": game.legal()},
        "(iv) /view/legal shows a player off turn what he cannot know",
    ),
    "the next card": (
        lambda game, player: honest(game, player) | {"next": game.stock[-1]},
        "(iv) /view/next shows a player to move what he cannot know",
    ),
    "one bit, nested": (
        lambda game, player: {"a": [{"b": (sum(game.hands[1 - player]) % 2,)}]},
        "(iv) /view/a/0/b shows a player off turn what he cannot know",
    ),
    "a deep view": (
        lambda game, player: deep(game.hands[1 - player][0], 40),
        f"(iv) /view{'/0' * 39} shows a player to move what he cannot know",
    ),
    "an object with slots": (
        lambda game, player: Slotted(game.hands[1 - player][0]),
        "(iv) /view shows a player to move what he cannot know",
    ),
    "an error": (
        lambda game, player: 1 // (game.hands[1 - player][0] % 2),
        "(iv) error shows a player to move what he cannot know",
    ),
    "a card apart": (
        lambda game, player: [card.card for card in game.owners],
        "(iv) /view shows a player to move what he cannot know",
    ),
    "a key": (
        lambda game, player: {str(card): 1 for card in game.hands[1 - player]},
        "(iv) /view/keys shows a player to move what he cannot know",
    ),
    "another look": (
        lambda game, player: honest(game, player) | {"look": next(LOOKS)},
        "(0) /view/look differs when it is read again, and is left out",
    ),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_found(leak: str) -> None:
    view, what = LEAKS[leak]
    first = found(view)
    assert what in first
    assert found(view) == first


def test_legal_actions_are_part_of_what_the_player_to_move_is_told() -> None:
    def legal(game: Whist) -> list[int]:
        return game.legal()[: 1 + game.stock[0] % 2]

    open_legal = table(honest, legal=legal)
    report = audit_exchange(open_legal, hidden)
    assert [one.what for one in report.findings] == ["/legal shows a player to move what he cannot know"]


def test_an_honest_game_gives_no_finding_and_counts_its_exchanges() -> None:
    report = audit_exchange(table(honest), hidden, games=20)
    assert report.findings == []
    assert {phase.partition(",")[0] for phase in report.compared} == {"to move", "off turn"}
    assert report.compared.total() > 200


def test_hands_that_are_always_sorted_are_settled_after_an_exchange() -> None:
    """An order that follows from cards tells nothing new once hands are sorted again."""

    def order(game: Whist, player: int) -> Any:
        return game.hands[1 - player] == sorted(game.hands[1 - player])

    assert found(order) != []
    assert found(order, settle=sort_hands) == []


def test_a_view_that_cannot_be_read_is_told_and_not_taken_for_a_leak() -> None:
    def broken(game: Whist, player: int) -> Any:
        return game.plays[0]

    report = audit_exchange(table(broken), hidden)
    assert report.findings == []
    assert any("IndexError: list index out of range" in note for note in report.notes)


def test_a_game_that_does_not_follow_from_its_seed_is_refused() -> None:
    deals = count()
    with pytest.raises(ValueError, match="must draw all chance from its seed"):
        audit_exchange(table(honest, new=lambda seed: Whist(next(deals))), hidden)


def test_a_finding_names_deal_actions_and_cards() -> None:
    view, what = LEAKS["the next card"]
    finding = next(one for one in audit_exchange(table(view), hidden).findings if what.endswith(one.what))
    assert finding.history == ()
    assert finding.change.startswith("deal ")
    assert "exchanged" in finding.change


@pytest.mark.slow
def test_rlcard_shows_the_hand_of_the_player_to_move() -> None:
    """A positive control with RLCard 1.2.0: off turn, gin rummy gives the observation of the other player."""
    pytest.importorskip("rlcard", reason="RLCard is not installed")
    example = Path(__file__).parents[2] / "examples" / "audit_rlcard.py"
    done = subprocess.run([sys.executable, example, "gin-rummy"], capture_output=True, text=True, check=True)
    assert "(iv) /view/obs shows a player off turn what he cannot know" in done.stdout


# --- our own games ---------------------------------------------------------------------------------------------------


def hidden_in_durak(state: Any, seat: int) -> Any:
    """List the cards of the other hand that it was not seen to take up, and the talon but for the face-up card."""
    record, other = state.record, 1 - seat
    unseen = ~int(record["known"][other])
    talon = record["talon"][1 : record["talon_size"]]
    return [*slot_cells(record["hands"], other, unseen), *(ListCell(talon, place) for place in range(len(talon)))]


def test_durak_shows_no_hidden_card() -> None:
    game = Durak()
    report = audit_game(game, hidden_in_durak, games=8, encoding=Encoding(game.rules))
    assert report.findings == []
    assert report.compared.total() > 80


@pytest.mark.slow
def test_oh_hell_shows_no_hidden_card() -> None:
    def others(state: Any, seat: int) -> Any:
        return [cell for other in range(4) if other != seat for cell in slot_cells(state.record["hands"], other)]

    report = audit_game(OhHell(), others, games=8)
    assert report.findings == []
    assert report.compared.total() > 80


def test_the_kit_s_own_check_is_part_of_an_audit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A secret action that INFO gives away is a finding."""
    rules = Rules(start_rank=12, num_suits=2, hand_size=2)
    monkeypatch.setattr(Durak, "secret_actions", tuple(range(rules.num_actions)), raising=False)
    finding = audit_game(Durak(rules), hidden_in_durak, games=20).findings[-1]
    assert finding.rule == "check_game"
    assert "secret" in finding.what
