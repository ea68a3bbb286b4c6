"""Networks in whole numbers: their parts, that nothing overflows, and that compiled sums are NumPy's."""

from __future__ import annotations

import hashlib
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

from cardkit.compiled.jit import JIT_OFF, has_feature, is_x86, jit
from cardkit.compiled.memory import address_of, record_reader
from cardkit.compiled.records import record
from cardkit.compiled.sparse.row_sums import (
    AT_ONCE,
    BY_LONG_VECTORS,
    COLUMNS,
    add_four_rows,
    add_rows,
    by_short_vectors,
)
from cardkit.learning.forward import LAYER_FIELDS, factors_of, new_memory, outputs_of, rows_of
from cardkit.learning.integers.files import MADE_FROM, write_in_integers
from cardkit.learning.integers.quantising import INPUT_ONE, counted, dequantised, outputs_of_layers, quantised
from cardkit.learning.layers import Layer
from cardkit.learning.network_file import Shape, read_layers, write_layers
from tests.support.networks import in_floats

HEAD = record(list(LAYER_FIELDS), "network of a test")
_head_at = record_reader(HEAD)


def layers_of(*sizes: int, seed: int = 0, bias: float = 1.0) -> tuple[Layer, ...]:
    """Make layers of random weights."""
    rng = np.random.default_rng(seed)
    return tuple(
        (rng.normal(size=(outputs, inputs)).astype(np.float32), (bias * rng.normal(size=outputs)).astype(np.float32))
        for inputs, outputs in pairwise(sizes)
    )


def test_outputs_are_near_those_in_floats() -> None:
    layers = layers_of(200, 128, 64, 9)
    inputs = (np.random.default_rng(1).random((300, 200)) < 0.2).astype(np.float32)
    found, exact = outputs_of_layers(layers, inputs), in_floats(layers, inputs)
    assert np.abs(found - exact).mean() < 0.02 * np.abs(exact).mean()
    assert (found.argmax(1) == exact.argmax(1)).mean() > 0.95


@pytest.mark.parametrize("bias", [0.0, 1.0, 1000.0])
def test_weights_turned_back_give_the_same_bytes(bias: float) -> None:
    """A file may hold the bytes, since whoever reads it gets the float32 layers that training goes on from."""
    layers = layers_of(70, 40, 30, 5, bias=bias)
    layers[0][0][3], layers[0][1][3] = 0, 0  # a unit that is always 0
    whole = quantised(layers)
    again = quantised(dequantised(whole))
    for layer, same in zip(whole, again, strict=True):
        assert all((one == other).all() for one, other in zip(layer, same, strict=True))
    assert np.abs(dequantised(whole)[0][0] - layers[0][0]).max() <= np.abs(layers[0][0]).max() * (1 + bias) / 127


@jit
def _outputs(memory: np.ndarray, numbers: np.ndarray, outputs: np.ndarray) -> None:
    address = address_of(memory)
    head, terms = _head_at(address, 0), 0
    rows, factors = rows_of(head, address), factors_of(head, address)
    for place in range(len(numbers)):
        if numbers[place] > 0:
            rows[terms], factors[terms] = place, numbers[place]
            terms += 1
    found = outputs_of(head, address, terms)
    for place in range(len(outputs)):
        outputs[place] = found[place]


@pytest.mark.parametrize("bias", [0.0, 1.0, 1e6])
@pytest.mark.parametrize("sizes", [(40, 3), (70, 65, 1), (90, 64, 130, 7), (30, 9, 9, 9, 9, 9, 9, 9, 4)], ids=str)
def test_compiled_outputs_are_those_of_numpy(sizes: tuple[int, ...], bias: float) -> None:
    """Compiled outputs are NumPy's for inputs of all sizes, even none, and biases that outweigh all weights."""
    layers, rng = layers_of(*sizes, bias=bias), np.random.default_rng(2)
    memory = new_memory(np.zeros(1, HEAD), layers)
    inputs = rng.random((40, sizes[0]), np.float32) * (rng.random((40, sizes[0])) < 0.4)
    inputs[0], inputs[1] = 0, 1
    for row, wanted in zip(inputs, outputs_of_layers(layers, inputs), strict=True):
        outputs = np.zeros(sizes[-1], np.float32)
        _outputs(memory, counted(row), outputs)
        assert (outputs == wanted).all()


@cache
def _ways() -> dict[str, Any]:
    """Return the ways of adding rows that this machine has."""
    ways = {"any processor": add_four_rows, "this one": add_rows}
    if is_x86() and not JIT_OFF:
        ways |= {"short vectors": by_short_vectors}
        ways |= {feature: way for feature, way in BY_LONG_VECTORS.items() if has_feature(feature)}
    return ways


@cache
def _adding(add: Any) -> Any:
    def added(sums: np.ndarray, weights: np.ndarray, rows: np.ndarray, factors: np.ndarray) -> None:
        width, fours = weights.shape[1], len(rows) // AT_ONCE
        add(address_of(sums), address_of(weights), width, address_of(rows), address_of(factors), fours)

    return numba.njit(added)


@pytest.mark.parametrize("blocks", [1, 2, 3])
@pytest.mark.parametrize("way", _ways())
@pytest.mark.parametrize("extreme", [False, True])
def test_all_ways_add_the_same_rows(extreme: bool, way: str, blocks: int) -> None:
    """Vectors of all lengths, four rows in the plain way, and NumPy add alike, even where all numbers are the largest.

    Three blocks are a wide one and a narrow one.
    """
    rng = np.random.default_rng(3)
    weights = rng.integers(-127, 128, (300, blocks * COLUMNS)).astype(np.int8)
    rows = rng.permutation(300)[: 40 * AT_ONCE].astype(np.uint16)
    factors = rng.integers(0, 128, 40 * AT_ONCE).astype(np.uint8)
    if extreme:
        weights[:, ::2], weights[:, 1::2], factors[:] = 127, -127, 127
    first = rng.integers(-(2**29), 2**29, blocks * COLUMNS).astype(np.int32)
    sums = first.copy()
    _adding(_ways()[way])(sums, weights, rows, factors)
    assert (sums == first + factors.astype(np.int64) @ weights[rows].astype(np.int64)).all()


def shape_of(metadata: object) -> Shape:
    """Return the shape that the files below must have."""
    return Shape({}, 70, 5)


def test_a_file_in_whole_numbers_plays_as_the_one_it_is_made_from(tmp_path: Path) -> None:
    layers, path, whole = layers_of(70, 40, 5), tmp_path / "floats", tmp_path / "whole"
    write_layers(path, "toys", layers, {"origin": {"command": "none"}})
    write_in_integers(path, whole)
    read, metadata = read_layers(whole, "toy", "toys", shape_of)
    assert metadata["origin"] == {"command": "none", MADE_FROM: hashlib.sha256(path.read_bytes()).hexdigest()}
    inputs = np.random.default_rng(1).random((20, 70), np.float32)
    assert (outputs_of_layers(read, inputs) == outputs_of_layers(layers, inputs)).all()
    assert whole.stat().st_size < path.stat().st_size / 3
    write_layers(path, "toys", read, metadata)
    write_in_integers(path, tmp_path / "again")
    assert all((tensor == load_file(whole)[name]).all() for name, tensor in load_file(tmp_path / "again").items())
    assert counted(np.ones(1)) == INPUT_ONE


@pytest.mark.parametrize("name", ["0.scale", "1.scale", "1.weight", "1.bias"])
def test_files_in_whole_numbers_that_make_no_network_are_refused(tmp_path: Path, name: str) -> None:
    path, whole = tmp_path / "floats", tmp_path / "whole"
    write_layers(path, "toys", layers_of(70, 40, 5), {"origin": {}})
    write_in_integers(path, whole)
    tensors = load_file(whole)
    for changed in ({}, {name: tensors[name][:-1].copy()}, {name: tensors[name].astype(np.float64)}):
        others = {other: tensor for other, tensor in tensors.items() if other != name}
        save_file(others | changed, tmp_path / "bad", {"format": '"toys"', "origin": "{}"})
        with pytest.raises(ValueError, match="bad' is not a toy file: "):
            read_layers(tmp_path / "bad", "toy", "toys", shape_of)
    with pytest.raises(ValueError, match="whole' is not a network file: "):
        write_in_integers(whole, tmp_path / "twice")
