"""Rows as an Arrow table and as Parquet, and back: observations and masks are columns of bytes, a string for each row.

Lists would take six times as long to write, and 1.5 times the room.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import pyarrow

    from cardkit.export.filling import Rows

_WRITTEN: dict[str, Any] = {  # pyarrow's stub does not allow names of columns
    "compression": "zstd",
    "compression_level": 1,  # higher ones take longer and save 2 %
    "use_dictionary": ["seat", "agent", "action", "returns"],  # columns of few values
    "write_statistics": ["game"],
    "write_page_checksum": True,
}


def table_of(columns: Mapping[str, np.ndarray]) -> pyarrow.Table:
    """Make an Arrow table over the same memory."""
    import pyarrow

    return pyarrow.table({name: _column(array) for name, array in columns.items()})


def _column(array: np.ndarray) -> Any:
    import pyarrow

    if array.ndim == 1:
        return pyarrow.array(array)
    row_bytes = array.strides[0]
    return pyarrow.FixedSizeBinaryArray.from_buffers(
        pyarrow.binary(row_bytes), len(array), [None, pyarrow.py_buffer(array)]
    )


def arrays_of(table: pyarrow.Table, dtypes: Mapping[str, Any]) -> dict[str, np.ndarray]:
    """Return the columns of a table as arrays: read-only over the table's memory where that is in one piece.

    Args:
        dtypes: of the entries of columns of bytes, by their names.
    """
    return {name: _array(table.column(name), dtypes.get(name)) for name in table.column_names}


def _array(column: pyarrow.ChunkedArray, dtype: Any) -> np.ndarray:
    if dtype is None:
        return column.to_numpy()
    parts = [_entries(chunk, np.dtype(dtype)) for chunk in column.chunks]
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


def _entries(chunk: Any, dtype: np.dtype[Any]) -> np.ndarray:
    width = chunk.type.byte_width
    raw = np.frombuffer(chunk.buffers()[1], np.uint8, len(chunk) * width, chunk.offset * width)
    return raw.view(dtype).reshape(len(chunk), -1)


class ParquetBytes:
    """A Parquet file that is written block by block into memory."""

    def __init__(self) -> None:
        import pyarrow

        self._stream = pyarrow.BufferOutputStream()
        self._writer: Any = None

    def add(self, rows: Rows) -> None:
        """Append a row group."""
        from pyarrow.parquet import ParquetWriter

        table = table_of(rows._asdict())
        if self._writer is None:
            self._writer = ParquetWriter(self._stream, table.schema, **_WRITTEN)
        self._writer.write_table(table, row_group_size=len(rows.game) or None)

    def content(self) -> bytes:
        """Return the whole file; nothing is added afterwards."""
        self._writer.close()
        return self._stream.getvalue().to_pybytes()
