"""Checks over the finished pages: links, anchors, ids, alternative texts.

Pages are the project's own output, in which every attribute is in double quotes and every angle
bracket inside a text or an attribute is escaped. That invariant (held by autoescaping) lets regular
expressions find all tags and attributes, many times as fast as a parser would.
"""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from html import unescape
from posixpath import join, normpath
from typing import Protocol

from xlagym.inputs.problems import Problem

_TAG = re.compile(r"<[a-z]\w*+\s[^>]*+>")
"""A tag with attributes."""
_ATTRIBUTE = re.compile(r'\s(id|href|src)="([^"]*)"')
_IMAGE = re.compile(r"<img\b[^>]*>")
_ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|//", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Scan:
    """What one page holds that a check looks at."""

    ids: frozenset[str]
    links: tuple[str, ...]
    """Each target once, as written, but for ids of the page itself that are there."""
    problems: tuple[Problem, ...]
    """What is wrong with the page by itself."""


def scan(path: str, text: str) -> Scan:
    """Read the tags of the page at ``path``; depends on nothing but its text."""
    ids = Counter[str]()
    links: dict[str, None] = {}
    loaded: dict[str, str] = {}
    for tag in _TAG.findall(text):
        for name, value in _ATTRIBUTE.findall(tag):
            plain = unescape(value) if "&" in value else value
            if name == "id":
                ids[plain] += 1
            else:
                links[plain] = None
            if name == "src":
                loaded[plain] = tag
    problems = (
        *_duplicates(path, text, ids),
        *_images(path, text),
        *_from_elsewhere(path, text, loaded),
    )
    away = tuple(each for each in links if not (each.startswith("#") and each[1:] in ids))
    return Scan(frozenset(ids), away, problems)


class Places(Protocol):
    """Where links may lead."""

    def __contains__(self, file: str) -> bool:
        """Whether the site has such a file."""

    def anchors(self, file: str) -> Collection[str] | None:
        """The ids on a page; None for a file that is no page."""

    def names(self) -> Collection[str]:
        """All files."""


def broken_links(path: str, page: Scan, places: Places) -> Iterator[Problem]:
    """Links of the page whose file is ``path`` that lead nowhere.

    Each internal link must lead to a file of the site, each fragment to an id on its page.
    """
    for target in page.links:
        problem = _follow(path, target, places)
        if problem:
            yield problem


def _duplicates(path: str, text: str, found: Counter[str]) -> Iterator[Problem]:
    for value, count in found.items():
        if count > 1:
            yield Problem(
                path,
                f"the id '{value}' stands {count} times on one page",
                "rename one of the headings or entries that it comes from",
                line=_line(text, f'id="{value}"'),
                rule="id",
            )


def _images(path: str, text: str) -> Iterator[Problem]:
    for tag in _IMAGE.findall(text):
        if not re.search(r'\salt="[^"]*\S[^"]*"', tag):
            yield Problem(
                path,
                f"an image without alternative text: {tag[:80]}",
                "say in the brackets of ![…](…) what the image shows",
                line=_line(text, tag),
                rule="alt",
            )


def _from_elsewhere(path: str, text: str, loaded: Mapping[str, str]) -> Iterator[Problem]:
    for source, tag in loaded.items():
        if _ELSEWHERE.match(source) and not source.startswith("data:image/"):
            yield Problem(
                path,
                f"it would load '{source}' from elsewhere",
                "a page loads nothing but its own: keep a copy under static/, or link to it",
                line=_line(text, tag),
                rule="link",
            )


def _follow(path: str, target: str, places: Places) -> Problem | None:
    if _ELSEWHERE.match(target):
        return None
    place, _, fragment = target.partition("#")
    place = place.partition("?")[0]
    resolved = _resolved(path.rpartition("/")[0], place) if place else path
    if resolved not in places:
        near = difflib.get_close_matches(resolved, places.names(), n=1)
        hint = f"nearest is {near[0]}" if near else "add the page, or remove the link"
        return Problem(
            path, f"the link '{target}' leads to {resolved}, which is not built", hint, rule="link"
        )
    anchors = places.anchors(resolved) if fragment else None
    if anchors is not None and fragment not in anchors:
        near = difflib.get_close_matches(fragment, anchors, n=1)
        hint = f"nearest anchor is #{near[0]}" if near else "mend the part after #"
        return Problem(
            path, f"the link '{target}' names an anchor that {resolved} lacks", hint, rule="anchor"
        )
    return None


@lru_cache(maxsize=10_000)
def _resolved(folder: str, place: str) -> str:
    """The file of the site that ``place`` leads to from a page in ``folder``."""
    resolved = normpath(join(folder, place))
    if place.endswith("/") or resolved in (".", ""):
        resolved = normpath(join(resolved, "index.html"))
    return resolved


def _line(text: str, needle: str) -> int | None:
    at = text.find(needle)
    return None if at < 0 else text.count("\n", 0, at) + 1
