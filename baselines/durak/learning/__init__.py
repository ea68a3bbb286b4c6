"""Trains agents that learn. Needs the extra `train`."""

import sys

if sys.argv[:1] == ["-m"]:  # Python is looking for the program of this package to run, whose imports take seconds
    from cardkit.commands.leaving import say_interrupted

    say_interrupted()
