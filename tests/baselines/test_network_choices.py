"""Networks and searches choose as they always have, and networks alike in plain Python too."""

from __future__ import annotations

import pytest

from tests.support.network_choices import AGENTS, NETWORKS, choices_of, digests_elsewhere

CHOICES = {
    "champion 2": "271e739cc5d1a631a6dca4d98ff93c05faa642ec105309221cc5b5299eac09d6",
    "champion 3": "0c2f50eed179a919b4700f7a288a79f577630f4f784e654baa29814fe8ab8db9",
    "champion 4": "d3d0f7e324a3b2e83ddf6ed5c89d0471686707cffd196deff7cdb6e265829187",
    "52 cards": "07680f65912fb306321651b786d72087f9f187a3b0c7a288130217a5c0fc60b6",
    "transfers": "40eabee23c220abc14f1f241d198d6f6437483ad9060a42b7050127cf476fc22",
    "Oh Hell!": "fedaa3ebe4b94f3f7a595c1a5e3315e0a9c5155e9b575d95629901ff3afc9ed6",
    "PUCT with a belief": "cd1e4f58bfe277c9bb9f0af78a9f59ba117c26212f5171c80227209be72d9f07",
}
"""Digests of a thousand choices each."""


@pytest.mark.slow
@pytest.mark.parametrize("name", AGENTS)
def test_an_agent_chooses_as_it_always_has(name: str) -> None:
    assert choices_of(name) == CHOICES[name]


@pytest.mark.slow
def test_networks_choose_alike_in_plain_python() -> None:
    plain = digests_elsewhere({"NUMBA_DISABLE_JIT": "1"}, "network_choices", NETWORKS, 200)
    assert plain == {name: choices_of(name, 200) for name in NETWORKS}
