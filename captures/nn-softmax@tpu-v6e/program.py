"""Softmax as the library has it, on bfloat16: compare with labs/programs/softmax.py."""

import jax

from xlagym.capturing import Variant


def nn_softmax(x):
    return jax.nn.softmax(x, axis=-1)


VARIANTS = {"nn-softmax": Variant(nn_softmax, args=["bf16[4096,2048]"])}
