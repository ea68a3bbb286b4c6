"""Reads the text of one game line by line; `durak_env.notation.records` describes the format."""

from __future__ import annotations

from typing import Any

from cardkit.notation.reader import UNFINISHED, RecordReader
from durak_env.action_errors import illegal_action
from durak_env.actions import slots_of_actions
from durak_env.cards import Card
from durak_env.deals import Deal
from durak_env.game import ATTACK, GAME_OVER, mover, returns, step
from durak_env.information import InformationSet
from durak_env.notation.words import parse_action, parse_rules
from durak_env.rules import Rules

WORLDS = ("closed", "open")


def play_checked(state: Any, action: int, rules: Rules) -> None:
    """Play the mover's action id in place; raise ValueError, leaving the state unchanged, if it is illegal."""
    slot = int(slots_of_actions(rules)[action])
    if not int(state.legal) >> slot & 1:
        raise illegal_action(InformationSet.of(state, rules, int(mover(state))), action)
    step(state, slot)


def result_of(state: Any) -> tuple[float, ...] | None:
    """The returns by seat, whole numbers as integers; None during the game."""
    if state.phase != GAME_OVER:
        return None
    paid = [float(returns(state, seat)) for seat in range(len(state.hands))]
    return tuple(int(one) if one.is_integer() else one for one in paid)


def result_text(result: tuple[float, ...] | None) -> str:
    """The result in a record's notation, to four digits."""
    return UNFINISHED if result is None else " ".join(f"{one:.4g}" for one in result)


class GameReader(RecordReader):
    """Reads one game line by line: fields, then bouts, then the result.

    Attributes:
        rules: rules of the game.
        deal: the deal; None until all fields are read.
        state: STATE record after the plies read.
        plies: action ids read.
    """

    HEADING = "durak-game"
    FIELDS = ("rules", "world", "deck", "trump_suit", "attacker")
    NEEDED = ("rules", "deck", "attacker")
    RETURNS = "the returns from seat 0 on"

    def __init__(self) -> None:
        super().__init__()
        self.rules = Rules()
        self.deal: Deal | None = None
        self.state: Any = None
        self.plies: list[int] = []

    @property
    def seats(self) -> int:
        """Number of seats."""
        return self.rules.num_players

    def check_field(self, name: str, value: str) -> None:
        """Check a field; the deal as a whole is checked when play begins."""
        if name == "rules":
            self.rules = parse_rules(value)
        elif name == "deck":
            for card in value.split():
                Card(card)
        elif name == "world" and value not in WORLDS:
            raise ValueError(f"world must be closed or open, got {value!r}")
        attacker = self.fields.get("attacker", "0")
        if "rules" in self.fields and attacker not in map(str, range(self.seats)):
            raise ValueError(f"attacker must be seat {self.rules.seats_in_words}, got {attacker!r}")

    def set_up(self) -> None:
        """Lay out the deal."""
        deck = tuple(Card(card) for card in self.fields["deck"].split())
        deal = Deal(deck, self.fields.get("trump_suit"), int(self.fields["attacker"]))
        self.state = deal.lay_out(self.rules)
        self.deal = deal

    def read_plies(self, name: str, texts: list[str]) -> None:
        """Play a bout, or the first plies of one."""
        number, state = int(name[:-1]), self.state
        if not texts:
            raise ValueError(f"bout {number} has no plies")
        if state.phase not in (ATTACK, GAME_OVER):
            raise ValueError(f"bout {number} begins before bout {state.bouts} is over")
        if state.phase == ATTACK and number != state.bouts + 1:
            raise ValueError(f"expected bout {state.bouts + 1}, not bout {number}")
        for place, text in enumerate(texts):
            if place and state.phase == ATTACK:
                raise ValueError(f"bout {number} is over before {text!r}: start a new line for each bout")
            action = parse_action(text, self.rules)
            try:
                play_checked(state, action, self.rules)
            except ValueError as error:
                raise ValueError(f"ply {len(self.plies) + 1}: {error}") from None
            self.plies.append(action)

    def result_text(self) -> str:
        """The returns after the plies read."""
        return result_text(result_of(self.state))
