"""Token embeddings, scaled by numpy's root of their width: no Python number."""

import numpy as np

from xlagym.capturing import Variant


def embedding(table, tokens):
    rows = table[tokens]
    return rows * np.sqrt(table.shape[-1])


VARIANTS = {
    "embedding": Variant(
        embedding,
        args=["bf16[32768,1024]", "s32[4096]"],
        tensors={"rows": "table[tokens]"},
    ),
}
