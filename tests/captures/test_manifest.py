"""capture.yml: what is written reads back, and every fault of it is named with its line."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.places import ROOT
from xlagym.captures.manifest import (
    FileEntry,
    Manifest,
    is_version,
    read_manifest,
    write_manifest,
)
from xlagym.inputs.problems import ProblemError

TEXT = (ROOT / "captures/attention-s1024@tpu-v6e/capture.yml").read_text()
MANIFEST = read_manifest(TEXT, "capture.yml")

_NOT_IN_YAML = "\x85\u2028\u2029\ufeff"
words = st.text(
    st.characters(exclude_categories=["Cs", "Cc"], exclude_characters=_NOT_IN_YAML), min_size=1
)
names = st.from_regex(r"[a-z][a-z0-9_.-]{0,20}", fullmatch=True)
entries = st.builds(
    FileEntry, names, st.from_regex(r"[0-9a-f]{64}", fullmatch=True), st.integers(0, 10**12)
)


def problem_of(text: str) -> tuple[str, int | None, str]:
    with pytest.raises(ProblemError) as raised:
        read_manifest(text, "captures/x/capture.yml")
    (problem,) = raised.value.problems
    assert problem.file == "captures/x/capture.yml"
    return problem.message, problem.line, problem.rule


def test_what_the_store_holds_is_as_written() -> None:
    assert write_manifest(MANIFEST) == TEXT


@given(
    st.dictionaries(names, words, max_size=3),
    st.lists(words, max_size=3).map(tuple),
    st.lists(entries, max_size=4, unique_by=lambda entry: entry.name),
    words,
)
def test_writing_and_reading_are_inverse(
    tensors: dict[str, str], scrubbed: tuple[str, ...], files: list[FileEntry], forecast: str
) -> None:
    manifest = replace(
        MANIFEST,
        tensors=tensors,
        scrubbed=scrubbed,
        forecast=forecast,
        files=tuple(sorted(files, key=lambda entry: entry.name)),
    )
    assert read_manifest(write_manifest(manifest), "capture.yml") == manifest


@pytest.mark.parametrize("name", [item.name for item in fields(Manifest)])
def test_a_missing_field_is_named(name: str) -> None:
    lines = TEXT.split("\n")
    start = next(i for i, line in enumerate(lines) if line.startswith(f"{name}:"))
    end = start + 1
    while end < len(lines) and lines[end][:1] in (" ", "-"):
        end += 1
    message, line, rule = problem_of("\n".join(lines[:start] + lines[end:]))
    assert (message, line, rule) == (f"the field '{name}' is missing", 1, "manifest")


@pytest.mark.parametrize(
    ("old", "new", "message", "line"),
    [
        ("basis: compiled", "basis: guessed", "'basis' is 'guessed', expected compiled or", 2),
        ("outcome: compiled", "outcome: lost", "'outcome' is 'lost', expected compiled or", 3),
        ("id: attention", "id: Attention", "'id' is 'Attention-s1024@tpu-v6e', expected VAR", 1),
        ("jax: 0.12.0.1", "jax: 0.12", "'jax' is 0.12, expected a text", 14),
        ("jax: 0.12.0.1", "jax: 0/../../x", "'jax' is '0/../../x', expected a version", 14),
        ("jaxlib: 0.12.0.1", "jaxlib: v1", "'jaxlib' is 'v1', expected a version", 15),
        ("libtpu: 0.0.52", "libtpu: '0.0.52 '", "'libtpu' is '0.0.52 ', expected a version", 16),
        ("program: attention", "program: ../x", "'program' is '../x', expected the name", 4),
        ("source_file: labs", "source_file: /labs", "expected a path from the project's", 7),
        ("source_file: labs", "source_file: ../labs", "expected a path from the project's", 7),
        ("date: '2026", "date: 'in 2026", "expected a date in quotes", 19),
        ("function: naive_attention", "function: ''", "'function' is '', expected something", 6),
        ("flags: {}", "flags: []", "'flags' is [], expected a mapping", 17),
        ("size: 240,", "size: -1,", "the entry of 'cost.json' is {'size': -1", 26),
        ("size: 240,", "size: 240, mode: 7,", "the entry of 'cost.json' is", 26),
        ("licence: MIT", "licence: MIT\nhost: vm", "the field 'host' is unknown", 22),
        ("flags: {}", "flags: {}\nflags: {}", "the key 'flags' stands twice", 18),
        ("scrubbed:\n- abs", "scrubbed: abs", "'scrubbed' is", 22),
    ],
)
def test_a_fault_is_named_with_its_line(old: str, new: str, message: str, line: int) -> None:
    assert TEXT.count(old) == 1
    found, where, _ = problem_of(TEXT.replace(old, new))
    assert message in found
    assert where == line


@pytest.mark.parametrize(
    "text",
    ["0.12.0.1", "0.4.38", "0.0.52", "1", "0.9.0rc1", "0.9.0.dev20260101", "0.9.0.post1+g1f2.d3"],
)
def test_what_releases_are_called(text: str) -> None:
    assert is_version(text)


@pytest.mark.parametrize(
    "text",
    ["", ".", "0.", ".1", "0..1", "v1", "0.1-2", "0.1+", "0.1+a/b", "0.1\n", "٣.1", "1" * 10],
)
def test_what_no_release_is_called(text: str) -> None:
    assert not is_version(text)


@pytest.mark.parametrize("text", ["", "- a\n- b\n", "just words"])
def test_something_else_is_no_manifest(text: str) -> None:
    with pytest.raises(ProblemError):
        read_manifest(text, "capture.yml")


@given(st.text(max_size=200))
def test_no_text_breaks_the_reader(text: str) -> None:
    try:
        read_manifest(text, "capture.yml")
    except ProblemError as error:
        assert error.problems
