"""Durak's rules in brief, for readers of prompts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from cardkit.playing_cards import SUIT_SYMBOLS
from durak_env.rules import Rules


@lru_cache
def brief(rules: Rules) -> str:
    """Tell what a player must know of a game by these rules, and how plies are written."""
    return "\n".join(_sentences(rules))


def _sentences(rules: Rules) -> Iterator[str]:
    ranks = " ".join(card.symbol for card in rules.deck[: len(rules.deck) // rules.num_suits])
    again = "attacker attacks again" if rules.num_players == 2 else "seat after attacks"
    trumps = "; a trump beats every card of the other suits" if rules.include_trumps else ". There are no trumps"
    yield f"This is the card game Durak, for {rules.num_players} players. Who is left with cards at the end loses."
    yield f"Suits: {' '.join(SUIT_SYMBOLS[: rules.num_suits])}. Ranks from low to high, in one suit: {ranks}."
    yield f"A card beats lower ones of its suit{trumps}."
    yield (
        "A bout: the attacker lays a card, the defender beats it with a card or says take. Further attack cards need a "
        "rank that lies on the table; the unbeaten ones never outnumber the defender's cards. Who adds none says done."
    )
    yield (
        "If all is beaten, the table goes out of play and the defender attacks next. After take the defender has the "
        f"table in hand, and the {again}. Then hands are filled up to {rules.hand_size} from the talon, the attacker's "
        "first. Once the talon is empty, a seat without cards is out and has not lost."
    )
    yield from (text for holds, text in _options(rules) if holds)
    yield f"A ply is a card such as {rules.deck[0].symbol}, or take, or done{_more_plies(rules)}."


def _options(rules: Rules) -> Iterator[tuple[object, str]]:
    """Yield sentences, each with whether the rules call for it."""
    yield rules.max_attack_cards, f"A bout has at most {rules.max_attack_cards} attack cards."
    yield rules.first_discard_limit, f"Until a bout is beaten off, it is {rules.first_discard_limit}."
    yield rules.num_players > 2, f"Throwing in: {rules.throw_in}. Seat s is followed by seat s + 1, the last by seat 0."
    yield rules.num_teams, f"Seat s plays for team s mod {rules.num_teams}; the fool's team loses."
    yield rules.transfer, "Before beating any card, the defender may pass the attack on with a card of the same rank."
    yield not rules.draws, "If the last seats go out together, the defender loses."


def _more_plies(rules: Rules) -> str:
    transfer = f", or >{SUIT_SYMBOLS[0]} to pass the attack on with that suit" if rules.transfer else ""
    return transfer + (", or show, to pass it on by showing a trump" if rules.passport else "")
