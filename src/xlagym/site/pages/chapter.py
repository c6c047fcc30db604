"""Chapters, each with its drills, its sources, and the receipts of what it quotes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from markupsafe import Markup

from xlagym.course.content.chapter import Chapter
from xlagym.course.content.sources import Source
from xlagym.course.markdown.coded import html as coded
from xlagym.site.assembly import parts
from xlagym.site.assembly.edition import Edition
from xlagym.site.assembly.plan import Plan


@dataclass(frozen=True, slots=True)
class SourceNote:
    """A reference as the end of a page lists it."""

    key: str
    html: Markup
    url: str


def plan(edition: Edition) -> Iterator[Plan]:
    """The pages of all written chapters."""
    links = edition.cards.chapters
    for chapter in edition.chapters:
        link = next(link for link in links if link.path == chapter.path)
        yield Plan(
            path=chapter.path,
            template="pages/chapter.html",
            title=f"{link.question_text} {chapter.title}",
            description=chapter.front.summary.replace("`", ""),
            nav="path",
            late=partial(_told, edition, chapter.entry.id),
            receipts=chapter.numbers,
            claims=chapter.claims,
        )


def _told(edition: Edition, id: str) -> dict[str, object]:
    chapter, _ = parts.chapter(edition, id)
    assert chapter is not None, "a page is planned of what could be read"
    links = edition.cards.chapters
    at = next(index for index, link in enumerate(links) if link.path == chapter.path)
    return {
        "chapter": _shown(chapter),
        "previous": links[at - 1] if at else None,
        "next": links[at + 1] if at + 1 < len(links) else None,
        "stations": [edition.cards.station(entry) for entry in chapter.stations],
        "sources": [source_note(source) for source in chapter.sources],
        "captures": _manifests(edition, chapter),
    }


def source_note(source: Source) -> SourceNote:
    """A reference in words: title, author, date, what it is used for."""
    place = f", {source.file}" if source.file else ""
    date = f", {source.date}" if source.date else ""
    html = Markup("<cite>{}</cite>, {}{}{}. Used here for {}.").format(
        source.title, source.by, date, place, source.use
    )
    return SourceNote(source.key, html, source.url)


def _shown(chapter: Chapter) -> dict[str, object]:
    return {
        "number": f"{chapter.number:02d}",
        "slug": chapter.entry.folder.partition("/")[2],
        "title": chapter.title,
        "question": Markup(coded(chapter.question)),
        "path": chapter.path,
        "html": Markup(chapter.html),
        "headings": chapter.headings,
        "words": chapter.words,
    }


def _manifests(edition: Edition, chapter: Chapter) -> list[object]:
    return [
        edition.store.captures[name].manifest
        for name in chapter.captures
        if name in edition.store.captures
    ]
