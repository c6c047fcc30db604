from __future__ import annotations

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.evidence.texts import compiled, one_chip, stable, text
from xlagym.evidence.hlo.shapes import Array
from xlagym.evidence.reports.cost import CostError, read_cost, read_memory_stats


def test_attention_as_the_compiler_counts_it() -> None:
    cost = read_cost(text("attention-s8192@tpu-v6e", "cost.json"))
    assert cost.bytes_accessed == 155_197_504
    assert type(cost.bytes_accessed) is int
    # It can't see inside the kernel: half the matmuls, and none of the exponentials.
    assert cost.flops == 2 * 8192 * 8192 * 128
    assert cost.transcendentals is None
    assert cost.optimal_seconds == pytest.approx(9.4748e-05, rel=1e-4)


def test_the_cpu_sees_the_exponentials_and_has_no_time() -> None:
    cost = read_cost(text("attention-s1024@cpu", "cost.json"))
    assert cost.transcendentals == 1024 * 1024
    assert cost.optimal_seconds is None


@pytest.mark.parametrize("capture", compiled())
def test_every_figure_is_the_files(capture: str) -> None:
    raw = json.loads(text(capture, "cost.json"))
    assert read_cost(text(capture, "cost.json")).all == raw


@pytest.mark.parametrize("capture", one_chip())
def test_arguments_and_results_take_at_least_their_bytes(capture: str) -> None:
    """Second reading of the sizes: from the types of the StableHLO."""
    stats = read_memory_stats(text(capture, "memory.json"))
    module = stable(capture)

    def size(arrays: tuple[Array, ...]) -> int:
        return sum(array.bytes for array in arrays)

    assert size(module.arguments) <= stats.argument_bytes <= size(module.arguments) * 1.01 + 4096
    assert size(module.results) <= stats.output_bytes <= size(module.results) * 1.01 + 4096


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "the cost analysis can't be read"),
        ("[1]", "the cost analysis holds no object"),
        ('{"flops": "many"}', "'flops' is 'many', expected a number"),
        ('{"flops": true}', "'flops' is True"),
    ],
)
def test_costs_that_are_none(content: str, message: str) -> None:
    with pytest.raises(CostError, match=message):
        read_cost(content)


def test_a_missing_size_is_named() -> None:
    data = json.loads(text("attention-s1024@tpu-v6e", "memory.json"))
    del data["temp_size_in_bytes"]
    with pytest.raises(CostError, match="temp_size_in_bytes is None, expected bytes"):
        read_memory_stats(json.dumps(data))


@given(st.recursive(st.none() | st.booleans() | st.floats() | st.text(), st.lists))
def test_any_value_is_read_or_refused(value: object) -> None:
    for content in (json.dumps(value), json.dumps({"flops": value}), str(value)):
        for read in (read_cost, read_memory_stats):
            with contextlib.suppress(CostError):
                read(content)
