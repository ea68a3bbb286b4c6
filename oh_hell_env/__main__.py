"""``python -m oh_hell_env`` is the command ``oh-hell``."""

from cardkit.commands.installed import run

if __name__ == "__main__":
    run("oh-hell")
