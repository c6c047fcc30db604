"""The bytes of a profile: protobuf's wire format, XSpaces, Chrome traces.

Start at ``xspace.py``, which makes what ``xplane.py`` describes; ``wire.py`` lies below both.
"""
