"""jaxlib's own parser reads every capture's optimized HLO too, and both must see the same."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.places import ROOT
from xlagym.evidence.hlo.reader import Module, read_hlo

pytestmark = pytest.mark.slow

type Row = tuple[str, str, str, tuple[str, ...]]
type Computations = dict[str, dict[str, Row]]

HERE = Path(__file__).parent
STORE = ROOT / "captures"
CAPTURES = sorted(path.parent.name for path in STORE.glob("*/optimized.hlo"))
ASYNC = "(?:[a-z-]*slice|custom-call|call)-(?:start|done|update)"
ASYNC_LINE = re.compile(
    rf"^(?P<head> +(?:ROOT )?%?(?P<name>[\w.-]+) = .*? )(?P<opcode>{ASYNC})"
    r"(?P<operands>\((?:%?(?P<operand>[\w.-]+))?[^)]*\)).*$",
    re.MULTILINE,
)


def unreadable(text: str) -> str | None:
    """Why jaxlib's parser dies of a text, if it does.

    Both are what the TPU's compiler prints and XLA's checks don't foresee: an async slice that is
    started in one turn of a loop and done in the next, so that the operand of its ``-done`` is no
    async start; a call for the SparseCore that starts before its operands are there.
    """
    lines = list(ASYNC_LINE.finditer(text))
    starts = {each["name"] for each in lines if not each["opcode"].endswith("-done")}
    for each in lines:
        if each["opcode"].endswith("-done") and each["operand"] not in starts:
            return "done in another turn"
        if each["opcode"] == "custom-call-start" and each["operand"] is None:
            return "started without operands"
    return None


UNREADABLE = {
    name: why
    for name in CAPTURES
    if (why := unreadable((STORE / name / "optimized.hlo").read_text()))
}
SUGAR = re.compile(r"(.+)-(start|update|done)")


def ask(paths: list[Path]) -> list[Computations | None]:
    """What jaxlib makes of each file, None where that kills it: then the next goes on after it."""
    answers: list[Computations | None] = []
    while len(answers) < len(paths):
        script = [sys.executable, str(HERE / "jaxlib_oracle.py")]
        waiting = [str(path) for path in paths[len(answers) :]]
        process = subprocess.run([*script, *waiting], capture_output=True, text=True, check=False)
        answers += [by_name(json.loads(line)) for line in process.stdout.splitlines()]
        if process.returncode > 0:
            pytest.fail(f"{paths[len(answers)]}: {process.stderr[-2000:]}")
        if process.returncode < 0:
            answers.append(None)
    return answers


def by_name(found: dict[str, list[list[str]]]) -> Computations:
    return {
        name: {row[0]: (row[0], row[1], row[2], tuple(row[3])) for row in rows}
        for name, rows in found.items()
    }


def ours(module: Module) -> Computations:
    return {
        name: {
            each.name: (each.name, each.opcode, str(each.shape), each.operands)
            for each in computation.instructions
        }
        for name, computation in module.computations.items()
    }


def unsugared(row: Row, theirs: Row | None) -> Row:
    """Our row with the opcode that jaxlib gives the short form of an async operation."""
    sugar = SUGAR.fullmatch(row[1])
    if sugar and theirs and theirs[1] == f"async-{sugar[2]}":
        return (row[0], theirs[1], *row[2:])
    return row


def compare(mine: Computations, theirs: Computations) -> int:
    """Assert that both are the same but for unwrapped async operations; how many rows they had."""
    starts = []
    for name, rows in mine.items():
        expected = {key: unsugared(row, theirs[name].get(key)) for key, row in rows.items()}
        assert expected == theirs[name]
        starts += [
            row[1].removesuffix("-start")
            for key, row in rows.items()
            if expected[key][1] == "async-start" != row[1]
        ]
    # Each start that was unwrapped made one computation: its parameters and the operation itself.
    wrapped = [
        [row[1] for row in rows.values() if row[1] != "parameter"]
        for name, rows in theirs.items()
        if name not in mine
    ]
    assert sorted([opcode] for opcode in starts) == sorted(wrapped)
    return sum(map(len, mine.values()))


@pytest.fixture(scope="module")
def answers() -> dict[str, Computations | None]:
    return dict(
        zip(CAPTURES, ask([STORE / name / "optimized.hlo" for name in CAPTURES]), strict=True)
    )


def test_jaxlib_dies_of_two_things_and_of_no_others(
    answers: dict[str, Computations | None],
) -> None:
    assert set(UNREADABLE) == {name for name, theirs in answers.items() if theirs is None}
    assert set(UNREADABLE.values()) == {"done in another turn", "started without operands"}


@pytest.mark.parametrize("capture", [name for name in CAPTURES if name not in UNREADABLE])
def test_both_parsers_see_the_same(capture: str, answers: dict[str, Computations | None]) -> None:
    theirs = answers[capture]
    assert theirs is not None
    module = read_hlo((STORE / capture / "optimized.hlo").read_text())
    assert module.unread == []
    assert compare(ours(module), theirs) == len(list(module.instructions)) > 0


@pytest.mark.parametrize("capture", sorted(UNREADABLE))
def test_where_jaxlib_dies_it_reads_the_rest(capture: str, tmp_path: Path) -> None:
    """It is given the text with the async operations made custom calls, one opcode for all."""
    text = (STORE / capture / "optimized.hlo").read_text()
    module = read_hlo(text)
    assert module.unread == []
    opaque = ASYNC_LINE.sub(r'\g<head>custom-call\g<operands>, custom_call_target="async"', text)
    (tmp_path / "optimized.hlo").write_text(opaque)
    (theirs,) = ask([tmp_path / "optimized.hlo"])
    assert theirs is not None
    mine = ours(module)
    opcodes = []
    for rows in mine.values():
        for key, row in rows.items():
            if re.fullmatch(ASYNC, row[1]):
                opcodes.append((key, row[1]))
                rows[key] = (row[0], "custom-call", *row[2:])
    assert compare(mine, theirs) == len(list(module.instructions)) > 0
    # The opcodes that it didn't see stand before the brackets of the operands.
    spelled = [(each["name"], each["opcode"]) for each in ASYNC_LINE.finditer(text)]
    assert opcodes == spelled


ROWS: Computations = {"f": {"a": ("a", "add", "f32[2]{0}", ("x", "y"))}}


@pytest.mark.parametrize(
    "theirs",
    [
        {},
        {"g": ROWS["f"]},
        {"f": {}},
        {"f": {"a": ("a", "add", "f32[2]{0}", ("y", "x"))}},
        {"f": {"a": ("a", "add", "f32[2]{0:T(8)}", ("x", "y"))}},
        {"f": {"a": ("a", "subtract", "f32[2]{0}", ("x", "y"))}},
        ROWS | {"async_wrapped": {"b": ("b", "slice", "f32[2]{0}", ())}},
    ],
)
def test_the_comparison_itself_fails_on_a_difference(theirs: Computations) -> None:
    assert compare(ROWS, ROWS) == 1
    with pytest.raises((AssertionError, KeyError)):
        compare(ROWS, theirs)


@pytest.mark.parametrize("capture", ["rnn@cpu", "mlp@tpu-v6e", "attention-s8192@tpu-v4"])
def test_other_forms_that_xla_prints(capture: str) -> None:
    path = STORE / capture / "optimized.hlo"
    script = [sys.executable, str(HERE / "jaxlib_printer.py"), str(path)]
    process = subprocess.run(script, capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stderr[-2000:]
    texts = json.loads(process.stdout)
    expected = ours(read_hlo(path.read_text()))
    assert len(texts) == 7
    for form, text in texts.items():
        module = read_hlo(text)
        assert module.unread == [], form
        assert ours(module) == expected, form
        called = {name for each in module.instructions for name in each.calls}
        assert called == set(module.computations) - {module.entry.name}, form
