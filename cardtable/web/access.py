"""Access control: a request needs the token and one of the server's own host names.

A page of another site can make a browser send requests here. Its Origin gives it away; if it has pointed a name of its
own to this machine (DNS rebinding), the Host does.
"""

from __future__ import annotations

import ipaddress
import secrets
import socket
from collections.abc import Mapping
from urllib.parse import urlsplit

LOOPBACK = "127.0.0.1"


def new_token() -> str:
    """A token that nobody can guess."""
    return secrets.token_urlsafe(24)


def is_loopback(host: str) -> bool:
    """Whether a host is this machine alone."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def network_address() -> str:
    """This machine's address in its network; the loopback address if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # of no machine; a datagram socket sends nothing by connecting
            return str(probe.getsockname()[0])
        except OSError:
            return LOOPBACK


class Access:
    """Decides about requests.

    Args:
        token: that the page's address holds.
        host: that the server listens on.
    """

    def __init__(self, token: str, host: str = LOOPBACK) -> None:
        self._token = token.encode()
        self._names = {"localhost", host.lower()}
        self._anywhere = not is_loopback(host)
        if self._anywhere:
            self._names.add(socket.gethostname().lower())

    def knows(self, token: str | None) -> bool:
        """Whether a token is the right one."""
        return token is not None and secrets.compare_digest(token.encode(errors="replace"), self._token)

    def is_own(self, headers: Mapping[str, str]) -> bool:
        """Whether Host is an address of this server, and Origin, if there is one, the same."""
        host, origin = headers.get("host", ""), headers.get("origin")
        return self._is_own_host(host) and (origin is None or _host_of(origin) == host.lower())

    def _is_own_host(self, host: str) -> bool:
        name = _name(f"//{host}")
        if name is None:
            return False
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return name in self._names
        return self._anywhere or address.is_loopback


def _host_of(origin: str) -> str | None:
    if not origin.startswith("http://"):
        return None
    return origin.removeprefix("http://").lower()


def _name(address: str) -> str | None:
    """The name or number of the machine in an address; None if it has none."""
    try:
        found = urlsplit(address)
        return found.hostname.lower() if found.hostname and found.username is None else None
    except ValueError:
        return None
