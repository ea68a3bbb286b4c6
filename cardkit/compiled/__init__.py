"""Numba below the waterline: how code is compiled and kept, records, memory by address, bits, random streams, a clock."""
