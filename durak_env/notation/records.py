"""Text forms of actions, rules and whole games.

A game as text; readers skip blank lines and lines that begin with ``#``::

    durak-game 1
    rules start_rank=12,num_suits=3
    player_0 greedy
    player_1 mcts:limit=30
    world closed
    deck Qc Kd Ad Qh Kh Kc Ac Qd Ah
    trump_suit c
    attacker 0
    1. Qc Kc Qh take Kh Kd
    2. Ad Kc
    result 1 -1

The deck is in drawing order. ``trump_suit`` appears only if the game has trumps but no face-up card. Each bout takes a
line. The result is the returns from seat 0 on, or ``*`` for an unfinished game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from cardkit.notation import reader, records
from cardkit.notation.records import Ply, only_one, players_of
from durak_env.action_errors import action_id
from durak_env.cards import SUITS, card_of, cards_of
from durak_env.deals import Deal
from durak_env.game import ATTACK, mover, state_dtype
from durak_env.notation.reader import WORLDS, GameReader, play_checked, result_of, result_text
from durak_env.notation.words import format_action
from durak_env.rules import Rules


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game, complete or not, with all that is needed to replay it.

    Replaying or writing a record checks its plies against the rules of play; creating it does not.

    Attributes:
        rules: rules of the game, in any form that `durak_env.rules.Rules.of` accepts.
        deal: deck order, trump suit where no card names it, first attacker.
        plies: action ids in the order played.
        players: names from seat 0 on, printable, without spaces around them; by default ``player_0``, ``player_1``, ...
        open_world: whether all seats saw all cards.

    Raises:
        ValueError: the deal does not fit the rules or names no attacker, an action id is out of range, or a name is
            invalid.
    """

    rules: Rules
    deal: Deal
    plies: tuple[int, ...] = ()
    players: tuple[str, ...] = ()
    open_world: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", Rules.of(self.rules))
        self.deal.check(self.rules)
        if self.deal.attacker is None:
            raise ValueError(
                f"the deal of a recorded game must name the first attacker: set attacker={self.rules.seats_in_words}"
            )
        object.__setattr__(self, "plies", tuple(action_id(action, self.rules) for action in self.plies))
        object.__setattr__(self, "players", players_of(self.players, self.rules.num_players))

    @property
    def result(self) -> tuple[float, ...] | None:
        """The returns from seat 0 on; None if the game is not over.

        Raises:
            ValueError: a ply is illegal.
        """
        state = self.deal.lay_out(self.rules)
        for ply in replay(self):
            state = ply.after
        return result_of(state)

    def format(self) -> str:
        """The game as text, ending with a line break.

        Raises:
            ValueError: a ply is illegal.
        """
        return "\n".join(_lines_of(self)) + "\n"

    @classmethod
    def parse(cls, text: str) -> GameRecord:
        """Read a text that holds one game; the inverse of `format`.

        Raises:
            ValueError: the text breaks the format or the rules; the message names the line.
        """
        return only_one(parse_records(text))


def replay(record: GameRecord) -> Iterator[Ply]:
    """Replay a game ply by ply.

    Raises:
        ValueError: on reaching an illegal ply.
    """

    def play(state: Any, action: int) -> None:
        play_checked(state, action, record.rules)

    return records.replay(record.deal.lay_out(record.rules), record.plies, mover, play)


def capture_deal(state: Any, rules: Rules) -> Deal:
    """The deal of a STATE before the first ply, with the cards of each hand in the order of their ids.

    Raises:
        ValueError: a ply has been played, or the state was not dealt by these rules.
    """
    if state.dtype != state_dtype(rules):
        raise ValueError(f"the state was not dealt by the rules {rules}: its record is that of another game")
    if state["plies"] != 0:
        raise ValueError(f"the deal is known only before the first ply; {state['plies']} plies have been played")
    talon = state["talon"][: state["talon_size"]][::-1]
    hands = [card for hand in state["hands"] for card in cards_of(hand)]
    deck = (*hands, *map(card_of, talon))
    named = rules.include_trumps and not rules.has_trump_card and state["trump_suit"] < rules.num_suits
    deal = Deal(deck, SUITS[state["trump_suit"]] if named else None, int(state["attacker"]))
    laid_out = deal.lay_out(rules)
    fields = [name for name in state.dtype.names or () if name != "by_places"]  # a deal does not say how a game is paid
    differing = [name for name in fields if not np.array_equal(laid_out[name], state[name])]
    if differing:
        raise ValueError(f"the state was not dealt by the rules {rules}: {', '.join(differing)} differ")
    return deal


def parse_records(text: str) -> list[GameRecord]:
    """The games of a text, in order.

    Raises:
        ValueError: the text breaks the format or the rules; the message names the line.
    """
    return reader.read_records(text, GameReader.begin, _record_of)


def _record_of(read: GameReader) -> GameRecord:
    assert read.deal is not None
    open_world = read.fields.get("world") == WORLDS[True]
    return GameRecord(read.rules, read.deal, tuple(read.plies), read.players(), open_world)


def _lines_of(record: GameRecord) -> Iterator[str]:
    rules, deal = record.rules, record.deal
    yield f"{GameReader.HEADING} {GameReader.VERSION}"
    yield f"rules {rules}"
    for seat, name in enumerate(record.players):
        yield f"player_{seat} {name}"
    yield f"world {WORLDS[record.open_world]}"
    yield f"deck {' '.join(deal.deck)}"
    if deal.trump_suit is not None:
        yield f"trump_suit {deal.trump_suit}"
    yield f"attacker {deal.attacker}"
    state, bout = deal.lay_out(rules), []
    for ply in replay(record):
        if ply.before.phase == ATTACK and bout:
            yield f"{ply.before.bouts}. {' '.join(bout)}"
            bout = []
        bout.append(format_action(ply.action, rules))
        state = ply.after
    if bout:
        yield f"{state.bouts}. {' '.join(bout)}"
    yield f"result {result_text(result_of(state))}"
