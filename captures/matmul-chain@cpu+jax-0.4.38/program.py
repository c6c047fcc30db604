"""Two matmuls in a row, nothing between them: does the second take the first in?"""

from xlagym.capturing import Variant


def matmul_chain(x, w_up, w_down):
    return (x @ w_up) @ w_down


VARIANTS = {
    "matmul-chain": Variant(
        matmul_chain,
        args=["bf16[1024,1024]", "bf16[1024,4096]", "bf16[4096,1024]"],
        tensors={"hidden": "x @ w_up"},
    ),
}
