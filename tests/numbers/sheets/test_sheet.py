from __future__ import annotations

import pytest

from tests.numbers.workbooks import fake, problem, sheet, workbook
from xlagym.inputs.problems import Problem, ProblemError

BOOK = workbook(fake("f-s1@tpu-v6e"), fake("f-s1@tpu-v4"))
LET = "let: {f: f-s1@tpu-v6e, every: f-*}\n"


def fails(text: str) -> Problem:
    with pytest.raises(ProblemError) as caught:
        sheet(BOOK, text)
    return problem(caught.value)


def test_numbers_name_each_other_in_any_order() -> None:
    made = sheet(
        BOOK,
        LET
        + "numbers:\n"
        + "  ratio: {is: twice / once, digits: 1, show: x}\n"
        + "  twice: {is: 2 * once, unit: kB, digits: 1}\n"
        + "  once: f.cost.bytes_accessed\n",
    )
    ratio, twice = made.number("ratio"), made.number("twice")
    assert (ratio.text, ratio.value, ratio.with_values) == ("2.0×", 2.0, "2 kB ÷ 1,000 B")
    assert (
        twice.text,
        twice.value,
        twice.unit,
        twice.with_values,
    ) == ("2.0 kB", 2, "kB", "2 × 1,000 B")
    assert [reading.path for reading in ratio.readings] == ["cost.bytes_accessed"]
    assert [n.id for n in made.numbers()] == ["xla/05/ratio", "xla/05/twice", "xla/05/once"]


def test_one_use_may_show_it_otherwise() -> None:
    made = sheet(
        BOOK, LET + "numbers: {n: {is: 1234 * f.cost.bytes_accessed, show: MB, digits: 1}}\n"
    )
    assert made.number("n").text == "1.2 MB"
    assert made.number("n", "GB", ".6f").text == "0.001234 GB"
    assert made.number("n", "GB", ".6f").rounding == "exact"
    assert made.number("n", "kB").text == "1,234 kB"
    assert made.number("n", None, ".2f").text == "1.23 MB"
    assert made.number("n", "GB", ".6f").value == 1_234_000
    with pytest.raises(ProblemError, match="B is not convertible to s"):
        made.number("n", "s")
    with pytest.raises(ProblemError, match=r"'\.2q' is not a format"):
        made.number("n", None, ".2q")


def test_circles_are_named() -> None:
    made = sheet(BOOK, "numbers:\n  a: b + 1\n  b: c\n  c: a\n")
    with pytest.raises(ProblemError) as caught:
        made.number("b")
    assert problem(caught.value).message == "'b': it depends on itself: b → c → a → b"
    assert len({found.message for found in made.problems()}) == 3


def test_a_long_chain_is_refused_not_followed() -> None:
    links = "".join(f"  n{link}: n{link + 1} + 1\n" for link in range(2000))
    made = sheet(BOOK, f"{LET}numbers:\n{links}  n2000: f.cost.flops\n")
    found = made.problems()
    assert found[0].message == "'n24': more than 24 numbers rest on it, one on the other"
    assert found[0].line == 27
    assert made.number("n2000").value == 64


def test_an_unknown_number_suggests_the_nearest() -> None:
    made = sheet(BOOK, LET + "numbers: {score_trip: f.cost.flops}\nclaims: {big: score_trip > 0}\n")
    with pytest.raises(ProblemError) as caught:
        made.number("score_tip")
    assert problem(caught.value).advice == "did you mean 'score_trip'?"
    with pytest.raises(ProblemError, match="there is no claim 'bigg' here"):
        made.claim("bigg")


def test_a_typed_figure_needs_someone_who_says_so() -> None:
    text = (
        "numbers:\n"
        "  typed: 155.2\n"
        "  quoted: {is: 217.6, unit: us, digits: 1, source: XLA-three-accounts}\n"
        '  assumed: {is: 8192, unit: token, given: "the brief: prompts of this length"}\n'
        "  moved: {is: 'quoted * chip(\"tpu-v6e\").copy_bandwidth', show: MB, digits: 1}\n"
    )
    made = sheet(BOOK, text)
    with pytest.raises(ProblemError, match="'typed': it reads no evidence"):
        made.number("typed")
    quoted, assumed, moved = (made.number(name) for name in ("quoted", "assumed", "moved"))
    assert (
        quoted.text,
        quoted.basis,
        quoted.value,
        quoted.unit,
    ) == ("217.6 µs", "published", 217.6, "µs")
    assert quoted.readings[0].source == "XLA-three-accounts"
    assert quoted.readings[0].line == 3
    assert (assumed.text, assumed.basis) == ("8,192 tokens", "given")
    assert assumed.note == "the brief: prompts of this length"
    assert (moved.text, moved.basis) == ("280.2 MB", "published")
    assert moved.with_values == "217.6 µs × 1,287.5 GB/s"
    assert made.sources() == {"XLA-three-accounts": 3}


def test_a_computed_figure_needs_no_source() -> None:
    made = sheet(BOOK, LET + "numbers: {n: {is: f.cost.flops, source: PL-grid}}\n")
    with pytest.raises(ProblemError, match="computed from evidence, so nobody has to vouch"):
        made.number("n")


def test_the_declared_unit_must_fit() -> None:
    made = sheet(BOOK, LET + "numbers:\n  n:\n    is: f.cost.flops\n    unit: MB\n")
    with pytest.raises(ProblemError) as caught:
        made.number("n")
    found = problem(caught.value)
    assert (found.line, found.rule) == (4, "unit")
    assert found.message == "'n': it comes out in FLOP: FLOP is not convertible to MB"


def test_claims_hold_or_are_problems() -> None:
    made = sheet(
        BOOK,
        LET
        + "claims:\n"
        + "  right: f.cost.flops > 0\n"
        + "  wrong: {is: f.cost.flops > f.forecast.total * unit('FLOP') / unit('cycle') * 2,"
        + " says: the first is larger}\n"
        + "  no_truth: f.cost.flops\n"
        + "  empty: 1 < 2\n",
    )
    right, wrong = made.claim("right"), made.claim("wrong")
    assert right.holds
    assert right.problem() is None
    assert right.id == "xla/05/right"
    assert right.with_values == "64 FLOP > 0"
    assert not wrong.holds
    assert wrong.says == "the first is larger"
    found = made.problems()
    assert [each.line for each in found] == [4, 5, 6]
    assert {"claim"} == {each.rule for each in found}
    assert found[0].message == (
        "the claim 'xla/05/wrong' no longer holds: 64 FLOP > 42 cycles × 1 FLOP ÷ 1 cycle × 2"
    )
    assert "a claim must come out true or false, not 64 FLOP" in found[1].message
    assert "it reads no evidence" in found[2].message


def test_a_claim_over_a_glob_reads_each_capture() -> None:
    made = sheet(
        BOOK,
        "claims: {all: {is: \"all(c.cost.flops > 0 for c in captures('f-*'))\"},"
        " count: {is: \"len(captures('f-*')) == 2\"}}\n".replace("all:", "each:"),
    )
    assert [r.capture for r in made.claim("each").readings] == ["f-s1@tpu-v4", "f-s1@tpu-v6e"]
    assert [r.file for r in made.claim("each").readings] == ["cost.json", "cost.json"]
    assert [r.file for r in made.claim("count").readings] == ["program.py", "program.py"]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("- 1\n", 1, "not a sheet of numbers"),
        ("lets: {}\n", 1, "unknown key 'lets'"),
        ("let: [a]\n", 1, "'let' is not a mapping"),
        ("let: {a: 3}\n", 1, "'a' names no capture"),
        ("numbers: {a: {unti: B, is: b}}\n", 1, "unknown key 'unti'"),
        ("numbers:\n  a:\n    unit: B\n", 2, "'a' has no expression"),
        ("numbers: {a: }\n", 1, "'a' has no expression"),
        ("numbers: {a: true}\n", 1, "'a' has no expression"),
        ("numbers: {a: .inf}\n", 1, "'a' has no expression"),
        ("numbers: {a-b: f}\n", 1, "'a-b' can't be a name"),
        ("numbers: {_a: f}\n", 1, "'_a' can't be a name"),
        ("numbers: {\uff41: f}\n", 1, "'\uff41' can't be a name"),
        ("numbers: {max: f}\n", 1, "'max' is a word of the language"),
        ("numbers: {if: f}\n", 1, "'if' is a word of the language"),
        ("numbers: {a: f}\nclaims: {a: f}\n", 2, "the name 'a' stands twice"),
        ("let: {a: f}\nnumbers: {a: f}\n", 2, "the name 'a' stands twice"),
        ("numbers:\n  a: f\n  a: g\n", 3, "stands twice"),
        ("numbers: {a: {is: f, digits: x}}\n", 1, "'digits' is 'x', expected 0 to 12"),
        ("numbers: {a: {is: f, digits: 13}}\n", 1, "'digits' is 13"),
        ("numbers: {a: {is: f, show: 3}}\n", 1, "'show' is 3, expected text"),
        ("claims: {a: {is: f, show: B}}\n", 1, "unknown key 'show'"),
        ("numbers: [\n", 2, "not valid YAML"),
    ],
)
def test_a_bad_form_names_its_line(text: str, line: int, message: str) -> None:
    found = fails(text)
    assert ("content/xla/05-fusion/numbers.yml", line) == (found.file, found.line)
    assert message in found.message


def test_all_faults_of_a_form_are_told_at_once() -> None:
    with pytest.raises(ProblemError) as caught:
        sheet(BOOK, "numbers: {a-b: f, b: {is: f, shw: B}}\nclaim: {}\n")
    advice = [found.advice for found in caught.value.problems]
    assert len(advice) == 3
    assert "did you mean 'claims'?" in advice
    assert "did you mean 'show'?" in advice


def test_ad_hoc_expressions_may_use_the_sheet() -> None:
    made = sheet(BOOK, LET + "numbers: {n: f.cost.flops}\n")
    number = made.evaluate("xla/05/caption", "2 * n", line=12)
    assert (number.text, number.with_values, number.line) == ("128 FLOP", "2 × 64 FLOP", 12)
