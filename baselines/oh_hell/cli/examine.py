"""``oh-hell examine``: the mistakes of a game."""

from __future__ import annotations

TEXT = """Find the mistakes of recorded games: what was bid or played, what was better, and what it cost.

An agent judges each ply that was a choice, from what the seat to move knew. Its values are the expected points of the
round, scaled so that 0 % is the fewest possible and 100 % the most. A mistake is listed only if its cost is certain:
the 95 % interval of the cost excludes zero. `?` costs less than 20 %, `??` 20 % or more.

The findings are those of **Find mistakes** on the page of `oh-hell table FILE`. A game takes seconds to minutes, by the
agent.

Example: oh-hell match random informed --games 4 --log games.txt, then oh-hell examine game games.txt --game 1
"""
