"""``python -m bang_env`` is the command ``bang``."""

from cardkit.commands.installed import run

if __name__ == "__main__":
    run("bang")
