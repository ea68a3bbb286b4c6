"""``python -m oh_hell_env`` is the command ``oh-hell``."""

from cardkit.commands.errors import run_installed

if __name__ == "__main__":
    run_installed("oh-hell")
