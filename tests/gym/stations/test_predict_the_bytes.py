"""GYM·18 beyond what every drill is tested for: figures worked out by hand, and the ranges."""

from __future__ import annotations

import pytest

from xlagym.captures.store import Store
from xlagym.evidence.stablehlo.arithmetic import products
from xlagym.gym.stations.predict_the_bytes.bill import bucket
from xlagym.gym.stations.predict_the_bytes.bytes import bytes_round, moved
from xlagym.gym.stations.predict_the_bytes.flops import flops_round
from xlagym.numbers.units.scaled import operations


def test_a_multilayer_perceptron_by_hand(store: Store) -> None:
    mlp = store.get("mlp@tpu-v6e")
    assert [each.flops for each in products(mlp.stablehlo)] == [2 * 2048 * 1024 * 4096] * 2
    weights, biases = 2 * 1024 * 4096, 4096 + 1024
    assert moved(mlp) == 2 * (2 * 2048 * 1024 + weights + biases)


def test_attention_by_hand(store: Store) -> None:
    attention = store.get("attention-s8192@tpu-v6e")
    assert moved(attention) == 4 * 8192 * 128 * 2
    assert sum(each.flops for each in products(attention.stablehlo)) == 2 * 2 * 8192 * 8192 * 128


def test_a_loop_hides_how_often_a_product_runs(store: Store) -> None:
    assert flops_round(store.get("rnn@tpu-v6e")) is None


def test_a_product_of_integers_is_none_of_floats(store: Store) -> None:
    assert flops_round(store.get("quantized@tpu-v6e")) is None


def test_elements_are_a_named_misreading_of_bytes(store: Store) -> None:
    round = bytes_round(store.get("attention-s8192@tpu-v6e"))
    assert round is not None
    picks = {each.name: each.picks for each in round.misreadings}
    texts = {choice.id: str(choice.text) for choice in round.choices}
    assert [texts[id] for id in picks["elements for bytes"]] == ["4.19 MB"]
    assert [texts[id] for id in round.key] == ["8.39 MB"]


@pytest.mark.parametrize(
    ("times", "place"), [(0.1, 0), (0.949, 0), (0.95, 1), (1, 1), (1.05, 2), (16, 7), (100, 9)]
)
def test_a_factor_falls_into_one_range(times: float, place: int) -> None:
    assert bucket(times) == place


def test_operations_keep_three_digits() -> None:
    told = [operations(count) for count in (12, 999_600, 17_179_869_184, 537 * 10**6)]
    assert told == ["12 FLOP", "1.00 MFLOP", "17.2 GFLOP", "537 MFLOP"]
