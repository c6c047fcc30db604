from __future__ import annotations

import pytest

from xlagym.numbers.units.scaled import BYTES, exact, operations, scaled, size, time


@pytest.mark.parametrize(
    ("count", "told"),
    [
        (0, "0 B"),
        (999, "999 B"),
        (1_000, "1.00 kB"),
        (8_388_608, "8.39 MB"),
        (99_960_000, "100 MB"),
        (276_824_064, "277 MB"),
        (999_600_000, "1.00 GB"),
        (1_234_000_000_000_000, "1,234 TB"),
        (-8_388_608, "-8.39 MB"),
    ],
)
def test_sizes(count: int, told: str) -> None:
    assert size(count) == scaled(count, BYTES) == told


def test_times_operations_and_whole_bytes() -> None:
    told = [time(ps) for ps in (0, 12, 999_900, 8_155_270)]
    assert told == ["0 ps", "12 ps", "1.00 µs", "8.16 µs"]
    assert operations(17_179_869_184) == "17.2 GFLOP"
    assert exact(8_388_608) == "8,388,608\N{NO-BREAK SPACE}B"
