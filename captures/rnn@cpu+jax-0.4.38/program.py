"""A recurrent cell scanned over time: the loop stays a loop when compiled."""

import jax
import jax.numpy as jnp

from xlagym.capturing import Variant


def rnn(xs, state, w_in, w_state):
    def cell(state, x):
        state = jnp.tanh(x @ w_in + state @ w_state)
        return state, state

    return jax.lax.scan(cell, state, xs)


VARIANTS = {
    "rnn": Variant(
        rnn,
        args=[
            "bf16[128,64,512]",
            "bf16[64,512]",
            "bf16[512,512]",
            "bf16[512,512]",
        ],
    ),
}
