"""Exponentials and logarithms: right to the last bits, and with the same bits everywhere."""

import hashlib
import math

import numpy as np
import pytest

from cardkit.compiled.elementary import exp, log, logs

POWERS = np.random.default_rng(0).uniform(-40, 10, 2000)
NUMBERS = np.exp2(POWERS)
DIGEST = "e1f52e3f592ab3b77ed8a596897a63b6698449ccc5a903d3ed05f23e5fed6c4e"


def test_they_are_right() -> None:
    assert [exp(power) for power in POWERS] == pytest.approx(np.exp(POWERS), rel=1e-14)
    assert [log(number) for number in NUMBERS] == pytest.approx(np.log(NUMBERS), rel=1e-14)
    assert (exp(0.0), log(1.0), log(2.0)) == (1.0, 0.0, math.log(2))


def test_powers_have_an_end() -> None:
    assert 0 < exp(-np.inf) == exp(-700.0) < 1e-300
    assert exp(np.inf) == exp(700.0) < np.inf


def test_logarithms_of_an_array_are_those_of_its_numbers() -> None:
    assert logs(NUMBERS).tolist() == [log(number) for number in NUMBERS]


def test_their_bits_are_the_same_everywhere() -> None:
    powers = [step / 64 - 20 for step in range(2000)]
    found = np.array([[exp(power) for power in powers], logs(np.arange(1, 2001))], "<f8")
    assert hashlib.sha256(found.tobytes()).hexdigest() == DIGEST
