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

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from cardkit.notation import records
from cardkit.notation.records import Ply
from cardkit.playing_cards import SUITS, card_of, cards_of
from durak_env.core.records import ATTACK, state_dtype
from durak_env.deals import Deal
from durak_env.durak import Durak
from durak_env.notation.words import format_action
from durak_env.rules import Rules


@dataclass(frozen=True, slots=True)
class GameRecord(records.GameRecord):
    """A game, complete or not, with all that is needed to replay it; see `cardkit.notation.records.GameRecord`.

    Its deal names the first attacker.
    """

    HEADING = "durak-game"
    game_of = staticmethod(Durak)

    def check_deal(self) -> None:
        """Raise ValueError unless the deal fits the rules and names the first attacker."""
        self.deal.check(self.rules)
        if self.deal.attacker is None:
            raise ValueError(
                f"the deal of a recorded game must name the first attacker: set attacker={self.rules.seats_in_words}"
            )

    def deal_lines(self) -> Iterator[str]:
        """Yield the deck, the trump suit where no card names it, and the first attacker."""
        deal = self.deal
        yield f"deck {' '.join(deal.deck)}"
        if deal.trump_suit is not None:
            yield f"trump_suit {deal.trump_suit}"
        yield f"attacker {deal.attacker}"

    def ply_lines(self, plies: Iterable[Ply]) -> Iterator[str]:
        """Yield a line a bout."""
        bouts: list[list[str]] = []
        for ply in plies:
            if ply.before.phase == ATTACK:
                bouts.append([])
            bouts[-1].append(format_action(ply.action, self.rules))
        yield from (f"{number}. {' '.join(bout)}" for number, bout in enumerate(bouts, 1))


def capture_deal(state: Any, rules: Rules) -> Deal:
    """Read the deal of a STATE before the first ply, with the cards of each hand in the order of their ids.

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
