"""An agent as a program: plays its lowest card, saves its trumps, and imports nothing from durak-env.

Try it: ``durak match "exec:python examples/exec_agent.py" greedy --games 100``.
The protocol: ``docs/kit/agent_protocol.md``.
"""

import json
import random
import sys

RANKS = "23456789TJQKA"


def choose(game: dict) -> str:
    """Choose a legal action: the lowest plain card, else take or done, else the lowest trump."""
    chance = random.Random(game["seed"])  # all chance comes from the seed, so that matches can be repeated
    cards = [action for action in game["legal"] if action[0] in RANKS]
    plain = [card for card in cards if card[1] != game["trump_suit"]]
    if plain:
        lowest = min(RANKS.index(card[0]) for card in plain)
        return chance.choice([card for card in plain if RANKS.index(card[0]) == lowest])
    if game["phase"].startswith("throw-in") and game["talon_size"] > 0:
        return "done"
    return min(cards, key=lambda card: RANKS.index(card[0]), default=game["legal"][-1])


for line in sys.stdin:  # one question per line, one answer per line, until the input ends
    message = json.loads(line)
    if message["type"] == "hello":
        answer = {"type": "ready", "protocol": 1, "name": "lowest card"}
    else:
        answer = {"id": message["id"], "action": choose(message)}
    print(json.dumps(answer), flush=True)
