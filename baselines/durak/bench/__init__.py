"""Speed measurements, for `durak bench`."""
