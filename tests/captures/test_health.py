"""Health and staleness: whether a capture may be quoted, and whether it is of today's program."""

from __future__ import annotations

import lzma
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.captures.conftest import ATTENTION, PROJECT, REFUSED
from tests.captures.signing import sign
from xlagym.captures.health import health
from xlagym.captures.staleness import stale
from xlagym.captures.store import Store, load_store


def test_the_store_is_healthy(store: Store) -> None:
    assert {id: found for id, capture in store.captures.items() if (found := health(capture))} == {}


def test_a_module_cut_short(root: Path) -> None:
    path = root / ATTENTION / "optimized.hlo"
    path.write_text(path.read_text()[:5000])
    sign(root / ATTENTION / "optimized.hlo")
    capture = load_store(root)[0].get(ATTENTION)
    assert "optimized.hlo ends in the middle: its last line closes nothing" in health(capture)


def test_an_empty_file(root: Path) -> None:
    (root / ATTENTION / "live-range.txt").write_text("")
    sign(root / ATTENTION / "live-range.txt")
    assert health(load_store(root)[0].get(ATTENTION)) == ["live-range.txt is empty"]


@pytest.mark.parametrize(
    ("name", "content", "fault"),
    [
        ("cost.json", b"[]", "the cost analysis holds no object"),
        ("cost.json", b"{" * 100_000, "the cost analysis can't be read: "),
        (
            "memory.json",
            b"{}",
            "the memory analysis: argument_size_in_bytes is None, expected bytes",
        ),
        ("forecast.json", b'{"ops": {"a": NaN}}', "the forecast: a has nan, expected whole"),
        ("live-range.txt", b"\xff", "'utf-8' codec can't decode byte 0xff"),
        ("buffer-assignment.txt", b"none\n", "this is no buffer assignment"),
        ("optimized.hlo", b"\xe9}\n", "'utf-8' codec can't decode byte 0xe9"),
        ("optimized.hlo", b"}\n", ""),
        ("stablehlo.mlir", b"module {", "line "),
        ("passes.txt.xz", b"no xz", "it can't be unpacked"),
    ],
)
def test_evidence_that_its_reader_refuses(
    root: Path, name: str, content: bytes, fault: str
) -> None:
    (root / ATTENTION / name).write_bytes(content)
    sign(root / ATTENTION / name)
    found = health(load_store(root)[0].get(ATTENTION))
    assert any(
        each.startswith(f"{name.removesuffix('.xz').removesuffix('.txt')}") and fault in each
        for each in found
    ), found


def test_a_tensor_that_is_nowhere(root: Path, edit: Callable[[str, str], None]) -> None:
    edit("scores: q @ k.T", "scores: k @ q.T")
    (fault,) = health(load_store(root)[0].get(ATTENTION))
    assert fault.startswith("no op of the lowered program stands for 'k @ q.T'")


def test_no_passes(root: Path) -> None:
    folder = root / ATTENTION
    (folder / "passes.json.xz").write_bytes(lzma.compress(b'{"source": "metadata", "passes": []}'))
    (folder / "passes.txt.xz").write_bytes(lzma.compress(b""))
    sign(folder / "passes.json.xz")
    sign(folder / "passes.txt.xz")
    assert health(load_store(root)[0].get(ATTENTION)) == ["no pass of the compile is recorded"]


def test_a_refusal_without_words(root: Path) -> None:
    (root / REFUSED / "refusal.txt").write_text("\n")
    sign(root / REFUSED / "refusal.txt")
    capture = load_store(root)[0].get(REFUSED)
    assert health(capture) == ["the compiler's refusal has no message"]


def test_the_store_is_of_todays_programs(store: Store) -> None:
    found = [
        problem
        for capture in store.captures.values()
        if (problem := stale(capture, PROJECT / "labs"))
    ]
    assert found == []


def test_a_changed_program_makes_its_captures_stale(root: Path) -> None:
    program = root.parent / "labs" / "programs" / "attention.py"
    program.parent.mkdir(parents=True)
    program.write_text((PROJECT / "labs/programs/attention.py").read_text() + "# later\n")
    problem = stale(load_store(root)[0].get(ATTENTION), root.parent / "labs")
    assert problem is not None
    assert (problem.file, problem.rule) == ("labs/programs/attention.py", "stale")
    assert problem.message.startswith(f"it has changed since {ATTENTION} was captured on ")
    assert problem.advice == f"capture it again: xlagym capture {ATTENTION} --replace"


def test_a_program_that_is_gone(root: Path) -> None:
    problem = stale(load_store(root)[0].get(ATTENTION), root.parent / "labs")
    assert problem is not None
    assert problem.message == "its program labs/programs/attention.py is gone"
