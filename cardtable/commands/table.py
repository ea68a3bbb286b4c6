"""The command ``table``: plays, analyses, replays and watches games in the browser."""

from __future__ import annotations

import contextlib
import sys
import threading
import time
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardkit.commands.composition import PLAY, panel
from cardkit.wording import quoted
from cardtable.web import LOOPBACK

if TYPE_CHECKING:
    from cardtable.view import TablePlugin

ANYWHERE = "0.0.0.0"
"""The address to listen on for all of the network."""
FILE_SECONDS = 60
"""The seconds that the table waits for a file that does not exist."""

File = Annotated[
    Path | None,
    typer.Argument(
        help="Game records to replay, as `--log` of `{program} match` writes them, or the store of a tournament "
        "to watch.",
        show_default="none",
    ),
]
Port = Annotated[int | None, typer.Option(help="Port to listen on.", show_default="the first free one from 8765")]
Host = Annotated[str, typer.Option(help="Address to listen on; others than this one can be reached by others.")]
Friends = Annotated[
    bool,
    typer.Option(
        "--friends",
        help="Listen in your network, unless --address names a proxy; print link and QR code of tables with friends.",
    ),
]
Address = Annotated[
    str | None,
    typer.Option(
        help="Address by which friends reach this program, such as https://cards.example.org of a proxy.",
        show_default="that in the network, with --host 0.0.0.0",
    ),
]
NoBrowser = Annotated[bool, typer.Option("--no-browser", help="Do not open the page.")]
Agents = Annotated[
    list[str] | None,
    typer.Option(help="An agent of yours to offer: module:function, or exec:./program; may be repeated."),
]
Keeping = Annotated[
    Path | None,
    typer.Option(help="File to keep the tables with friends in: if the program ends, they go on at its next start."),
]


@panel(PLAY)
def table(
    program: str,
    plugin: TablePlugin,
    file: File = None,
    port: Port = None,
    host: Host = LOOPBACK,
    friends: Friends = False,
    address: Address = None,
    no_browser: NoBrowser = False,
    agent: Agents = None,
    keep: Keeping = None,
) -> None:
    """Play, analyse, replay and watch games in the browser.

    The page is served by this program; nothing leaves the machine. Its address holds a token: anyone who knows it may
    play here.
    """
    try:
        from cardtable.web import server
    except ImportError as error:
        raise ImportError(
            f"the table needs the extra table, pip install '.[table]' in the repository: {error}"
        ) from None
    from cardkit.report.agent_list import broken_agents
    from cardkit.storage.database import begins_as_sqlite
    from cardtable.context import Context
    from cardtable.records import check_file
    from cardtable.rooms.keeping import Keep
    from cardtable.searches import Searches
    from cardtable.web.access import Access, is_loopback, network_address, new_token
    from cardtable.web.tables import Tables

    if file is not None:
        _await_file(file, program)
    is_store = file is not None and begins_as_sqlite(file)
    if file is not None:
        check_file(plugin.view, file, is_store)
    context = Context(program, plugin, Searches(), agent or [], file, is_store)
    token = new_token()
    host = ANYWHERE if friends and is_loopback(host) and address is None else host
    listener = server.listen(host, port)
    port = listener.getsockname()[1]
    own = f"http://{_shown(host)}:{port}/?token={token}"
    context.address = f"http://{_shown(host, network_address())}:{port}" if address is None else address.rstrip("/")
    context.is_open = address is not None or not is_loopback(host)
    if friends:
        context.opened = _print_invitation
    access = Access(token, host, [context.address])

    def ready() -> None:
        print(f"{program} table: {own}", flush=True)
        if context.is_open:
            print(_said_of_friends(context.address), flush=True)
        for why in (*broken_agents(plugin.view.agents).values(), *tables.rooms.left_out):
            print(f"left out: {why}", flush=True)
        if not no_browser:
            page = f"{own}#play/friends" if friends else own
            threading.Thread(target=webbrowser.open, args=(page,), daemon=True).start()

    with contextlib.nullcontext() if keep is None else contextlib.closing(Keep(keep)) as kept:
        tables = Tables(context, kept)
        server.serve(tables, access, listener, ready)


def _await_file(file: Path, program: str) -> None:
    """Wait for a file to hold something: a tournament that starts beside this program takes a while to write its store.

    Whoever reads the file then finds out whether it ever came.
    """
    from cardkit.storage.database import clear_errors, is_written

    with clear_errors(file):
        if is_written(file) or not file.absolute().parent.is_dir():
            return
        wait = f"waiting up to {FILE_SECONDS} s for a program that writes it; Ctrl-C ends this"
        print(f"{program} table: nothing is in {quoted(str(file))} yet, {wait}", file=sys.stderr, flush=True)
        until = time.monotonic() + FILE_SECONDS
        while not is_written(file) and time.monotonic() < until:
            time.sleep(0.1)


def _shown(host: str, anywhere: str = LOOPBACK) -> str:
    """Return the host in an address that a browser can open.

    ``anywhere`` replaces a host that stands for all of this machine's addresses.
    """
    if host in (ANYWHERE, "::", ""):
        return anywhere
    return f"[{host}]" if ":" in host else host


def _print_invitation(link: str) -> None:
    """Print the way to a table for friends: a phone reads the code off the screen."""
    import segno

    print(f"\nFriends come to the table by {link}", flush=True)
    segno.make(link, error="m").terminal(compact=True)


def _said_of_friends(address: str) -> str:
    """Warn the host of a table that others can reach."""
    encryption = "The proxy encrypts." if address.startswith("https:") else "Nothing is encrypted."
    return (
        f"Friends reach {address} by the links that the page gives out.\n"
        f"Whoever knows the first address can play here and run searches on this machine. {encryption}"
    )
