from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xlagym.evidence.hlo.frames import SourceFrame
from xlagym.evidence.stablehlo.locations import LocationError, OpLocation, read_location

F = SourceFrame("f.py", "f", 8, 8, 4, 15)
MAIN = SourceFrame("main.py", "<module>", 1, 1, 1, 9)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("loc(unknown)", OpLocation("", ())),
        ('loc("q")', OpLocation("q", ())),
        ('loc("f.py":8:4)', OpLocation("", (SourceFrame("f.py", "", 8, 8, 4, 4),))),
        (
            'loc("f.py":8:4 to 9:2)',
            OpLocation("", (SourceFrame("f.py", "", 8, 9, 4, 2),)),
        ),
        (
            'loc("jit(f)/dot"(callsite("f"("f.py":8:4 to :15) at '
            '"<module>"("main.py":1:1 to :9))))',
            OpLocation("jit(f)/dot", (F, MAIN)),
        ),
        ('loc("jit(f)"("<module>"("main.py":1:1 to :9)))', OpLocation("jit(f)", (MAIN,))),
        ('loc("reduce:"("reduce"))', OpLocation("reduce", ())),
        ('loc("while:")', OpLocation("while", ())),
        (
            'loc(fused<"meta">["a"("f"("f.py":8:4 to :15)), unknown, "x.py":1:1])',
            OpLocation("a", (F,)),
        ),
        ('loc("a \\22b\\22 \\\\ c")', OpLocation('a "b" \\ c', ())),
    ],
)
def test_reads(text: str, expected: OpLocation) -> None:
    assert read_location(text) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "read 'the end', expected 'loc'"),
        ("loc(", "read 'the end', expected 'more'"),
        ("loc(what)", "read 'w', expected a location"),
        ('loc("f.py":x:1)', "read 'x', expected a number"),
        ("loc(callsite(unknown unknown))", "read 'unknown', expected 'at'"),
    ],
)
def test_what_is_no_location(text: str, message: str) -> None:
    with pytest.raises(LocationError, match=message):
        read_location(text)


@given(
    st.lists(
        st.sampled_from(
            ["loc", "(", ")", '"a"', ":", "1", "to", "at", "callsite", "fused", "[", "]", "<", ","]
        ),
        max_size=14,
    ).map("".join)
    | st.text(max_size=30)
)
def test_raises_nothing_but_its_own_error(text: str) -> None:
    with contextlib.suppress(LocationError):
        read_location(text)
