"""Files as they lie on disk: opened, decompressed, checked to be text."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from os import scandir
from pathlib import Path
from stat import S_ISBLK, S_ISCHR, S_ISDIR, S_ISSOCK

from holdfast._core.errors import MissingFile, UnreadableFile, reason_of
from holdfast.model.study import SourceFile

GZIP, XZ, ZSTD = b"\x1f\x8b", b"\xfd7zXZ\x00", b"\x28\xb5\x2f\xfd"
"""How compressed files begin."""
_BOM = b"\xef\xbb\xbf"
_SUFFIXES = (".gz", ".xz", ".zst", ".tar", ".tgz")
PARQUET = b"PAR1"


@dataclass(frozen=True)
class Source:
    """One file, decompressed.

    ``name`` is its name without the endings of compression; ``data`` its bytes without a BOM.
    """

    path: Path
    name: str
    data: bytes
    sha256: str

    @cached_property
    def text(self) -> str:
        """The whole file as text."""
        self.check_text()
        return self.data.decode()

    @property
    def head(self) -> str:
        """The first line, whatever the rest may be."""
        return self.data[:65_536].split(b"\n", 1)[0].rstrip(b"\r").decode(errors="replace")

    @property
    def file(self) -> SourceFile:
        """Path and digest, for the provenance."""
        return SourceFile(str(self.path), self.sha256)

    def check_text(self) -> None:
        """Refuse what is not UTF-8 text with something in it."""
        where = str(self.path)
        if self.data[:2] in (b"\xff\xfe", b"\xfe\xff"):
            raise UnreadableFile("the file is UTF-16", file=where, hint="Save it as UTF-8")
        zero = self.data.find(b"\0")
        if zero >= 0:
            raise UnreadableFile(
                f"byte {zero} is NUL: this is a binary file", file=where, hint="Give a text file or parquet"
            )
        if not self.data or self.data.isspace():
            raise UnreadableFile("the file is empty", file=where, hint="Give a file with a header and rows")
        if self.data.isascii():
            return
        try:
            self.data.decode()
        except UnicodeDecodeError as error:
            before = self.data[: error.start]
            raise UnreadableFile(
                f"byte 0x{self.data[error.start]:02x} is not UTF-8",
                file=where,
                line=before.count(b"\n") + 1,
                column=error.start - before.rfind(b"\n"),
                hint="Convert the file, for example: iconv -f WINDOWS-1252 -t UTF-8",
            ) from None


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder of files."""

    path: Path

    def files(self, pattern: str) -> list[Path]:
        """Return the files whose names match, sorted."""
        try:
            return sorted(path for path in self.path.glob(pattern) if path.is_file())
        except (OSError, ValueError) as error:
            raise _unreadable("folder", self.path, error) from None


def open_path(path: Path) -> Source | Folder:
    """Open a file or a folder."""
    try:
        mode = path.stat().st_mode
        if S_ISDIR(mode):
            with scandir(path):
                return Folder(path)
    except (FileNotFoundError, NotADirectoryError):
        raise MissingFile("there is no such file or folder", file=str(path), hint="Check the path") from None
    except (OSError, ValueError) as error:
        raise _unreadable("path", path, error) from None
    if S_ISCHR(mode) or S_ISBLK(mode) or S_ISSOCK(mode):
        raise UnreadableFile("this is a device, not a file", file=str(path), hint="Give a file or folder")
    return open_file(path)


def open_file(path: Path) -> Source:
    """Read a file, whatever its compression; .tar archives may have one member."""
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        raise MissingFile("there is no such file", file=str(path), hint="Check the path") from None
    except (OSError, ValueError) as error:
        raise _unreadable("file", path, error) from None
    digest = sha256(raw).hexdigest()
    data = _opened(path, raw)
    name = path.name
    while name.lower().endswith(_SUFFIXES):
        name = name[: name.rindex(".")]
    return Source(path, name, data.removeprefix(_BOM), digest)


def _unreadable(what: str, path: Path, error: OSError | ValueError) -> UnreadableFile:
    """Say why the system does not open a path."""
    return UnreadableFile(f"the {what} cannot be read: {reason_of(error)}", file=str(path), hint="Check it")


def _opened(path: Path, raw: bytes) -> bytes:
    if not (raw.startswith((GZIP, XZ, ZSTD)) or _is_tar(path.name, raw)):
        return raw
    from holdfast.formats.compression import decompressed, only_member

    data = decompressed(path, raw)
    return only_member(path, data) if _is_tar(path.name, data) else data


def _is_tar(name: str, data: bytes) -> bool:
    """Say whether the content or the name is an archive's: an empty one has no mark."""
    return data[257:262] == b"ustar" or ".tar." in f"{name.lower()}." or name.lower().endswith(".tgz")
