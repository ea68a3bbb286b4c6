"""``python -m durak_env`` is the command ``durak``."""

from cardkit.commands.errors import run_installed

if __name__ == "__main__":
    run_installed("durak")
