"""Agents of Oh Hell!, which specs name by entry points."""
