"""The help of ``durak replay``."""

from __future__ import annotations

TEXT = """Print recorded games ply by ply: hands, table and talon.

A game is shown as one of the seats saw it: a card that the seat did not know is written as ??.

Example: durak match smart greedy --games 2 --log games.txt, then durak replay games.txt --game 1 --show-hidden
"""
HELPS = {
    "file": "Game records, as `--log` of `durak match` and `durak play` writes them.",
}
