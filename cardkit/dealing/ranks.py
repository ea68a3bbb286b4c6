"""Suits and ranks of playing cards; imports nothing, for declarations of rules."""

RANKS = "23456789TJQKA"
SUITS = "cdhs"
LOWEST_RANK, HIGHEST_RANK = 2, 14
MAX_CARDS = 52
