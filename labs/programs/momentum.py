"""Gradient descent with momentum: weights in bfloat16, their speed in float32."""

from xlagym.capturing import Variant


def momentum(weights, speed, gradient):
    speed = 0.9 * speed + gradient
    return (weights - 0.01 * speed).astype(weights.dtype), speed


VARIANTS = {
    "momentum": Variant(
        momentum,
        args=["bf16[4096,4096]", "f32[4096,4096]", "bf16[4096,4096]"],
    ),
}
