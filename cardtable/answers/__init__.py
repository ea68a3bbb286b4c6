"""Handlers for the page's messages."""
