"""Ctrl-C for programs that tests start."""

from __future__ import annotations

import signal


def install_interrupt_handler() -> None:
    """Let this process hear Ctrl-C, to which a shell's background processes are deaf, and all that they start."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
