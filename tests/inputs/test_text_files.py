"""Texts that people wrote, or something else in their place."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from xlagym.inputs.problems import Problem, ProblemError
from xlagym.inputs.text_files import LIMIT, read_text, replace_text


def problem(path: Path) -> Problem:
    with pytest.raises(ProblemError) as raised:
        read_text(path, "site.yml")
    (found,) = raised.value.problems
    assert found.file == "site.yml"
    assert found.advice
    assert str(path) not in str(found)
    return found


def test_marks_and_line_ends_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "site.yml"
    path.write_bytes(b"\xef\xbb\xbfa: 1\r\nb: 2\rc: 3\n")
    assert read_text(path, "site.yml") == "a: 1\nb: 2\nc: 3\n"


def test_nothing_there(tmp_path: Path) -> None:
    assert problem(tmp_path / "site.yml").message == "there is no such file"


def test_a_link_to_nothing(tmp_path: Path) -> None:
    (tmp_path / "site.yml").symlink_to("nowhere")
    assert problem(tmp_path / "site.yml").message == "there is no such file"


def test_a_link_to_itself(tmp_path: Path) -> None:
    (tmp_path / "site.yml").symlink_to("site.yml")
    assert problem(tmp_path / "site.yml").message.startswith("can't be read: Too many levels")


def test_a_folder(tmp_path: Path) -> None:
    assert problem(tmp_path).message == "it is no file"


def test_a_pipe_that_nobody_fills(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "site.yml")
    assert problem(tmp_path / "site.yml").message == "it is no file"


def test_more_than_anybody_writes(tmp_path: Path) -> None:
    path = tmp_path / "site.yml"
    with path.open("wb") as file:
        file.truncate(10**12)
    found = problem(path)
    assert found.message == "it has 1,000,000,000,000 bytes"
    assert f"{LIMIT:,}" in found.advice


@pytest.mark.parametrize(
    ("content", "line", "byte"),
    [(b"a\n\xe9\n", 2, "0xe9"), (b"a\n" * 9 + b"\x80", 10, "0x80"), (b"\xff\xfea\0", 1, "0xff")],
)
def test_another_encoding_is_named_with_its_line(
    tmp_path: Path, content: bytes, line: int, byte: str
) -> None:
    (tmp_path / "site.yml").write_bytes(content)
    found = problem(tmp_path / "site.yml")
    assert found.line == line
    assert found.message == f"it is no UTF-8: the byte {byte} can't stand where it does"


def test_replacing_is_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "numbers.lock"
    replace_text(path, "one\n")
    replace_text(path, "two\n")
    assert path.read_text() == "two\n"

    def full(*_: object) -> None:
        raise OSError

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError):
        replace_text(path, "three\n")
    assert path.read_text() == "two\n"
    assert [each.name for each in tmp_path.iterdir()] == ["numbers.lock"]
