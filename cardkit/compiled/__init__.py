"""Numba below the waterline: compiling and keeping code, records, memory by address, bits, random streams, a clock."""
