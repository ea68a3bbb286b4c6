"""The command line ``durak``, one module for each command."""

from baselines.cli.app import app

__all__ = ["app"]
