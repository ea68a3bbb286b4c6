"""The page's files, at addresses that hold their version, so that a browser can keep them."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from mimetypes import guess_type
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

PAGE = Path(__file__).parents[1] / "page"
STYLES = "page/styles.css"
USUAL_LANGUAGE = "en"
_STYLE_LINK = re.compile(r'\s*<link rel="stylesheet" href="/(page/.*?)">')
_FOR_GOOD = "public, max-age=31536000, immutable"


class PageFiles:
    """The files of a page as they are when the server starts, and its first answer, which names them.

    The files stay in memory: what a version leads to never changes. Modules import each other by unversioned names,
    such as ``/page/elements.js``; a map of imports leads to the versions. The first answer names all modules, so that a
    browser need not find one after another. The style sheets are sent as one.

    Args:
        game: the folder of a game's module; None for a game without one.

    Attributes:
        version: a digest of the files' contents.
    """

    def __init__(self, game: Path | None) -> None:
        folders = {"page": PAGE} | ({} if game is None else {"game": game})
        self._files = {
            f"{name}/{path.relative_to(folder).as_posix()}": path.read_bytes()
            for name, folder in folders.items()
            for path in sorted(folder.rglob("*"))
            if path.is_file()
        }
        self.version = _digest(self._files)
        self._plain = self._files["page/index.html"].decode()
        self._files[STYLES] = b"\n".join(self._files[name] for name in _STYLE_LINK.findall(self._plain))
        self._map = json.dumps({"imports": {f"/{name}/": self._address(f"{name}/") for name in folders}})
        self._headers = {"content-security-policy": _policy(self._map), "vary": "accept-language"}
        languages = re.findall(r"^page/texts/(\w+)\.json$", "\n".join(self._files), re.MULTILINE)
        self._indices = {language: self._index_for(language) for language in languages}

    @property
    def routes(self) -> Sequence[BaseRoute]:
        """The route of the files."""
        return [Route(self._address("{name:path}"), self.file)]

    async def index(self, request: Request) -> Response:
        """Answer with the first page."""
        wanted = re.findall(r"[a-z]{2}(?=[-,;]|$)", request.headers.get("accept-language", ""))
        language = next((one for one in wanted if one in self._indices), USUAL_LANGUAGE)
        return HTMLResponse(self._indices[language], headers=self._headers)

    async def file(self, request: Request) -> Response:
        """Answer with a file, which a browser then keeps."""
        name = request.path_params["name"]
        if name not in self._files:
            return PlainTextResponse("Not Found", 404)
        return Response(self._files[name], media_type=guess_type(name)[0], headers={"cache-control": _FOR_GOOD})

    def _address(self, name: str) -> str:
        return f"/{self.version}/{name}"

    def _index_for(self, language: str) -> str:
        """Return the page for who probably speaks a language."""
        outer = [name for name in self._files if name.count("/") == 1]
        styles = (name for name in outer if name.endswith(".css") and name != STYLES)
        texts = (name for name in self._files if name.endswith(f"/texts/{language}.json"))
        modules = (name for name in outer if name.endswith(".js"))
        head = [
            f'<link rel="stylesheet" href="{self._address(STYLES)}">',
            f'<script type="importmap">{self._map}</script>',
            *(f'<link rel="preload" as="style" href="{one}">' for one in self._in_html(styles)),
            *(f'<link rel="preload" as="fetch" crossorigin href="{one}">' for one in self._in_html(texts)),
            *(f'<link rel="modulepreload" href="{one}">' for one in self._in_html(modules)),
        ]
        index = _STYLE_LINK.sub("", self._plain).replace('"/page/', f'"{self._address("page/")}')
        return index.replace("<!-- preloaded -->", "\n    ".join(head))

    def _in_html(self, names: Iterable[str]) -> Iterable[str]:
        return (html.escape(self._address(name)) for name in names)


def _policy(script: str) -> str:
    """Return the content security policy: the page loads from this server alone, and runs one inline script."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return (
        f"default-src 'self'; script-src 'self' 'sha256-{digest}'; img-src 'self' data:; "
        "frame-ancestors 'none'; base-uri 'none'; form-action 'none'; object-src 'none'"
    )


def _digest(files: Mapping[str, bytes]) -> str:
    """Compute a short digest of files by name."""
    digest = hashlib.sha256()
    for name, data in files.items():
        digest.update(f"{name} {len(data)} ".encode() + data)
    return digest.hexdigest()[:16]
