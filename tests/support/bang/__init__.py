"""Bang! in tests: positions by hand, and states as plain values."""
