from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xlagym.evidence.text.textproto import TextprotoError, parse_textproto


def test_reads_fields_messages_and_escapes() -> None:
    root = parse_textproto(
        'name: "a \\"b\\" \\n\\101\\x42"  # a comment\n'
        "inner { count: 3 flag: true }\n"
        "inner: < count: -4, other: 1.5e3; >\n"
        "name: 'second'"
    )
    assert root.texts("name") == ['a "b" \nAB', "second"]
    assert root.text("name") == "second"
    assert [inner.text("count") for inner in root.messages("inner")] == ["3", "-4"]
    assert root.messages("inner")[1].text("other") == "1.5e3"
    assert root.text("missing", "none") == "none"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: 1\nb {\n", "ends inside 1 open message"),
        ("a: 1\n}\n", "line 2: a brace closes nothing"),
        ("a: 1\n\n= 3", "line 3: no field can be read here"),
        ('a: "open\n', "line 1: no field can be read here"),
    ],
)
def test_says_where_a_text_stops_being_one(text: str, message: str) -> None:
    with pytest.raises(TextprotoError, match=message):
        parse_textproto(text)


@given(st.text(alphabet='ab:{}<>"\\ \n1#;', max_size=60))
def test_raises_nothing_but_its_own_error(text: str) -> None:
    with contextlib.suppress(TextprotoError):
        parse_textproto(text)
