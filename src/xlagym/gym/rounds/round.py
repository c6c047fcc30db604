"""A round: one question over one piece of evidence, with the key that a reader computed.

A kind's module reads evidence and makes these; nobody types an answer. Texts are markup, with
everything that comes from evidence escaped.

What is kept by the thousand has no slots: a frozen class with slots is unpickled in Python, field
by field, one without by the pickle module itself, and each build reads all of them.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markupsafe import Markup

    from xlagym.gym.rounds.exhibits import Exhibit, LinesToChoose
    from xlagym.numbers.number import Number


@dataclass(frozen=True)
class Choice:
    """Something to choose."""

    id: str
    """Of the op that it names, ``op-41``; for an amount ``amount-2``."""
    text: Markup
    op: str = ""
    """Id of the op that lights up with it; empty for an amount."""


@dataclass(frozen=True)
class Misreading:
    """A named way to go wrong, run on the same evidence: what it would have one pick."""

    name: str
    picks: tuple[str, ...]
    """Ids of choices, or of lines, such as ``hlo-12``."""


@dataclass(frozen=True)
class Explanation:
    """Why some picks do not belong to the answer, or do, said to somebody who thought otherwise."""

    picks: tuple[str, ...]
    """Ids of choices or lines; empty for all lines that no other explanation names."""
    name: str
    """Of the misreading."""
    text: Markup


@dataclass(frozen=True)
class Reveal:
    """What is shown once a round is answered."""

    answer: Markup
    shows: Markup
    """The lines that show it, linked."""
    means: Markup
    further: Markup
    """One step beyond the question."""


@dataclass(frozen=True, slots=True)
class RoomFact:
    """A figure in a room's header, or of an answer."""

    label: str
    numbers: tuple[Number, ...]
    words: tuple[str, ...]
    """What stands after each number, such as ``lines``; empty strings for nothing."""


@dataclass(frozen=True)
class Round:
    """One question with its key, its wrong answers, and the exhibits that are its own."""

    id: str
    """Stable: ``07/attention-s1024@tpu-v6e/carry``."""
    hash: str
    """Of what it asks and of what it asks about, as ``QUESTION.EVIDENCE``."""
    question: Markup
    none: str
    """Label of the button for an empty answer; empty where exactly one is to be chosen."""
    choices: tuple[Choice, ...]
    """Empty where lines of the room's exhibit are picked."""
    key: tuple[str, ...]
    """Ids of the choices, or lines, that belong; empty where none does."""
    misreadings: tuple[Misreading, ...]
    wrong: tuple[Explanation, ...]
    missing: tuple[Explanation, ...]
    """One for each pick of the key."""
    reveal: Reveal
    exhibits: tuple[Exhibit, ...] = ()
    """Shown while it is asked."""
    revealed: tuple[Exhibit, ...] = ()
    """Shown once it is answered: the lines that show it."""
    figures: tuple[RoomFact, ...] = ()
    """Numbers of the answer, with receipts; shown once it is answered."""
    lines: LinesToChoose | None = None
    """The listing whose lines are its choices, where they are."""

    @property
    def name(self) -> str:
        """Its id on the page: what stands behind the last slash."""
        return self.id.rpartition("/")[2]

    @property
    def single(self) -> bool:
        """Whether exactly one is to be chosen."""
        return not self.none


def round_hash(question: str, evidence: str) -> str:
    """Hash in two parts, so that a changed round can say which of the two changed."""
    parts = (hashlib.sha256(text.encode()).hexdigest()[:8] for text in (question, evidence))
    return ".".join(parts)
