"""Mean squared error: a whole array down to one number."""

from xlagym.capturing import Variant


def mse(prediction, target):
    return ((prediction - target) ** 2).mean()


VARIANTS = {
    "mse": Variant(
        mse,
        args=["bf16[4096,2048]"] * 2,
        tensors={"error": "prediction - target"},
    ),
}
