"""Files of arrays: equal content gives equal bytes, and whatever was changed is refused by name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import load

from cardkit.arrays import ArrayKind, read_arrays, to_safetensors, write_arrays

KINDS = {"values": ArrayKind("float32", (None, 3), 0, 1), "counts": ArrayKind("numbers"), "name": ArrayKind("text", ())}
VALUES = np.linspace(0, 1, 12, dtype=np.float32).reshape(4, 3)
COUNTS = np.array([(1, 0.5), (2, 0.25)], [("plies", "<u2"), ("seconds", "<f8")])
RIGHT = {"values": VALUES, "counts": COUNTS, "name": np.array("a match")}


def test_arrays_are_read_as_they_were_written(tmp_path: Path) -> None:
    write_arrays(tmp_path / "one.npz", RIGHT)
    write_arrays(tmp_path / "two.npz", RIGHT)
    assert (tmp_path / "one.npz").read_bytes() == (tmp_path / "two.npz").read_bytes()
    found = read_arrays(tmp_path / "one.npz", KINDS, "a test")
    assert found.keys() == RIGHT.keys()
    assert all((found[name] == array).all() for name, array in RIGHT.items())


def with_number(array: np.ndarray, number: float) -> np.ndarray:
    changed = array.copy()
    changed[1, 1] = number
    return changed


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"values": with_number(VALUES, np.nan)}, "values must hold finite numbers only"),
        ({"values": with_number(VALUES, np.inf)}, "values must hold finite numbers only"),
        ({"values": VALUES * np.float32(1e30)}, "values must hold numbers from 0 to 1, got 0 to 1e+30"),
        ({"values": VALUES - 1}, "values must hold numbers from 0 to 1, got -1 to 0"),
        ({"values": VALUES[:, :1]}, "values must be float32 of shape (any, 3), got float32 of shape (4, 1)"),
        ({"values": VALUES[0]}, "values must be float32 of shape (any, 3), got float32 of shape (3,)"),
        ({"values": VALUES.astype(np.float64)}, "values must be float32"),
        ({"counts": np.array([(1, np.nan)], COUNTS.dtype)}, "counts.seconds must hold finite numbers only"),
        ({"counts": np.array(["many"])}, "counts must be numbers"),
        ({"counts": np.array([1 + 2j])}, "counts must be numbers"),
        ({"name": np.array(["a", "b"])}, "name must be text of shape ()"),
        ({"name": np.array(3)}, "name must be text"),
    ],
)
def test_arrays_of_another_kind_are_refused(tmp_path: Path, changed: dict[str, Any], said: str) -> None:
    """Arrays of another kind are refused even if their checksum is right."""
    write_arrays(tmp_path / "one.npz", RIGHT | changed)
    with pytest.raises(ValueError, match=r"one\.npz cannot be used as a test: ") as refused:
        read_arrays(tmp_path / "one.npz", KINDS, "a test")
    assert said in str(refused.value)


def test_arrays_changed_by_hand_are_refused(tmp_path: Path) -> None:
    """Arrays changed by hand are refused although their archive's checksums and their kind are right."""
    file = tmp_path / "one.npz"
    write_arrays(file, RIGHT)
    with np.load(file) as kept:
        content = dict(kept)
    for changed, said in (
        ({"values": VALUES[:3]}, "its content is damaged"),
        ({"values": VALUES / 2}, "its content is damaged"),
        ({"name": np.array("another")}, "its content is damaged"),
        ({"checksum": np.array("")}, "its content is damaged"),
    ):
        np.savez(file, **{**content, **changed})
        with pytest.raises(ValueError, match=said):
            read_arrays(file, KINDS, "a test")
    np.savez(file, **RIGHT)
    with pytest.raises(ValueError, match="it has no checksum"):
        read_arrays(file, KINDS, "a test")
    np.savez(file, values=VALUES)
    with pytest.raises(ValueError, match="it lacks counts, name"):
        read_arrays(file, KINDS, "a test")


def test_safetensors_are_the_library_s_whatever_the_order() -> None:
    tensors = {"b": VALUES, "a": np.arange(5), "c": VALUES.T}
    metadata = {name: name * 3 for name in ("rules", "format", "origin", "ä")}
    written = {to_safetensors(tensors, dict(order)) for order in (metadata.items(), reversed(metadata.items()))}
    assert len(written) == 1
    found = load(written.pop())
    assert found.keys() == tensors.keys()
    assert all((found[name] == tensor).all() for name, tensor in tensors.items())
