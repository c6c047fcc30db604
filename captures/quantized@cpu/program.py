"""A matmul in int8, and its result back in bfloat16."""

import jax.numpy as jnp

from xlagym.capturing import Variant


def quantized(x, w, scale):
    y = jnp.dot(x, w, preferred_element_type=jnp.int32)
    return (y * scale).astype(jnp.bfloat16)


VARIANTS = {
    "quantized": Variant(
        quantized,
        args=["s8[2048,2048]", "s8[2048,2048]", "f32[2048]"],
        tensors={"product": "jnp.dot(x, w, preferred_element_type=jnp.int32)"},
    ),
}
