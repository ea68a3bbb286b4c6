"""All below Numba's surface: compiling and caching, records, memory by address, bits, random streams, a clock."""
