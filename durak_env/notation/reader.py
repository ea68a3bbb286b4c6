"""Reads the text of one game line by line; `durak_env.notation.records` describes the format."""

from __future__ import annotations

from typing import Any

from durak_env.action_errors import illegal_action
from durak_env.actions import slots_of_actions
from durak_env.cards import Card
from durak_env.deals import Deal
from durak_env.game import ATTACK, GAME_OVER, mover, returns, step
from durak_env.information import InformationSet
from durak_env.notation.words import parse_action, parse_rules
from durak_env.rules import MOST_SEATS, Rules

HEADING = "durak-game"
VERSION = 1
UNFINISHED = "*"
WORLDS = ("closed", "open")
PLAYERS = tuple(f"player_{seat}" for seat in range(MOST_SEATS))
_FIELDS = ("rules", *PLAYERS, "world", "deck", "trump_suit", "attacker")
_NEEDED = ("rules", "deck", "attacker")


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


def begin_reading(line: str) -> GameReader:
    """A reader for the game whose first line this is; ValueError if no game begins like this."""
    heading, _, version = line.partition(" ")
    if heading != HEADING:
        raise ValueError(f"a game must begin with '{HEADING} {VERSION}', got {line!r}")
    if version.strip() != str(VERSION):
        raise ValueError(f"version must be {VERSION}, the only one that this program reads, got {version.strip()!r}")
    return GameReader()


class GameReader:
    """Reads one game line by line: fields, then bouts, then the result.

    Attributes:
        fields: text of each field read.
        rules: rules of the game.
        deal: the deal; None until all fields are read.
        state: STATE record after the plies read.
        plies: action ids read.
    """

    def __init__(self) -> None:
        self.fields: dict[str, str] = {}
        self.rules = Rules()
        self.deal: Deal | None = None
        self.state: Any = None
        self.plies: list[int] = []

    def read(self, line: str) -> bool:
        """Read a line; True once the game is complete. ValueError if the line breaks the format or the rules."""
        name, _, rest = line.partition(" ")
        if name == "result":
            self._begin_play()
            self._check_result(rest.split())
            return True
        if name[:-1].isdecimal() and name.endswith("."):
            self._begin_play()
            self._read_bout(int(name[:-1]), rest.split())
        else:
            self._read_field(name, rest.strip())
        return False

    def players(self) -> tuple[str, ...]:
        """The names given, otherwise those of the seats."""
        return tuple(self.fields.get(player, player) for player in PLAYERS[: self.rules.num_players])

    def _read_field(self, name: str, value: str) -> None:
        if name not in _FIELDS:
            fields = [field for field in _FIELDS if field not in PLAYERS[self.rules.num_players :]]
            raise ValueError(f"{name!r} does not begin a line; lines begin with {', '.join(fields)}, '1.' or result")
        if self.deal is not None:
            raise ValueError(f"the field {name!r} comes after the first bout")
        if name in self.fields:
            raise ValueError(f"the field {name!r} is given twice")
        if not value:
            raise ValueError(f"the field {name!r} is empty")
        self.fields[name] = value
        if name == "rules":
            self.rules = parse_rules(value)
        elif name == "deck":
            for card in value.split():
                Card(card)
        elif name == "world" and value not in WORLDS:
            raise ValueError(f"world must be closed or open, got {value!r}")
        if "rules" in self.fields:
            self._check_seats()

    def _check_seats(self) -> None:
        """Whether the fields read so far name seats of these rules."""
        seats = self.rules.num_players
        attacker = self.fields.get("attacker", "0")
        if attacker not in map(str, range(seats)):
            raise ValueError(f"attacker must be seat {self.rules.seats_in_words}, got {attacker!r}")
        absent = [name for name in PLAYERS[seats:] if name in self.fields]
        if absent:
            raise ValueError(f"{absent[0]} has no seat: the rules have num_players={seats}")

    def _begin_play(self) -> None:
        """Set up the game once all fields are read."""
        if self.deal is not None:
            return
        missing = [name for name in _NEEDED if name not in self.fields]
        if missing:
            raise ValueError(f"before this line the game lacks: {', '.join(missing)}")
        deck = tuple(Card(card) for card in self.fields["deck"].split())
        deal = Deal(deck, self.fields.get("trump_suit"), int(self.fields["attacker"]))
        try:
            self.state = deal.lay_out(self.rules)
        except ValueError as error:
            raise ValueError(f"the deal above does not fit the rules: {error}") from None
        self.deal = deal

    def _read_bout(self, number: int, texts: list[str]) -> None:
        state = self.state
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

    def _check_result(self, words: list[str]) -> None:
        given, found = " ".join(words), result_text(result_of(self.state))
        if given != found:
            meaning = "the game is not over" if found == UNFINISHED else "the returns from seat 0 on"
            raise ValueError(f"the result is {given!r}, but the plies lead to {found!r}: {meaning}")
