"""A bundle gives back what went in, and a zip that is none is refused before it is used."""

from __future__ import annotations

import struct
import zipfile
from pathlib import Path

import pytest

from xlagym.capturing.filing import bundle
from xlagym.capturing.filing.bundle import pack_captures, unpack_captures
from xlagym.inputs.problems import ProblemError


@pytest.fixture
def captures(tmp_path: Path) -> list[Path]:
    """Two folders such as captures are."""
    for name, files in {"a@cpu": ["x.txt", "xprof/y.json"], "b@cpu": ["x.txt"]}.items():
        for file in files:
            path = tmp_path / "store" / name / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"{name} {file}")
    return [tmp_path / "store" / "b@cpu", tmp_path / "store" / "a@cpu"]


def zipped(path: Path, **files: bytes) -> Path:
    """A zip with these files; two underscores stand for a slash."""
    with zipfile.ZipFile(path, "w") as out:
        for name, content in files.items():
            out.writestr(name.replace("__", "/"), content)
    return path


def refusals(file: Path, tmp_path: Path, most_bytes: int = bundle.MOST_BYTES) -> list[str]:
    """Why a zip is refused; nothing may lie in the folder afterwards that wasn't announced."""
    into = tmp_path / "into"
    into.mkdir()
    with pytest.raises(ProblemError) as raised:
        unpack_captures(file, into, most_bytes)
    assert {problem.file for problem in raised.value.problems} == {file.name}
    return [problem.message for problem in raised.value.problems]


def test_what_goes_in_comes_out(captures: list[Path], tmp_path: Path) -> None:
    file = pack_captures(captures, tmp_path / "lab.zip")
    into = tmp_path / "into"
    into.mkdir()
    found = unpack_captures(file, into)
    assert [path.name for path in found] == ["a@cpu", "b@cpu"]
    assert (into / "a@cpu" / "xprof" / "y.json").read_text() == "a@cpu xprof/y.json"


def test_the_same_captures_give_the_same_bytes(captures: list[Path], tmp_path: Path) -> None:
    one = pack_captures(captures, tmp_path / "one.zip").read_bytes()
    (captures[0] / "x.txt").touch()
    assert pack_captures(captures[::-1], tmp_path / "two.zip").read_bytes() == one


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("../a/x.txt", "is no plain path inside the bundle"),
        ("a/../../x.txt", "is no plain path inside the bundle"),
        ("/etc/passwd", "is no plain path inside the bundle"),
        ("C:\\x\\y", "is no plain path inside the bundle"),
        ("a//x.txt", "is no plain path inside the bundle"),
        ("a/x\u202etxt", "is no plain path inside the bundle"),
        ("x.txt", "belongs to no capture's folder"),
    ],
)
def test_paths_that_have_no_place(name: str, why: str, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "bad.zip", "w") as out:
        entry = zipfile.ZipInfo("placeholder")
        entry.filename = name
        out.writestr(entry, b"x")
    (message,) = refusals(tmp_path / "bad.zip", tmp_path)
    assert message.endswith(why)
    assert [*(tmp_path / "into").iterdir()] == []
    assert not (tmp_path / "x.txt").exists()


def test_a_link_is_no_file(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "bad.zip", "w") as out:
        entry = zipfile.ZipInfo("a/x.txt")
        entry.external_attr = 0o120777 << 16
        out.writestr(entry, b"/etc/passwd")
    (message,) = refusals(tmp_path / "bad.zip", tmp_path)
    assert message == "'a/x.txt' is a link or a device, no file"


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_file_stands_in_it_once(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "bad.zip", "w") as out:
        out.writestr("a/x.txt", b"one")
        out.writestr("a/X.TXT", b"two")
    (message,) = refusals(tmp_path / "bad.zip", tmp_path)
    assert message == "'a/X.TXT' stands in it twice"


def test_too_many_bytes_announced(tmp_path: Path) -> None:
    file = zipped(tmp_path / "bad.zip", a__x=b"0" * 600, a__y=b"0" * 500)
    (message,) = refusals(file, tmp_path, most_bytes=1000)
    assert message == "it unpacks to 1,100 bytes, 1,000 are the most"


def test_a_bomb_whose_header_lies(tmp_path: Path) -> None:
    file = tmp_path / "bomb.zip"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as out:
        out.writestr("a/x", b"0" * 5_000_000)
    data = file.read_bytes()
    assert len(data) < 10_000
    # Both headers say that ten bytes come out.
    file.write_bytes(data.replace(struct.pack("<I", 5_000_000), struct.pack("<I", 10)))
    (message,) = refusals(file, tmp_path, most_bytes=100_000)
    assert "it is no whole zip file" in message or "unpacks to more than 100,000" in message


def test_too_many_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundle, "MOST_FILES", 2)
    file = zipped(tmp_path / "bad.zip", a__x=b"", a__y=b"", a__z=b"")
    assert refusals(file, tmp_path) == ["it holds 3 files, 2 are the most"]


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"\x89PNG\r\n", b"captures"])
def test_other_files(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "other.zip").write_bytes(content)
    (message,) = refusals(tmp_path / "other.zip", tmp_path)
    assert message.startswith("it is no whole zip file")


def test_a_zip_cut_short(captures: list[Path], tmp_path: Path) -> None:
    file = pack_captures(captures, tmp_path / "lab.zip")
    file.write_bytes(file.read_bytes()[:-30])
    (message,) = refusals(file, tmp_path)
    assert message.startswith("it is no whole zip file")


def test_a_damaged_file_inside(tmp_path: Path) -> None:
    file = zipped(tmp_path / "bad.zip", a__x=b"what was measured")
    file.write_bytes(file.read_bytes().replace(b"measured", b"invented"))
    (message,) = refusals(file, tmp_path)
    assert message.startswith("it is no whole zip file: Bad CRC-32")


def test_a_damaged_stream_inside(captures: list[Path], tmp_path: Path) -> None:
    file = pack_captures(captures, tmp_path / "lab.zip")
    data = bytearray(file.read_bytes())
    at = data.index(b"a@cpu/x.txt") + len("a@cpu/x.txt")
    data[at : at + 4] = b"\xff" * 4
    file.write_bytes(data)
    (message,) = refusals(file, tmp_path)
    assert message.startswith("it is no whole zip file")


def test_an_empty_bundle(tmp_path: Path) -> None:
    assert refusals(zipped(tmp_path / "empty.zip"), tmp_path) == ["it holds no capture"]
