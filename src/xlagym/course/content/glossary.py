"""``content/glossary.yml``: one line of definition a term, and the chapter that teaches it.

    mxu:
      name: MXU
      is: The matrix unit of a TensorCore, …
      taught: xla/09
      cite: scaling-book-tpus

A figure in a definition is a published one, so the entry must cite where it was published.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from xlagym.course.checks.digits import typed_figures
from xlagym.course.markdown.coded import html, plain, without_code
from xlagym.course.markdown.gap import GAP
from xlagym.inputs.fields import Fields, entries
from xlagym.inputs.suggestions import nearest

if TYPE_CHECKING:
    from xlagym.course.content.paths import Site
    from xlagym.course.content.sources import Sources
    from xlagym.inputs.located_yaml import Document
    from xlagym.inputs.problems import Problem

_FIELDS = {"name", "is", "taught", "aliases", "cite"}


@dataclass(frozen=True, slots=True)
class Term:
    """One entry."""

    key: str
    """Slug, and the anchor on the glossary's page."""
    name: str
    definition: str
    """One line, in which backticks mark code."""
    taught: str
    """Id of the chapter, such as ``xla/05``; empty for none."""
    aliases: tuple[str, ...]
    cite: str
    """Key of the source; empty for none."""
    published: bool
    """Whether the definition holds figures quoted from that source."""
    line: int

    @property
    def html(self) -> str:
        """The definition for a page."""
        return html(self.definition)

    @property
    def plain(self) -> str:
        """The definition for an attribute."""
        return plain(self.definition)


@dataclass(frozen=True, slots=True)
class Glossary:
    """All terms, by key; a role finds them by key, name or alias, whatever the case."""

    by_key: Mapping[str, Term]
    by_name: Mapping[str, str]

    def find(self, name: str) -> Term | None:
        """The term of that key, name or alias."""
        key = self.by_name.get(name.casefold())
        return None if key is None else self.by_key[key]

    def names(self) -> Iterable[str]:
        """Every spelling that a role may use."""
        return self.by_name.keys()

    def __iter__(self) -> Iterator[Term]:
        """Terms as the page lists them, by name."""
        return iter(sorted(self.by_key.values(), key=lambda term: term.name.casefold()))


def read_glossary(
    document: Document, site: Site, sources: Sources
) -> tuple[Glossary, list[Problem]]:
    """Read ``glossary.yml``; its chapters and sources must be known."""
    found, problems = entries(document, "term")
    terms = {key: _term(key, fields) for key, fields in found}
    by_name: dict[str, str] = {}
    for key, fields in found:
        _check_links(terms[key], fields, site, sources)
        for name in dict.fromkeys((key, terms[key].name, *terms[key].aliases)):
            taken = by_name.setdefault(name.casefold(), key)
            if taken != key:
                fields.problem("aliases", f"'{name}' also means '{taken}'", "drop one of the two")
    return Glossary(terms, by_name), problems


def _term(key: str, fields: Fields) -> Term:
    fields.only(_FIELDS)
    definition = fields.text("is", required=True)
    cite = fields.text("cite")
    figures = typed_figures(without_code(definition, GAP))
    if figures and not cite:
        fields.problem(
            "is",
            f"the definition of '{key}' holds the figure '{figures[0]}', traced to nothing",
            "say it without the figure, or add 'cite:' with the source that publishes it",
        )
    return Term(
        key,
        name=fields.text("name") or key,
        definition=definition,
        taught=fields.text("taught"),
        aliases=fields.texts("aliases"),
        cite=cite,
        published=bool(figures and cite),
        line=fields.document.line(key) or 1,
    )


def _check_links(term: Term, fields: Fields, site: Site, sources: Sources) -> None:
    if term.taught and site.chapter(term.taught) is None:
        fields.problem(
            "taught",
            f"no path has a chapter '{term.taught}'",
            nearest(term.taught, (chapter.id for chapter in site.chapters)),
        )
    if term.cite and sources.get(term.cite) is None:
        fields.problem(
            "cite", f"no source is called '{term.cite}'", nearest(term.cite, sources.keys())
        )
