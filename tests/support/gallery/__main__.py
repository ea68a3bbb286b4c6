"""The gallery: builds it, and serves it until Ctrl-C.

``python -m tests.support.gallery`` plays the games anew for it. The addresses of its pages take
``theme=light|dark``, ``language=en|ru``, ``only=NAME``, and ``letters=own`` for letters that are the same everywhere.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from tests.support.gallery.serving import build, static_server

ROOT = Path(__file__).parents[3]


def main() -> None:
    """Build the gallery and serve it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", type=Path, default=ROOT / "build" / "gallery")
    parser.add_argument("--port", type=int, default=8900)
    asked = parser.parse_args()
    scenes = build(asked.to)
    print(f"{len(scenes)} scenes: http://127.0.0.1:{asked.port}/?theme=dark&language=ru", flush=True)
    static_server(asked.to, asked.port).serve_forever()


if __name__ == "__main__":
    main()
