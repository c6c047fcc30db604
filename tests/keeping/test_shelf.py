"""What lies in the folder of a keeper is done without where it is damaged, and stays small."""

from __future__ import annotations

import errno
import os
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.keeping import papers
from tests.keeping.papers import DONE, Drawer
from tests.keeping.test_kept import PAPERS, asked
from xlagym.keeping import keeper as keeper_module
from xlagym.keeping import shelf as module
from xlagym.keeping.code import BELOW, LIBRARIES, PACKAGE, code_of, room_code
from xlagym.keeping.keeper import Keeper
from xlagym.keeping.pickles import digest


def fill(folder: Path, read: dict[str, str] = PAPERS) -> list[str]:
    return asked(folder, read, lambda d: [papers.large(d, name) for name in sorted(d.papers)])


@pytest.mark.parametrize("content", [b"", b"no table", b"\x80\x05\x95\xff"])
def test_a_damaged_table_is_no_table(tmp_path: Path, content: bytes) -> None:
    first = fill(tmp_path)
    (tmp_path / "table").write_bytes(content)
    assert fill(tmp_path) == first
    assert DONE["large"] == 3
    assert fill(tmp_path) == first
    assert DONE["large"] == 0


def test_one_flipped_bit_of_a_value_is_no_value(tmp_path: Path) -> None:
    first = fill(tmp_path)
    (segment,) = tmp_path.glob("*.values")
    content = bytearray(segment.read_bytes())
    content[content.index(b"three") + 2] ^= 1
    segment.write_bytes(content)
    assert fill(tmp_path) == first
    assert DONE["large"] == 1


def test_a_segment_that_is_gone_is_computed_again(tmp_path: Path) -> None:
    first = fill(tmp_path)
    (segment,) = tmp_path.glob("*.values")
    segment.unlink()
    assert fill(tmp_path) == first
    assert DONE["large"] == 3


@pytest.mark.parametrize("place", [".cache", ".cache/kept"])
def test_what_cannot_be_kept_is_done_without(tmp_path: Path, place: str) -> None:
    (tmp_path / place).parent.mkdir(exist_ok=True)
    (tmp_path / place).write_text("a file where a folder should be")
    first = fill(tmp_path / ".cache/kept")
    assert fill(tmp_path / ".cache/kept") == first
    assert DONE["large"] == 3


def test_a_full_disk_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    fill(tmp_path)
    assert not (tmp_path / "table").exists()
    assert list(tmp_path.glob("*.part")) == []


def test_values_that_went_out_of_use_leave_the_folder(tmp_path: Path) -> None:
    def size() -> int:
        return sum(path.stat().st_size for path in tmp_path.iterdir())

    fill(tmp_path)
    first = size()
    for turn in range(40):
        read = PAPERS | {"a": f"one two {turn}"}
        keeper, drawer = Keeper(tmp_path), Drawer(read)
        drawer.known_to(keeper)
        with keeper.in_use():
            for name in read:
                papers.large(drawer, name)
        keeper.save(forget=True)
        keeper.close()
    assert size() < 3 * first
    assert fill(tmp_path, PAPERS | {"a": "one two 39"})[0] == "one two 39" * 1000
    assert DONE["large"] == 0


def test_many_small_segments_become_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_TOO_MANY", 3)
    for turn in range(8):
        asked(tmp_path, {str(turn): "text"}, papers.everything)
    assert len(list(tmp_path.glob("*.values"))) <= 5
    read = {str(turn): "text" for turn in range(8)}
    assert asked(tmp_path, read, lambda d: sum(papers.words(d, name) for name in read)) == 8
    assert DONE["words"] == 0


def test_segments_of_the_dead_are_swept_once_nobody_can_want_them(tmp_path: Path) -> None:
    tmp_path.mkdir(exist_ok=True)
    old, young = tmp_path / "old.values", tmp_path / "young.values"
    for path in (old, young):
        path.write_bytes(b"left")
    os.utime(old, (1, 1))
    fill(tmp_path)
    assert (old.exists(), young.exists()) == (False, True)


def test_another_process_may_have_computed_it(tmp_path: Path) -> None:
    drawer = Drawer(PAPERS)
    other, own = Keeper(tmp_path), Keeper(tmp_path)
    for each in (other, own):
        drawer.known_to(each)
    with other.in_use():
        assert papers.total(drawer, ("a", "b")) == 3
    own.take(other.made())
    DONE.clear()
    with own.in_use():
        assert papers.total(drawer, ("a", "b")) == 3
        assert papers.words(drawer, "b") == 1
    assert DONE.total() == 0
    assert other.made() == []
    own.save(forget=True)
    assert asked(tmp_path, PAPERS, lambda d: papers.total(d, ("a", "b"))) == 3
    assert DONE.total() == 0


def test_a_cache_can_be_copied(tmp_path: Path) -> None:
    first = fill(tmp_path / "one")
    shutil.copytree(tmp_path / "one", tmp_path / "two")
    shutil.rmtree(tmp_path / "one")
    assert fill(tmp_path / "two") == first
    assert DONE.total() == 0


def test_other_code_computes_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(tmp_path)
    monkeypatch.setattr(keeper_module, "code_of", lambda _: "f" * 32)
    fill(tmp_path)
    assert DONE["large"] == 3


def test_a_room_changes_with_what_lies_below_it_and_with_nothing_above(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rooms = tuple(BELOW)
    for room in rooms:
        (tmp_path / room / "deep").mkdir(parents=True)
        (tmp_path / room / "deep" / "one.py").write_text(room)
    monkeypatch.setattr("xlagym.keeping.code.PACKAGE", tmp_path)

    def codes() -> dict[str, str]:
        room_code.cache_clear()
        code_of.cache_clear()
        return {room: room_code(room) for room in rooms}

    before = codes()
    (tmp_path / "gym" / "deep" / "one.py").write_text("other")
    after = codes()
    assert {room for room in rooms if before[room] != after[room]} == {"gym", "site"}
    (tmp_path / "evidence" / "two.py").touch()
    last = codes()
    same = {room for room in rooms if after[room] == last[room]}
    assert same == {"keeping", "child_python", "chips", "inputs"}
    room_code.cache_clear()
    code_of.cache_clear()


def test_every_room_that_is_imported_lies_below() -> None:
    def below(room: str) -> set[str]:
        return {room}.union(*map(below, BELOW[room]))

    for room in BELOW:
        sources = [*(PACKAGE / room).rglob("*.py"), *PACKAGE.glob(f"{room}.py")]
        text = "\n".join(path.read_text() for path in sources)
        assert sources
        imported = set(re.findall(r"(?:from|import) xlagym\.(\w+)", text))
        assert imported <= below(room), room


def test_equal_values_have_one_digest_whoever_made_them() -> None:
    text = "a text"
    other = "".join(["a ", "text"])
    assert other is not text
    assert digest((text, text, {"k": [text]})) == digest((text, other, {"k": [other]}))
    assert digest((1, "1")) != digest(("1", 1))
    circle: list[Any] = []
    circle.append(circle)
    assert len(digest(circle)) == 32


def test_the_libraries_are_those_that_are_installed_with_us() -> None:
    import tomllib

    from tests.places import ROOT

    text = (ROOT / "pyproject.toml").read_text()
    wanted = tomllib.loads(text)["project"]["dependencies"]
    names = {each.partition(">")[0].partition("=")[0] for each in wanted}
    others = {"click", "jax", "platformdirs", "rich", "simpleeval", "watchfiles", "xprof"}
    assert names - others == set(LIBRARIES) - {"markupsafe"}
