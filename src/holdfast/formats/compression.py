"""Compressed files and archives, opened; loaded only where a file is one."""

from __future__ import annotations

import gzip
import io
import lzma
import sys
import tarfile
import zlib
from pathlib import Path

from holdfast._core.errors import UnreadableFile
from holdfast.formats.source import GZIP, XZ, ZSTD

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd


def decompressed(path: Path, raw: bytes) -> bytes:
    """Return the content of a file of one of the kinds that its first bytes tell."""
    try:
        if raw.startswith(GZIP):
            return gzip.decompress(raw)
        if raw.startswith(XZ):
            return lzma.decompress(raw)
        if raw.startswith(ZSTD):
            return zstd.decompress(raw)
    except (EOFError, OSError, zlib.error, lzma.LZMAError, zstd.ZstdError) as error:
        raise UnreadableFile(
            f"the compressed file is damaged or cut short ({error})".replace("\n", " "),
            file=str(path),
            hint="Fetch it again",
        ) from None
    return raw


def only_member(path: Path, data: bytes) -> bytes:
    """Return the content of an archive's only file."""
    try:
        with tarfile.open(fileobj=io.BytesIO(data)) as archive:
            members = [member for member in archive.getmembers() if member.isfile()]
            opened = archive.extractfile(members[0]) if len(members) == 1 else None
            content = opened.read() if opened else b""
    except (tarfile.TarError, OSError, EOFError) as error:
        raise UnreadableFile(
            f"the archive is damaged ({error})", file=str(path), hint="Fetch it again"
        ) from None
    if len(members) != 1:
        raise UnreadableFile(
            f"the archive holds {len(members)} files", file=str(path), hint="Unpack it and name one of them"
        )
    return content
