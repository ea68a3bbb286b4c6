"""The examples of the rules' page are true: its record, its worked round, its ids, its options."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from oh_hell_env import Rules, format_action
from oh_hell_env.notation import GameRecord, replay
from oh_hell_env.notation import records as notation
from oh_hell_env.oh_hell import OhHell
from tests.support.oh_hell.agreement import oracle_game

FOLDER = Path(__file__).parents[2] / "docs" / "oh_hell"
PAGE = "\n".join((FOLDER / f"{name}.md").read_text(encoding="utf-8") for name in ("rules", "environment", "records"))


def section(title: str) -> str:
    """Return the text of a section."""
    found = re.search(rf"^##? {title}[^\n]*\n(.*?)(?=^##? |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found is not None, title
    return found.group(1)


def rows(title: str) -> list[list[str]]:
    """Return the cells of all tables of a section."""
    lines = [line for line in section(title).split("\n") if line.startswith("| ") and not line.startswith("| ---")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_the_record_is_a_game() -> None:
    found = re.search(r"```text\n(oh-hell-game.*?)```", PAGE, re.DOTALL)
    assert found is not None
    record = GameRecord.parse(found.group(1))
    assert record.format() == re.sub(r"^#.*\n", "", found.group(1), flags=re.MULTILINE)
    assert record.format().strip() in re.sub(r"^    ", "", notation.__doc__ or "", flags=re.MULTILINE)


def test_the_options_have_the_defaults_of_the_page() -> None:
    named = {row[0].strip("`"): row[2].strip("`") for row in rows("Rules that vary")[1:]}
    assert named == {name: str(field.default) for name, field in Rules.__dataclass_fields__.items()}


def test_the_round_is_played_as_told() -> None:
    """Hands and actions stand in the first tables, the points and returns in the last."""
    rules = Rules(num_players=3, start_rank=12, hand_sizes=(3,))
    table = rows("A round played")
    hands = [row[1].split() for row in table if row[0] in ("0", "1", "2")]
    deck = [card for hand in hands for card in hand]
    deck += [card for card in rules.deck if card not in deck]
    actions = [word for row in table for word in re.findall(r"\b(?:b\d|[2-9TJQKA][cdhs])\b", row[0]) if "`" in row[0]]
    assert len(actions) == rules.num_plies
    paid = {row[0]: [float(cell) for cell in row[1:]] for row in table if row[0].startswith(("points", "return"))}
    for scoring in ("standard", "exact", "penalty"):
        game = oracle_game(Rules(num_players=3, start_rank=12, hand_sizes=(3,), scoring=scoring), [deck], None)
        for action in actions:
            game.play(action)
        assert paid[f"points, `{scoring}`"] == game.returns("points")
        if scoring == "standard":
            assert paid["return by `margin`, `standard`"] == game.returns("margin")
            assert paid["return by `win`"] == game.returns("win")


def test_the_action_ids_are_drawn_as_they_are() -> None:
    text = section("Actions")
    ranks = re.search(r"^52 cards +(.*)$", text, re.MULTILINE)
    assert ranks is not None
    for suit in ("clubs", "diamonds", "hearts", "spades"):
        row = re.search(rf"^{suit} +([\d ]+)", text, re.MULTILINE)
        assert row is not None
        cards = [rank + suit[0] for rank in ranks.group(1).split()]
        assert [format_action(int(number), Rules()) for number in row.group(1).split()] == cards
    assert format_action(60, Rules()) == "b8"


@pytest.mark.parametrize(("hand_size", "start"), [(4, "hand_size=4:"), (1, "hand_size=1:")])
def test_the_schedules_are_drawn_as_they_are(hand_size: int, start: str) -> None:
    drawn = section("The schedule").split(start)[1].split("...")[0].split()
    assert Rules(hand_size=hand_size, rounds=len(drawn)).schedule == tuple(map(int, drawn))


def test_replays_show_the_record_of_the_page() -> None:
    found = re.search(r"```text\n(oh-hell-game.*?)```", PAGE, re.DOTALL)
    assert found is not None
    (record,) = OhHell().tell.read_records(found.group(1))
    assert len(record.plies) == sum(1 for _ in replay(record)) == record.rules.num_plies
