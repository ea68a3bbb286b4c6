"""A program that plays Oh Hell!: bids its high cards, then wins as many tricks; it imports nothing from durak-env.

Try it: ``oh-hell match "exec:python examples/exec_oh_hell.py" random --games 40``.
The protocol: ``docs/kit/agent_protocol.md``.
"""

import json
import sys

RANKS = "23456789TJQKA"


def strength(card: str, trump: str | None) -> int:
    """Return the rank of a card, where every trump is above all other cards."""
    return RANKS.index(card[0]) + len(RANKS) * (card[1] == trump)


def bid(game: dict) -> str:
    """Choose the legal bid nearest to the number of aces, kings and high trumps in the hand."""
    high = sum(strength(card, game["trump"]) >= RANKS.index("K") for card in game["hand"])
    wanted = high * 2 // 3  # of which others beat some
    return min(game["legal"], key=lambda action: abs(int(action[1:]) - wanted))


def play(game: dict) -> str:
    """Choose the highest card while tricks are wanted, else the lowest."""
    seat = game["seat"]
    wants = game["bids"][seat] > game["won"][seat]
    return (max if wants else min)(game["legal"], key=lambda card: strength(card, game["trump"]))


for line in sys.stdin:  # one question per line, one answer per line, until the input ends
    message = json.loads(line)
    if message["type"] == "hello":
        answer = {"type": "ready", "protocol": 1, "name": "high cards"}
    else:
        answer = {"id": message["id"], "action": bid(message) if message["phase"] == "bid" else play(message)}
    print(json.dumps(answer), flush=True)
