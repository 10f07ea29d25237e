import gzip
import io
import lzma
import os
import socket
import tarfile
import threading
from pathlib import Path

import pytest

from holdfast._core.errors import MissingFile, UnreadableFile
from holdfast.formats.compression import zstd
from holdfast.formats.source import Folder, Source, open_file, open_path

TEXT = "system,segment,score\nA,1,2\nÄ,2,3\n" + "".join(f"B,{n},{n % 7}\n" for n in range(300))
DATA = TEXT.encode()


def tar_of(*members):
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for name, content in members:
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return buffer.getvalue()


def folder_tar(*, with_file):
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        folder = tarfile.TarInfo("data")
        folder.type = tarfile.DIRTYPE
        archive.addfile(folder)
        if with_file:
            info = tarfile.TarInfo("data/ratings.csv")
            info.size = len(DATA)
            archive.addfile(info, io.BytesIO(DATA))
    return buffer.getvalue()


@pytest.fixture
def put(tmp_path):
    def write(name, content):
        path = tmp_path / name
        path.write_bytes(content)
        return path

    return write


@pytest.mark.parametrize(
    ("name", "content", "bare"),
    [
        ("a.csv", DATA, "a.csv"),
        ("a.csv.gz", gzip.compress(DATA), "a.csv"),
        ("a.csv.xz", lzma.compress(DATA), "a.csv"),
        ("a.csv.zst", zstd.compress(DATA), "a.csv"),
        ("a.csv.GZ", gzip.compress(DATA), "a.csv"),
        ("a.tar", tar_of(("a.csv", DATA)), "a"),
        ("a.csv.tar.gz", gzip.compress(tar_of(("a.csv", DATA))), "a.csv"),
        ("a.tgz", gzip.compress(folder_tar(with_file=True)), "a"),
        ("a.tar.xz", lzma.compress(tar_of(("a.csv", DATA))), "a"),
        ("a.tar.zst", zstd.compress(tar_of(("a.csv", DATA))), "a"),
        ("no-ending", gzip.compress(DATA), "no-ending"),
        ("two-parts.gz", gzip.compress(DATA[:100]) + gzip.compress(DATA[100:]), "two-parts"),
        ("bom.csv", b"\xef\xbb\xbf" + DATA, "bom.csv"),
        ("bom.csv.gz", gzip.compress(b"\xef\xbb\xbf" + DATA), "bom.csv"),
    ],
)
def test_a_file_is_opened_by_what_it_holds(put, name, content, bare):
    source = open_file(put(name, content))

    assert source.text == TEXT
    assert source.name == bare
    assert source.head == "system,segment,score"


def test_the_digest_is_of_the_bytes_on_disk(put):
    one, other = open_file(put("a.csv", DATA)), open_file(put("a.csv.gz", gzip.compress(DATA)))

    assert one.sha256 != other.sha256
    assert one.file.path == str(one.path)


GZ, XZ, TAR = gzip.compress(DATA), lzma.compress(DATA), tar_of(("a.csv", DATA))
ZST = zstd.compress(DATA, options={zstd.CompressionParameter.checksum_flag: 1})


def flipped(data, position):
    return data[:position] + bytes([data[position] ^ 0xFF]) + data[position + 1 :]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("cut.gz", GZ[:-20], "damaged or cut short"),
        ("cut.gz", GZ[:4], "damaged or cut short"),
        ("flip.gz", flipped(GZ, len(GZ) // 2), "damaged or cut short"),
        ("sum.gz", flipped(GZ, len(GZ) - 6), "damaged or cut short"),
        ("more.gz", GZ + b"more", "damaged or cut short"),
        ("cut.xz", XZ[:-20], "damaged or cut short"),
        ("flip.xz", flipped(XZ, len(XZ) // 2), "damaged or cut short"),
        ("cut.zst", ZST[:-20], "damaged or cut short"),
        ("flip.zst", flipped(ZST, len(ZST) // 2), "damaged or cut short"),
        ("cut.tar", TAR[:1000], "archive is damaged"),
        ("flip.tar", flipped(TAR, 10), "archive is damaged"),
        ("two.tar", tar_of(("a.csv", DATA), ("b.csv", DATA)), "holds 2 files"),
        ("folder.tar", folder_tar(with_file=False), "holds 0 files"),
        ("a.csv.tar.gz", gzip.compress(tar_of(("a.csv", DATA), ("b.csv", DATA))), "holds 2 files"),
    ],
)
def test_damaged_archives_are_refused_in_one_line(put, name, content, message):
    with pytest.raises(UnreadableFile, match=message) as caught:
        open_file(put(name, content))

    assert caught.value.file.endswith(name)
    assert caught.value.hint
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("content", "message", "line", "column"),
    [
        (b"", "empty", None, None),
        (b"\xef\xbb\xbf", "empty", None, None),
        (b" \n\r\n\t", "empty", None, None),
        ("ä,b\n".encode("utf-16"), "UTF-16", None, None),
        (b"\xfe\xff\x00a", "UTF-16", None, None),
        (b"a,b\n1,\x00\n", "byte 6 is NUL", None, None),
        (b"a,b\n1,\xe4\n", "0xe4 is not UTF-8", 2, 3),
        (b"\xff", "0xff is not UTF-8", 1, 1),
        (b"a\n\xc3\xa4\xc3", "0xc3 is not UTF-8", 2, 3),
        (b"a\n\xed\xa0\x80\n", "0xed is not UTF-8", 2, 1),
    ],
)
def test_what_is_not_text_is_refused_where_it_stops_being_text(put, content, message, line, column):
    source = open_file(put("a.csv", content))

    with pytest.raises(UnreadableFile, match=message) as caught:
        source.check_text()

    assert (caught.value.line, caught.value.column) == (line, column)


def test_a_path_that_is_not_there(tmp_path):
    with pytest.raises(MissingFile, match="no such file"):
        open_path(tmp_path / "nothing.csv")


def test_a_folder_is_not_a_file(tmp_path):
    assert open_path(tmp_path) == Folder(tmp_path)
    with pytest.raises(UnreadableFile, match="cannot be read"):
        open_file(tmp_path)


def test_the_files_of_a_folder_are_sorted(put, tmp_path):
    for name in ("b.csv", "a.csv", "c.txt"):
        put(name, DATA)
    (tmp_path / "d.csv").mkdir()

    assert [path.name for path in Folder(tmp_path).files("*.csv")] == ["a.csv", "b.csv"]


@pytest.mark.parametrize(
    ("data", "head"),
    [(b"a,b\r\nc", "a,b"), (b"a", "a"), (b"\nb", ""), (b"x" * 70_000, "x" * 65_536), (b"\xff\n", "\ufffd")],
)
def test_the_head_is_the_first_line_whatever_it_is(tmp_path, data, head):
    assert Source(tmp_path / "a.csv", "a.csv", data, "").head == head


@pytest.mark.parametrize("opened", [open_path, open_file])
@pytest.mark.parametrize("name", ["x" * 5000, "d/" * 3000, "a\0b", "a.csv/b.csv", "loop"])
def test_paths_that_the_system_refuses(opened, name, put, tmp_path):
    put("a.csv", DATA)
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises((MissingFile, UnreadableFile)) as caught:
        opened(tmp_path / name)
    assert caught.value.hint
    assert caught.value.file == str(tmp_path / name)


@pytest.mark.parametrize("name", ["stat", "read_bytes"])
def test_what_may_not_be_opened(name, put, monkeypatch):
    path = put("a.csv", DATA)

    def refuse(*_, **__):
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patch:
        patch.setattr(Path, name, refuse)
        with pytest.raises(UnreadableFile, match="Permission denied"):
            open_path(path)


@pytest.mark.parametrize("name", ["scandir", "glob"])
def test_a_folder_that_may_not_be_listed(name, tmp_path, monkeypatch):
    def refuse(*_, **__):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("holdfast.formats.source.scandir", refuse) if name == "scandir" else None
    monkeypatch.setattr(Path, "glob", refuse)
    with pytest.raises(UnreadableFile, match="Permission denied"):
        open_path(tmp_path).files("*")


def test_devices_and_sockets_are_refused_and_pipes_are_read(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # the path of a socket is short
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("s")
        for path in (Path("s"), Path("/dev/zero")):
            with pytest.raises(UnreadableFile, match="device"):
                open_path(path)
    os.mkfifo("pipe")
    writer = threading.Thread(target=Path("pipe").write_bytes, args=(DATA,))
    writer.start()
    assert open_path(Path("pipe")).data == DATA
    writer.join()
