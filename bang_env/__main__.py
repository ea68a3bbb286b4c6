"""``python -m bang_env`` is the command ``bang``."""

from cardkit.commands.errors import run_installed

if __name__ == "__main__":
    run_installed("bang")
