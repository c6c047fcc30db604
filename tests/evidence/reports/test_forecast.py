from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.evidence.protos import op_estimates
from tests.evidence.texts import STORE, hlo, text
from xlagym.evidence.reports.forecast import (
    Forecast,
    ForecastError,
    parse_profile_textproto,
    read_forecast,
)

# As libtpu 0.0.52 writes it for naive attention, seq 1024, on v6e.
PROFILE = """\
hlo_op_estimate {
  hlo_op_name: "online-softmax"
  estimated_cycles: 3123
  num_equivalent_hlos: 1
  dma_instruction_type: DMA_INSTRUCTION_TYPE_LOCAL
  scalar_inputs: 0
}
"""
GIVEN = sorted(path.parent.name for path in STORE.glob("*/forecast.json"))


def test_a_profile_as_protobuf_reads_it() -> None:
    # An enum has a name that only the schema knows: protobuf is spared that line.
    plain = "\n".join(line for line in PROFILE.splitlines() if "dma_instruction" not in line)
    expected = [(each.hlo_op_name, each.estimated_cycles) for each in op_estimates(plain)]
    assert [parse_profile_textproto(PROFILE)] == expected == [("online-softmax", 3123)]


def test_the_backends_cycles_for_attention() -> None:
    found = read_forecast(text("attention-s8192@tpu-v6e", "forecast.json"))
    assert found == Forecast({"fusion": 136_663, "online-softmax": 182_647})
    assert found.total == 319_310
    assert found.cycles("fusion") == 136_663
    with pytest.raises(ForecastError, match=r"no forecast for 'copy'; there is one for \['fusion'"):
        found.cycles("copy")


@pytest.mark.parametrize("capture", GIVEN)
def test_every_forecast_names_ops_of_its_module(capture: str) -> None:
    found = read_forecast(text(capture, "forecast.json"))
    assert found.ops
    assert found.strangers(each.name for each in hlo(capture).instructions) == []
    assert found.strangers([]) == sorted(found.ops)


def test_v4_has_none() -> None:
    assert [capture for capture in GIVEN if capture.endswith("@tpu-v4")] == []
    assert len(GIVEN) >= 10


@pytest.mark.parametrize(
    ("profile", "message"),
    [
        ("", "expected one hlo_op_estimate, found 0"),
        (PROFILE * 2, "found 2"),
        (PROFILE[:-2], "can't be read: the text ends inside"),
        (PROFILE.replace("3123", "-3"), "read 'online-softmax', '-3'"),
        (PROFILE.replace('"online-softmax"', '""'), "read '', '3123'"),
    ],
)
def test_a_profile_that_is_none(profile: str, message: str) -> None:
    with pytest.raises(ForecastError, match=message):
        parse_profile_textproto(profile)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "can't be read"),
        ("[]", "can't be read"),
        ('{"ops": 3}', "can't be read"),
        ('{"ops": {"fusion": 1.5}}', "fusion has 1.5, expected whole cycles"),
        ('{"ops": {"fusion": true}}', "fusion has True"),
        ('{"ops": {"fusion": -1}}', "fusion has -1"),
    ],
)
def test_a_forecast_that_is_none(content: str, message: str) -> None:
    with pytest.raises(ForecastError, match=message):
        read_forecast(content)


@given(st.text(max_size=80), st.integers(min_value=0, max_value=len(PROFILE)))
def test_reading_raises_nothing_but_its_own_error(content: str, end: int) -> None:
    for read in (parse_profile_textproto, read_forecast):
        with contextlib.suppress(ForecastError):
            read(content)
        with contextlib.suppress(ForecastError):
            read(PROFILE[:end])
