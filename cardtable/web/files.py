"""The page's files: under their version, so that a browser keeps them for good, and asked for all at once."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

PAGE = Path(__file__).parents[1] / "page"
STYLES = "styles.css"
USUAL_LANGUAGE = "en"
_STYLE_LINK = re.compile(r'\s*<link rel="stylesheet" href="/page/(.*?)">')
_FOR_GOOD = "public, max-age=31536000, immutable"
_NEEDLESS = ("etag", "last-modified")  # of what is never asked for again


class PageFiles:
    """The folders of a page, as they are when the server starts, and its first answer, which names their files.

    Modules import each other by unversioned names, such as ``/page/elements.js``; a map of imports leads to the
    versions. A browser is told of all modules, and does not find one after another. The style sheets are sent as one.

    Args:
        game: the folder of a game's module; None for a game without one.

    Attributes:
        version: of what stands in the files.
    """

    def __init__(self, game: Path | None) -> None:
        self._folders = {"page": PAGE} | ({} if game is None else {"game": game})
        self.version = _digest(self._folders.values())
        self._map = json.dumps({"imports": {f"/{name}/": self._address(name) for name in self._folders}})
        self._headers = {"content-security-policy": _policy(self._map), "vary": "accept-language"}
        self._plain = (PAGE / "index.html").read_text(encoding="utf-8")
        languages = [path.stem for path in sorted((PAGE / "texts").glob("*.json"))]
        self._indices = {language: self._index_for(language) for language in languages}

    @property
    def routes(self) -> Sequence[BaseRoute]:
        """Each folder's files."""
        folders = [
            Mount(f"/{self.version}/{name}", _Kept(directory=one, check_dir=False))
            for name, one in self._folders.items()
        ]
        return [Route(self._address("page", STYLES), self.styles), *folders]

    async def index(self, request: Request) -> Response:
        """Answer with the first page."""
        wanted = re.findall(r"[a-z]{2}(?=[-,;]|$)", request.headers.get("accept-language", ""))
        language = next((one for one in wanted if one in self._indices), USUAL_LANGUAGE)
        return HTMLResponse(self._indices[language], headers=self._headers)

    async def styles(self, _: Any) -> Response:
        """Answer with all style sheets, in the order in which the page links them."""
        parts = [(PAGE / name).read_text(encoding="utf-8") for name in _STYLE_LINK.findall(self._plain)]
        return Response("\n".join(parts), media_type="text/css", headers={"cache-control": _FOR_GOOD})

    def _address(self, name: str, file: str = "") -> str:
        return f"/{self.version}/{name}/{file}"

    def _index_for(self, language: str) -> str:
        """The page for who probably speaks a language."""
        texts = f"texts/{language}.json"
        head = [
            f'<link rel="stylesheet" href="{self._address("page", STYLES)}">',
            f'<script type="importmap">{self._map}</script>',
            *(f'<link rel="preload" as="style" href="{one}">' for one in self._addresses("*.css")),
            *(f'<link rel="preload" as="fetch" crossorigin href="{one}">' for one in self._addresses(texts)),
            *(f'<link rel="modulepreload" href="{one}">' for one in self._addresses("*.js")),
        ]
        index = _STYLE_LINK.sub("", self._plain).replace('"/page/', f'"{self._address("page")}')
        return index.replace("<!-- preloaded -->", "\n    ".join(head))

    def _addresses(self, pattern: str) -> Iterator[str]:
        """The files of the folders, in HTML."""
        for name, folder in self._folders.items():
            for path in sorted(folder.glob(pattern)):
                yield html.escape(self._address(name, path.relative_to(folder).as_posix()))


class _Kept(StaticFiles):
    """Files that never change under their address."""

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        response = super().file_response(*args, **kwargs)
        response.headers["cache-control"] = _FOR_GOOD
        for name in _NEEDLESS:
            del response.headers[name]
        return response


def _policy(script: str) -> str:
    """By which the page loads nothing of others, and runs files of this server and a script of its own alone."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return (
        f"default-src 'self'; script-src 'self' 'sha256-{digest}'; img-src 'self' data:; "
        "frame-ancestors 'none'; base-uri 'none'; form-action 'none'; object-src 'none'"
    )


def _digest(folders: Iterable[Path]) -> str:
    """What stands in some folders, in short."""
    digest = hashlib.sha256()
    for path in _files(folders):
        digest.update(f"{path.name} {path.stat().st_size} ".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _files(folders: Iterable[Path]) -> Iterator[Path]:
    for folder in folders:
        yield from sorted(path for path in folder.rglob("*") if path.is_file())
