"""Deals hidden cards exactly: all ways in which they may lie are equally likely."""
