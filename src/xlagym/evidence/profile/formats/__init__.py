"""The bytes of a profile: protobuf's wire format, XSpaces, Chrome traces.

Start at ``xplane.py``; ``wire.py`` lies below it.
"""
