"""Receipts on the real store: the figures that the seeds and the lab notes tell."""

from __future__ import annotations

import hashlib

import pytest

from tests.numbers.workbooks import real_workbook, sheet
from tests.places import ROOT
from xlagym.captures.store import load_capture
from xlagym.inputs.problems import ProblemError
from xlagym.numbers.number import Number
from xlagym.numbers.sheets.sheet import Sheet

SHEET = """
let:
  attn: attention-s8192@tpu-v6e
  small: attention-s1024@tpu-v6e
  every: attention-s8192@tpu-*
numbers:
  cost_bytes: {is: attn.cost.bytes_accessed, unit: B, show: MB, digits: 1}
  score_trip: {is: 2 * attn.tensor("scores").bytes + attn.io_bytes, show: MB, digits: 1}
  gap: {is: score_trip / cost_bytes, show: x, digits: 1}
  received: small.stablehlo.lines
  decided: small.hlo.instructions
  launched: small.hlo.launched
  nested: small.hlo.nested
  carriers: small.hlo.carriers
  launched_carriers: small.hlo.launched_carriers
  spills: small.hlo.spills
  space: small.tensor("scores").space
  big: attn.big.text
  big_bytes: attn.big.bytes
  padded: attn.tensor("scores").padded_bytes
  forecast: attn.forecast.cycles("fusion")
  kernel: attn.forecast.cycles("online-softmax")
  pass: attn.passes.index("flash_attention")
  passes: attn.passes.total
  outputs: small.hlo.kind("kOutput")
  matmuls: small.hlo.count("convolution")
  floor: {is: 'attn.io_bytes / chip("tpu-v6e").hbm_bandwidth', show: us, digits: 1}
  traced: {is: small.origins.traced / small.origins.total, show: percent, digits: 0}
claims:
  nearly_double: score_trip / cost_bytes > 1.7
  recognised: >-
    all(c.hlo.has("online-softmax") for c in every if c.target != "tpu-v4")
    and not any(c.hlo.has("online-softmax") for c in captures("attention-s8192@tpu-v4"))
  at_most_one_matmul: >-
    all(c.hlo.max_matmuls_per_fusion <= 1 for c in captures("attention-*@tpu-*"))
    and all(c.hlo.max_matmuls_per_fusion == 2 for c in captures("matmul-chain@tpu-*"))
"""


@pytest.fixture(scope="module")
def made() -> Sheet:
    return sheet(real_workbook(), SHEET.replace("pass:", "pass_at:"))


def test_bytes_accessed_of_the_seed(made: Sheet) -> None:
    number = made.number("cost_bytes")
    assert (number.value, number.unit, number.text) == (155_197_504, "B", "155.2 MB")
    assert number.rounding == "rounded to 1 decimal of MB"
    assert "155,197,504 B" == number.with_values == number.raw
    assert number.command == "xlagym capture attention-s8192@tpu-v6e --replace"
    assert (number.file, number.line) == ("content/xla/05-fusion/numbers.yml", 7)
    (reading,) = number.readings
    assert (reading.capture, reading.file) == ("attention-s8192@tpu-v6e", "cost.json")
    content = (ROOT / "captures" / reading.capture / reading.file).read_bytes()
    assert hashlib.sha256(content).hexdigest() == reading.sha256
    assert reading.line is not None
    line = content.decode().splitlines()[reading.line - 1]
    assert '"bytes accessed":' in line
    assert "155197504" in line
    (made_by,) = number.provenance
    assert (
        made_by.target,
        made_by.device_kind,
        made_by.basis,
    ) == ("tpu-v6e", "TPU v6 lite", "compiled")
    assert (made_by.jax, made_by.jaxlib, made_by.libtpu) == ("0.12.0.1", "0.12.0.1", "0.0.52")


def test_round_trip_arithmetic_of_the_seed(made: Sheet) -> None:
    number = made.number("score_trip")
    assert (number.text, number.value) == ("276.8 MB", 276_824_064)
    assert number.with_values == "2 × 134,217,728 B + 8,388,608 B"
    assert [each.path for each in number.readings] == ['tensor("scores").bytes', "io_bytes"]
    text = (ROOT / "captures/attention-s8192@tpu-v6e/stablehlo.mlir").read_text().splitlines()
    lines = [text[each.line - 1] for each in number.readings if each.line]
    assert "stablehlo.dot_general %arg0" in lines[0]
    assert "func.func public @main" in lines[1]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("gap", "1.8×"),
        ("received", "21"),
        ("decided", "18"),
        ("launched", "1"),
        ("nested", "2"),
        ("carriers", "3"),
        ("launched_carriers", "1"),
        ("spills", "0"),
        ("space", "VMEM"),
        ("big", "bf16[8192,8192]"),
        ("big_bytes", "134,217,728 B"),
        ("padded", "134,217,728 B"),
        ("forecast", "136,663 cycles"),
        ("kernel", "182,647 cycles"),
        ("passes", "539"),
        ("outputs", "1"),
        ("matmuls", "1"),
        ("floor", "5.1 µs"),
    ],
)
def test_what_the_lab_notes_say(made: Sheet, name: str, text: str) -> None:
    assert text == made.number(name).text


def line_of(number: Number) -> str:
    (reading,) = number.readings
    assert reading.line is not None
    capture = load_capture(ROOT / "captures" / reading.capture)
    return capture.text(reading.file).splitlines()[reading.line - 1]


def test_lines_show_what_they_are_quoted_for(made: Sheet) -> None:
    assert '"fusion":' in line_of(made.number("forecast"))
    assert '"flash_attention"' in line_of(made.number("pass_at"))
    assert "%fusion = bf16[1024,1024]{1,0:T(8,128)(2,1)S(1)}" in line_of(made.number("space"))
    assert "convolution(" in line_of(made.number("matmuls"))
    assert "kind=kOutput" in line_of(made.number("outputs"))
    assert "tensor<8192x8192xbf16>" in line_of(made.number("big"))


def test_the_cost_model_divides_by_nearly_the_bandwidth_of_the_device_plane() -> None:
    book, let = real_workbook(), {"c": "attention-s8192@tpu-v6e"}
    rate = book.evaluate(
        "x/rate", "c.cost.bytes_accessed / c.cost.optimal_seconds", let=let, show="GB/s", digits=0
    )
    assert rate.text == "1,638 GB/s"
    stated = book.evaluate("x/stated", 'chip("tpu-v6e").hbm_bandwidth', unit="B/s")
    assert rate.value == pytest.approx(stated.value, rel=1e-5)
    assert rate.value != stated.value


def test_mixed_bases_are_listed_weakest_first(made: Sheet) -> None:
    number = made.number("floor")
    assert (number.basis, number.bases) == ("published", ("published", "compiled"))
    assert number.with_values == "8,388,608 B ÷ 1,637.99 GB/s"


def test_traced_share_of_the_seed(made: Sheet) -> None:
    number = made.number("traced")
    assert number.text == "100 %"


def test_claims_about_the_chips(made: Sheet) -> None:
    assert made.claim("nearly_double").holds
    assert made.claim("nearly_double").with_values == "276,824,064 B ÷ 155,197,504 B > 1.7"
    assert made.claim("recognised").holds
    assert len(made.claim("recognised").readings) == 5
    assert made.claim("at_most_one_matmul").holds


def test_scores_lie_in_hbm_on_v5p_and_in_cmem_on_v4() -> None:
    spaces = {
        target: real_workbook()
        .evaluate("x/space", 'c.tensor("scores").space', let={"c": f"attention-s1024@tpu-{target}"})
        .value
        for target in ("v4", "v5e", "v5p", "v6e", "7x")
    }
    assert spaces == {"v5e": "VMEM", "v6e": "VMEM", "7x": "VMEM", "v5p": "HBM", "v4": "CMEM"}


def test_what_is_fused_away_lies_nowhere() -> None:
    book, let = real_workbook(), {"c": "attention-exp2-s8192@tpu-v6e"}
    number = book.evaluate("x/space", "c.big.space", let=let)
    assert (number.value, number.readings[0].line) == ("not materialized", None)
    with pytest.raises(ProblemError, match=r"launches has bf16\[8192,8192\] as its result"):
        book.evaluate("x/size", "c.big.padded_bytes", let=let)


def test_a_result_of_the_same_type_is_no_place_of_the_intermediate() -> None:
    book, let = real_workbook(), {"c": "softmax@tpu-v6e"}
    assert book.evaluate("x/space", "c.big.space", let=let).value == "not materialized"


def test_a_refused_program_says_so() -> None:
    number = real_workbook().evaluate(
        "x/outcome", "c.outcome if len([c]) == 1 else ''", let={"c": "matmul-tile-2048@tpu-v6e"}
    )
    assert (number.value, number.readings[0].file) == ("refused", "program.py")
