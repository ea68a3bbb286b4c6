"""Draw a turn of Bang! as seat 3 sees it: ``python examples/draw_bang.py docs/bang/table.svg``.

The position is a game record that stops there; see ``docs/bang/write_an_agent.md``.
"""

import argparse
from pathlib import Path

from bang_env import GameRecord, InformationSet
from bang_env.render import render_svg
from cardkit.notation.records import replay

GAME = """
bang-game 1
rules num_players=4
player_0 clara
player_1 ann
player_2 boris
player_3 you
world closed
roles ROSO
characters 6 4 2 1
deck 9 3 57 47 34 49 28 25 59 68 18 11 66 70 40 30 37 32 77 21 41 2 50 26 64 36 22 17 0 31 65 10 44 72 8 74 6 51 48 \
45 1 46 24 52 54 29 15 39 67 4 38 58 76 16 55 20 73 23 63 14 12 27 35 56 71 78 42 53 33 5 43 61 75 13 19 69 60 79 \
62 7
chance 34
turn 1
2 bang 1
1 answer mancato
2 barile
2 remington
2 cat_balou 1 hand
2 dinamite
2 end
turn 2
3 birra
3 birra
result *
"""


def draw(text: str, seat: int) -> str:
    """Draw the last position of a recorded game, as a seat sees it, as SVG."""
    record = GameRecord.parse(text)
    *_, last = replay(record)
    return render_svg(InformationSet.of(last.after, record.rules, seat), players=record.players)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Draw a position from the middle of a game.")
    parser.add_argument("file", type=Path, help="the SVG file to write, such as bang.svg")
    parser.parse_args().file.write_text(draw(GAME, seat=3), encoding="utf-8")
