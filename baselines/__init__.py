"""Baseline agents and the harness that measures them."""
