"""The opponents of the benchmark never change: they choose what they always have."""

from __future__ import annotations

from pathlib import Path

import pytest

from baselines.durak.benchmark.opponents import FILES
from cardkit.benchmark.frozen import FrozenFiles
from tests.support.benchmark_choices import OPPONENTS, choices_of
from tests.support.network_choices import digests_elsewhere

CHOICES = {
    "A bench1-greedy": "ba79968488deb773f86de34b22bb547e9dcb36bfdc4a8137fda72349c27fb839",
    "A bench1-smart": "3b4591c2ce617f8648efcfe20ed9e62dccf82ac1d1f7ed210ee1562009c5b613",
    "A bench1-ismcts": "8dc35f3badf0331ed9fe91d82b1263ba4469708905536be6b7903647147cb143",
    "A bench1-champion-1": "cb1bc4bdaf09eaa653a5fc42ec865a146f727f3f8d7521ad09ce2652e332b372",
    "A bench1-champion-2": "5bf1222789b783a15e188d923f91ad3cefd62a2acc57dab739e85c8e098fc472",
    "A bench1-champion-3": "c2540c5e2bb7762388952e6548d09ad0450e5f688a34e2c73826c3d8e7fe14b8",
    "A bench1-champion-search": "dc63977ba6f1b6fb6b16c89faaf14508ed4e35d986f2f53aa3307f7b9931523d",
    "A bench1-expert": "71554c65d036d7c7714da580a02ed4bad4a1167c2ad530de0f07f04a3deed2b9",
    "A bench1-minimax": "314142184a64c8607af1983f13f4e54875bd7b16d0d328a79efe6deb78e35c11",
    "A bench1-random": "b0225321fdeb8cc84fda9ab7f54275f719c8bee28a120d48b09439636c3eda20",
    "C bench1-greedy": "f0b4fd6d6b53ab11eecb441879c2ca6ce4a59b2dfcf66e9c1488883983757d77",
    "C bench1-smart": "94082a8ea5ebf7abec61145006a671ee54a073db8e30d1013472a1cf858f8524",
    "C bench1-ismcts": "e7670b2886b1a272ac9049e1c2f7692770a5ad3bd1ffa1809f4195508ed2c80f",
    "C bench1-champion-many": "4875df36b95b20d69785f524a6db3cc62f4874c0076eabc2adc36da619f3911a",
    "C bench1-random": "ca89794ca521f46756b773a76d651638e2f40a80f4e1baab0a038ba6ac9de13f",
    "D bench1-counting": "baf78f6a1d44196f3dc3bbef8759ea1add765f0e4ad92f554a560018135a6708",
    "D bench1-weighted": "6c3ed4afdd8d8a060953003de6091325107abcb81256853b8c5130eade4d2a57",
    "D bench1-learned": "a84dfbec0996957baba8026763351f06355166fe9cc27549981c7ecce687fe75",
    "D bench1-ismcts": "0e908f46842866f625aff1216e0eaa83c72f0f1ab4925b9c15c46c6ca53b5b46",
    "D bench1-random": "7df0a18cdf43e2300a8357bf718aefe5303f7194047a09ec1890c8a3cfe7abcc",
    "E bench1-rai": "270b9e004ff7b854e482c3f6ccd0850aee7ba6fc20272477d7436bfe9d18beaa",
    "E bench1-rair": "d9a43a9ab6eba62798c42d4291aa5a5e3b781db20ff6659e9fafdc55b073765b",
    "E bench1-eai": "a776fbe326a6b923b5738916db4572098df7d81599551d8d09d4bb0c7a7b2e7b",
    "E bench1-learned": "7829a907e070e62a8db51ae244e62d6968bd59279d5f88c1072997b2a3ca1c1e",
    "E bench1-ismcts": "26f78db194f1d48cf409a7fa196fe0428205457b87f4d882a021712fa93dc802",
    "E bench1-random": "edf01ec10372d6fda8b2cdd4ae7d7eb26d3a97fd3e04eccedae78865f92e5619",
}
"""Digests of a thousand choices each. A change of one makes another benchmark."""
QUICK = [f"A bench1-{name}" for name in ("random", "greedy", "smart", "expert")]
WITHOUT_THE_JIT = [
    *QUICK, "A bench1-champion-1", "C bench1-smart", "C bench1-champion-many", "D bench1-weighted", "E bench1-rair",
    "E bench1-learned",
]  # fmt: skip


def test_each_opponent_is_held() -> None:
    assert list(OPPONENTS) == list(CHOICES)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name in QUICK else [pytest.mark.slow]) for name in OPPONENTS]
)
def test_an_opponent_chooses_as_it_always_has(name: str) -> None:
    assert choices_of(name) == CHOICES[name]


@pytest.mark.slow
def test_opponents_choose_alike_in_plain_python() -> None:
    plain = digests_elsewhere({"NUMBA_DISABLE_JIT": "1"}, "benchmark_choices", WITHOUT_THE_JIT, 100)
    assert plain == {name: choices_of(name, 100) for name in WITHOUT_THE_JIT}


def test_a_changed_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "net").write_bytes(b"frozen")
    files = FrozenFiles(tmp_path, {"net": "2b8fb5f77b9e1ee8b1c6a3a1b0f0bfbd0ba6c1c63cbb3e6c7c9d94c5d8dd1d0e"})
    with pytest.raises(ValueError, match="not the file that the benchmark has frozen"):
        files.path("net")
    for name in FILES.digests:
        assert Path(FILES.path(name)).name == name
