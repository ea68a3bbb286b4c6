"""``python -m durak_env`` is the command ``durak``."""

from cardkit.commands.installed import run

if __name__ == "__main__":
    run("durak")
