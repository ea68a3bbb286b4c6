"""The track of the benchmark that plays Bang!, and its frozen opponents."""
