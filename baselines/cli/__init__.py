"""The command line ``durak``: each command in a module of its own."""

from baselines.cli.app import app

__all__ = ["app"]
