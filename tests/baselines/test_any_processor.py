"""Networks, searches and the benchmark's opponents choose alike on every processor."""

from __future__ import annotations

import pytest

from tests.baselines.test_benchmark_opponents import CHOICES as OF_OPPONENTS
from tests.baselines.test_network_choices import CHOICES as OF_AGENTS
from tests.support.network_choices import ANY_PROCESSOR, digests_elsewhere

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def anywhere(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return what makes compiled code run anywhere, and keeps it apart from that for this processor."""
    return ANY_PROCESSOR | {"NUMBA_CACHE_DIR": str(tmp_path_factory.mktemp("code"))}


def test_opponents_choose_alike(anywhere: dict[str, str]) -> None:
    assert digests_elsewhere(anywhere, "benchmark_choices", OF_OPPONENTS) == OF_OPPONENTS


def test_agents_choose_alike(anywhere: dict[str, str]) -> None:
    assert digests_elsewhere(anywhere, "network_choices", OF_AGENTS) == OF_AGENTS
