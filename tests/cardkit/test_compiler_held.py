"""While the compiler is held, Ctrl-C leaves nothing half loaded, and what others listen to stays."""

from __future__ import annotations

import signal

import llvmlite.binding as llvm
import pytest

from cardkit.compiled.jit import JIT_OFF

pytestmark = pytest.mark.skipif(JIT_OFF, reason="nothing is compiled")


def test_ctrl_c_waits_until_all_is_loaded() -> None:
    from cardkit.compiled.private.registries import _interrupted_afterwards

    before, loaded = signal.getsignal(signal.SIGINT), list[str]()

    def load() -> None:
        with _interrupted_afterwards():
            signal.raise_signal(signal.SIGINT)
            loaded.append("all")

    signal.signal(signal.SIGINT, signal.default_int_handler)  # in the background a shell has it ignored
    try:
        with pytest.raises(KeyboardInterrupt):
            load()
        assert loaded == ["all"]
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)


def test_a_listener_that_comes_while_something_is_compiled_stays() -> None:
    from cardkit.compiled.private.parts import compiling

    heard = list[str]()
    listener = (lambda: heard.append("begun"), lambda: heard.append("ended"))
    with compiling(), compiling():
        llvm.ffi.register_lock_callback(*listener)
    llvm.ffi.register_lock_callback(*listener)
    llvm.ffi.unregister_lock_callback(*listener)
    str(llvm.parse_assembly(""))
    llvm.ffi.unregister_lock_callback(*listener)
    assert heard[:2] == ["begun", "ended"]
