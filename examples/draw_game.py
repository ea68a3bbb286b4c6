"""Draw a position from the middle of a game as a seat sees it: ``python examples/draw_game.py docs/durak/game.svg``.

Behind the file may stand another position: ``transfer``, four seats and an attack that was passed on; ``trick``, of Oh
Hell!; ``bang``, a turn of Bang!. Each is a game record that stops there, see ``docs/durak/records.md``.
"""

import argparse
from importlib import import_module
from pathlib import Path

from cardkit.notation.records import replay

GAME = """
durak-game 1
rules standard
player_0 you
player_1 opponent
deck Kc 6d Jd Jh Ah 9s 6c 8c 9d 7s 8s Ks Js 7h Tc Ac Qs Jc As Kh 9h 8d Qc 8h Td 6s 9c Th Qd Ad 6h 7c Qh Ts 7d Kd
attacker 0
1. 9s Ks Kc 9d done
2. 6c 6d done
3. 7h take
4. Jc Ac Jh take Js Ah As done
5. 8h Jh done
6. 7h 9h 7s 8d 8c Qc 8s
result *
"""
TRANSFER = """
durak-game 1
rules num_players=4,transfer=True,passport=True
player_0 you
player_1 anna
player_2 boris
player_3 clara
deck 7c Jc Jd Kd Jh Js Ad 8h Th 6s 8s Ts Qc 8d 6h Kh Ah 9s 6c Kc 7d 9h Qs Ks 9c Qd 6d 7h 9d Ac Qh 8c 7s As Tc Td
attacker 3
1. 7d Jd done
2. 7c Ad done done
3. 6s >h >c >d 8s 7h take 8d
4. 9s >c
result *
"""
TRICK = """
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
BANG = """
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
POSITIONS = {
    "game": ("durak_env", GAME, 0),
    "transfer": ("durak_env", TRANSFER, 0),
    "trick": ("oh_hell_env", TRICK, 0),
    "bang": ("bang_env", BANG, 3),
}


def draw(package: str, text: str, seat: int) -> str:
    """Draw the last position of a recorded game of a package, as a seat sees it, as SVG."""
    game, pictures = import_module(package), import_module(f"{package}.render")
    record = game.GameRecord.parse(text)
    *_, last = replay(record)
    return pictures.render_svg(game.InformationSet.of(last.after, record.rules, seat), players=record.players)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Draw a position from the middle of a game.")
    parser.add_argument("file", type=Path, help="the SVG file to write, such as game.svg")
    parser.add_argument("position", nargs="?", choices=POSITIONS, default="game")
    given = parser.parse_args()
    given.file.write_text(draw(*POSITIONS[given.position]), encoding="utf-8")
