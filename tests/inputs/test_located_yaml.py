"""YAML that anybody may have written: lines where it is data, a message where it is a trap."""

from __future__ import annotations

from itertools import pairwise

import pytest

from xlagym.inputs.located_yaml import MAX_DEPTH, read_yaml
from xlagym.inputs.problems import Problem, ProblemError


def problem(text: str) -> Problem:
    """The one problem of a text."""
    with pytest.raises(ProblemError) as raised:
        read_yaml(text, "site.yml")
    (found,) = raised.value.problems
    assert found.file == "site.yml"
    assert found.advice
    return found


def test_lines() -> None:
    document = read_yaml("a: 1\nb:\n  - c: 2\n  - d\n", "site.yml")
    assert document.data == {"a": 1, "b": [{"c": 2}, "d"]}
    assert document.line("b", 0, "c") == 3
    assert document.line("b", 1, "nothing") == 4
    assert document.line("nothing") == 1


def test_aliases_stand_for_what_they_name() -> None:
    text = "a: &a [x, y]\nb: *a\nc: {<<: {d: 1}}\n"
    assert read_yaml(text, "f").data == {"a": ["x", "y"], "b": ["x", "y"], "c": {"d": 1}}


def test_aliases_that_unfold_without_end() -> None:
    names = "abcdefghi"
    text = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
        f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]\n" for before, name in pairwise(names)
    )
    assert problem(text).message == "it holds more than 100,000 parts"


@pytest.mark.parametrize("text", ["a: &a [*a]\n", "a: &a {b: *a}\n", "[" * 900 + "]" * 900])
def test_no_floor(text: str) -> None:
    found = problem(text)
    assert found.message == f"it holds more than {MAX_DEPTH} levels, one in another"
    assert found.line == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: 1\nb: 2020-13-45\n", "not valid YAML: '2020-13-45' can't be read as timestamp"),
        ("a: 1\nb: !!timestamp x\n", "not valid YAML: 'x' can't be read as timestamp"),
        ("a: 1\nb: !!int ''\n", "not valid YAML: '' can't be read as int"),
        ("a: 1\nb: !!float ''\n", "not valid YAML: '' can't be read as float"),
        ("a: 1\nb: !!bool maybe\n", "not valid YAML: 'maybe' can't be read as bool"),
        (
            f"a: 1\nb: {'9' * 5000}\n",
            f"not valid YAML: '{'9' * 40}' can't be read as int",
        ),
        ("a: 1\nb: !!set {x}\n", "it holds the tag 'set', which has no meaning here"),
        (
            "a: 1\nb: !!python/object/apply:os.system [id]\n",
            "it holds the tag 'python/object/apply:os.system', which has no meaning here",
        ),
        ("a: 1\n1: b\n", "it holds a key that is no text: 1"),
        ("a: 1\nyes: b\n", "it holds a key that is no text: yes"),
        ("a: 1\n? [b]\n: c\n", "it holds a key that is no text: of several parts"),
        ("a: 1\nb: \x00\n", "not valid YAML: it holds the character U+0000"),
        ("a: 1\na: 2\n", "the key 'a' stands twice in one mapping"),
    ],
)
def test_what_is_no_data_is_named_with_its_line(text: str, message: str) -> None:
    found = problem(text)
    assert found.message == message
    assert found.line == 2
