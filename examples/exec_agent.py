"""An agent that is a program of its own: plays its lowest card, keeps its trumps back, asks nothing of durak-env.

Try it: ``durak match "exec:python examples/exec_agent.py" greedy --games 100``. The protocol: ``docs/protocol.md``.
"""

import json
import random
import sys

RANKS = "23456789TJQKA"


def choose(game: dict) -> str:
    """One of the legal actions: the lowest card that is no trump, else take or done, else the lowest trump."""
    chance = random.Random(game["seed"])  # all chance comes from the seed, so that matches can be repeated
    cards = [action for action in game["legal"] if action not in ("take", "done")]
    plain = [card for card in cards if card[1] != game["trump_suit"]]
    if plain:
        lowest = min(RANKS.index(card[0]) for card in plain)
        return chance.choice([card for card in plain if RANKS.index(card[0]) == lowest])
    if game["phase"].startswith("throw-in") and game["talon_size"] > 0:
        return "done"
    return min(cards, key=lambda card: RANKS.index(card[0]), default=game["legal"][-1])


for line in sys.stdin:  # one question a line, one answer a line, until the input ends
    message = json.loads(line)
    if message["type"] == "hello":
        answer = {"type": "ready", "protocol": 1, "name": "lowest card"}
    else:
        answer = {"id": message["id"], "action": choose(message)}
    print(json.dumps(answer), flush=True)
