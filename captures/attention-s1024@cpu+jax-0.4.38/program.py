"""Attention as most people first write it: scores, softmax, weighted sum."""

import jax.numpy as jnp

from xlagym.capturing import Variant


def naive_attention(q, k, v):
    s = q @ k.T
    p = jnp.exp(s - s.max(-1, keepdims=True))
    return (p / p.sum(-1, keepdims=True)) @ v


VARIANTS = {
    f"attention-s{n}": Variant(
        naive_attention,
        args=[f"bf16[{n},128]"] * 3,
        tensors={"scores": "q @ k.T"},
    )
    for n in (1024, 8192)
}
