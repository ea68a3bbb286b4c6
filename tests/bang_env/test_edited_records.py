"""Records of Bang! that somebody has edited: they replay, or are refused in one line."""

from __future__ import annotations

import random

from bang_env import GameRecord
from tests.support.bang.random_records import played

EDITED = 500  # of faults that one edit in 100 shows, 0.7 % pass
WORDS = ("left", "end", "nothing", "sid", "bang", "3", "0", "7", "-1", "80", "99", "[", "[1 2]", "*", "", "chance 5")


def edited(lines: list[str], rng: random.Random) -> list[str]:
    """Drop, double or move one of the lines, or change a word in it."""
    lines, place = list(lines), rng.randrange(len(lines))
    kind = rng.randrange(5)
    if kind == 0:
        del lines[place]
    elif kind == 1:
        lines.insert(place, lines[rng.randrange(len(lines))])
    elif kind == 2:
        other = rng.randrange(len(lines))
        lines[place], lines[other] = lines[other], lines[place]
    else:
        words = lines[place].split(" ")
        words[rng.randrange(len(words))] = rng.choice(WORDS)
        lines[place] = " ".join(words)
    return lines


def test_an_edited_record_replays_or_is_refused_in_a_line() -> None:
    rng, records = random.Random(1), [played(seed).splitlines() for seed in range(8)]
    refusals: list[str] = []
    assert sum("chance" in line for lines in records for line in lines) > 8
    for number in range(EDITED):
        text = "\n".join(edited(records[number % len(records)], rng)) + "\n"
        try:
            record = GameRecord.parse(text)
        except ValueError as error:
            refusals.append(str(error))
        else:
            assert GameRecord.parse(record.format()) == record
    assert EDITED // 2 < len(refusals) < EDITED
    assert all(refusal.startswith(("line ", "the text ")) and "\n" not in refusal for refusal in refusals)
