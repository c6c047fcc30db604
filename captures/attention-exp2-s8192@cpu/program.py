"""Attention in base two: one function away from what the compiler recognizes."""

import jax.numpy as jnp

from xlagym.capturing import Variant

LOG2_E = 1.4426950408889634


def exp2_attention(q, k, v):
    s = q @ k.T * LOG2_E
    p = jnp.exp2(s - s.max(-1, keepdims=True))
    return (p / p.sum(-1, keepdims=True)) @ v


VARIANTS = {
    "attention-exp2-s8192": Variant(
        exp2_attention,
        args=["bf16[8192,128]"] * 3,
        tensors={"scores": "q @ k.T"},
    ),
}
