"""Finds tablebases in this process, or in the user's cache directory, or builds them and keeps them there."""

from __future__ import annotations

import hashlib
import threading
from contextlib import suppress
from functools import cache
from pathlib import Path

import numpy as np
from platformdirs import user_cache_path

from baselines.durak.endgames.tablebase_build import build
from cardkit.files import replacing

CHECKSUMS = {
    True: {
        2: "18d8b9a45e3b558ca59201f54ec4e55129a879ff99339d6c8f24ebd62fb2f566",
        3: "be58fb0238a8c1dc512287b4c4f7d5247d7b95f9ddcf716e62ecffe06c5af08f",
        4: "298abee9c3bdfb9a9b2dd34e0f360c89cbbbf7879fb2499d23cff88b68d3adae",
        5: "0ff5342df3f687b95aa65c279198fce723559ad1b0a82963aeaf4155e4559428",
        6: "066083d85ed721c2caf38d4f831e58dac398904a99bba5b05e5876e54a9b3c95",
        7: "2caf49a0bc88792873e82cc358092338fc04ec142c04bf4db382eda6208cb1b5",
        8: "6274ca7b0827c149c7a82006b72112cc55ad1a49a2457bd1cd96d852461b9cd9",
        9: "cfbffffdf27290be443d3295d84bb4786beafc03a64d60c0f38ced4102150e71",
        10: "91337318eb7d419142a4db67d8ced3942a35f6412731f9acd60d561d79d0f4f3",
    },
    False: {
        2: "99774d46b72eaa542d560dda96c482ed492da60aac7731ea598556af28c05b20",
        3: "7ea4e9cb1f3ac8909d2f49869a7ba277525694f3723ce9d56a7be1d169478b9c",
        4: "3c8a97faa51220a01c930602dde31ba68f48004a4dca96c3893d99b5fa782382",
        5: "b3e531cf2c4c7f2374e86f1c2b4877f3dd21554731f9c54b8202fc79861902b7",
        6: "ac696ff0dd0678ff09c3c27bcfe8644bc3a2871244e0766077bb7a7fa4431341",
        7: "56664f0ca87dae66e1f906c33387c807ef3cf9ad3c1810852e29512dea205e1b",
        8: "7a48d807f088345f507b7d71528035380f63f8d2bb29d3bbbd4de1120dfe6866",
        9: "aaf525a0418133df2cfb2e6070de06f206ae5f64c1af5319fcaf803413074604",
        10: "53fe9bef59976f2bb0fb90d6bf8732ebddf3a4ed5ea4709ac5364799dac1adac",
    },
}
"""SHA-256 of the tablebases by the rule ``draws``, then by the cards of their largest positions."""


_one_at_a_time = threading.Lock()  # else two threads could each make one, and the cache keeps only one of them alive


def tablebase(cards: int, draws: bool = True) -> np.ndarray:
    """Return the tablebase of positions of up to ``cards`` cards, by the rule ``draws``.

    Returns:
        Read-only uint8 array that lives as long as the process.

    Raises:
        ValueError: ``cards`` is out of range.
    """
    with _one_at_a_time:
        return _tablebase(cards, draws)


@cache
def _tablebase(cards: int, draws: bool) -> np.ndarray:
    kept = load(cards, draws)
    if kept is None:
        kept = build(cards, draws=draws)
        with suppress(OSError):  # if it cannot be kept, it is built again next time
            save(kept, cards, draws)
    kept.flags.writeable = False
    return kept


def tablebase_path(cards: int, draws: bool = True) -> Path:
    """Return the file of a tablebase in the user's cache directory."""
    return user_cache_path("durak-env") / f"endgames-{cards}{'' if draws else '-without-draws'}.tablebase"


def checksum(tablebase: np.ndarray) -> str:
    """Compute the SHA-256 of a tablebase."""
    return hashlib.sha256(tablebase.data).hexdigest()


def load(cards: int, draws: bool = True) -> np.ndarray | None:
    """Load the kept tablebase; None if there is none, or if it is damaged or of another version."""
    try:
        kept = np.fromfile(tablebase_path(cards, draws), np.uint8)
    except OSError:
        return None
    return kept if checksum(kept) == CHECKSUMS[draws].get(cards) else None


def save(tablebase: np.ndarray, cards: int, draws: bool = True) -> Path:
    """Keep a tablebase for later; return its file.

    Raises:
        OSError: the file cannot be written.
    """
    path = tablebase_path(cards, draws)
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as new:
        tablebase.tofile(new)
    return path
