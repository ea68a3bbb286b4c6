"""Networks and searches choose alike on every processor, and networks in plain Python too."""

from __future__ import annotations

import pytest

from tests.support.network_choices import AGENTS, ANY_PROCESSOR, NETWORKS, choices_of, digest_elsewhere
from tests.support.network_choices import CHOICES as CHOICES_OF_EACH

CHOICES = {
    "champion 1": "cb1bc4bdaf09eaa653a5fc42ec865a146f727f3f8d7521ad09ce2652e332b372",
    "champion 2": "271e739cc5d1a631a6dca4d98ff93c05faa642ec105309221cc5b5299eac09d6",
    "champion 3": "0c2f50eed179a919b4700f7a288a79f577630f4f784e654baa29814fe8ab8db9",
    "champion 4": "d3d0f7e324a3b2e83ddf6ed5c89d0471686707cffd196deff7cdb6e265829187",
    "four seats": "4875df36b95b20d69785f524a6db3cc62f4874c0076eabc2adc36da619f3911a",
    "52 cards": "07680f65912fb306321651b786d72087f9f187a3b0c7a288130217a5c0fc60b6",
    "transfers": "40eabee23c220abc14f1f241d198d6f6437483ad9060a42b7050127cf476fc22",
    "Oh Hell!": "fedaa3ebe4b94f3f7a595c1a5e3315e0a9c5155e9b575d95629901ff3afc9ed6",
    "Bang!": "7829a907e070e62a8db51ae244e62d6968bd59279d5f88c1072997b2a3ca1c1e",
    "ISMCTS": "8dc35f3badf0331ed9fe91d82b1263ba4469708905536be6b7903647147cb143",
    "PUCT": "dc63977ba6f1b6fb6b16c89faaf14508ed4e35d986f2f53aa3307f7b9931523d",
    "PUCT with a belief": "cd1e4f58bfe277c9bb9f0af78a9f59ba117c26212f5171c80227209be72d9f07",
}
"""Digests of a thousand choices each."""


@pytest.mark.slow
@pytest.mark.parametrize("name", AGENTS)
def test_an_agent_chooses_as_it_always_has(name: str) -> None:
    assert choices_of(name) == CHOICES[name]


@pytest.mark.slow
@pytest.mark.parametrize("name", AGENTS)
def test_an_agent_chooses_alike_on_any_processor(name: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    anywhere = ANY_PROCESSOR | {"NUMBA_CACHE_DIR": str(tmp_path_factory.getbasetemp() / "any_processor")}
    assert digest_elsewhere(anywhere, "network_choices", name, CHOICES_OF_EACH) == CHOICES[name]


@pytest.mark.slow
@pytest.mark.parametrize("name", NETWORKS)
def test_a_network_chooses_alike_in_plain_python(name: str) -> None:
    count = 200  # they take some seconds
    assert digest_elsewhere({"NUMBA_DISABLE_JIT": "1"}, "network_choices", name, count) == choices_of(name, count)
