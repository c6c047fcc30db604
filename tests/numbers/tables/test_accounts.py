"""The four accounts of a program on a chip: figures, receipts, and why one is not there."""

from __future__ import annotations

from tests.numbers.workbooks import real_workbook
from xlagym.numbers.tables.accounts import Account, four_accounts

SEED = ("attention-s8192", "tpu-v6e")


def accounts(variant: str, target: str) -> dict[str, Account]:
    told = four_accounts(real_workbook(), variant, target, prefix="xla/10", page="/l/xla/10/")
    assert [account.kind for account in told] == ["cost", "arithmetic", "forecast", "timeline"]
    return {account.kind: account for account in told}


def texts(told: dict[str, Account]) -> dict[str, tuple[str, str]]:
    return {
        kind: (
            account.number.text if account.number else "",
            account.as_bytes.text if account.as_bytes else "",
        )
        for kind, account in told.items()
    }


def test_the_four_of_attention_on_v6e() -> None:
    assert texts(accounts(*SEED)) == {
        "cost": ("155.2 MB", "155.2 MB"),
        "arithmetic": ("276.8 MB", "276.8 MB"),
        "forecast": ("319,310 cycles", ""),
        "timeline": ("217.6 µs", "280.2 MB"),
    }


def test_each_has_a_receipt_and_its_own_basis() -> None:
    told = accounts(*SEED)
    numbers = {kind: account.number for kind, account in told.items()}
    bases = {kind: number.basis for kind, number in numbers.items() if number}
    assert bases == {
        "cost": "compiled",
        "arithmetic": "compiled",
        "forecast": "compiled",
        "timeline": "published",
    }
    for kind, number in numbers.items():
        assert number is not None
        assert number.id == f"xla/10/accounts.attention-s8192.tpu-v6e.{kind}"
        assert number.readings
    moved = told["timeline"].as_bytes
    assert moved is not None
    assert moved.expression == 't.timeline.carriers * chip("tpu-v6e").copy_bandwidth'
    assert {reading.source for reading in moved.readings} == {"XLA-three-accounts"}


def test_what_nobody_measured_is_not_recorded() -> None:
    timeline = accounts("mlp", "tpu-v6e")["timeline"]
    assert (timeline.number, timeline.as_bytes, timeline.missing) == (None, None, "not recorded")


def test_a_chip_without_a_forecast_says_why() -> None:
    forecast = accounts("attention-s8192", "tpu-v4")["forecast"]
    assert forecast.number is None
    assert "has no forecast" in forecast.missing


def test_a_run_on_a_cpu_is_a_time_and_no_bytes() -> None:
    timeline = accounts("attention-s1024", "cpu")["timeline"]
    assert timeline.number is not None
    assert timeline.number.basis == "measured"
    assert timeline.number.text.endswith(" ms")
    assert timeline.as_bytes is None


def test_the_matrix_products_of_attention() -> None:
    number = real_workbook().evaluate(
        "t/flops", "c.arithmetic.matmul_flops", let={"c": "attention-s8192@tpu-v6e"}
    )
    assert (number.value, number.unit) == (34_359_738_368, "FLOP")
