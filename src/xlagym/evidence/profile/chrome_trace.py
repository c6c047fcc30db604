"""x"""

from __future__ import annotations
from xlagym.evidence.profile.profile import Profile


def read_chrome_trace(data: bytes, limit: int) -> Profile:
    """x"""
    raise NotImplementedError
