"""The page's files: under a version of their own, compressed, and named by the first page."""

from __future__ import annotations

import asyncio
import gzip
import re
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.requests import Request

from baselines.durak.table.plugin import PLUGIN
from cardtable.web.files import PAGE, PageFiles
from tests.support.browser import browsing, needs_browser, page_address
from tests.support.table_server import serving

FOLDERS = [PAGE, *filter(None, [PLUGIN.view.page])]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serving(PLUGIN) as address:
        yield address


def fetch(address: str, path: str = "", **headers: str) -> tuple[dict[str, str], bytes]:
    """Fetch the headers and the bytes of an answer; by default of the first page."""
    there = page_address(address) if not path else page_address(address).split("/?")[0] + path
    with urllib.request.urlopen(urllib.request.Request(there, headers=headers)) as answer:
        return {name.lower(): value for name, value in answer.headers.items()}, answer.read()


def preloaded(address: str) -> list[str]:
    """Return the modules that the first page names."""
    return re.findall(r'rel="modulepreload" href="(.*?)"', fetch(address)[1].decode())


def test_the_first_page_names_each_module_under_one_version(address: str) -> None:
    modules = preloaded(address)
    names = [Path(one).name for one in modules]
    assert sorted(names) == sorted(path.name for folder in FOLDERS for path in folder.glob("*.js"))
    assert len({one.split("/")[1] for one in modules}) == 1
    assert not re.search(r'(href|src)="/(page|game)/', fetch(address)[1].decode())


def test_files_are_kept_for_good_and_compressed_and_the_first_page_is_asked_for_again(address: str) -> None:
    module = next(one for one in preloaded(address) if one.endswith("/app.js"))
    headers, data = fetch(address, module, **{"accept-encoding": "gzip"})
    assert "immutable" in headers["cache-control"]
    assert gzip.decompress(data) == (PAGE / "app.js").read_bytes()
    assert fetch(address, module)[1] == (PAGE / "app.js").read_bytes()
    headers, _ = fetch(address)
    assert headers["cache-control"] == "no-cache"
    assert "script-src 'self' 'sha256-" in headers["content-security-policy"]


@pytest.mark.parametrize(
    ("asked", "language"), [("ru-RU,ru;q=0.9,en;q=0.8", "ru"), ("de-DE,ru;q=0.5", "ru"), ("de", "en"), ("", "en")]
)
def test_texts_are_named_in_the_language_that_the_browser_asks_for(address: str, asked: str, language: str) -> None:
    index = fetch(address, **{"accept-language": asked})[1].decode()
    assert set(re.findall(r"/texts/(\w+)\.json", index)) == {language}


def test_the_version_is_that_of_what_stands_in_the_files(tmp_path: Path) -> None:
    (tmp_path / "game.js").write_text("export const one = 1;")
    versions = [PageFiles(tmp_path).version]
    (tmp_path / "game.js").write_text("export const one = 2;")
    versions.append(PageFiles(tmp_path).version)
    (tmp_path / "game.js").write_text("export const one = 1;")
    versions.append(PageFiles(tmp_path).version)
    assert versions[0] == versions[2] != versions[1]


def test_what_stands_under_a_version_never_changes(tmp_path: Path) -> None:
    """New installations while a server runs change nothing of what browsers keep."""
    module = tmp_path / "game.js"
    module.write_text("export const one = 1;")
    files = PageFiles(tmp_path)
    module.write_text("export const one = 2;")
    request = Request({"type": "http", "headers": [], "path_params": {"name": "game/game.js"}})
    assert asyncio.run(files.file(request)).body == b"export const one = 1;"
    assert f"/{files.version}/game/game.js" in bytes(asyncio.run(files.index(request)).body).decode()


@pytest.mark.parametrize(
    "headers", [{"range": "bytes=0-9", "if-range": "x"}, {"range": "bytes=9-0"}, {"if-none-match": "*"}], ids=str
)
def test_a_request_for_a_part_or_a_change_gets_the_file(address: str, headers: dict[str, str]) -> None:
    module = next(one for one in preloaded(address) if one.endswith("/app.js"))
    assert fetch(address, module, **headers)[1] == (PAGE / "app.js").read_bytes()


@pytest.mark.parametrize("path", ["/0000000000000000/page/app.js", "{version}/page/none.js", "{version}/../server.py"])
def test_what_is_not_there_is_not_found_and_not_kept(address: str, path: str) -> None:
    version = "/" + preloaded(address)[0].split("/")[1]
    with pytest.raises(urllib.error.HTTPError) as refused:
        fetch(address, path.format(version=version))
    assert refused.value.code == 404
    assert "immutable" not in (refused.value.headers["cache-control"] or "")


@needs_browser
@pytest.mark.slow
def test_the_page_asks_for_what_it_was_told_of_and_after_a_reload_for_nothing(address: str) -> None:
    with browsing(address) as page:
        fetched: list[str] = []
        page.on("response", lambda answer: fetched.append(answer.url))
        page.reload()
        page.wait_for_selector("body[data-ready]")
        again = page.evaluate(
            "performance.getEntriesByType('resource').filter((one) => one.transferSize > 0).map((one) => one.name)"
        )
    modules = {url.partition("/page/")[2] or url.partition("/game/")[2] for url in fetched if url.endswith(".js")}
    assert modules == {Path(one).name for one in preloaded(address)}
    assert again == []
