"""The rules of Oh Hell! in brief, for readers of prompts."""

from __future__ import annotations

from functools import lru_cache

from cardkit.playing_cards import SUIT_SYMBOLS
from oh_hell_env.rules import Rules

MISSED = {
    "standard": "a missed bid pays the tricks alone",
    "exact": "a missed bid pays nothing",
    "penalty": "a missed bid costs {points} for each trick too many or too few",
}


@lru_cache
def brief(rules: Rules) -> str:
    """Tell what a player must know of a game by these rules, and how plies are written."""
    ranks = " ".join(card.symbol for card in rules.deck[: len(rules.deck) // rules.num_suits])
    points = rules.points_per_trick
    lines = [
        "This is the card game Oh Hell!: bid how many tricks you will win in a round, then win exactly as many.",
        f"Suits: {' '.join(SUIT_SYMBOLS[: rules.num_suits])}. Ranks from low to high, in one suit: {ranks}.",
        "Follow the suit that was led if you can. The highest trump wins a trick, else the highest card of that suit.",
        f"A trick pays {points}, a bid that is made {rules.bonus} more; {MISSED[rules.scoring].format(points=points)}.",
        "The dealer bids last, and the bids may not add up to the number of tricks." if rules.hook else "",
        f"A ply is a bid such as b3, or a card such as {rules.deck[0].symbol}.",
    ]
    return "\n".join(filter(None, lines))
