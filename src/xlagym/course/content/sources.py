"""``content/sources.yml``: what pages cite, who wrote it, where it stands, what it is used for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from xlagym.inputs.fields import Fields, entries

if TYPE_CHECKING:
    from xlagym.inputs.located_yaml import Document
    from xlagym.inputs.problems import Problem

_WEB = re.compile(r"https?://[^\s/][^\s]*", re.IGNORECASE)
_FIELDS = {"title", "short", "by", "url", "file", "date", "licence", "for"}


@dataclass(frozen=True, slots=True)
class Source:
    """One document that a page may cite."""

    key: str
    title: str
    short: str
    """What stands in brackets in the text."""
    by: str
    url: str
    """Public address; empty where only a copy is known."""
    file: str
    """Name of the text copy that figures were read from; empty where there is an address."""
    date: str
    licence: str
    use: str
    """What this course takes from it."""
    line: int


@dataclass(frozen=True, slots=True)
class Sources:
    """All sources, by key."""

    by_key: Mapping[str, Source]

    def get(self, key: str) -> Source | None:
        """The source of that key."""
        return self.by_key.get(key)

    def keys(self) -> Iterable[str]:
        """All keys, in the order of the file."""
        return self.by_key.keys()


def read_sources(document: Document) -> tuple[Sources, list[Problem]]:
    """Read ``sources.yml``; faulty entries are reported and kept as far as they read."""
    found, problems = entries(document, "source")
    return Sources({key: _source(key, fields) for key, fields in found}), problems


def _source(key: str, fields: Fields) -> Source:
    fields.only(_FIELDS)
    source = Source(
        key,
        title=fields.text("title", required=True),
        short=fields.text("short") or fields.text("title"),
        by=fields.text("by", required=True),
        url=fields.text("url"),
        file=fields.text("file"),
        date=fields.text("date"),
        licence=fields.text("licence"),
        use=fields.text("for", required=True),
        line=fields.document.line(key) or 1,
    )
    if bool(source.url) == bool(source.file):
        fields.problem("", f"'{key}' should say where it stands", "give it either 'url' or 'file'")
    if source.url and not _WEB.fullmatch(source.url):
        fields.problem("url", f"'{source.url}' is no web address", "begin it with https://")
        return replace(source, url="")
    return source
