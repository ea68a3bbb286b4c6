"""Luck in Durak: values of the deal and the draws, and scores freed from them."""
