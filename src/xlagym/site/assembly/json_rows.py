"""Rows for machines: a JSON list with a line a row, so that a diff shows the rows that moved."""

from __future__ import annotations

import json
from collections.abc import Iterable


def json_rows(rows: Iterable[object]) -> bytes:
    """``rows`` as JSON in UTF-8, each on a line of its own."""
    lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    return f"[\n{lines}\n]\n".encode()
