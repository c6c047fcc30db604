"""Kernels that somebody wrote: Mosaic inside a custom call, Pallas blocks, refusals.

Start at ``Kernel`` in ``mosaic.py``.
"""
