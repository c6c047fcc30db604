"""Add back half of a branch: what becomes of the plain Python 0.5?"""

from xlagym.capturing import Variant


def residual(x, branch):
    return x + 0.5 * branch


VARIANTS = {"residual": Variant(residual, args=["bf16[4096,4096]"] * 2)}
