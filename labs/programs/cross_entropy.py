"""Cross-entropy: the log of the sum, less the logit of the token that came."""

import jax
import jax.numpy as jnp

from xlagym.capturing import Variant


def cross_entropy(logits, tokens):
    chosen = jnp.take_along_axis(logits, tokens[:, None], axis=-1)
    return (jax.nn.logsumexp(logits, axis=-1) - chosen[:, 0]).mean()


VARIANTS = {
    "cross-entropy": Variant(cross_entropy, args=["bf16[2048,32768]", "s32[2048]"]),
}
