"""Layer norm over the features of each token, with its statistics in float32."""

import jax
import jax.numpy as jnp

from xlagym.capturing import Variant


def layernorm(x, scale, bias):
    wide = x.astype(jnp.float32)
    centered = wide - wide.mean(-1, keepdims=True)
    variance = (centered * centered).mean(-1, keepdims=True)
    y = centered * jax.lax.rsqrt(variance + 1e-6)
    return (y * scale + bias).astype(x.dtype)


VARIANTS = {
    "layernorm": Variant(
        layernorm,
        args=["bf16[4096,2048]", "f32[2048]", "f32[2048]"],
        tensors={"wide": "x.astype(jnp.float32)"},
    ),
}
