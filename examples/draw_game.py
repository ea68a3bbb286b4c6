"""Draw a position from the middle of a game as seat 0 sees it: ``python examples/draw_game.py docs/durak/game.svg``.

``python examples/draw_game.py docs/durak/transfer.svg transfer`` draws four seats and an attack that was passed
on. Each position is a game record that stops there; see ``docs/durak/records.md``.
"""

import argparse
from pathlib import Path

from durak_env import InformationSet
from durak_env.notation import GameRecord, replay
from durak_env.render import render_svg

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
POSITIONS = {"game": GAME, "transfer": TRANSFER}


def draw(text: str, seat: int) -> str:
    """Draw the last position of a recorded game, as a seat sees it, as SVG."""
    record = GameRecord.parse(text)
    *_, last = replay(record)
    return render_svg(InformationSet.of(last.after, record.rules, seat), players=record.players)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Draw a position from the middle of a game.")
    parser.add_argument("file", type=Path, help="the SVG file to write, such as game.svg")
    parser.add_argument("position", nargs="?", choices=POSITIONS, default="game")
    given = parser.parse_args()
    given.file.write_text(draw(POSITIONS[given.position], seat=0), encoding="utf-8")
