"""A name that nothing can have is an error: there would be none of it, and that would be true."""

from __future__ import annotations

import pytest

from tests.numbers.workbooks import real_workbook
from xlagym.inputs.problems import ProblemError
from xlagym.numbers.workbook import Workbook

LET = {"small": "attention-s1024@tpu-v6e"}


@pytest.fixture(scope="module")
def book() -> Workbook:
    return real_workbook()


@pytest.mark.parametrize(
    "expression",
    [
        'small.hlo.count("while")',
        'small.hlo.count("all-reduce-start")',
        'small.hlo.kind("kInput")',
        'small.stablehlo.count("custom_call")',
        'small.stablehlo.count("while")',
    ],
)
def test_there_is_none_of_what_there_could_be(book: Workbook, expression: str) -> None:
    assert book.evaluate("x/1", expression, let=LET).value == 0


@pytest.mark.parametrize(
    ("expression", "message", "advice"),
    [
        ('small.hlo.count("convolutoin")', "HLO has no opcode", "did you mean 'convolution'?"),
        ('small.hlo.count("custom_call")', "HLO has no opcode", "did you mean 'custom-call'?"),
        ('small.hlo.count("")', "HLO has no opcode ''", ""),
        ('small.hlo.kind("kOuput")', "there is no kind of fusion", "did you mean 'kOutput'"),
        ('small.stablehlo.count("dot-general")', "StableHLO has no", "stablehlo.dot_general"),
    ],
)
def test_there_is_none_of_what_there_cannot_be(
    book: Workbook, expression: str, message: str, advice: str
) -> None:
    with pytest.raises(ProblemError) as caught:
        book.evaluate("x/1", expression, let=LET)
    (found,) = caught.value.problems
    assert message in found.message
    assert advice in found.advice
