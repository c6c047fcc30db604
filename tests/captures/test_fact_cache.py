"""Readings are kept by what was read and who read it; a bad entry is read again."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from xlagym.captures import cache as module
from xlagym.captures.cache import FactCache, readers_hash


class Counting:
    """A reading that counts how often it is made."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self) -> dict[str, int]:
        self.times += 1
        return {"lines": 21}


def test_a_reading_is_made_once(tmp_path: Path) -> None:
    compute = Counting()
    assert FactCache(tmp_path).get("hlo", "abc", compute) == {"lines": 21}
    assert FactCache(tmp_path).get("hlo", "abc", compute) == {"lines": 21}
    assert compute.times == 1


def test_kind_and_key_tell_readings_apart(tmp_path: Path) -> None:
    compute = Counting()
    for kind, key in (("hlo", "a"), ("hlo", "b"), ("passes", "a")):
        FactCache(tmp_path).get(kind, key, compute)
    assert compute.times == 3


def test_without_a_folder_nothing_is_kept() -> None:
    compute = Counting()
    cache = FactCache(None)
    cache.get("hlo", "a", compute)
    cache.get("hlo", "a", compute)
    assert compute.times == 2


def shelved(root: Path | None, key: str, compute: Counting, *, forgets: bool = True) -> None:
    shelf = FactCache(root).shelf("numbers", forgets=forgets)
    assert shelf.get("outcome", key, compute) == {"lines": 21}
    assert shelf.get("outcome", key, compute) == {"lines": 21}
    shelf.keep()


def test_a_shelf_keeps_many_readings_in_one_file(tmp_path: Path) -> None:
    compute = Counting()
    shelf = FactCache(tmp_path).shelf("numbers")
    for key in "abc":
        shelf.get("outcome", key, compute)
    shelf.keep()
    assert len(list(tmp_path.rglob("*.pickle"))) == 1
    again = FactCache(tmp_path).shelf("numbers")
    for key in "abc":
        again.get("outcome", key, compute)
    assert compute.times == 3


@pytest.mark.parametrize(("forgets", "times"), [(True, 3), (False, 2)])
def test_a_shelf_may_forget_what_nobody_asks_for(tmp_path: Path, forgets: bool, times: int) -> None:
    compute = Counting()
    for key in ("old", "new", "old"):
        shelved(tmp_path, key, compute, forgets=forgets)
    assert compute.times == times


def test_a_shelf_without_a_folder_remembers_for_itself() -> None:
    compute = Counting()
    shelved(None, "a", compute)
    shelved(None, "a", compute)
    assert compute.times == 2


@pytest.mark.parametrize("content", [b"", b"no pickle", b"\x80\x05\x95\xff"])
def test_a_corrupt_shelf_is_filled_anew(tmp_path: Path, content: bytes) -> None:
    compute = Counting()
    shelved(tmp_path, "a", compute)
    (entry,) = tmp_path.rglob("*.pickle")
    entry.write_bytes(content)
    shelved(tmp_path, "a", compute)
    shelved(tmp_path, "a", compute)
    assert compute.times == 2


@pytest.mark.parametrize("content", [b"", b"no pickle", b"\x80\x05\x95\xff"])
def test_a_corrupt_entry_is_read_again(tmp_path: Path, content: bytes) -> None:
    compute = Counting()
    FactCache(tmp_path).get("hlo", "a", compute)
    (entry,) = tmp_path.rglob("*.pickle")
    entry.write_bytes(content)
    assert FactCache(tmp_path).get("hlo", "a", compute) == {"lines": 21}
    assert FactCache(tmp_path).get("hlo", "a", compute) == {"lines": 21}
    assert compute.times == 2


def test_one_flipped_bit_is_no_reading(tmp_path: Path) -> None:
    compute = Counting()
    FactCache(tmp_path).get("hlo", "a", compute)
    (entry,) = tmp_path.rglob("*.pickle")
    entry.write_bytes(entry.read_bytes().replace(b"lines", b"lives"))
    assert FactCache(tmp_path).get("hlo", "a", compute) == {"lines": 21}
    assert compute.times == 2


@pytest.mark.parametrize("place", [".cache", ".cache/facts"])
def test_a_cache_that_cannot_be_kept_is_done_without(tmp_path: Path, place: str) -> None:
    (tmp_path / place).parent.mkdir(exist_ok=True)
    (tmp_path / place).write_text("a file where a folder should be")
    compute = Counting()
    cache = FactCache(tmp_path / ".cache/facts")
    assert cache.get("hlo", "a", compute) == {"lines": 21}
    assert cache.get("hlo", "a", compute) == {"lines": 21}
    assert compute.times == 2


def test_a_full_disk_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    assert FactCache(tmp_path).get("hlo", "a", Counting()) == {"lines": 21}
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_other_readers_read_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compute = Counting()
    FactCache(tmp_path).get("hlo", "a", compute)
    monkeypatch.setattr(module, "readers_hash", lambda: "f" * 64)
    FactCache(tmp_path).get("hlo", "a", compute)
    assert compute.times == 2


def test_the_hash_follows_the_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_READERS", tmp_path)
    (tmp_path / "hlo.py").write_text("one")
    readers_hash.cache_clear()
    one = readers_hash()
    (tmp_path / "hlo.py").write_text("two")
    readers_hash.cache_clear()
    assert readers_hash() != one
    readers_hash.cache_clear()
