"""Durak at the table: what the page is told, made from information sets alone, and its page module."""
