"""``bang examine``: the mistakes of a game."""

from __future__ import annotations

TEXT = """Find the mistakes of recorded games: what was played, what was better, and what it cost.

An agent judges each ply that was a choice, from what the seat to move knew. Its values are mean scores of its search,
100 % a win of the team. A mistake is listed only if its cost is certain: the 95 % interval of the cost excludes zero.
`?` costs less than 20 %, `??` 20 % or more.

The findings are those of **Find mistakes** on the page of `{program} table FILE`. A game takes a minute or more, by the
agent.

Example: {program} match random rai --games 3 --log games.txt, then {program} examine game games.txt --game 1
"""
