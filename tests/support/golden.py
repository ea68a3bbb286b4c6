"""The golden games of all games; ``python -m tests.support.golden`` tells them anew into the files of ``golden/``."""

from __future__ import annotations

from types import ModuleType

from tests.support import golden_games as durak
from tests.support.bang import golden_games as bang
from tests.support.oh_hell import golden_games as oh_hell

KINDS = (durak, oh_hell, bang)


def text(kind: ModuleType, name: str) -> str:
    """Return the text of a golden game."""
    return "\n".join(kind.told(*kind.GAMES[name])) + "\n"


if __name__ == "__main__":
    for kind in KINDS:
        for name in kind.GAMES:
            (kind.FOLDER / f"{name}.txt").write_text(text(kind, name))
