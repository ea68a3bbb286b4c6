"""How much of a game of Durak chance decides: what the deal and the draws are worth, and scores freed from them."""
