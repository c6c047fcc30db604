"""Addresses on pages are relative, and lead where the absolute ones did."""

from __future__ import annotations

from urllib.parse import urljoin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xlagym.course.markdown.address import relative, slug

PARTS = st.lists(st.text("abz0.-", min_size=1).filter(lambda part: part.strip(".")), max_size=3)


@pytest.mark.parametrize(
    ("page", "target", "expected"),
    [
        ("/l/xla/05-fusion/", "/glossary/#tile", "../../../glossary/#tile"),
        ("/l/xla/05-fusion/", "/l/xla/", "../"),
        ("/l/xla/05-fusion/", "/", "../../../"),
        ("/l/xla/05-fusion/", "/l/xla/05-fusion/#a", "#a"),
        ("/l/xla/05-fusion/", "/l/xla/05-fusion/", "./"),
        ("/", "/l/xla/", "l/xla/"),
        ("/", "/numbers.json", "numbers.json"),
        ("/404.html", "/gym/", "gym/"),
        ("/gym/", "#here", "#here"),
        ("/gym/", "https://x.example/a", "https://x.example/a"),
        ("/gym/", "//x.example/a", "//x.example/a"),
    ],
)
def test_relative(page: str, target: str, expected: str) -> None:
    assert relative(page, target) == expected


@given(PARTS, PARTS)
def test_relative_leads_to_the_target(here: list[str], there: list[str]) -> None:
    page, target = ("/" + "".join(f"{part}/" for part in parts) for parts in (here, there))
    host = "http://host"
    assert urljoin(host + page, relative(page, target)) == host + target


@pytest.mark.parametrize(
    ("text", "expected"),
    [("What `kLoop` says", "what-kloop-says"), ("Naïve — ½", "naive-1-2"), ("…", "")],
)
def test_slug(text: str, expected: str) -> None:
    assert slug(text) == expected
