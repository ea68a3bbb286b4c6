"""The text of games is read here; `oh_hell_env.notation.records` describes the format."""

from __future__ import annotations

from cardkit.notation.reader import RecordReader
from cardkit.playing_cards import Card, check_deck
from oh_hell_env.actions import BID, PLAY, kind_of, parse_action
from oh_hell_env.core.records import OVER, Phase
from oh_hell_env.deals import Deal
from oh_hell_env.notation.records import GameRecord, scores_text


class GameReader(RecordReader[GameRecord]):
    """A reader of one game, line by line: fields, then rounds, then the result.

    Attributes:
        rounds: rounds that have begun.
        scored: rounds whose scores have been read.
    """

    RECORD = GameRecord
    DEAL = ("deck", "trumps")
    NEEDED = ("deck",)
    LISTS = ("deck",)
    PLIES = ("round", "bids", "scores")
    RESULTS = "the scores from seat 0 on"

    def __init__(self) -> None:
        super().__init__()
        self.rounds = self.scored = 0

    def check_field(self, name: str, value: str) -> None:
        """Check the cards of a deck."""
        if name == "deck":
            deck = tuple(map(Card, value.split()))
            if "rules" in self.fields:
                check_deck("deck", deck, self.rules.deck)

    def read_deal(self) -> Deal:
        """Make the deal of the fields."""
        decks = tuple(tuple(map(Card, deck.split())) for deck in self.fields["deck"])
        trumps = self.fields.get("trumps")
        return Deal(decks, None if trumps is None else tuple(trumps.split()))

    def parse_action(self, text: str) -> int:
        """Return the action id of a text."""
        return parse_action(text, self.rules)

    def read_plies(self, name: str, texts: list[str]) -> None:
        """Begin a round, play its bids or a trick, or check its scores."""
        if self.scored < self._rounds_over and name != "scores":
            raise ValueError(f"expected the scores of round {self.scored + 1}, got {name!r}")
        if name == "scores":
            self._check_scores(" ".join(texts))
        elif name == "round":
            self._begin_round(" ".join(texts))
        elif not texts:
            raise ValueError(f"the line {name!r} has no plies")
        elif name == "bids":
            self._read_bids(texts)
        else:
            self._read_trick(int(name[:-1]), texts)

    def check_end(self) -> None:
        """Check that the scores of the last round have been read."""
        if self.scored < self._rounds_over:
            raise ValueError(f"expected the scores of round {self.scored + 1} before the result")

    @property
    def _rounds_over(self) -> int:
        return int(self.state.round_number) + (self.state.phase == OVER)

    def _begin_round(self, number: str) -> None:
        if self.state.phase == OVER:
            raise ValueError(f"round {number} begins after the last of the {self.rounds} rounds")
        if self.rounds > self._rounds_over:
            raise ValueError(f"round {number} begins before round {self.rounds} is over")
        if number != str(self.rounds + 1):
            raise ValueError(f"expected round {self.rounds + 1}, not round {number}")
        self.rounds += 1

    def _read_bids(self, texts: list[str]) -> None:
        self._check_round("the line 'bids'")
        state = self.state
        if state.phase != BID or int(state.bids.max()) >= 0:
            raise ValueError(f"the bids of round {self.rounds} are given twice")
        for text in texts:
            if state.phase != Phase.BID:
                raise ValueError(f"all seats have bid before {text!r}")
            self._play(text, BID)

    def _read_trick(self, number: int, texts: list[str]) -> None:
        self._check_round(f"trick {number}")
        state, trick = self.state, int(self.state.tricks) + 1
        if state.phase == Phase.BID:
            raise ValueError(f"trick {number} begins before all seats have bid")
        if state.on_table:
            raise ValueError(f"trick {number} begins before trick {trick} is over")
        if number != trick:
            raise ValueError(f"expected trick {trick}, not trick {number}")
        for place, text in enumerate(texts):
            if place == self.rules.num_players:
                raise ValueError(f"trick {number} is over before {text!r}: start a new line for each trick")
            self._play(text, PLAY)

    def _play(self, text: str, kind: int) -> None:
        if kind_of(self.parse_action(text), self.rules) != kind:
            raise ValueError(f"ply {len(self.plies) + 1}: {text!r} is not {('a bid', 'a card')[kind]}")
        self.play(text)

    def _check_round(self, what: str) -> None:
        if self.state.phase == OVER:
            raise ValueError(f"{what} comes after the end of the game")
        if self.rounds == self._rounds_over:
            raise ValueError(f"{what} comes before the line 'round {self.rounds + 1}'")

    def _check_scores(self, given: str) -> None:
        if self.scored == self._rounds_over:
            raise ValueError(f"scores come before round {max(self.rounds, 1)} is over")
        found = scores_text(self.state)
        if given != found:
            raise ValueError(f"the scores are {given!r}, but the plies lead to {found!r}")
        self.scored += 1


parse_records = GameReader.read_all
