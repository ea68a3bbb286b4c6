"""The parts that card games share. Nothing in here knows a particular game."""

__version__ = "0.1.0"
