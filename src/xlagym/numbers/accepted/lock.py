"""``content/numbers.lock``: the accepted value of every number and claim, a line each.

A line is ``id  value  text  evidence``, parted by tabs and sorted by id, so that git shows a
changed reader, capture or formula as the numbers that it moved. The value is raw (JSON, with its
unit), the evidence a short hash over the files that it was read from.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

from xlagym.inputs.problems import Problem, ProblemError
from xlagym.numbers.accepted.ledger import Ledger

FILE = "content/numbers.lock"
ACCEPT = "if it is right: xlagym numbers --accept"
_HEAD = (
    "# Accepted values: id, raw value, text, evidence. Written by: xlagym numbers --accept\n"
    "# A line that changes here is a number that moved on a page.\n"
)
_MARKERS = ("<<<<<<<", "|||||||", "=======", ">>>>>>>")
"""What a merge that failed leaves at the head of a line."""
_ESCAPES = str.maketrans({"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"})


@dataclass(frozen=True, slots=True)
class LockEntry:
    """One line of the lock."""

    id: str
    value: str
    text: str
    evidence: str
    line: int | None = None

    def same(self, other: LockEntry) -> bool:
        """Whether both lines say the same, wherever they stand."""
        return (self.value, self.text, self.evidence) == (other.value, other.text, other.evidence)


@dataclass(frozen=True, slots=True)
class LockDifference:
    """One id whose accepted line is not today's."""

    kind: str
    """``new``, ``gone``, ``value``, ``text`` (shown otherwise), ``evidence`` (value the same)."""
    id: str
    old: LockEntry | None
    new: LockEntry | None

    @property
    def before(self) -> str:
        """What was accepted, for people."""
        return "" if self.old is None else _said(self.old, self.kind)

    @property
    def after(self) -> str:
        """What is computed today, for people."""
        return "" if self.new is None else _said(self.new, self.kind)

    def __str__(self) -> str:
        if self.old is None:
            return f"{self.id}: new, {self.after}"
        if self.new is None:
            return f"{self.id}: gone, was {self.before}"
        what = "evidence changed, value the same" if self.kind == "evidence" else "moved"
        return f"{self.id}: {what}: {self.before} → {self.after}"

    def problem(self, file: str = FILE) -> Problem:
        """What ``check`` says about it."""
        line = None if self.old is None else self.old.line
        message = f"'{self.id}' is not accepted" if self.old is None else str(self)
        if self.old is None:
            message += f": it is new and comes out as {self.after}"
        return Problem(file, message, ACCEPT, line, "lock")


def lock_text(ledger: Ledger) -> str:
    """Today's lock: all numbers and claims of ``ledger``."""
    numbers = [
        LockEntry(number.id, _value(number.value, number.unit), number.text, number.evidence)
        for number in ledger.numbers.values()
    ]
    claims = [
        LockEntry(claim.id, _value(claim.holds, ""), "claim", claim.evidence)
        for claim in ledger.claims.values()
    ]
    return write_lock([*numbers, *claims])


def write_lock(entries: Iterable[LockEntry]) -> str:
    """The text of a lock, by id."""
    lines = [
        "\t".join(_escape(part) for part in (entry.id, entry.value, entry.text, entry.evidence))
        for entry in sorted(entries, key=lambda entry: entry.id)
    ]
    return _HEAD + "".join(f"{line}\n" for line in lines)


def read_lock(text: str, file: str = FILE) -> dict[str, LockEntry]:
    """Parse a lock. Raises ProblemError naming each line that is none, or stands twice."""
    entries: dict[str, LockEntry] = {}
    problems = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        parts = [_unescape(part) for part in line.removesuffix("\r").split("\t")]
        if line.startswith(_MARKERS):
            problems.append(_bad(file, number, "is where git left two versions to choose from"))
        elif len(parts) != 4:
            problems.append(_bad(file, number, "is not id, value, text, evidence"))
        elif parts[0] in entries:
            problems.append(_bad(file, number, f"has '{parts[0]}' a second time"))
        else:
            entries[parts[0]] = LockEntry(parts[0], parts[1], parts[2], parts[3], number)
    if problems:
        raise ProblemError(*problems)
    return entries


def compare(accepted: str, today: str, file: str = FILE) -> list[LockDifference]:
    """What differs between two locks, by id. Raises ProblemError for a text that is none."""
    old, new = read_lock(accepted, file), read_lock(today, file)
    return [
        LockDifference(_kind(old.get(id), new.get(id)), id, old.get(id), new.get(id))
        for id in sorted(old.keys() | new.keys())
        if id not in old or id not in new or not old[id].same(new[id])
    ]


def report(differences: Iterable[LockDifference], *, markdown: bool = False) -> str:
    """The differences for a terminal, or as a Markdown table for a review."""
    if not markdown:
        return "\n".join(str(difference) for difference in differences)
    rows = [
        f"| `{_cell(each.id)}` | {each.kind} | {_cell(each.before)} | {_cell(each.after)} |"
        for each in differences
    ]
    return "\n".join(["| number | what | was | is |", "| --- | --- | --- | --- |", *rows])


def _kind(old: LockEntry | None, new: LockEntry | None) -> str:
    if old is None:
        return "new"
    if new is None:
        return "gone"
    if old.value != new.value:
        return "value"
    return "text" if old.text != new.text else "evidence"


def _said(entry: LockEntry, kind: str) -> str:
    """An entry in words: what a reader sees, the raw value, and for evidence its hash."""
    if kind == "evidence":
        return f"{entry.text} from {entry.evidence}"
    if entry.text == "claim":
        return "holds" if entry.value == "true" else "does not hold"
    raw = entry.value.strip('"')
    return (
        entry.text
        if raw.replace(",", "") == entry.text.replace(",", "")
        else (f"{entry.text} ({raw})")
    )


def _value(value: object, unit: str) -> str:
    return f"{json.dumps(value, ensure_ascii=False)} {unit}".strip()


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def _escape(text: str) -> str:
    return text.translate(_ESCAPES)


def _unescape(text: str) -> str:
    if "\\" not in text:
        return text
    letters = {"t": "\t", "n": "\n", "r": "\r"}
    parts = iter(text)
    return "".join(
        letters.get(after, after) if part == "\\" and (after := next(parts, "\\")) else part
        for part in parts
    )


def _bad(file: str, line: int, what: str) -> Problem:
    return Problem(
        file,
        f"the line {what}",
        "restore it, or write it anew: xlagym numbers --accept",
        line,
        "lock",
    )
