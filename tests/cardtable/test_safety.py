"""The limits on the server's guests: hostile, slow and broken pages do nothing to the others."""

from __future__ import annotations

import http.client
import json
import time
from contextlib import ExitStack, suppress
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import ValidationError
from websockets.exceptions import ConnectionClosed, InvalidStatus

from cardtable.errors import MessageError
from cardtable.messages import TYPES, read_message
from cardtable.web import connection, tables, visitors
from cardtable.web.access import Access
from cardtable.web.codes import FULL, NOT_TEXT, TOO_MANY
from cardtable.web.server import listen
from tests.support.herding_table import FAILING, HERDING, RANDOM
from tests.support.table_protocol import check
from tests.support.table_server import TOKEN, Page, at, serving


def status(address: str, path: str, **headers: str) -> int:
    """Return the status of a request for a file."""
    port = urlsplit(address).port
    asked = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    asked.putrequest("GET", path, skip_host=True)
    for name, value in ({"host": f"127.0.0.1:{port}"} | headers).items():
        asked.putheader(name, value)
    asked.endheaders()
    return asked.getresponse().status


def refused(address: str, **settings: object) -> int:
    """Return the status with which a WebSocket is refused."""
    with pytest.raises(InvalidStatus) as refusal:
        Page(address, **settings)
    return refusal.value.response.status_code


def test_a_page_without_the_token_is_refused(address: str) -> None:
    assert refused(address.replace(TOKEN, "guessed")) == 403
    assert refused(address.partition("?")[0]) == 403


def test_a_page_may_ask_why_it_was_refused_and_takes_no_place_by_it(address: str) -> None:
    """A refused page may ask for the reason, since its browser hides the status of a refused WebSocket."""
    own = address.replace("ws:", "http:").partition("/socket")[0]
    for asked, known in ((f"token={TOKEN}", True), ("token=guessed", False), ("seat=guessed", False), ("", False)):
        with urlopen(f"{own}/place?{asked}") as answer:
            assert json.load(answer) == {"known": known}
    assert status(address, f"/place?token={TOKEN}", host="evil.example") == 403
    with Page(address) as page:
        page.ask("gather", "gathered", seats=["human", "friend", RANDOM])
        link = page.heard[-1]["link"].replace("/?", "/place?")
        for _ in range(2):
            with urlopen(f"{own}{link}") as answer:
                assert json.load(answer) == {"known": True}


def test_a_page_of_another_site_is_refused(address: str) -> None:
    port = urlsplit(address).port
    for origin in ("http://evil.example", f"https://127.0.0.1:{port}", "null", f"http://127.0.0.1:{(port or 0) - 1}"):
        assert refused(address, origin=origin) == 403
    with Page(address, origin=f"http://127.0.0.1:{port}") as page:
        assert page.welcome["protocol"] == 3


def test_a_foreign_name_that_leads_here_is_refused(address: str) -> None:
    assert status(address, "/page/none.js", host="evil.example") == 403
    assert status(address, "/page/none.js", host="127.0.0.1.evil.example:80") == 403
    assert status(address, "/page/none.js", host="") == 403
    assert status(address, "/page/none.js", host="localhost:8765") == 404


def test_a_server_for_others_answers_to_the_addresses_that_it_shows() -> None:
    access = Access(TOKEN, "0.0.0.0", ["http://192.168.1.5:8765"])
    assert access.is_own({"host": "192.168.1.5:8765"})
    assert access.is_own({"host": "127.0.0.1:8765", "origin": "http://127.0.0.1:8765"})
    assert access.is_own({"host": "192.168.1.5:8765", "origin": "http://192.168.1.5:8765"})
    assert not access.is_own({"host": "192.168.1.5:8765", "origin": "http://192.168.1.6:8765"})
    assert not access.is_own({"host": "192.168.1.5:8765", "origin": "https://192.168.1.5:8765"})
    assert not access.is_own({"host": "192.168.1.6:8765"})
    assert not access.is_own({"host": "evil.example:8765"})


def test_a_proxy_with_tls_is_another_address_that_is_shown() -> None:
    access = Access(TOKEN, addresses=["https://Cards.Example.org/"])
    assert access.is_own({"host": "cards.example.org", "origin": "https://cards.example.org"})
    assert access.is_own({"host": "127.0.0.1:8765", "origin": "http://127.0.0.1:8765"})
    assert not access.is_own({"host": "127.0.0.1:8765", "origin": "https://cards.example.org"})
    assert not access.is_own({"host": "cards.example.org", "origin": "https://evil.example"})
    assert not access.is_own({"host": "evil.example", "origin": "https://evil.example"})


@pytest.mark.parametrize(
    "address",
    [
        *("cards.example.org", "ftp://cards.example.org", "https://", "https://a@b", "http://a/b", "http://a?b"),
        *("http://a:0", "http://a:99999", "http://a:b", "http://a:", "http://a b", " http://a", "http://a\n"),
    ],
)
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(ValueError, match=r"an address must be like https://cards\.example\.org"):
        Access(TOKEN, addresses=[address])


def test_a_loopback_server_answers_to_loopback_addresses_alone() -> None:
    access = Access(TOKEN)
    assert access.is_own({"host": "127.0.0.1:8765"})
    assert access.is_own({"host": "[::1]:8765"})
    assert not access.is_own({"host": "192.168.1.5:8765"})
    assert not access.is_own({"host": "user@127.0.0.1:8765"})


@pytest.mark.parametrize("path", ["/page/../server.py", "/page/%2e%2e/server.py", "/page//etc/passwd", "/server.py"])
def test_files_outside_the_page_are_not_served(address: str, path: str) -> None:
    assert status(address, path) == 404


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("", None),
        ("no JSON", None),
        ("[" * 100_000, None),
        ("[]", None),
        ("NaN", None),
        ('{"type": "fly"}', "type"),
        ('{"type": ["new"]}', "type"),
        ('{"type": "act"}', "action"),
        ('{"type": "act", "action": true, "ply": 0, "revision": 1}', "action"),
        ('{"type": "act", "action": 1e400, "ply": 0, "revision": 1}', "action"),
        ('{"type": "goto", "ply": "1"}', "ply"),
        ('{"type": "goto", "ply": 1, "x": 1}', "x"),
        ('{"type": "pace", "seconds": NaN}', None),
        ('{"type": "pace", "seconds": 11}', "seconds"),
        ('{"type": "new", "seats": "human"}', "seats"),
        ('{"type": "new", "seats": ["human", 3, null]}', "seats"),
        (json.dumps({"type": "new", "seats": ["human"] * 9}), "seats"),
    ],
)
def test_a_malformed_message_is_refused_and_the_table_stays(address: str, text: str, field: str | None) -> None:
    with Page(address) as page:
        page.send_text(text)
        error = page.until("error")
        assert (error["code"], error["field"]) == ("message", field)
        assert page.refused("undo")["code"] == "busy"


def test_an_error_says_its_reason_with_the_words_that_it_speaks_of(address: str) -> None:
    with Page(address) as page:
        page.ask("new", seats=["human", RANDOM, RANDOM], seed=1)
        error = page.refused("goto", ply=7000)
        assert (error["reason"], error["words"]) == ("ply", {"most": 0, "got": 7000})
        assert error["text"] == "ply must be 0 to 0, got 7000"
        unknown = page.refused("new", seats=["human", "nobody", RANDOM])
        assert unknown["reason"] == "agent"
        assert unknown["words"]["detail"] == unknown["text"]


def test_bytes_close_the_connection(address: str) -> None:
    with Page(address) as page:
        page.send_text(b"\x00\xff")
        with pytest.raises(ConnectionClosed) as end:
            page.next()
        assert end.value.rcvd is not None
        assert end.value.rcvd.code == NOT_TEXT


def test_a_message_that_is_too_long_closes_the_connection(address: str) -> None:
    with Page(address) as page:
        page.send_text("x" * (connection.MOST_BYTES + 1))
        with pytest.raises(ConnectionClosed) as end:
            page.next()
        assert end.value.rcvd is not None
        assert end.value.rcvd.code == 1009


def closed(page: Page, kind: str, times: int) -> int | None:
    """Return the code with which the server closes a connection on which a message is sent many times."""
    try:
        for _ in range(times):
            page.send(kind)
        while True:
            page.next()
    except ConnectionClosed as end:
        return end.rcvd.code if end.rcvd is not None else 0


def test_too_many_messages_close_the_connection(address: str) -> None:
    with Page(address) as page:
        assert closed(page, "undo", 3 * int(connection.BURST)) == TOO_MANY


@pytest.mark.slow
def test_a_page_that_does_not_read_is_closed_and_slows_nobody(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "MOST_UNSENT", 40)
    monkeypatch.setattr(connection, "BURST", 100_000.0)
    with Page(address) as slow, Page(address) as page:
        slow.ask("new", seats=["human", RANDOM, RANDOM], seed=1)
        with suppress(ConnectionClosed):
            for _ in range(3000):
                slow.send("state")
        began = time.perf_counter()
        page.ask("new", seats=["human", RANDOM, RANDOM], seed=1)
        assert time.perf_counter() - began < 10
        assert closed(slow, "state", 1) is not None


def test_there_are_only_so_many_tables(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "MOST_TABLES", 0)
    with pytest.raises(ConnectionClosed) as end:
        Page(address)
    assert end.value.rcvd is not None
    assert end.value.rcvd.code == FULL


def test_one_address_of_the_network_cannot_take_all_places(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visitors, "MOST_FROM_ONE", 1)
    counted = visitors.Visitors()
    with counted.visit("192.168.1.7") as first, counted.visit("192.168.1.7") as second:
        assert (first, second) == (True, False)
        with counted.visit("192.168.1.8") as other, counted.visit("127.0.0.1"), counted.visit("127.0.0.1") as own:
            assert (other, own) == (True, True)
    with counted.visit("192.168.1.7") as again:
        assert again


@pytest.mark.parametrize("forwarded", [False, True])
def test_a_flood_from_another_address_keeps_nobody_out(
    address: str, forwarded: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A flood from an address of its own, or through a proxy here that names its sender, keeps nobody out."""
    monkeypatch.setattr(visitors, "MOST_FROM_ONE", 3)
    monkeypatch.setattr(visitors, "is_loopback", lambda host: host == "127.0.0.1")
    settings = (
        {"additional_headers": {"x-forwarded-for": "203.0.113.7"}}
        if forwarded
        else {"source_address": ("127.0.0.2", 0)}
    )
    with ExitStack() as stack:
        for _ in range(3):
            stack.enter_context(Page(address, **settings))
        assert refused(address, **settings) == 403
        with Page(address) as page:
            assert page.refused("undo")["code"] == "busy"


def test_only_a_proxy_on_this_machine_is_believed_whom_it_speaks_for(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visitors, "MOST_FROM_ONE", 1)
    monkeypatch.setattr(visitors, "is_loopback", lambda host: host == "127.0.0.1")
    forged = {"source_address": ("127.0.0.2", 0), "additional_headers": {"x-forwarded-for": "127.0.0.1"}}
    with Page(address, **forged):
        assert refused(address, **forged) == 403


def test_a_table_that_others_reach_runs_foreign_code_of_the_command_line_alone() -> None:
    with serving(HERDING, is_open=True) as address, Page(address) as page:
        for spec in (FAILING, "exec:./program", "os:system"):
            for kind, fields in (
                ("new", {"seats": ["human", spec, RANDOM]}),
                ("gather", {"seats": ["human", spec, "friend"]}),
                ("gather", {"seats": ["human", "friend", "friend"], "stand_in": spec}),
                ("match", {"agents": [RANDOM, RANDOM, spec]}),
            ):
                assert page.refused(kind, **fields)["reason"] == "agent_foreign"
        assert page.ask("new", seats=["human", RANDOM, RANDOM])["plies"] >= 0
    with serving(HERDING, is_open=True, own=[FAILING]) as address, Page(address) as page:
        assert page.ask("new", seats=["human", FAILING, RANDOM])["plies"] >= 0


def test_servers_that_start_together_take_different_ports() -> None:
    with listen("127.0.0.1", None) as first, listen("127.0.0.1", None) as second:
        assert first.getsockname()[1] != second.getsockname()[1]
        with pytest.raises(ValueError, match="cannot listen"):
            listen("127.0.0.1", first.getsockname()[1])


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(sorted(TYPES)),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
FIELDS = sorted({field for kind in TYPES.values() for field in kind.__struct_fields__})


@given(st.sampled_from(sorted(TYPES)), st.dictionaries(st.sampled_from(FIELDS), JSON, max_size=4))
@settings(max_examples=100, deadline=None)
def test_anything_is_read_or_refused(kind: str, fields: dict[str, object]) -> None:
    try:
        message = read_message(json.dumps({"type": kind} | fields))
    except MessageError:
        return
    assert isinstance(message, TYPES[kind])


def test_the_schema_refuses_what_the_server_refuses() -> None:
    check({"type": "act", "action": 0, "ply": 0, "revision": 1}, "page")
    act = {"type": "act", "action": "0", "ply": 0, "revision": 1}
    for wrong in ({"type": "act", "action": 0}, act, {"type": "undo", "x": 1}):
        with pytest.raises(ValidationError):
            check(wrong, "page")


def test_what_the_server_says_follows_the_schema(address: str) -> None:
    with Page(address) as page:
        page.send("pace", seconds=0)
        state = page.settled(page.ask("new", seats=["human", RANDOM, RANDOM], seed=1))
        page.settled(page.ask("act", action=state["legal"][0]["action"], **at(state)))
        page.ask("view", seat=None)
        text = page.ask("record", "record")["text"]
        page.ask("open", "games", text=text)
        page.ask("match", "match", agents=[RANDOM] * 3, games=30)
        page.refused("goto", ply=-1)
        for message in page.heard:
            check(message)
