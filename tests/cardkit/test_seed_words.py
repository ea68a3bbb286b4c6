"""The words of many seeds at once are those of NumPy's generator."""

from __future__ import annotations

import numpy as np

from cardkit.compiled.seed_words import first_words

SEEDS = [0, 1, 2**32 - 1, 2**32, 2**63, 2**64 - 1, 2**64, 2**96 + 3, 2**128 - 1, 2**128, 2**200 + 9, *range(900, 1000)]


def test_the_words_are_those_of_numpy() -> None:
    assert first_words(SEEDS, 5).tolist() == [np.random.PCG64(seed).random_raw(5).tolist() for seed in SEEDS]


def test_no_seed_is_one_of_its_own() -> None:
    words = first_words([None, 7, None, None], 4)
    assert words[1].tolist() == np.random.PCG64(7).random_raw(4).tolist()
    assert len(set(words.ravel().tolist())) == 16


def test_no_seeds_have_no_words() -> None:
    assert first_words([], 4).shape == (0, 4)
