from __future__ import annotations

import pytest

from xlagym.evidence.origins.fates import fate, lines_in_words
from xlagym.evidence.origins.origins import Fate, Origin


def test_runs_of_lines_are_drawn_together() -> None:
    assert lines_in_words([4]) == "line 4"
    assert lines_in_words([4, 5]) == "lines 4 and 5"
    assert lines_in_words([4, 6, 7, 8, 11]) == "lines 4, 6 to 8 and 11"
    assert lines_in_words([4, 5, 6, 9]) == "lines 4 to 6 and 9"


def test_of_many_places_the_first_are_told() -> None:
    many = list(range(1, 40, 2))
    assert lines_in_words(many, 6) == "lines 1, 3, 5, 7, 9, 11 and 14 more places"
    assert lines_in_words(many[:7], 6) == "lines 1, 3, 5, 7, 9, 11 and 1 more place"
    assert lines_in_words(many[:6], 6) == "lines 1, 3, 5, 7, 9 and 11"


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("fused", "fused into `%a` and `%b` and `%c`"),
        ("kept", "kept as `%x`"),
        ("kernel", "replaced by the kernel `%k` at pass `p`"),
        ("merged", "merged with its equal at pass `p`"),
        ("folded", "folded into others at pass `p`"),
        ("constant", "a constant"),
        ("lost", "not traced"),
    ],
)
def test_fates(kind: Fate, told: str) -> None:
    assert fate(Origin(0, kind, "k", "p", ("x",), ("a", "b", "c"))) == told


def test_of_many_names_the_first_are_told() -> None:
    origin = Origin(0, "fused", None, None, (), ("a", "b", "c"))
    assert fate(origin, 2) == "fused into `%a` and `%b` and 1 more"
