"""Files of named arrays: the same content gives the same bytes, and readers check all of it.

Neither safetensors nor NumPy's archives notice a number that was damaged on disk or changed by hand, and it would play
on silently. So both kinds of files hold a checksum of all that is in them, metadata included.
"""

from __future__ import annotations

import hashlib
import io
import json
import math
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from cardkit.files import write_bytes
from cardkit.reading import used_as

CHECKSUM = "checksum"
"""The checksum's name in a file."""

_HEADER = 8  # bytes of a safetensors file that say how long its header is; the header's length is a multiple of it
_TEXT, _NUMBERS = "U", "biuf"  # kinds of dtypes


@dataclass(frozen=True)
class ArrayKind:
    """The requirements of an array.

    Attributes:
        dtype: by name; ``text`` is any text, ``numbers`` any integers, floats, booleans or records of these.
        shape: its sizes; None stands for any.
        low, high: bounds of its numbers, which must be finite too.
    """

    dtype: str
    shape: tuple[int | None, ...] | None = None
    low: float = -math.inf
    high: float = math.inf

    def check(self, name: str, array: np.ndarray) -> None:
        """Check an array.

        Raises:
            ValueError: it is of another kind; the message gives its name.
        """
        if not self._has_dtype(array) or not self._fits(array.shape):
            shape = "" if self.shape is None else f" of shape {self._words()}"
            raise ValueError(f"{name} must be {self.dtype}{shape}, got {array.dtype} of shape {array.shape}")
        if array.dtype.kind != _TEXT:
            for part, numbers in _fields(name, array):
                check_numbers(part, numbers, self.low, self.high)

    def _has_dtype(self, array: np.ndarray) -> bool:
        if self.dtype == "numbers":
            return all(numbers.dtype.kind in _NUMBERS for _, numbers in _fields("", array))
        return array.dtype.kind == _TEXT if self.dtype == "text" else array.dtype == self.dtype

    def _fits(self, shape: tuple[int, ...]) -> bool:
        if self.shape is None:
            return True
        return len(shape) == len(self.shape) and all(
            wanted in (None, size) for wanted, size in zip(self.shape, shape, strict=True)
        )

    def _words(self) -> str:
        sizes = tuple("any" if size is None else size for size in self.shape or ())
        return str(sizes).replace("'any'", "any")


def _fields(name: str, array: np.ndarray) -> Iterator[tuple[str, np.ndarray]]:
    """Yield the fields of an array of records, however deep, with their names; any other array alone."""
    if array.dtype.names is None:
        yield name, array
    for field in array.dtype.names or ():
        yield from _fields(f"{name}.{field}", array[field])


def check_numbers(name: str, array: np.ndarray, low: float = -math.inf, high: float = math.inf) -> None:
    """Raise ValueError with the array's name unless all its numbers are finite and from ``low`` to ``high``."""
    if not np.isfinite(array).all():
        raise ValueError(f"{name} must hold finite numbers only")
    if array.size and (array.min() < low or array.max() > high):
        raise ValueError(f"{name} must hold numbers from {low:g} to {high:g}, got {array.min():g} to {array.max():g}")


def checksum(arrays: Mapping[str, np.ndarray], metadata: Mapping[str, str] = {}) -> str:
    """Compute the SHA-256 of arrays, with their names, dtypes and shapes, and of metadata other than a checksum."""
    told = {name: text for name, text in metadata.items() if name != CHECKSUM}
    found = hashlib.sha256(json.dumps(told, sort_keys=True).encode())
    for name, array in sorted(arrays.items()):
        found.update(f"\n{json.dumps([name, array.dtype.descr, array.shape])}\n".encode())
        found.update(np.ascontiguousarray(array).tobytes())
    return found.hexdigest()


def check_intact(arrays: Mapping[str, np.ndarray], stored: str | None, metadata: Mapping[str, str] = {}) -> None:
    """Check the content of a file against its checksum.

    Raises:
        ValueError: they differ, or there is none.
    """
    if stored is None:
        raise ValueError("it has no checksum, so damage would go unnoticed: write it again with this version")
    if stored != checksum(arrays, metadata):
        raise ValueError(
            "its content is damaged or from an older version (its checksum is another): "
            "take another copy, or write it again with this version"
        )


def to_safetensors(tensors: Mapping[str, np.ndarray], metadata: Mapping[str, str]) -> bytes:
    """Write tensors as the bytes of a safetensors file with a checksum; equal content gives equal bytes.

    The library writes metadata in an arbitrary order, so the header is written anew.
    """
    from safetensors.numpy import save

    whole = {name: np.ascontiguousarray(tensor) for name, tensor in tensors.items()}
    content = save(whole, {**metadata, CHECKSUM: checksum(whole, metadata)})
    end = _HEADER + int.from_bytes(content[:_HEADER], "little")
    header = json.dumps(json.loads(content[_HEADER:end]), sort_keys=True, separators=(",", ":")).encode()
    header += b" " * (-len(header) % _HEADER)
    return len(header).to_bytes(_HEADER, "little") + header + content[end:]


def write_arrays(path: str | Path, arrays: Mapping[str, np.ndarray]) -> None:
    """Write a NumPy archive with a checksum.

    Raises:
        OSError: the file cannot be written.
    """
    content = io.BytesIO()
    np.savez_compressed(content, allow_pickle=False, **{**arrays, CHECKSUM: np.array(checksum(arrays))})
    write_bytes(path, content.getvalue())


def _archive(path: str | Path) -> Any:
    """Open a NumPy archive; for another file NumPy would advise to allow pickles."""
    with Path(path).open("rb") as stream:
        if not zipfile.is_zipfile(stream):
            raise ValueError("it is not a NumPy archive, or damaged")
    return np.load(path, allow_pickle=False)


def read_arrays(path: str | Path, kinds: Mapping[str, ArrayKind], what: str) -> dict[str, np.ndarray]:
    """Read a file of `write_arrays`.

    Args:
        kinds: what each array has to be, by name.
        what: the file's purpose, for errors.

    Raises:
        OSError: the file cannot be read.
        ValueError: the file is damaged, has no checksum, or holds other arrays.
    """
    with used_as(path, what), _archive(path) as file:
        if lacking := [name for name in kinds if name not in file]:
            raise ValueError(f"it lacks {', '.join(lacking)}")
        arrays = {name: np.asarray(file[name]) for name in kinds}
        for name, kind in kinds.items():
            kind.check(name, arrays[name])
        check_intact(arrays, str(file[CHECKSUM]) if CHECKSUM in file else None)
    return arrays
