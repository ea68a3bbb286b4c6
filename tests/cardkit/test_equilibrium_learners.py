"""Learners that aim at equilibria come near one of Kuhn poker, where uniform play has an exploitability of 0.46."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch", reason="training needs the extra train")

import torch

from cardkit.learning.self_play.experience import Reservoir, Ring
from cardkit.learning.self_play.nfsp import NFSP, NFSPSettings
from cardkit.learning.self_play.rnad import RNaD, RNaDSettings
from cardkit.solving.best_response import nash_conv
from tests.support.tree_games import KuhnRun


class KuhnRNaD(RNaD[RNaDSettings], KuhnRun):
    """R-NaD in Kuhn poker."""


class KuhnNFSP(NFSP[NFSPSettings], KuhnRun):
    """NFSP in Kuhn poker."""


SHARED: dict[str, Any] = {"games": 64, "steps": 32, "hidden": 32, "check_every": 10**6, "plies": 64 * 32 * 100}
RNAD = RNaDSettings(**SHARED, batch=512, learning_rate=3e-3, critic_hidden=32, pull=0.5, reference_every=15)
NFSP_OF_KUHN = NFSPSettings(**SHARED, batch=256, responding=0.2)
BOTH = pytest.mark.parametrize(("kind", "settings"), [(KuhnRNaD, RNAD), (KuhnNFSP, NFSP_OF_KUHN)])


def trained(run: Any) -> Any:
    """Train to the end."""
    for _ in run.run():
        pass
    return run


@pytest.mark.slow
@BOTH
def test_exploitability_falls_in_kuhn_poker(kind: Any, settings: Any, tmp_path: Path) -> None:
    run = trained(kind(replace(settings, folder=str(tmp_path))))
    assert nash_conv(run.games.tree, run.strategy()) / 2 < 0.2


@BOTH
def test_a_run_that_is_resumed_learns_the_same(kind: Any, settings: Any, tmp_path: Path) -> None:
    short = replace(settings, plies=64 * 32 * 4, check_every=2)
    whole = trained(kind(replace(short, folder=str(tmp_path / "whole"))))
    halved = kind(replace(short, folder=str(tmp_path / "halved")))
    for done in halved.run():
        if done == 2:
            break
    resumed = trained(kind(replace(short, folder=str(tmp_path / "halved"), resume=True)))
    assert np.array_equal(resumed.strategy(), whole.strategy())


def test_a_ring_keeps_the_latest_and_a_reservoir_a_fair_sample() -> None:
    random = torch.Generator().manual_seed(1)
    ring, reservoir = (kind(100, row=np.int64(0)) for kind in (Ring, Reservoir))
    for first in range(0, 10_000, 50):
        for kept in (ring, reservoir):
            kept.add(random, row=np.arange(first, first + 50))
    assert len(ring) == len(reservoir) == 100
    latest, sample = (torch.as_tensor(kept.saved()["row"]).double() for kept in (ring, reservoir))
    assert sorted(latest.tolist()) == list(range(9_900, 10_000))
    assert abs(sample.mean() - 5_000) < 4 * 2_887 / 10  # four standard errors of a uniform sample of 100


def test_settings_that_make_no_sense_are_refused() -> None:
    with pytest.raises(ValueError, match="past_share must be 0"):
        RNaDSettings(past_share=0.1)
    with pytest.raises(ValueError, match="reference_every must be at least 1"):
        RNaDSettings(reference_every=0)
    with pytest.raises(ValueError, match="reservoir must be at least 1"):
        NFSPSettings(reservoir=0)
    kind: Any
    for kind, name in ((RNaDSettings, "pull"), (RNaDSettings, "clip"), (NFSPSettings, "learning_rate")):
        with pytest.raises(ValueError, match=f"{name} must be a finite number"):
            kind(**{name: float("nan")})
