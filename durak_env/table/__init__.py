"""Durak at the table: the page's view, made from information sets alone, and its page module."""
