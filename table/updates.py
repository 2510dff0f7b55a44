"""Updates by USB stick: one file, whose signature is checked before anything is unpacked.

    knobeltisch update 1                  what it is
    {"version": "0.2.0", "sha256": "…"}   the head
    …                                     the head's Ed25519 signature, base64
    (a tar.gz of the checkout with its wheels)

The signature covers the head, the head the digest of the rest. Ed25519 is RFC 8032; the library is `cryptography`.
"""

from __future__ import annotations

import base64
import binascii
import errno
import hashlib
import json
import re
import shutil
import stat
import tarfile
import zlib
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Annotated, BinaryIO, Literal

import msgspec

from table.errors import TableError

MAGIC = b"knobeltisch update 1\n"
#: A head or signature line is never longer (bytes); a whole update neither.
LINE_AT_MOST, SIZE_AT_MOST = 500, 400_000_000
#: Nor is it when it is unpacked.
UNPACKED_AT_MOST = 2_000_000_000
KEY_PLACE = Path("/etc/knobeltisch/update.pub")
PATTERN = "knobeltisch-*.update"
_VERSION = re.compile(r"[0-9]{1,4}\.[0-9]{1,4}\.[0-9]{1,4}")
#: What the system says to a name that stands twice, is both folder and file, or cannot be one: no lack of room.
_IMPOSSIBLE = (errno.EEXIST, errno.EISDIR, errno.ENOTDIR, errno.ENAMETOOLONG, errno.EINVAL, errno.EILSEQ)
_CHUNK = 1 << 20

Reason = Literal["none", "no_key", "foreign", "unsigned", "damaged", "older", "same", "no_room", "failed"]


class UpdateRefused(TableError, ValueError):
    """An update is not taken; `reason` says why in a word, the message in a line."""

    exit_code = 1

    def __init__(self, reason: Reason, line: str) -> None:
        super().__init__(line)
        self.reason: Reason = reason


class _Head(msgspec.Struct):
    version: Annotated[str, msgspec.Meta(pattern=rf"\A{_VERSION.pattern}\Z")]
    sha256: str


@dataclass(frozen=True)
class Update:
    """A file whose signature and digest are right."""

    path: Path
    version: str
    payload_at: int  #: where the tar.gz begins, in bytes


def order(version: str) -> tuple[int, ...]:
    """What versions are compared by. Raises ValueError for anything but three numbers."""
    if not _VERSION.fullmatch(version):
        raise ValueError(f"version is {version!r}; allowed: three numbers such as 1.2.3")
    return tuple(int(part) for part in version.split("."))


def check(path: Path, key: Path = KEY_PLACE) -> Update:
    """Check a file's signature, then its digest; nothing of it is unpacked. Raises UpdateRefused."""
    from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    try:
        public = load_pem_public_key(key.read_bytes())
    except (OSError, ValueError, UnsupportedAlgorithm) as error:
        raise UpdateRefused("no_key", f"{key}: no key to check updates with ({error})") from error
    if not isinstance(public, Ed25519PublicKey):
        raise UpdateRefused("no_key", f"{key}: is no Ed25519 key")
    name = _shown(path.name)
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise UpdateRefused("foreign", f"{name}: is no file")
        with path.open("rb") as file:
            head, signature = _head_of(file, name)
            try:
                public.verify(signature, head)
            except InvalidSignature as error:
                raise UpdateRefused("unsigned", f"{name}: is not signed with the key of this table") from error
            at, digest = file.tell(), _digest(file, name)
    except OSError as error:
        raise UpdateRefused("damaged", f"{name}: cannot be read ({error.strerror})") from error
    # Only now is the head trusted.
    try:
        fields = msgspec.json.decode(head, type=_Head)
    except msgspec.MsgspecError as error:
        raise UpdateRefused("damaged", f"{name}: is signed, but its head is none ({error})") from error
    if digest != fields.sha256:
        raise UpdateRefused("damaged", f"{name}: is damaged, its content is not what was signed")
    return Update(path, fields.version, at)


def check_newer(update: Update, running: str) -> None:
    """Refuse what is not newer than the running version. Raises UpdateRefused."""
    if order(update.version) == order(running):
        raise UpdateRefused("same", f"{update.path.name}: version {running} is already there")
    if order(update.version) < order(running):
        raise UpdateRefused(
            "older", f"{update.path.name}: version {update.version} is older than {running}, which is running"
        )


def unpack(update: Update, folder: Path) -> None:
    """Unpack a checked update into an empty folder, plain files and folders only. Raises UpdateRefused.

    File by file, for Debian 12's tarfile knows no filters yet.
    """
    name = _shown(update.path.name)
    try:
        with update.path.open("rb") as file:
            file.seek(update.payload_at)
            left = UNPACKED_AT_MOST
            with tarfile.open(fileobj=file, mode="r|gz") as archive:
                for member in archive:
                    left -= max(0, member.size)
                    if left < 0:
                        raise UpdateRefused("damaged", f"{name}: is larger than {UNPACKED_AT_MOST} bytes when unpacked")
                    _unpack_one(archive, member, folder)
    except (tarfile.TarError, EOFError, zlib.error, ValueError) as error:
        if isinstance(error, UpdateRefused):
            raise
        raise UpdateRefused("damaged", f"{name}: cannot be unpacked ({error})") from error
    except OSError as error:
        if error.errno in _IMPOSSIBLE:
            raise UpdateRefused("damaged", f"{name}: cannot be unpacked ({error.strerror})") from error
        raise UpdateRefused("no_room", f"{folder}: cannot be written ({error.strerror}); make room") from error


def make(payload: Path, version: str, key: Path, path: Path) -> None:
    """Sign a tar.gz as an update. Raises ValueError for a version or key that is none, OSError."""
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    order(version)
    try:
        private = load_pem_private_key(key.read_bytes(), password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise ValueError(
            f"{key} is no key to sign with ({error}); allowed: update.key as `knobeltisch update key` made it"
        ) from error
    if not isinstance(private, Ed25519PrivateKey):
        raise ValueError(f"{key} is no Ed25519 key")
    content = payload.read_bytes()
    head = json.dumps({"version": version, "sha256": hashlib.sha256(content).hexdigest()}).encode()
    path.write_bytes(MAGIC + head + b"\n" + base64.b64encode(private.sign(head)) + b"\n" + content)


def make_key(folder: Path) -> tuple[Path, Path]:
    """A fresh pair of keys: `update.key` (keep it away from tables and sticks) and `update.pub` (goes on every table)."""
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    private = Ed25519PrivateKey.generate()
    secret, public = folder / "update.key", folder / "update.pub"
    secret.touch(mode=0o600, exist_ok=False)
    secret.write_bytes(
        private.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
    )
    public.write_bytes(
        private.public_key().public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    )
    return secret, public


def _shown(name: str) -> str:
    """A file's name in one line: whoever filled the stick chose it."""
    return "".join(sign if sign.isprintable() else "?" for sign in name)


def _head_of(file: BinaryIO, name: str) -> tuple[bytes, bytes]:
    if file.read(len(MAGIC)) != MAGIC:
        raise UpdateRefused("foreign", f"{name}: is no update of a Knobeltisch")
    head, signature = file.readline(LINE_AT_MOST), file.readline(LINE_AT_MOST)
    try:
        return head.rstrip(b"\n"), base64.b64decode(signature.strip(), validate=True)
    except binascii.Error as error:
        raise UpdateRefused("unsigned", f"{name}: carries no signature") from error


def _digest(file: BinaryIO, name: str) -> str:
    digest, size = hashlib.sha256(), 0
    while chunk := file.read(_CHUNK):
        digest.update(chunk)
        size += len(chunk)
        if size > SIZE_AT_MOST:
            raise UpdateRefused("damaged", f"{name}: is larger than {SIZE_AT_MOST} bytes")
    return digest.hexdigest()


def _unpack_one(archive: tarfile.TarFile, member: tarfile.TarInfo, folder: Path) -> None:
    """Links, devices and ways out have no place in an update, signed or not."""
    name = PurePosixPath(member.name)
    if name.is_absolute() or ".." in name.parts:
        raise UpdateRefused("damaged", f"{_shown(member.name)}: leads out of the update")
    if member.isdir():
        (folder / name).mkdir(parents=True, exist_ok=True)
        return
    content = archive.extractfile(member) if member.isfile() else None
    if content is None:
        raise UpdateRefused("damaged", f"{_shown(member.name)}: is neither a file nor a folder")
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    with content, (folder / name).open("xb") as file:
        shutil.copyfileobj(content, file)
