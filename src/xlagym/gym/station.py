"""What every kind of station deals in: rounds with a key, explanations of wrong picks, a reveal.

A kind's module reads evidence and makes these; nobody types an answer. Texts are markup, with
everything that comes from evidence escaped.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markupsafe import Markup

    from xlagym.numbers.number import Number


@dataclass(frozen=True, slots=True)
class Misreading:
    """A named way to go wrong, run on the same evidence: what it would have one pick."""

    name: str
    picks: tuple[str, ...]
    """Ids of lines, such as ``hlo-12``."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why some lines do not belong to the answer, or do, said to somebody who thought otherwise."""

    lines: tuple[str, ...]
    """Ids of lines; empty for all lines that no other explanation names."""
    name: str
    """Of the misreading."""
    text: Markup


@dataclass(frozen=True, slots=True)
class Reveal:
    """What is shown once a round is answered."""

    answer: Markup
    shows: Markup
    """The lines that show it, linked."""
    means: Markup
    further: Markup
    """One step beyond the question."""


@dataclass(frozen=True, slots=True)
class Round:
    """One question over one piece of evidence, with the key that a reader computed."""

    id: str
    """Stable: ``07/attention-s1024@tpu-v6e/carry``."""
    hash: str
    """Of what it asks and of what it asks about, as ``QUESTION.EVIDENCE``."""
    question: Markup
    none: str
    """Label of the button for an empty answer."""
    key: tuple[str, ...]
    """Ids of the lines to pick; empty where nothing is to be picked."""
    misreadings: tuple[Misreading, ...]
    wrong: tuple[Explanation, ...]
    missing: tuple[Explanation, ...]
    """One for each line of the key."""
    reveal: Reveal


@dataclass(frozen=True, slots=True)
class Fact:
    """A figure in a station's header."""

    label: str
    numbers: tuple[Number, ...]
    words: tuple[str, ...]
    """What stands after each number, such as ``lines``; empty strings for nothing."""


@dataclass(frozen=True, slots=True)
class RoundName:
    """A round as other pages name it, to say whether it is due."""

    id: str
    hash: str


def round_hash(question: str, evidence: str) -> str:
    """Hash in two parts, so that a changed round can say which of the two changed."""
    parts = (hashlib.sha256(text.encode()).hexdigest()[:8] for text in (question, evidence))
    return ".".join(parts)
