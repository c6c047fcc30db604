"""Write side: the only part of xlagym that runs JAX programs.

A program of ``labs/programs/`` needs one name from here: ``Variant``.
"""

from xlagym.capturing.programs.variant import Variant

__all__ = ["Variant"]
