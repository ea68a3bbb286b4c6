"""Writers of observations: bits and numbers, each at its place in a row."""
