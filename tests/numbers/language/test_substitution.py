from __future__ import annotations

import pytest

from tests.numbers.workbooks import fake, workbook

BOOK = workbook(fake("f-s1@tpu-v6e"), fake("f-s1@tpu-v4"))
MANY = workbook(*(fake(f"f-s{size}@tpu-v6e") for size in range(1, 13)))


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("2 * f.cost.bytes_accessed + f.cost.bytes_accessed", "2 × 1,000 B + 1,000 B"),
        ("2 * (f.cost.flops + f.cost.flops)", "2 × (64 FLOP + 64 FLOP)"),
        ("f.cost.flops - (f.cost.flops - f.cost.flops)", "64 FLOP − (64 FLOP − 64 FLOP)"),
        ("f.cost.flops / f.cost.bytes_accessed > 1.5e-3 * unit('FLOP') / unit('B')", None),
        ("f.cost.flops ** 2 / f.cost.flops", "(64 FLOP) ^ 2 ÷ 64 FLOP"),
        ("-f.cost.flops", "−64 FLOP"),
        ("(-f.cost.flops) ** 2 > 0", "(−64 FLOP) ^ 2 > 0"),
        ("f.forecast.cycles('fusion') < f.forecast.total", "30 cycles < 42 cycles"),
        ("f.cost.flops != 0", "64 FLOP ≠ 0"),
        ("f.target == 'tpu-v6e' and f.cost.flops > 0", '"tpu-v6e" = "tpu-v6e" and 64 FLOP > 0'),
        ("f.target == 'cpu' and f.cost.flops > 0", None),
        ("not (f.cost.flops > 0 or f.cost.flops < 0)", None),
        ("1234567 * f.cost.flops", "1,234,567 × 64 FLOP"),
        ("max(f.cost.flops, 2 * f.cost.flops)", "max(64 FLOP, 2 × 64 FLOP)"),
        ("len(captures('f-*'))", "len(2 captures)"),
        ("2 if f.cost.flops > 0 else 3", "2 if 64 FLOP > 0 else 3"),
        (
            "all(c.cost.flops > 0 for c in every)",
            "all(f-s1@tpu-v4: 64 FLOP > 0, f-s1@tpu-v6e: 64 FLOP > 0)",
        ),
        (
            "sum(c.cost.flops for c in every if c.target != 'tpu-v4')",
            "sum(f-s1@tpu-v6e: 64 FLOP)",
        ),
        ("min([f.cost.flops])", "min([64 FLOP])"),
        ("f.cost.bytes_accessed // unit('B')", "1,000 B // 1 B"),
        (
            "f.cost.bytes_accessed / chip('tpu-v6e').copy_bandwidth",
            "1,000 B ÷ 1,287.5 GB/s",
        ),
    ],
)
def test_expressions_with_values(expression: str, expected: str | None) -> None:
    let = {"f": "f-s1@tpu-v6e", "every": "f-*"}
    number = BOOK.evaluate("x/1", expression, let=let)
    if expected is None:
        expected = {
            "f.cost.flops /": "64 FLOP ÷ 1,000 B > 0.0015 × 1 FLOP ÷ 1 B",
            "f.target == 'c": '"tpu-v6e" = "cpu" and f.cost.flops > 0',
            "not (f.cost.fl": "not (64 FLOP > 0 or f.cost.flops < 0)",
        }[expression[:14]]
    assert expected == number.with_values
    assert expression == number.expression


def test_long_loops_are_counted() -> None:
    number = MANY.evaluate("x/1", "all(c.cost.flops > 0 for c in captures('f-*'))")
    assert number.with_values == (
        "all(f-s10@tpu-v6e: 64 FLOP > 0, f-s11@tpu-v6e: 64 FLOP > 0, "
        "f-s12@tpu-v6e: 64 FLOP > 0, … 12 in all)"
    )
    assert len(number.readings) == 12
