"""Operations of matrix products by their shapes, each worked by hand."""

from __future__ import annotations

from tests.evidence.texts import stable
from xlagym.evidence.stablehlo.arithmetic import matmul_flops
from xlagym.evidence.stablehlo.reader import read_stablehlo

BATCHED = """\
module @m {
  func.func public @main(%a: tensor<4x8x16xf32>, %b: tensor<4x16x2xf32>)
      -> tensor<4x8x2xf32> {
    %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] \
: (tensor<4x8x16xf32>, tensor<4x16x2xf32>) -> tensor<4x8x2xf32>
    return %0 : tensor<4x8x2xf32>
  }
}
"""
CALLED_TWICE = """\
module @m {
  func.func public @main(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %0 = call @f(%arg0) : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %1 = call @f(%0) : (tensor<8x8xf32>) -> tensor<8x8xf32>
    return %1 : tensor<8x8xf32>
  }
  func.func private @f(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %0 = stablehlo.dot_general %arg0, %arg0, contracting_dims = [1] x [0] \
: (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
}
"""


def test_two_products_of_attention() -> None:
    assert matmul_flops(stable("attention-s8192@tpu-v6e")) == 2 * (2 * 8192 * 8192 * 128)


def test_the_feed_forward_block() -> None:
    assert matmul_flops(stable("mlp@tpu-v6e")) == 2 * (2 * 2048 * 1024 * 4096)


def test_no_product_is_no_operation() -> None:
    assert matmul_flops(stable("chain@tpu-v6e")) == 0


def test_batches_multiply_and_only_contracted_dimensions_are_summed() -> None:
    assert matmul_flops(read_stablehlo(BATCHED, None)) == 2 * 4 * 8 * 2 * 16


def test_a_function_that_is_called_twice_counts_twice() -> None:
    assert matmul_flops(read_stablehlo(CALLED_TWICE, None)) == 2 * (2 * 8 * 8 * 8)
