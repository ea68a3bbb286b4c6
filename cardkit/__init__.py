"""The parts that card games share. Nothing in here knows a particular game."""
