"""The gallery, built into a folder that any static file server shows.

Modules and styles are links to the page's own: what is edited is shown at the next reload.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import matplotlib

from baselines.bang.table.plugin import PLUGIN as BANG
from baselines.durak.table.plugin import PLUGIN as DURAK
from baselines.oh_hell.table.plugin import PLUGIN as OH_HELL
from cardtable.web.files import PAGE
from tests.support.gallery import durak, other_games, rooms
from tests.support.gallery.scenes import Scene
from tests.support.table_server import Page, serving

GAMES = {"durak": DURAK, "oh_hell": OH_HELL, "bang": BANG}
ALONE = {
    "durak": [durak.screens, durak.alone, durak.others],
    "oh_hell": [other_games.oh_hell],
    "bang": [other_games.bang],
}
WITH_FRIENDS = [rooms.gathering, rooms.playing, rooms.stand_in]


def record() -> Iterator[Scene]:
    """Play the games of all scenes."""
    for game, scenes in ALONE.items():
        with serving(GAMES[game], pace=0.0) as address:
            for some in scenes:
                with Page(address) as page:
                    yield from some(page)
            if game == rooms.GAME:
                for more in WITH_FRIENDS:
                    yield from more(address)


def build(folder: Path) -> list[Scene]:
    """Build the gallery; return its scenes."""
    folder.mkdir(parents=True, exist_ok=True)
    fonts = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
    views = {game: plugin.view.page for game, plugin in GAMES.items()}
    own = {path.name: path for path in (Path(__file__).parent / "page").iterdir()}
    for name, target in {"page": PAGE, "fonts": fonts, **views, **own}.items():
        link = folder / name
        link.unlink(missing_ok=True)
        assert target is not None
        link.symlink_to(target)
    (folder / "place").write_text('{"known": true}', encoding="utf-8")  # asked for where a connection ends
    scenes = list(record())
    for scene in scenes:
        (folder / f"{scene.name}.json").write_text(json.dumps(asdict(scene)), encoding="utf-8")
    listed = [{"name": scene.name, "game": scene.game, "size": scene.size} for scene in scenes]
    (folder / "scenes.json").write_text(json.dumps(listed), encoding="utf-8")
    return scenes


class QuietFiles(SimpleHTTPRequestHandler):
    """A handler of requests for files that logs nothing."""

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


def static_server(folder: Path, port: int = 0) -> ThreadingHTTPServer:
    """Return a server of a folder's files, and of nothing else."""
    return ThreadingHTTPServer(("127.0.0.1", port), partial(QuietFiles, directory=str(folder)))


@contextmanager
def showing(folder: Path) -> Iterator[tuple[str, list[Scene]]]:
    """Build the gallery in a folder and serve its files; yield their address and the scenes."""
    scenes = build(folder)
    with static_server(folder) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", scenes
        finally:
            server.shutdown()
            thread.join()
