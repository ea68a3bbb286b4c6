"""Analyses of positions for the table's page."""
