"""Labels by a search in any game: shares of the legal actions, also where sets of slots are wide."""

from __future__ import annotations

import numpy as np
import pytest

from cardkit.compiled.jit import JIT_OFF
from cardkit.learning.labels.positions import Labels
from cardkit.learning.labels.search_labels import Labeller
from tests.support.wide_envs import GAME, VolleyEncoding
from tests.support.wide_game import ACTIONS, MEMORY, beyond, first, ismcts, random_agent

pytestmark = pytest.mark.slow  # no quick test needs the code that it compiles


def labelled(threads: int = 1, teacher_share: float = 0.5, simulations: int = 100) -> Labels:
    """Label a few games of 150 slots."""
    plan = (teacher_share, 0.5, 0.1)
    labeller = Labeller(
        GAME, VolleyEncoding(GAME), MEMORY, ismcts(simulations), random_agent(), plan, seed=3, threads=threads
    )
    labels = labeller.label(first(), 0, 6)
    assert labels.inputs.shape[1] == labeller.input_size
    return labels


@pytest.mark.skipif(JIT_OFF, reason="labels are read from a search's memory by its address")
def test_labels_are_shares_of_the_legal_actions_of_a_wide_game() -> None:
    labels = labelled()
    masks = labels.inputs[:, -ACTIONS:]
    assert len(labels.inputs) == len(labels.targets) > 100
    assert labels.targets.sum(1) == pytest.approx(1)
    assert (labels.targets[masks == 0] == 0).all()
    assert (labels.targets[:, ACTIONS // 2 :] > 0).any()  # also slots beyond the first word


@pytest.mark.skipif(JIT_OFF, reason="labels are read from a search's memory by its address")
def test_labels_are_the_same_with_several_threads() -> None:
    for one, two in zip(labelled(), labelled(threads=2), strict=True):
        assert np.array_equal(one, two)


@pytest.mark.skipif(JIT_OFF, reason="labels are read from a search's memory by its address")
def test_a_student_that_answers_an_illegal_slot_is_named() -> None:
    labeller = Labeller(GAME, VolleyEncoding(GAME), MEMORY, ismcts(10), random_agent(), (0, 0, 0), seed=3, threads=1)
    with pytest.raises(ValueError, match="agent 'choose_beyond' in game 1: slot 150 is not legal"):
        labeller.label(beyond(), 0, 1)
