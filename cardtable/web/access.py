"""Access control: a request needs the token and one of the addresses that the server shows.

A page of another site can make a browser send requests here. Its Origin gives it away; if it has pointed a name of its
own to this machine (DNS rebinding), the Host does.
"""

from __future__ import annotations

import ipaddress
import re
import secrets
import socket
from collections.abc import Iterable, Mapping
from urllib.parse import urlsplit

from cardtable.web import LOOPBACK

_ADDRESS = re.compile(r"https?://([^\s/?#]*[^\s/?#:])/*", re.IGNORECASE)


def new_token() -> str:
    """Draw a token that nobody can guess."""
    return secrets.token_urlsafe(24)


def is_loopback(host: str) -> bool:
    """Return whether a host is this machine alone."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def network_address() -> str:
    """Return this machine's address in its network; the loopback address if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # of no machine; a datagram socket sends nothing by connecting
            return str(probe.getsockname()[0])
        except OSError:
            return LOOPBACK


def host_in(address: str) -> str:
    """Return host and port of an address such as ``https://cards.example.org``.

    Raises:
        ValueError: it is no such address.
    """
    found = _ADDRESS.fullmatch(address)
    if found is None or _name(f"//{found[1]}") is None:
        raise ValueError(
            f"an address must be like https://cards.example.org or http://192.168.1.5:8765, got {address!r}"
        )
    return found[1].lower()


class Access:
    """A judge of requests.

    Args:
        token: that the page's address holds.
        host: that the server listens on.
        addresses: by which others reach the server.

    Raises:
        ValueError: an address is none.
    """

    def __init__(self, token: str, host: str = LOOPBACK, addresses: Iterable[str] = ()) -> None:
        self._token = token.encode()
        shown = {host_in(address): address.partition(":")[0].lower() for address in addresses}
        self._encrypted = {f"https://{host}" for host, scheme in shown.items() if scheme == "https"}
        self._names = {"localhost", host.lower(), *(_name(f"//{host}") for host in shown)}

    def knows(self, token: str | None) -> bool:
        """Return whether a token is the right one."""
        return token is not None and secrets.compare_digest(token.encode(errors="replace"), self._token)

    def is_own(self, headers: Mapping[str, str]) -> bool:
        """Return whether Host is an address of this server, and Origin, if there is one, the same."""
        host, origin = headers.get("host", "").lower(), headers.get("origin")
        return self._is_own_host(host) and (origin is None or self._is_of(origin.lower(), host))

    def _is_own_host(self, host: str) -> bool:
        name = _name(f"//{host}")
        return name is not None and (name in self._names or is_loopback(name))

    def _is_of(self, origin: str, host: str) -> bool:
        """Return whether an origin is a host, behind TLS only where the host has been shown so."""
        return origin == f"http://{host}" or (origin == f"https://{host}" and origin in self._encrypted)


def _name(address: str) -> str | None:
    """Return the name or number of the machine in an address; None if it has none."""
    try:
        found = urlsplit(address)
        if found.port == 0:  # one beyond 65535 is an error
            return None
        return found.hostname.lower() if found.hostname and found.username is None else None
    except ValueError:
        return None
