from __future__ import annotations

import gzip
import lzma

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.evidence.profile.profile_builder import Bar, tpu_profile
from tests.report.conftest import ATTENTION
from tests.report.hlo_texts import ASYNC, HOSTILE
from xlagym.captures import forms
from xlagym.report.given.contents import Unreadable, form_of_content, out_of_xz, text_of

PROFILE = tpu_profile([Bar("%fusion = f32[8]{0} fusion(%p), kind=kLoop", 1000, 5000)])
FILES = {
    "optimized.hlo": forms.HLO,
    "stablehlo.mlir": forms.STABLEHLO,
    "stablehlo.debug.mlir": forms.STABLEHLO,
    "live-range.txt": forms.LIVE_RANGES,
    "buffer-assignment.txt": forms.BUFFERS,
    "memory-usage.txt": forms.MEMORY_USAGE,
    "cost.json": forms.COST,
    "memory.json": forms.MEMORY,
}


@pytest.mark.parametrize("name", FILES)
def test_every_file_of_a_capture_is_told_by_its_content(name: str) -> None:
    assert form_of_content((ATTENTION / name).read_bytes()) == FILES[name]


def test_a_forecast_and_profiles_are_told_by_their_content() -> None:
    assert form_of_content(b'{"ops": {"fusion": 12}}') == forms.FORECAST
    assert form_of_content(PROFILE) == forms.PROFILE
    assert form_of_content(PROFILE[: len(PROFILE) // 2]) == forms.PROFILE
    assert form_of_content(gzip.compress(b'{"traceEvents": []}')) == forms.PROFILE


def test_text_counts_as_what_it_holds_however_it_is_packed() -> None:
    for packed in (
        gzip.compress(ASYNC.encode()),
        ASYNC.encode("utf-16"),
        ASYNC.encode("utf-8-sig"),
    ):
        assert form_of_content(packed) == forms.HLO
        assert text_of(packed) == ASYNC


def test_hlo_is_hlo_whatever_its_names_hold() -> None:
    assert form_of_content(HOSTILE.encode()) == forms.HLO
    assert form_of_content(HOSTILE.replace("<b>", "\x01").encode()) == forms.HLO
    assert form_of_content(b"HloModule jit_f") == forms.HLO
    assert form_of_content(b"ENTRY main {\n  ROOT p = f32[8] parameter(0)\n}\n") == forms.HLO


def test_what_xz_holds_is_taken_out_up_to_a_limit() -> None:
    packed = lzma.compress(PROFILE)
    assert out_of_xz(packed, len(PROFILE)) == PROFILE
    assert out_of_xz(packed, 10) == PROFILE[:11]
    assert out_of_xz(packed[:-30], len(PROFILE)) in (PROFILE, b"")
    assert out_of_xz(PROFILE, 1) == PROFILE


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "is empty"),
        (b" \n\n", "holds nothing but blanks"),
        (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "is a PNG picture, no evidence"),
        (b"PK\x03\x04....", "is a zip archive, no evidence"),
        (b"ML\xefR\x0bStableHLO", "is MLIR bytecode, which only the version that wrote it reads"),
        (b"\x00\x01\x02\x03" * 100, "is neither text nor a profile"),
        (b"Dear Sir,\nplease find enclosed", "is text that says nothing of a compiled program"),
        (b'{"answer": 42}', "is text that says nothing of a compiled program"),
        (
            gzip.compress(b"nothing", mtime=0)[:-20],
            "is text that says nothing of a compiled program",
        ),
    ],
)
def test_anything_else_is_named_for_what_it_is(data: bytes, said: str) -> None:
    with pytest.raises(Unreadable) as caught:
        form_of_content(data)
    assert caught.value.message.startswith(said)
    assert caught.value.advice


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=400))
def test_no_bytes_raise_anything_but_a_verdict(data: bytes) -> None:
    try:
        assert form_of_content(data) in forms.FORMS
    except Unreadable as error:
        assert error.message
