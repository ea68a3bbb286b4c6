"""The track of the benchmark that plays Oh Hell!, and its frozen opponents."""
