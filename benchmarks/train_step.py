"""Writes the optimized HLO of a transformer's train step for CPU: the long text of a benchmark.

Unrolled layers, forward and backward, and an Adam update of every weight; compiled, never run.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp

WIDTH, HEADS, LENGTH, BATCH, WORDS = 512, 8, 512, 4, 4096
MATRICES = {
    "q": (WIDTH, WIDTH),
    "k": (WIDTH, WIDTH),
    "v": (WIDTH, WIDTH),
    "o": (WIDTH, WIDTH),
    "up": (WIDTH, 4 * WIDTH),
    "down": (4 * WIDTH, WIDTH),
}


def normalized(x: jax.Array) -> jax.Array:
    centered = x - x.mean(-1, keepdims=True)
    return centered * jax.lax.rsqrt((centered * centered).mean(-1, keepdims=True) + 1e-5)


def layer(weights: dict[str, jax.Array], x: jax.Array) -> jax.Array:
    heads = (BATCH, LENGTH, HEADS, WIDTH // HEADS)
    q, k, v = ((normalized(x) @ weights[name]).reshape(heads) for name in "qkv")
    scores = jnp.einsum("bthd,bshd->bhts", q, k) / (WIDTH // HEADS) ** 0.5
    masked = jnp.where(jnp.tril(jnp.ones((LENGTH, LENGTH), bool)), scores, -1e9)
    mixed = jnp.einsum("bhts,bshd->bthd", jax.nn.softmax(masked, -1), v)
    x = x + mixed.reshape(BATCH, LENGTH, WIDTH) @ weights["o"]
    return x + jax.nn.gelu(normalized(x) @ weights["up"]) @ weights["down"]


def loss(weights: Any, words: jax.Array) -> jax.Array:
    x = weights["words"][words]
    for each in weights["layers"]:
        x = layer(each, x)
    guessed = jax.nn.log_softmax((x @ weights["words"].T)[:, :-1])
    return -jnp.take_along_axis(guessed, words[:, 1:, None], -1).mean()


def step(weights: Any, first: Any, second: Any, words: jax.Array, turn: jax.Array) -> Any:
    lost, slope = jax.value_and_grad(loss)(weights, words)
    first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, first, slope)
    second = jax.tree.map(lambda v, g: 0.99 * v + 0.01 * g * g, second, slope)

    def moved(weight: jax.Array, m: jax.Array, v: jax.Array) -> jax.Array:
        return weight - 1e-3 * (m / (1 - 0.9**turn)) / (jnp.sqrt(v / (1 - 0.99**turn)) + 1e-8)

    return jax.tree.map(moved, weights, first, second), first, second, lost


def text(layers: int) -> str:
    spec: Any = jax.ShapeDtypeStruct
    matrices = {name: spec(sizes, jnp.float32) for name, sizes in MATRICES.items()}
    weights = {"words": spec((WORDS, WIDTH), jnp.float32), "layers": [matrices] * layers}
    words = spec((BATCH, LENGTH), jnp.int32)
    turn = spec((), jnp.float32)
    compiled = jax.jit(step).lower(weights, weights, weights, words, turn).compile()
    return str(compiled.as_text())


if __name__ == "__main__":
    Path(sys.argv[2]).write_text(text(int(sys.argv[1])))
