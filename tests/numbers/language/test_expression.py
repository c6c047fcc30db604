from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.numbers.workbooks import fake, problem, sheet, workbook
from xlagym.inputs.problems import ProblemError
from xlagym.numbers.language.evaluation import evaluate
from xlagym.numbers.language.names import Names

BOOK = workbook(fake("f-s1@tpu-v6e"), fake("f-s1@tpu-v4"), fake("g@cpu"))
LET = {"f": "f-s1@tpu-v6e", "every": "f-*@tpu-*"}


def refused(expression: str) -> str:
    with pytest.raises(ProblemError) as caught:
        BOOK.evaluate("x/1", expression, let=LET, file="a.yml", line=3)
    found = problem(caught.value)
    assert (found.file, found.line) == ("a.yml", 3)
    assert found.message.startswith("'1': ")
    return f"{found.rule}: {found.message} / {found.advice}"


@pytest.mark.parametrize(
    "expression",
    [
        "f.__class__",
        "f.cost.__init__",
        "f._step",
        "f.c\u043est.flops",
        "\uff46.c\u0585st.flops",
        "__import__('os')",
        "_",
        "(lambda: 1)()",
        "[x for x in (1).__class__.__mro__]",
        "'a'.upper()",
        "'{0.__class__}'.format(f)",
        "f.cost.bytes_accessed.magnitude",
        "f.source",
        "f.attribute('cost')",
        "open('/etc/passwd')",
        "eval('1')",
        "getattr(f, 'source')",
        "captures.func_globals",
        "max.__self__",
        "f'{f}'",
        "{1: 2}",
        "{1, 2}",
        "f[0]",
        "(y := 1)",
        "not_a_name",
        "1 if f",
        "import os",
        "f.cost.flops = 3",
        "print(1)",
        "range(9)",
        "1j",
        "None",
        "b'x'",
        "...",
        "1e999",
        "captures(glob='*')",
        "max(*every)",
        "[a for a, b in every]",
        "captures()",
        "captures(3)",
        "chip(3)",
        "f.cost",
        "f",
        "every",
        "f.hlo.kind",
        "f.hlo.kind(3)",
        "f.hlo.kind('a', 'b')",
        "f.cost.flops('x')",
        "f.cost('x')",
        "f('x')",
        "'a' * 3",
        "[1] * 3",
        "all([1])",
        "all([])",
        "max([])",
        "min('ab')",
        "sum(3)",
        "len('abc')",
        "round(f.cost.flops, 99)",
        "abs('x')",
        "unit('furlong')",
        "unit('B**99999999')",
        "(-8) ** 0.5",
        "2 ** unit('B')",
        "f.cost.flops / 0",
        "f.cost.flops % 0",
        "1e308 * 10",
        "'a' < 3",
        "3 in 4",
        "",
        "   ",
        "(",
        "\x00",
    ],
)
def test_what_is_refused(expression: str) -> None:
    assert refused(expression)


@pytest.mark.parametrize(
    "expression",
    [
        "9 ** 9 ** 9",
        "9 ** 99 ** 99 ** 99",
        "(9 ** 60) ** 60 ** 60",
        "9 ** -(10 ** 9)",
        "2 ** 1e9",
        "+".join(["(" * 150 + "1" + ")" * 150] * 3),
        "-" * 900 + "1",
        "1" + "+1" * 450,
        "(" * 400 + ")" * 400,
        "9" * 990,
        " or ".join(["f"] * 200),
        "sum(sum(sum(1 for a in every) for b in every) for c in every)" * 9,
        "max([[x for y in [1]*99] for x in every])",
    ],
)
def test_work_is_bounded(expression: str) -> None:
    start = time.perf_counter()
    refused(expression)
    assert time.perf_counter() - start < 2


def test_nested_loops_end() -> None:
    ones = "[1,1,1,1,1,1,1,1,1,1]"
    loops = " ".join(f"for {name} in {ones}" for name in "abcdefg")
    assert "too many steps" in refused(f"sum(1 {loops})")


WORDS = """
f every .cost .flops .bytes_accessed .hlo ( ) [ ] + - * / // % ** < == and or not if else for in c
captures chip "f-*" "tpu-v6e" 1 2.5 , all max sum len unit "B" round .__class__ lambda : 9 abs
.hbm_bandwidth
"""
TOKENS = st.sampled_from(WORDS.split())


@given(st.one_of(st.text(max_size=80), st.lists(TOKENS, max_size=14).map(" ".join)))
@settings(max_examples=400, deadline=2000)
def test_any_text_is_a_number_or_a_problem(expression: str) -> None:
    try:
        number = BOOK.evaluate("x/1", expression, let=LET, file="a.yml", line=3)
    except ProblemError as error:
        assert error.problems[0].line == 3
    else:
        assert number.readings
        assert number.text


def test_bytes_and_seconds_do_not_add() -> None:
    book = workbook(
        fake(
            "f@tpu-v6e",
            files={
                "program.py": "",
                "cost.json": '{\n"bytes accessed": 155197504.0,\n"optimal_seconds": 9.5e-05\n}\n',
            },
        )
    )
    text = (
        "let: {f: f@tpu-v6e}\n"
        "numbers:\n"
        "  fine: f.cost.bytes_accessed\n"
        "  wrong:\n"
        "    is: f.cost.bytes_accessed + f.cost.optimal_seconds\n"
    )
    with pytest.raises(ProblemError) as caught:
        sheet(book, text).number("wrong")
    found = problem(caught.value)
    assert (found.file, found.line, found.rule) == ("content/xla/05-fusion/numbers.yml", 5, "unit")
    assert found.message == (
        "'wrong': units do not fit in f.cost.bytes_accessed + f.cost.optimal_seconds: "
        "the left is 155,197,504 B (in B), the right 9.5e-05 s (in s)"
    )


@pytest.mark.parametrize(
    ("expression", "units"),
    [
        ("f.cost.bytes_accessed - f.cost.flops", "1,000 B (in B), the right 64 FLOP (in FLOP)"),
        ("f.cost.bytes_accessed > 3", "the right 3 (a plain number)"),
        ("f.cost.bytes_accessed == f.forecast.total", "the right 42 cycles (in cycle)"),
        ("f.cost.bytes_accessed in [1, 2]", "the right 1 (a plain number)"),
        ("f.cost.flops not in (0, f.forecast.total)", "the right 42 cycles (in cycle)"),
        ("max(f.cost.bytes_accessed, f.cost.flops)", "in max(): B, FLOP"),
        ("sum([f.cost.bytes_accessed, 1])", "in sum(): B, a plain number"),
    ],
)
def test_other_units_that_do_not_fit(expression: str, units: str) -> None:
    message = refused(expression)
    assert message.startswith("unit: ")
    assert units in message


def test_a_bare_zero_compares_with_any_unit() -> None:
    assert BOOK.evaluate("x/1", "f.cost.bytes_accessed > 0", let=LET).value is True


@pytest.mark.parametrize(
    ("expression", "advice"),
    [
        ("g.cost.flops", "known: abs, account, all, any, captures, chip, every, f, … (14 in all)"),
        ("evry", "did you mean 'every'?"),
        ("mox(1, 2)", "did you mean 'max'?"),
        ("f.cots.flops", "did you mean 'cost'?"),
        ("f.cost.flop", "did you mean 'flops'?"),
        ('f.forecast.cycles("fusionn")', "did you mean 'fusion'?"),
        ('chip("tpu-v6")', "did you mean 'tpu-v6e'"),
        ('chip("tpu-v6e").hbm_bandwith', "did you mean 'hbm_bandwidth'"),
        ('captures("f-s1@tpu-v5*")', "did you mean 'f-s1@tpu-v4'"),
        ("f.cost + 1", "go on with one of: bytes_accessed, flops, optimal_seconds"),
        ("f.forecast.cycles", 'it takes a name: forecast.cycles("…")'),
        ("f.cost.optimal_seconds", "it has none for kernels"),
    ],
)
def test_suggestions(expression: str, advice: str) -> None:
    assert advice in refused(expression)


def test_an_unknown_capture_in_let_suggests_the_nearest() -> None:
    with pytest.raises(ProblemError) as caught:
        BOOK.evaluate("x/1", "f.cost.flops", let={"f": "f-s1@tpu-v6"}, file="a.yml")
    found = problem(caught.value)
    assert found.message == "'1': no capture 'f-s1@tpu-v6'"
    assert found.advice.startswith("did you mean 'f-s1@tpu-v6e'")


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("f.cost.bytes_accessed // unit('B')", 1000),
        ("f.cost.flops * 3 - f.cost.flops", 128),
        ("len(captures('f-*'))", 2),
        ("sum(c.cost.flops for c in every if c.target == 'tpu-v4')", 64),
        ("max(c.forecast.total for c in every)", 42),
        ("min(f.forecast.cycles('fusion'), f.forecast.total)", 30),
        ("any(c.target == 'tpu-v4' for c in every)", True),
        ("all(c.cost.flops == f.cost.flops for c in every)", True),
        ("'tpu' in f.target and f.cost.flops > 0", True),
        ("not f.cost.flops == 0 * unit('FLOP')", True),
        ("f.cost.flops ** 2 / f.cost.flops", 64.0),
        ("-abs(-f.cost.flops)", -64),
        ("round(f.cost.flops / f.cost.bytes_accessed, 2)", 0.06),
        ("3 if f.cost.flops > 0 else 4", 3),
        ("sum(c.target != 'cpu' for c in every)", 2),
        ("f.basis if f.cost.flops > 0 else ''", "compiled"),
        ("1 < f.cost.flops / unit('FLOP') <= 64", True),
        ("f.cost.bytes_accessed / unit('kB') == 1", True),
    ],
)
def test_values(expression: str, value: object) -> None:
    number = BOOK.evaluate("x/1", expression, let=LET)
    assert value == number.value
    assert type(value) is type(number.value)


def test_refused_missing_and_unhealthy_captures_can_not_be_quoted() -> None:
    book = workbook(
        fake("r@tpu-v6e", outcome="refused", files={"program.py": "", "refusal.txt": "no"}),
        fake("n@tpu-v4", forecast="the backend has none", files={"program.py": ""}),
        fake("s@cpu"),
        sick={"s@cpu": ["optimized.hlo is empty"]},
    )

    def message(expression: str) -> str:
        with pytest.raises(ProblemError) as caught:
            book.evaluate("x/1", expression, let={"r": "r@tpu-v6e", "n": "n@tpu-v4", "s": "s@cpu"})
        return problem(caught.value).message

    assert "the compiler refused 'r@tpu-v6e', so it has no cost.json" in message("r.cost.flops")
    assert "'n@tpu-v4' has no forecast: the backend has none" in message("n.forecast.total")
    assert "'n@tpu-v4' has no cost.json" in message("n.cost.flops")
    assert "'s@cpu' is unhealthy (optimized.hlo is empty)" in message("s.cost.flops")


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("sum(a * b for a in (1, 2) for b in (10, 20) if a < 2)", 30),
        ("[a for a in (1, 2, 3) if a > 1] == [2, 3]", True),
        ("sum(sum(a for a in (10, 20)) + a for a in (1, 2))", 63),
        ("len([f for f in (1, 2)]) + f.cost.bytes_accessed / unit('B')", 1002.0),
        ("0 or 7", 7),
        ("0 and f.nothing", 0),
    ],
)
def test_loops_hide_names_until_they_end(expression: str, value: object) -> None:
    assert evaluate(expression, Names(BOOK.sources, LET)).value == value


def test_a_name_of_a_loop_is_gone_behind_it() -> None:
    assert "unknown name 'a'" in refused("sum(a for a in (1, 2)) + a")
