"""Tells systemd that the table is ready and alive. Speaks the sd_notify datagram protocol; silent where there is no systemd."""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping


class Watchdog:
    """Feeds systemd's watchdog. Only the loop calls `feed`, so a hanging loop is restarted.

    Source of the protocol: sd_notify(3). `interval_s` is half of WatchdogSec, or None without a watchdog.
    """

    def __init__(self, environ: Mapping[str, str] = os.environ) -> None:
        address = environ.get("NOTIFY_SOCKET", "")
        self._address = "\0" + address[1:] if address.startswith("@") else address
        micros = environ.get("WATCHDOG_USEC", "")
        self.interval_s = int(micros) / 2_000_000 if micros.isdigit() and int(micros) else None
        self._fed_at = float("-inf")

    def ready(self) -> None:
        self._send("READY=1")

    def status(self, line: str) -> None:
        self._send(f"STATUS={line}")

    def stopping(self) -> None:
        self._send("STOPPING=1")

    def feed(self, now: float) -> None:
        """Feed if it is time again; `now` in seconds on a monotonic clock."""
        if self.interval_s is not None and now - self._fed_at >= self.interval_s / 2:
            self._fed_at = now
            self._send("WATCHDOG=1")

    def _send(self, message: str) -> None:
        if not self._address:
            return
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notify:
            notify.sendto(message.encode(), self._address)
