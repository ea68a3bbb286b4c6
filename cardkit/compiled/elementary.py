"""Exponentials and logarithms that have the same bits on every machine.

Libraries choose their way to compute these by the processor, and the ways differ in the last bit. Then an agent that
compares such numbers plays otherwise on another machine. Sums, products and quotients are exact to the last bit
everywhere (IEEE 754), and so is what is made of them. The errors are below 1e-14 of a value.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from cardkit.compiled.jit import jit_inline

_LOG_2 = 0.6931471805599453
_HIGH = 0.693147180369123816490  # log 2 in two parts: the first times a whole number is exact
_LOW = 1.90821492927058770002e-10
_ROOT = 0.7071067811865476
_SPAN = 700.0
_POWERS = tuple(1.0 / math.factorial(power) for power in range(13))
_ODD = tuple(1.0 / power for power in range(1, 22, 2))


@jit_inline
def exp(power: float) -> float:
    """Compute e to a power; one beyond ±700 counts as that."""
    power = min(_SPAN, max(-_SPAN, np.float64(power)))
    twos = math.floor(power / _LOG_2 + 0.5)
    rest = (power - twos * _HIGH) - twos * _LOW
    total = 0.0
    for power in range(len(_POWERS)):  # the Taylor series, as rest lies within ±0.35
        total = _POWERS[-1 - power] + total * rest
    return math.ldexp(total, int(twos))


@jit_inline
def log(number: float) -> float:
    """Compute the natural logarithm of a positive number."""
    fraction, twos = math.frexp(number)
    return _log_of(fraction, twos)


@jit_inline
def _log_of(fraction: Any, twos: Any) -> Any:
    """Compute the logarithm of ``fraction * 2**twos``, for numbers or arrays; fractions are from 0.5 to 1."""
    small = fraction < _ROOT
    fraction, twos = fraction * (1.0 + small), twos - 1.0 * small
    ratio = (fraction - 1.0) / (fraction + 1.0)
    square, total = ratio * ratio, 0.0
    for power in range(len(_ODD)):  # the series of the inverse hyperbolic tangent, as ratio lies within ±0.18
        total = _ODD[-1 - power] + total * square
    return twos * _HIGH + (twos * _LOW + 2.0 * ratio * total)


def logs(numbers: np.ndarray) -> np.ndarray:
    """Compute the natural logarithms of positive numbers, float64, bit for bit those of `log`."""
    return getattr(_log_of, "py_func", _log_of)(*np.frexp(numbers))
