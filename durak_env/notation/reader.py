"""The text of games is read here; `durak_env.notation.records` describes the format."""

from __future__ import annotations

from cardkit.notation.reader import RecordReader
from cardkit.playing_cards import Card
from durak_env.core.records import ATTACK, GAME_OVER
from durak_env.deals import Deal
from durak_env.notation.records import GameRecord
from durak_env.notation.words import parse_action


class GameReader(RecordReader[GameRecord]):
    """A reader of one game, line by line: fields, then bouts, then the result."""

    RECORD = GameRecord
    DEAL = ("deck", "trump_suit", "attacker")
    NEEDED = ("deck", "attacker")
    RESULTS = "the returns from seat 0 on"

    def check_field(self, name: str, value: str) -> None:
        """Check the cards of a deck, and whether the first attacker has a seat."""
        if name == "deck":
            for card in value.split():
                Card(card)
        attacker = self.fields.get("attacker", "0")
        if "rules" in self.fields and attacker not in map(str, range(self.rules.num_players)):
            raise ValueError(f"attacker must be seat {self.rules.seats_in_words}, got {attacker!r}")

    def read_deal(self) -> Deal:
        """Make the deal of the fields."""
        deck = tuple(Card(card) for card in self.fields["deck"].split())
        return Deal(deck, self.fields.get("trump_suit"), int(self.fields["attacker"]))

    def parse_action(self, text: str) -> int:
        """Return the action id of a text."""
        return parse_action(text, self.rules)

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
            self.play(text)


parse_records = GameReader.read_all
