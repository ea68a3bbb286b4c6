"""The command line ``oh-hell``: the kit's commands bound to Oh Hell!."""

from cardkit.commands.leaving import importing

with importing("oh-hell"):
    from baselines.oh_hell.cli.app import app

__all__ = ["app"]
