"""Reasons why the thesis' searches score otherwise."""

LEAK = (
    "the thesis' program marks hidden cards as seen in its playouts, and so deals them correctly; that this is the "
    "reason is not shown, see hidden-cards"
)
UNKNOWN = (
    "why is not known: against greedy neither the order of equal actions nor the share of hidden cards that the "
    "thesis' program knows makes up for it, see hand-order and hidden-cards"
)
TIES = (
    "its program breaks ties, of which playouts leave many, by the card first in hand, the oldest; in the open world "
    "that is a better order than the deck's, see hand-order"
)
