"""The command line ``bang``: the kit's commands bound to Bang!."""

from cardkit.commands.leaving import importing

with importing("bang"):
    from baselines.bang.cli.app import app

__all__ = ["app"]
