"""The programs among the examples take seats and play a game to its end."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.herding_table import RANDOM
from tests.support.rooms import opened

EXAMPLES = Path(__file__).parents[2] / "examples"
NODE = shutil.which("node")


def _has_websocket() -> bool:
    """Whether Node has a WebSocket of its own, if it is asked for it."""
    asked = [str(NODE), "--experimental-websocket", "-e", "process.exit(globalThis.WebSocket ? 0 : 1)"]
    return NODE is not None and subprocess.run(asked, capture_output=True, check=False).returncode == 0


@pytest.mark.slow
def test_programs_in_python_and_node_play_with_an_agent(address: str) -> None:
    python = [sys.executable, str(EXAMPLES / "table_client.py")]
    has_node = _has_websocket()
    node = [str(NODE), "--experimental-websocket", "--no-warnings", str(EXAMPLES / "table_client.mjs")]
    with opened(address, [RANDOM, "friend", "friend"]) as room:
        server = f"http://{address.removeprefix('ws://').partition('/')[0]}"
        programs = [
            subprocess.Popen([*program, f"{server}{room.links[seat]}"], stdout=subprocess.PIPE, text=True)
            for seat, program in ((1, python), (2, node if has_node else python))
        ]
        said = [program.communicate(timeout=120)[0] for program in programs]
        assert all(one.startswith("returns by seat: [") for one in said)
        assert len({one.replace(" ", "").replace(".0", "").strip() for one in said}) == 1
        while not room.host.until("state")["over"]:
            pass
