"""A socket that hears what the table tells systemd, at an address that no folder's depth makes too long."""

from __future__ import annotations

import socket


def listen() -> tuple[socket.socket, str]:
    """A bound datagram socket and what belongs in NOTIFY_SOCKET to reach it.

    The kernel chooses an abstract address (unix(7), autobind): a path would have room for 107 bytes only, which
    pytest's folders of a checkout somewhere deep do not keep to.
    """
    notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    notify.bind("")
    return notify, "@" + notify.getsockname()[1:].decode()
