"""The record of runs says what ran, keeps two clocks apart, and is not believed when it lies."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from xlagym.evidence.reports.run_record import (
    RunRecord,
    RunRecordError,
    read_run_record,
    write_run_record,
)

RECORD = RunRecord(
    device="TPU v6 lite",
    devices=1,
    module="jit_f",
    warm_up=3,
    runs=4,
    host_ns=(50, 10, 30, 20),
    profile_ps=(4_000, 1_000, 3_000, 2_000),
    xprof={"version": "2.24.2", "hlo_stats": "17 rows"},
)


def test_written_and_read_again() -> None:
    text = write_run_record(RECORD)
    assert read_run_record(text) == RECORD
    assert '"host_median_ns": 25,' in text.split("\n")
    assert '"profile_low_ps": 1000,' in text.split("\n")


def test_the_middle_and_the_spread() -> None:
    host, profile = RECORD.host, RECORD.profile
    assert host is not None and (host.low, host.median, host.high) == (10, 25, 50)
    assert profile is not None and (profile.lower_quartile, profile.upper_quartile) == (1750, 3250)


def test_a_profile_that_tells_no_run_apart() -> None:
    record = replace(RECORD, profile_ps=())
    assert record.profile is None
    assert "profile_median_ps" not in write_run_record(record)
    assert read_run_record(write_run_record(record)) == record


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("runs", 3, "it says 3 runs and times 4"),
        ("host_median_ns", 24, "its medians are not those of its runs"),
        ("device", "", "'' is no text"),
        ("warm_up", -1, "-1 is no count"),
        ("host_ns", "10", "'10' is no list of times"),
        ("profile_ps", [1.5], "1.5 is no count"),
        ("xprof", ["hlo_stats"], "it is no record of runs"),
    ],
)
def test_what_is_refused(field: str, value: object, message: str) -> None:
    data = json.loads(write_run_record(RECORD)) | {field: value}
    with pytest.raises(RunRecordError, match=message):
        read_run_record(json.dumps(data))


@pytest.mark.parametrize("text", ["", "[]", "{", '{"device": "a"}'])
def test_other_texts(text: str) -> None:
    with pytest.raises(RunRecordError, match="it is no record of runs"):
        read_run_record(text)
