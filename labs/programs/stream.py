"""A pure copy: all that it does is read and write, so its time tells the bandwidth achieved."""

import jax.numpy as jnp

from xlagym.capturing import Variant


def pure_copy(x):
    return jnp.copy(x)


VARIANTS = {
    "copy-1gb": Variant(pure_copy, args=["f32[1953125,128]"]),
    "copy-1mb": Variant(pure_copy, args=["f32[2000,125]"]),
}
