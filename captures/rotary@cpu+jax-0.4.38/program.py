"""Rotary position embedding: each pair of features turned by its position."""

import jax.numpy as jnp

from xlagym.capturing import Variant


def rotary(x, positions):
    half = x.shape[-1] // 2
    frequencies = 10_000.0 ** (-jnp.arange(half) / half)
    angles = positions[:, None, None] * frequencies
    cos, sin = jnp.cos(angles), jnp.sin(angles)
    left, right = x[..., :half], x[..., half:]
    turned = left * cos - right * sin, right * cos + left * sin
    return jnp.concatenate(turned, axis=-1).astype(x.dtype)


VARIANTS = {
    "rotary": Variant(
        rotary,
        args=["bf16[2048,16,128]", "s32[2048]"],
        tensors={"angles": "positions[:, None, None] * frequencies"},
    ),
}
