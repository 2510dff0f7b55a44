"""The table's named errors. Each is one line a landlord can act on: what was found, what is allowed, what to do."""

from __future__ import annotations


class TableError(Exception):
    """Base of the errors that end a command: `exit_code` 2 means it could not run, 1 that it ran and found something wrong."""

    exit_code = 2


class UsageError(TableError, ValueError):
    """The command was called with arguments that make no sense together."""
