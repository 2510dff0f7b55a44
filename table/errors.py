"""The table's named errors: each is one line a landlord can act on (what was found, what is allowed, what to do)."""

from __future__ import annotations


class TableError(Exception):
    """Base of the errors that end a command. `exit_code` 2: it could not run; 1: it ran and found something wrong."""

    exit_code = 2


class UsageError(TableError, ValueError):
    """The command was called with arguments that make no sense together."""


class BadConfig(TableError, ValueError):
    """The config file has an unknown key or a value that is not allowed."""


class TableInUse(TableError, RuntimeError):
    """Another table process works on the same data folder."""


class JournalError(TableError, OSError):
    """Base of everything that is wrong with a journal. Nothing is ever overwritten because of it."""


class TornJournal(JournalError):
    """The journal file is damaged."""


class JournalOutOfReach(JournalError):
    """Nothing is said about the file: rights, room or a card gone read-only keep it from being opened."""


class ForeignJournal(JournalError):
    """The file is no journal of a Knobeltisch."""


class NewerJournal(JournalError):
    """The journal was written by a newer version; it is opened to read, never to write."""


class JournalRefused(JournalError):
    """A move could not be written (no room, read-only folder). It does not count; the match is as before."""


class NoSuchGame(JournalError, KeyError):
    """The journal has no game of that number."""

    def __str__(self) -> str:
        return str(self.args[0])


class NothingReadable(TableError, OSError):
    """The input can't be opened, or nothing in it can be read."""


class BadLine(TableError, ValueError):
    """A line of a batch says something that can't be; the other lines still count."""

    exit_code = 1


class UnreadableLine(BadLine):
    """A line of a batch is not even JSON."""


class StrategyError(TableError, RuntimeError):
    """There is no table to advise from: it can't be solved, or not be kept."""
