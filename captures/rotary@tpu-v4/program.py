"""Rotary position embedding: turn each pair of features by an angle of its position."""

import jax.numpy as jnp

from xlagym.capturing import Variant


def rotary(x, positions):
    half = x.shape[-1] // 2
    frequencies = 10_000.0 ** (-jnp.arange(half) / half)
    angles = positions[:, None, None] * frequencies
    cos, sin = jnp.cos(angles), jnp.sin(angles)
    left, right = x[..., :half], x[..., half:]
    turned = jnp.concatenate([left * cos - right * sin, right * cos + left * sin], axis=-1)
    return turned.astype(x.dtype)


VARIANTS = {
    "rotary": Variant(
        rotary,
        args=["bf16[2048,16,128]", "s32[2048]"],
        tensors={"angles": "positions[:, None, None] * frequencies"},
    ),
}
