"""The tracks of the benchmark that play Durak, and their frozen opponents."""
