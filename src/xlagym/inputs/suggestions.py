"""The advice after an unknown name: the nearest one that exists, or a few that do."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def nearest(word: str, known: Iterable[str], limit: int = 8) -> str:
    """Advice for ``word``, which is none of ``known``: a likely meaning, else what there is."""
    names = sorted(set(known))
    close = get_close_matches(word, names, n=3, cutoff=0.6)
    if close:
        return "did you mean " + " or ".join(f"'{name}'" for name in close) + "?"
    if not names:
        return "there is nothing of that kind to name"
    more = f", … ({len(names)} in all)" if len(names) > limit else ""
    return "known: " + ", ".join(names[:limit]) + more
