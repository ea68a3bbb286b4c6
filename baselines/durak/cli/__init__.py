"""The command line ``durak``, one module for each command."""

from cardkit.commands.leaving import importing

with importing("durak"):
    from baselines.durak.cli.app import app

__all__ = ["app"]
