"""The programs among the examples take seats and play a game to its end."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.herding_table import RANDOM
from tests.support.rooms import opened

EXAMPLES = Path(__file__).parents[2] / "examples"
NODE = shutil.which("node")
PYTHON_CLIENT = [sys.executable, str(EXAMPLES / "table_client.py")]
NODE_CLIENT = [str(NODE), "--experimental-websocket", "--no-warnings", str(EXAMPLES / "table_client.mjs")]
TLS_HANDSHAKE = 0x16  # the first byte of a connection


def _has_websocket() -> bool:
    """Return whether Node has a WebSocket of its own, if it is asked for it."""
    asked = [str(NODE), "--experimental-websocket", "-e", "process.exit(globalThis.WebSocket ? 0 : 1)"]
    return NODE is not None and subprocess.run(asked, capture_output=True, check=False).returncode == 0


@pytest.mark.slow
def test_programs_in_python_and_node_play_with_an_agent(address: str) -> None:
    other = NODE_CLIENT if _has_websocket() else PYTHON_CLIENT
    with opened(address, [RANDOM, "friend", "friend"]) as room:
        server = f"http://{address.removeprefix('ws://').partition('/')[0]}"
        programs = [
            subprocess.Popen([*program, f"{server}{room.links[seat]}"], stdout=subprocess.PIPE, text=True)
            for seat, program in ((1, PYTHON_CLIENT), (2, other))
        ]
        said = [program.communicate(timeout=120)[0] for program in programs]
        assert all(one.startswith("returns by seat: [") for one in said)
        assert len({one.replace(" ", "").replace(".0", "").strip() for one in said}) == 1
        while not room.host.until("state")["over"]:
            pass


@pytest.mark.parametrize(
    "program",
    [
        PYTHON_CLIENT,
        pytest.param(NODE_CLIENT, marks=pytest.mark.skipif(not _has_websocket(), reason="Node has no WebSocket")),
    ],
    ids=["python", "node"],
)
def test_programs_follow_a_link_of_a_proxy_with_tls(program: list[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as proxy:
        proxy.settimeout(60)
        link = f"https://127.0.0.1:{proxy.getsockname()[1]}/?seat=abc"
        running = subprocess.Popen([*program, link], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with proxy.accept()[0] as connection:
            assert connection.recv(1)[0] == TLS_HANDSHAKE
        running.communicate(timeout=60)
