"""The head of a chapter, between dashes: what the page is called, asks, cites and may say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from xlagym.course.checks.comparisons import Allowed
from xlagym.course.markdown.place import SourcePlace
from xlagym.inputs.fields import Fields
from xlagym.inputs.located_yaml import read_yaml
from xlagym.inputs.problems import Problem, ProblemError
from xlagym.inputs.suggestions import nearest

if TYPE_CHECKING:
    from xlagym.course.context import Library
    from xlagym.course.markdown.markdown import Parsed

_FIELDS = {"title", "question", "summary", "specimen", "stations", "sources", "allow"}


@dataclass(frozen=True, slots=True)
class Front:
    """What the head says."""

    title: str
    question: str
    summary: str
    """One plain sentence for search engines; the question where there is none."""
    specimen: str
    """Id of the capture that stands for this chapter on the home page; empty for none."""
    stations: tuple[str, ...]
    """Slugs of the stations that drill this chapter."""
    sources: tuple[str, ...]
    """Keys of what to read further."""
    allow: tuple[Allowed, ...]
    lines: tuple[tuple[str, int], ...]
    """Line of each field."""

    def line(self, key: str) -> int:
        """Line of a field; that of the head where it has none."""
        return dict(self.lines).get(key, 1)


_EMPTY = Front("", "", "", "", (), (), (), ())


def read_front(parsed: Parsed, library: Library) -> tuple[Front, list[Problem]]:
    """Read the head of a parsed chapter; its stations and sources must be known."""
    head = next((token for token in parsed.tokens if token.type == "front_matter"), None)
    if head is None:
        missing = Problem(
            parsed.file,
            "the chapter has no head",
            "begin the file with --- and the lines 'title:' and 'question:'",
            line=1,
            rule="front",
        )
        return _EMPTY, [missing]
    try:
        # A line for the dashes, so that lines count as in the file.
        document = read_yaml("\n" + head.content, parsed.file)
    except ProblemError as error:
        return _EMPTY, list(SourcePlace(parsed.file, 1).adopt(error).problems)
    fields = Fields(document, (), rule="front")
    fields.only(_FIELDS)
    front = Front(
        fields.text("title", required=True),
        fields.text("question", required=True),
        fields.text("summary") or fields.text("question"),
        fields.text("specimen"),
        fields.texts("stations"),
        fields.texts("sources"),
        tuple(_allowed(part) for part in fields.mappings("allow")),
        tuple((key, document.line(key) or 1) for key in fields.data),
    )
    _check(front, fields, library)
    return front, fields.problems


def _allowed(fields: Fields) -> Allowed:
    fields.only({"phrase", "reason"})
    line = fields.document.line(*fields.path) or 1
    return Allowed(fields.text("phrase", required=True), fields.text("reason", required=True), line)


def _check(front: Front, fields: Fields, library: Library) -> None:
    if front.specimen and front.specimen not in library.store.captures:
        fields.problem(
            "specimen",
            f"the store has no capture '{front.specimen}'",
            nearest(front.specimen, library.store.captures),
        )
    for slug in front.stations:
        if library.site.station(slug) is None:
            known = (station.slug for station in library.site.stations)
            fields.problem("stations", f"the gym has no station '{slug}'", nearest(slug, known))
    for key in front.sources:
        if library.sources.get(key) is None:
            fields.problem(
                "sources",
                f"no source is called '{key}'",
                nearest(key, library.sources.keys()),
            )
