"""Draw a trick of Oh Hell as seat 0 sees it: ``python examples/draw_oh_hell.py docs/oh_hell/trick.svg``.

The position is a game record that stops there; see ``docs/oh_hell/records.md``.
"""

import argparse
from pathlib import Path

from oh_hell_env import InformationSet
from oh_hell_env.notation import GameRecord, replay
from oh_hell_env.render import render_svg

GAME = """
oh-hell-game 1
rules hand_sizes=5-6,trump=turn_up,start_rank=8
player_0 you
player_1 anna
player_2 boris
player_3 clara
deck Qc Jd Kd 8h Ah Jc 8d Td 9h Jh 9c Kc Ac Qd Qs 9d Th Qh Kh Ks 9s 8c Tc Ad 8s Ts Js As
deck Qc Td Jd Qh Ts Ks 8c 9c 8d Ad Jh Kh Jc Kc Ac Qd Th As 9d Kd 8h 9h 9s Js Ah Tc 8s Qs
round 1
bids b1 b0 b2 b1
1. Ah Jh Qs Th
2. Kc Ks Qc Jc
3. 9d Kd 8d Qd
4. 8h 9h Ac Kh
5. Qh Jd Td 9c
scores 11 10 1 3
round 2
bids b3 b3 b1 b1
1. Kh Th 8h Qh
2. Jh As 9h
result *
"""


def draw(text: str, seat: int) -> str:
    """Draw the last position of a recorded game, as a seat sees it, as SVG."""
    record = GameRecord.parse(text)
    *_, last = replay(record)
    return render_svg(InformationSet.of(last.after, record.rules, seat), players=record.players)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Draw a position from the middle of a game.")
    parser.add_argument("file", type=Path, help="the SVG file to write, such as oh_hell.svg")
    parser.parse_args().file.write_text(draw(GAME, seat=0), encoding="utf-8")
