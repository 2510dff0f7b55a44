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
import hashlib
import json
import re
import shutil
import tarfile
import zlib
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import BinaryIO, Literal

from table.errors import TableError

MAGIC = b"knobeltisch update 1\n"
#: A head or signature line is never longer (bytes); a whole update neither.
LINE_AT_MOST, SIZE_AT_MOST = 500, 400_000_000
KEY_PLACE = Path("/etc/knobeltisch/update.pub")
PATTERN = "knobeltisch-*.update"
_VERSION = re.compile(r"\d{1,4}\.\d{1,4}\.\d{1,4}")
_CHUNK = 1 << 20

Reason = Literal["none", "no_key", "foreign", "unsigned", "damaged", "older", "same", "no_room", "failed"]


class UpdateRefused(TableError, ValueError):
    """An update is not taken; `reason` says why in a word, the message in a line."""

    exit_code = 1

    def __init__(self, reason: Reason, line: str) -> None:
        super().__init__(line)
        self.reason: Reason = reason


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
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    try:
        public = load_pem_public_key(key.read_bytes())
    except (OSError, ValueError) as error:
        raise UpdateRefused("no_key", f"{key}: no key to check updates with ({error})") from error
    if not isinstance(public, Ed25519PublicKey):
        raise UpdateRefused("no_key", f"{key}: is no Ed25519 key")
    try:
        with path.open("rb") as file:
            head, signature = _head_of(file, path.name)
            try:
                public.verify(signature, head)
            except InvalidSignature as error:
                raise UpdateRefused("unsigned", f"{path.name}: is not signed with the key of this table") from error
            at, digest = file.tell(), _digest(file, path.name)
    except OSError as error:
        raise UpdateRefused("damaged", f"{path.name}: cannot be read ({error.strerror})") from error
    # Only now is the head trusted.
    fields = json.loads(head)
    if digest != fields["sha256"]:
        raise UpdateRefused("damaged", f"{path.name}: is damaged, its content is not what was signed")
    return Update(path, fields["version"], at)


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
    try:
        with update.path.open("rb") as file:
            file.seek(update.payload_at)
            with tarfile.open(fileobj=file, mode="r|gz") as archive:
                for member in archive:
                    _unpack_one(archive, member, folder)
    except (tarfile.TarError, EOFError, zlib.error) as error:
        raise UpdateRefused("damaged", f"{update.path.name}: cannot be unpacked ({error})") from error
    except OSError as error:
        raise UpdateRefused("no_room", f"{folder}: cannot be written ({error.strerror}); make room") from error


def make(payload: Path, version: str, key: Path, path: Path) -> None:
    """Sign a tar.gz as an update. Raises ValueError for a version that is none, OSError."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    order(version)
    private = load_pem_private_key(key.read_bytes(), password=None)
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
        raise UpdateRefused("damaged", f"{member.name}: leads out of the update")
    if member.isdir():
        (folder / name).mkdir(parents=True, exist_ok=True)
        return
    content = archive.extractfile(member) if member.isfile() else None
    if content is None:
        raise UpdateRefused("damaged", f"{member.name}: is neither a file nor a folder")
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    with content, (folder / name).open("xb") as file:
        shutil.copyfileobj(content, file)
