from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xlagym.evidence.hlo.attributes import (
    called,
    parse_attributes,
    parse_backend_config,
    parse_metadata,
    unquote,
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", {}),
        (", kind=kLoop, calls=%f", {"kind": "kLoop", "calls": "%f"}),
        ("a={b=c, d=e}, f={{0,1},{2}}", {"a": "{b=c, d=e}", "f": "{{0,1},{2}}"}),
        ("window={size=3x3 pad=1_1x1_1}", {"window": "{size=3x3 pad=1_1x1_1}"}),
        ("lit=s32[2]{0} {1, 2}, x, y=z", {"lit": "s32[2]{0} {1, 2}, x", "y": "z"}),
        ("lost, k=v", {"k": "v"}),
        ("k=v, k=w", {"k": "v"}),
        ("k=", {"k": ""}),
        (
            'composite.name="a", control-predecessors={%b}',
            {"composite.name": '"a"', "control-predecessors": "{%b}"},
        ),
    ],
)
def test_attributes(text: str, found: dict[str, str]) -> None:
    assert parse_attributes(text) == found


def test_metadata() -> None:
    text = '{op_type="a" op_name="b}\\" c" source_line=7 profile_type={1} cut="x'
    assert parse_metadata(text) == {
        "op_type": "a",
        "op_name": 'b}" c',
        "source_line": "7",
        "profile_type": "{1}",
        "cut": "x",
    }
    assert parse_metadata("") == {}


def test_called() -> None:
    attributes = {"condition": "%c.1", "body": "b-2", "to": "%no", "calls": "{%x, /*1*/ %y}"}
    assert called(attributes) == ("c.1", "b-2", "x", "y")
    assert called({"branch_computations": "{}"}) == ()


@pytest.mark.parametrize(
    ("quoted", "plain"),
    [
        ("bare", "bare"),
        ('"a"', "a"),
        ('"a', "a"),
        ('"', ""),
        ('""', ""),
        (r'"\"\'\\\n\r\t"', "\"'\\\n\r\t"),
        (r'"\303\251\xe2\x82\xac"', "é€"),
        (r'"\377"', "\ufffd"),
        (r'"\x"', "x"),
        (r'"é\"ü"', 'é"ü'),
    ],
)
def test_unquote(quoted: str, plain: str) -> None:
    assert unquote(quoted) == plain


@given(st.text())
def test_unquote_undoes_octal_escapes(text: str) -> None:
    escaped = "".join(f"\\{byte:03o}" for byte in text.encode())
    assert unquote(f'"{escaped}"') == text


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ('{"a":[1,{"b":null}]}', {"a": [1, {"b": None}]}),
        (r'"{\"a\":\"\\\"\"}"', {"a": '"'}),
        ('"plain words"', "plain words"),
        ('{key: "value"}', '{key: "value"}'),
        ('{"a":', '{"a":'),
        ("[" * 100_000, "[" * 100_000),
        ('{"n":' + "1" * 5000 + "}", '{"n":' + "1" * 5000 + "}"),
    ],
)
def test_backend_configs(value: str, found: object) -> None:
    assert parse_backend_config(value) == found
