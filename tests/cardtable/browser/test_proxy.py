"""Behind a proxy with TLS: the examples of docs/kit/table_safety.md, run as they stand with a browser through them."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.cardtable.browser.test_rooms import open_table, sit
from tests.support.browser import CHROMIUM, COMPILING, PATIENCE, chromium, needs_browser
from tests.support.table_program import ROOT, running

NGINX, CADDY, OPENSSL = (
    shutil.which("nginx") or shutil.which("/usr/sbin/nginx"),
    *map(shutil.which, ("caddy", "openssl")),
)
NAME = "cards.example.org"

pytestmark = [needs_browser, pytest.mark.slow, pytest.mark.skipif(OPENSSL is None, reason="no openssl here")]

Proxy = Callable[[Path, int, str], list[str]]
"""Writes a proxy's configuration into a folder, for its port and the program's; returns the command to run."""


def example(language: str) -> str:
    """Return the page's block in a language."""
    page = (ROOT / "docs" / "kit" / "table_safety.md").read_text("utf-8")
    (block,) = re.findall(rf"```{language}\n(.*?)```", page, re.DOTALL)
    return str(block)


def placed(block: str, *changes: tuple[str, str]) -> str:
    """Adapt a block to this machine's ports and paths; each of them stands there once."""
    for there, here in changes:
        assert block.count(there) == 1
        block = block.replace(there, here)
    return block


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def certificate(folder: Path) -> tuple[Path, Path]:
    """Make a certificate and its key."""
    certificate, key = folder / "cards.pem", folder / "cards.key"
    ask = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}"]
    ask += ["-addext", f"subjectAltName=DNS:{NAME}"]
    subprocess.run([str(OPENSSL), *ask, "-keyout", str(key), "-out", str(certificate)], check=True, capture_output=True)
    return certificate, key


def nginx(folder: Path, port: int, program_port: str) -> list[str]:
    """Return the command of nginx with the page's example."""
    pem, key = certificate(folder)
    block = placed(
        example("nginx"),
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        ("/etc/ssl/cards.pem", str(pem)),
        ("/etc/ssl/cards.key", str(key)),
        ("127.0.0.1:8765", f"127.0.0.1:{program_port}"),
    )
    paths = "".join(f"{name}_temp_path {folder};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    config = folder / "nginx.conf"
    config.write_text(
        f"daemon off; pid {folder}/pid; error_log stderr;\nevents {{}}\nhttp {{ access_log off; {paths}\n{block}}}\n"
    )
    return [str(NGINX), "-c", str(config)]


def caddy(folder: Path, port: int, program_port: str) -> list[str]:
    """Return the command of Caddy with the page's example, but for the certificate, which Caddy would fetch."""
    pem, key = certificate(folder)
    block = placed(
        example("caddyfile"),
        (f"{NAME} {{", f"https://{NAME}:{port} {{\n    bind 127.0.0.1\n    tls {pem} {key}"),
        ("127.0.0.1:8765", f"127.0.0.1:{program_port}"),
    )
    config = folder / "Caddyfile"
    config.write_text(f"{{\n    admin off\n    auto_https disable_redirects\n}}\n{block}")
    return [str(CADDY), "run", "--config", str(config), "--adapter", "caddyfile"]


@contextmanager
def running_proxy(proxy: Proxy, folder: Path, program_port: str) -> Iterator[int]:
    """Run a proxy in a process of its own and yield its port."""
    port = free_port()
    environment = os.environ | {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(proxy(folder, port, program_port), stdout=log, stderr=log, env=environment)
    try:
        until = time.monotonic() + 20
        while time.monotonic() < until and process.poll() is None:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        assert process.poll() is None, (folder / "log").read_text()
        yield port
    finally:
        process.terminate()
        process.wait()


@pytest.mark.parametrize(
    "proxy",
    [
        pytest.param(nginx, marks=pytest.mark.skipif(NGINX is None, reason="no nginx here: apt-get install nginx")),
        pytest.param(caddy, marks=pytest.mark.skipif(CADDY is None, reason="no caddy here: apt-get install caddy")),
    ],
)
def test_the_example_plays_over_tls(proxy: Proxy, tmp_path: Path) -> None:
    faults: list[str] = []
    with (
        running("--address", f"https://{NAME}", "--keep", str(tmp_path / "tables.sqlite")) as (_, address, _),
        running_proxy(proxy, tmp_path, re.findall(r":(\d+)/", address)[0]) as port,
        chromium() as other,
    ):
        token = address.partition("token=")[2]
        browser = other.browser_type.launch(
            executable_path=CHROMIUM,
            args=["--no-sandbox", f"--host-resolver-rules=MAP {NAME}:443 127.0.0.1:{port}"],
        )
        pages = [browser.new_context(ignore_https_errors=True, locale="en-US").new_page() for _ in range(2)]
        for page in pages:
            page.set_default_timeout(PATIENCE)
            page.on("pageerror", lambda error: faults.append(str(error)))
        host, friend = pages
        host.goto(f"https://{NAME}/?token={token}#play/friends")
        host.wait_for_selector("body[data-ready]", timeout=COMPILING)
        link = open_table(host)
        assert link.startswith(f"https://{NAME}/?seat=")
        friend.goto(link)
        sit(friend, "Boris")
        for page in pages:
            expect(page.locator(".own .hand .card")).to_have_count(6, timeout=COMPILING)
        mover = next(page for page in pages if page.locator(".own .hand .playable").count())
        mover.locator(".own .hand .playable").last.click()
        for page in pages:
            expect(page.locator(".bout .card").first).to_be_visible()
        browser.close()
    assert faults == []
