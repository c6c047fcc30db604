"""One page, or one JSON object, for anybody's files or function: ``xlagym xray``.

Reads what it is given by content, matches what belongs together, asks the evidence readers, and
writes one self-contained file. Nothing here reads the course or its captures.
"""
