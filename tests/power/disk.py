"""A disk that forgets: replays a write log up to a cut, keeps what was synced and any part of what was not.

Of the writes since a file's last sync each may have reached the disk or not, in any order, and the last sector of a write
may be torn at 512 bytes. A file that was never synced may be missing altogether.
"""

import struct
from dataclasses import dataclass, field

_HEAD = struct.Struct("<cIQQ")
SECTOR = 512


@dataclass(frozen=True)
class Call:
    """One call: w(rite), s(ync), t(runcate), r(ename; data is the new path), u(nlink); `name` of the file in the folder, ""
    for the folder itself."""

    kind: str
    name: str
    offset: int
    length: int
    data: bytes


def read_log(path, folder):
    """The calls of a log, in order."""
    raw = path.read_bytes()
    at = 0
    calls = []
    while at < len(raw):
        kind, path_length, offset, length = _HEAD.unpack_from(raw, at)
        at += _HEAD.size
        name = raw[at : at + path_length].decode().removeprefix(str(folder) + "/")
        at += path_length
        data = b""
        if kind in b"wr":
            data = raw[at : at + length]
            at += length
        name = "" if name == str(folder) else name
        calls.append(Call(kind.decode(), name, offset, length, data))
    return calls


@dataclass
class _File:
    content: bytearray = field(default_factory=bytearray)
    is_synced: bool = False
    pending: list = field(default_factory=list)


def _apply(content, call, length=None):
    if call.kind == "t":
        del content[call.offset :]
        content.extend(bytes(call.offset - len(content)))
        return
    data = call.data if length is None else call.data[:length]
    if len(content) < call.offset:
        content.extend(bytes(call.offset - len(content)))
    content[call.offset : call.offset + len(data)] = data


class Disk:
    """Takes calls one by one; `cut` writes to a folder what a pulled plug may have left, as `luck` has it."""

    def __init__(self):
        self._files = {}
        self._renamed = []

    def take(self, call):
        if call.name == "":
            self._renamed = []  # the folder's entries are synced
            return
        if call.kind == "r":
            name = call.data.decode().rsplit("/", 1)[1]
            self._renamed.append((call.name, name, self._files.get(name)))
            self._files[name] = self._files.pop(call.name)
            return
        if call.kind == "u":
            self._files.pop(call.name, None)
            return
        file = self._files.setdefault(call.name, _File())
        if call.kind == "s":
            for pending in file.pending:
                _apply(file.content, pending)
            file.pending = []
            file.is_synced = True
        else:
            file.pending.append(call)

    @property
    def unsynced(self):
        """How many writes a cut would put at risk now."""
        return sum(len(file.pending) for file in self._files.values())

    def cut(self, folder, luck):
        folder.mkdir(parents=True)
        share = luck.choice((0.0, 0.3, 0.7, 1.0))
        files = dict(self._files)
        for old, new, before in reversed(self._renamed):
            if luck.random() < 0.5:
                files[old] = files.pop(new)
                if before is not None:
                    files[new] = before
        for name, file in files.items():
            content = bytearray(file.content)
            kept = [call for call in file.pending if luck.random() < share]
            luck.shuffle(kept)
            for call in kept:
                torn = luck.random() < 0.3 and call.kind == "w"
                _apply(content, call, luck.randrange(0, call.length + 1, SECTOR) if torn else None)
            if not file.is_synced and not kept:
                continue
            (folder / name).write_bytes(content)
