"""Opens the journal in whatever state the evening finds it: sound, damaged, or on a disk that takes nothing.

Guests can always play. What they should know of it is one line on the screen.
"""

from __future__ import annotations

import logging
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from display.views import Text, msg
from table import backup
from table.errors import ForeignJournal, JournalError, NewerJournal, TableInUse, TornJournal
from table.folders import runtime_folder
from table.journal import FILE_NAME, Journal
from table.salvage import needs, salvage

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Opened:
    """The journal, the folder that things are kept in, and what the guests should know: a passing line, a standing one."""

    journal: Journal
    data: Path
    news: Text | None = None
    fault: Text | None = None


def open_for_play(folder: Path) -> Opened:
    """Open the journal of a data folder for guests.

    A damaged one is salvaged. If the folder cannot be written, or the journal not read, play goes on with a copy of what there is
    in memory-backed storage, which does not outlive the evening. Raises TableInUse, ForeignJournal and NewerJournal: those are for the landlord to decide.
    """
    try:
        return _open_or_salvage(folder)
    except (TableInUse, ForeignJournal, NewerJournal, TornJournal):
        raise
    except JournalError as error:
        log.error("%s; playing on without keeping anything", error)
        aside = Path(tempfile.mkdtemp(prefix="knobeltisch-", dir=runtime_folder()))
        _copy(folder, aside)
        opened = _open_or_salvage(aside)
        return Opened(opened.journal, aside, opened.news, msg("fault.journal.volatile"))


def _copy(folder: Path, aside: Path) -> None:
    """The journal as far as it can be read; guests play on without what a failing disk does not give."""
    for end in ("", "-wal"):
        source = folder / (FILE_NAME + end)
        try:
            if source.exists():
                shutil.copy(source, aside / source.name)
        except OSError as unreadable:
            log.error("%s cannot be read: %s", source, unreadable)
            (aside / source.name).unlink(missing_ok=True)
            return


def _open_or_salvage(folder: Path) -> Opened:
    news: Text | None = None
    if needs(folder):
        salvage(folder)
        news = msg("fault.journal.salvaged")
    try:
        return Opened(_open_whole(folder), folder, news)
    except TornJournal as error:
        log.warning("%s", error)
        salvage(folder)
        try:
            # What is saved counts from now on, also against copies that know moves which cannot be played.
            backup.back_up(folder)
        except JournalError as refused:
            log.warning("%s", refused)
        return Opened(_open_playable(folder), folder, msg("fault.journal.salvaged"))


def _open_whole(folder: Path) -> Journal:
    """A playable journal that has all that the copies have. Every move is read only where the last copying found one that is none, for
    that takes its time. Raises TornJournal."""
    journal = _open_playable(folder)
    try:
        if backup.found_damage(folder):
            journal.check_moves()
        if backup.knows_more(folder, journal):
            raise TornJournal(f"{journal.path} lacks moves that the newest copy has")
    except BaseException:
        journal.close()
        raise
    return journal


def _open_playable(folder: Path) -> Journal:
    """The journal, every game's row read and the game that goes on folded once. Raises TornJournal also if one makes no sense."""
    journal = Journal(folder)
    try:
        journal.check_rows()
        number = journal.latest("open")
        if number is not None:
            journal.match(number)
    except BaseException:
        journal.close()
        raise
    return journal
