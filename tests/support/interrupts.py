"""Ctrl-C for programs that tests start."""

from __future__ import annotations

import signal


def install_interrupt_handler() -> None:
    """What a shell starts in the background is deaf to Ctrl-C, and so is all that it starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
