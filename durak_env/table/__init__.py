"""Durak at the table: what the page shows, made from information sets alone, and its page module."""
