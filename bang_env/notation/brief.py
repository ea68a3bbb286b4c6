"""The rules of Bang! in brief, for readers of prompts."""

from __future__ import annotations

from bang_env.rules import Rules

BRIEF = """This is the card game Bang!, for {seats} players. The sheriff is known, all other roles are hidden.
Sheriff and deputies win once all outlaws and the renegade are dead. Outlaws win if the sheriff dies, the renegade if
only he is left. After {rounds} rounds all lose.
In a turn, draw two cards, then play any number of cards, but one bang. At its end hold no more cards than you have
lives. A bang hits a seat within your reach unless it answers with a mancato; a birra gives a life back.
A ply is a kind of card, then the seat that it aims at, if any, as in birra, bang 2, cat_balou 0 hand, discard bang; or
end."""


def brief(rules: Rules) -> str:
    """Tell what a player must know of a game by these rules, and how plies are written."""
    return BRIEF.format(seats=rules.num_players, rounds=rules.max_rounds)
