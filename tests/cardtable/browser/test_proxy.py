"""Behind a proxy with TLS: the example of docs/kit/table_safety.md, run as it stands with a browser through it."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

from tests.support.browser import CHROMIUM, COMPILING, PATIENCE, needs_browser
from tests.support.table_program import ROOT, running

NGINX, OPENSSL = shutil.which("nginx") or shutil.which("/usr/sbin/nginx"), shutil.which("openssl")
NAME = "cards.example.org"

pytestmark = [
    needs_browser,
    pytest.mark.slow,
    pytest.mark.skipif(NGINX is None or OPENSSL is None, reason="no nginx or no openssl here: apt-get install nginx"),
]


def example() -> str:
    """The page's server block for nginx."""
    page = (ROOT / "docs" / "kit" / "table_safety.md").read_text("utf-8")
    (block,) = re.findall(r"```nginx\n(.*?)```", page, re.DOTALL)
    return str(block)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def proxy(folder: Path, program_port: str) -> Iterator[int]:
    """Nginx with the page's example and a certificate of its own; only ports and paths are this machine's."""
    port, certificate, key = free_port(), folder / "cards.pem", folder / "cards.key"
    ask = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}"]
    subprocess.run([str(OPENSSL), *ask, "-keyout", str(key), "-out", str(certificate)], check=True, capture_output=True)
    block = example()
    for there, here in (
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        ("/etc/ssl/cards.pem", str(certificate)),
        ("/etc/ssl/cards.key", str(key)),
        ("127.0.0.1:8765", f"127.0.0.1:{program_port}"),
    ):
        assert block.count(there) == 1
        block = block.replace(there, here)
    paths = "".join(f"{name}_temp_path {folder};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    config = folder / "nginx.conf"
    config.write_text(
        f"daemon off; pid {folder}/pid; error_log stderr;\nevents {{}}\nhttp {{ access_log off; {paths}\n{block}}}\n"
    )
    nginx = subprocess.Popen([str(NGINX), "-c", str(config)], stderr=subprocess.PIPE, text=True)
    try:
        until = time.monotonic() + 20
        while time.monotonic() < until and nginx.poll() is None:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        assert nginx.poll() is None, nginx.communicate()[1]
        yield port
    finally:
        nginx.terminate()
        nginx.communicate()


def test_the_example_for_nginx_plays_over_tls(tmp_path: Path) -> None:
    faults: list[str] = []
    with (
        running("--address", f"https://{NAME}", "--keep", str(tmp_path / "tables.sqlite")) as (_, address, _),
        proxy(tmp_path, re.findall(r":(\d+)/", address)[0]) as port,
        sync_playwright() as playwright,
    ):
        token = address.partition("token=")[2]
        browser = playwright.chromium.launch(
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
        host.get_by_role("button", name="Play", exact=True).click()
        host.wait_for_selector(".invitation", timeout=COMPILING)
        link = host.locator("[data-seat='1'].invitation input").input_value()
        assert link.startswith(f"https://{NAME}/?seat=")
        friend.goto(link)
        for page in pages:
            expect(page.locator(".felt")).to_be_visible(timeout=COMPILING)
        mover = next(page for page in pages if page.locator(".own .hand .playable").count())
        mover.locator(".own .hand .playable").last.click()
        for page in pages:
            expect(page.locator(".bout .card").first).to_be_visible()
        browser.close()
    assert faults == []
