from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.numbers.workbooks import fake, sheet, workbook
from xlagym.inputs.problems import ProblemError
from xlagym.numbers.accepted.ledger import Ledger
from xlagym.numbers.accepted.lock import (
    LockEntry,
    compare,
    lock_text,
    read_lock,
    report,
    write_lock,
)

SHEET = """let: {f: f-s1@tpu-v6e}
numbers:
  total: {is: 1234 * f.cost.bytes_accessed, show: MB, digits: 1}
  where: {is: 'f.target if f.cost.flops > 0 else ""'}
claims:
  more: f.cost.bytes_accessed > 0
"""
COST = '{\n"bytes accessed": 1000.0,\n"flops": 64.0\n}\n'


def locked(cost: str = COST, text: str = SHEET) -> str:
    made = sheet(workbook(fake("f-s1@tpu-v6e", files={"program.py": "", "cost.json": cost})), text)
    ledger = Ledger()
    ledger.add(*made.numbers(), *made.claims())
    return lock_text(ledger)


def test_a_line_a_number() -> None:
    lines = [line for line in locked().splitlines() if not line.startswith("#")]
    assert [line.split("\t")[:3] for line in lines] == [
        ["xla/05/more", "true", "claim"],
        ["xla/05/total", "1234000 B", "1.2 MB"],
        ["xla/05/where", '"tpu-v6e"', "tpu-v6e"],
    ]
    assert {12} == {len(line.split("\t")[3]) for line in lines}


def test_the_same_twice() -> None:
    assert locked() == locked()
    assert compare(locked(), locked()) == []


def test_what_moved_is_named() -> None:
    moved = compare(locked(), locked(COST.replace("1000", "2000")))
    assert [(each.id, each.kind) for each in moved] == [
        ("xla/05/more", "evidence"),
        ("xla/05/total", "value"),
        ("xla/05/where", "evidence"),
    ]
    assert str(moved[1]) == "xla/05/total: moved: 1.2 MB (1234000 B) → 2.5 MB (2468000 B)"
    found = moved[1].problem()
    assert (found.file, found.line, found.rule) == ("content/numbers.lock", 4, "lock")
    assert "xlagym numbers --accept" in found.advice


def test_changed_evidence_with_the_same_value_is_its_own_kind() -> None:
    (*_, where) = compare(locked(), locked(COST.replace("64", "65")))
    assert where.kind == "evidence"
    assert str(where).startswith("xla/05/where: evidence changed, value the same: tpu-v6e from ")
    assert where.before != where.after


def test_a_constant_beside_the_one_used_changes_nothing() -> None:
    book = workbook(fake("f-s1@tpu-v6e"))
    number = book.evaluate("x/1", 'chip("tpu-v6e").lanes')
    other = replace(number.readings[0], sha256="f" * 64, line=99)
    assert number.evidence == replace(number, readings=(other,)).evidence


def test_new_gone_and_shown_otherwise() -> None:
    today = locked(text=SHEET.replace("digits: 1", "digits: 2").replace("where:", "here:"))
    kinds = {each.id: each.kind for each in compare(locked(), today)}
    assert kinds == {"xla/05/here": "new", "xla/05/total": "text", "xla/05/where": "gone"}
    new, total, gone = compare(locked(), today)
    assert str(new) == "xla/05/here: new, tpu-v6e"
    assert str(total) == "xla/05/total: moved: 1.2 MB (1234000 B) → 1.23 MB (1234000 B)"
    assert str(gone) == "xla/05/where: gone, was tpu-v6e"
    assert (
        new.problem().message
    ) == "'xla/05/here' is not accepted: it is new and comes out as tpu-v6e"
    assert new.problem().line is None


def test_a_claim_that_turns_reads_as_words() -> None:
    old = write_lock([LockEntry("xla/05/c", "true", "claim", "a" * 12)])
    new = write_lock([LockEntry("xla/05/c", "false", "claim", "b" * 12)])
    (moved,) = compare(old, new)
    assert str(moved) == "xla/05/c: moved: holds → does not hold"


def test_a_table_for_a_review() -> None:
    moved = compare(locked(), locked(COST.replace("1000", "2000")))
    table = report(moved, markdown=True).splitlines()
    assert table[0] == "| number | what | was | is |"
    assert table[3] == "| `xla/05/total` | value | 1.2 MB (1234000 B) | 2.5 MB (2468000 B) |"
    assert report(moved) == "\n".join(map(str, moved))
    assert report([]) == ""


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("a\tb\tc\n", 1, "is not id, value, text, evidence"),
        ("# x\na\t1\t1\te\n<<<<<<< HEAD\n", 3, "is where git left two versions"),
        ("a\t1\t1\te\na\t2\t2\te\n", 2, "has 'a' a second time"),
    ],
)
def test_a_bad_lock_names_its_line(text: str, line: int, message: str) -> None:
    with pytest.raises(ProblemError) as caught:
        read_lock(text)
    (found,) = caught.value.problems
    assert ("content/numbers.lock", line, "lock") == (found.file, found.line, found.rule)
    assert message in found.message


def test_an_empty_lock_accepts_nothing() -> None:
    assert {"new"} == {each.kind for each in compare("", locked())}


IDS = st.from_regex(r"[a-z][a-z0-9/_@.+-]{0,20}", fullmatch=True)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


@given(st.dictionaries(IDS, st.tuples(TEXTS, TEXTS, TEXTS), max_size=5))
def test_what_is_written_is_read(rows: dict[str, tuple[str, str, str]]) -> None:
    entries = [LockEntry(id, *parts) for id, parts in rows.items()]
    text = write_lock(entries)
    read = read_lock(text)
    assert sorted(rows) == list(read)
    assert rows == {id: (each.value, each.text, each.evidence) for id, each in read.items()}
    assert text == write_lock(read.values())
    assert compare(text, text) == []
