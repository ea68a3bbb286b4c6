"""Runs a program for another process, and kills it and everything it started as soon as either of the two ends.

``python keeper.py LIFELINE program --its arguments``: the lifeline is the file descriptor of a socket that the other
process keeps open. The keeper writes ``STARTED`` to it, or why the program cannot be started; once the program has
ended, its exit code, or minus the number of the signal that ended it. Closing it ends the program. The program
inherits the pipes for input, output and errors.

On Linux every descendant that loses its parent becomes a child of this process, even one that left the process group
with setsid, so all are found. Elsewhere the process group is killed.
"""

import ctypes
import os
import select
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress

STARTED = b"started"
LAST_SECONDS = 1.0  # to wait for killed processes; those that may not be killed, such as another user's, stay

_SET_CHILD_SUBREAPER = 36  # of prctl in Linux


def main(lifeline: socket.socket, command: list[str]) -> None:
    """Run a program until it or the other end of the lifeline ends."""
    adopt_orphans()
    child_exits = _socket_of_child_exits()
    try:
        program = subprocess.Popen(command)
    except (OSError, ValueError) as error:
        lifeline.sendall(str(error).encode()[:1000])
        return
    _let_go_of_pipes()
    lifeline.sendall(STARTED)
    watched = [lifeline, child_exits]
    while (code := _exit_code(program.pid)) is None and lifeline not in select.select(watched, [], [])[0]:
        child_exits.recv(1000)
    if code is not None:
        with suppress(OSError):  # the other end has gone
            lifeline.sendall(str(code).encode())
    end_all()


def adopt_orphans() -> None:
    """Make descendants of this process its children when they lose their parents. Only Linux can."""
    with suppress(AttributeError, TypeError):  # elsewhere there is no prctl
        ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def _socket_of_child_exits() -> socket.socket:
    """Make a socket that becomes readable when a child ends."""
    child_exits, write_end = socket.socketpair()
    write_end.setblocking(False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(write_end.detach(), warn_on_full_buffer=False)
    return child_exits


def _let_go_of_pipes() -> None:
    """Close this process's copies of the pipes, so that they close when the program ends."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for pipe in range(3):
        os.dup2(nothing, pipe)


def _exit_code(program: int) -> int | None:
    """Reap the children that have ended; return how the program ended if it is one of them."""
    ended, status = os.waitpid(-1, os.WNOHANG)
    while ended not in (0, program):
        ended, status = os.waitpid(-1, os.WNOHANG)
    return os.waitstatus_to_exitcode(status) if ended == program else None


def end_all() -> None:
    """Kill the children, and then their children, who have become children of this process; last, its own group."""
    patience = time.monotonic() + LAST_SECONDS
    with suppress(ChildProcessError):  # none is left
        while time.monotonic() < patience and (children := _children()):
            for child in children:
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(child, signal.SIGKILL)
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
            time.sleep(0.001)
    if hasattr(os, "getpgrp") and os.getpgrp() == os.getpid():
        os.killpg(os.getpid(), signal.SIGKILL)


def _children() -> list[int]:
    return [process for process, parent in _parents().items() if parent == os.getpid()]


def descendants(ancestor: int) -> list[int]:
    """List the children of a process, their children, and so on, if the system lists processes in /proc."""
    parents, found = _parents(), [ancestor]
    for one in found:
        found += [process for process, parent in parents.items() if parent == one]
    return found[1:]


def _parents() -> dict[int, int | None]:
    """Return the parent of each process, if the system lists processes in /proc."""
    with suppress(FileNotFoundError):
        return {int(name): _parent(name) for name in os.listdir("/proc") if name.isdecimal()}
    return {}


def _parent(process: str) -> int | None:
    with suppress(OSError), open(f"/proc/{process}/stat", encoding="utf-8", errors="replace") as file:
        return int(file.read().rpartition(")")[2].split()[1])
    return None


if __name__ == "__main__":
    main(socket.socket(fileno=int(sys.argv[1])), sys.argv[2:])
