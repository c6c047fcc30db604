"""What every kind of station deals in: rounds with a key, explanations of wrong picks, a reveal.

A kind's module reads evidence and makes these; nobody types an answer. Texts are markup, with
everything that comes from evidence escaped.

What is kept by the thousand has no slots: a frozen class with slots is unpickled in Python, field
by field, one without by the pickle module itself, and each build reads all of them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from markupsafe import Markup

    from xlagym.gym.rounds.spec import Spec
    from xlagym.numbers.number import Number


@dataclass(frozen=True)
class Misreading:
    """A named way to go wrong, run on the same evidence: what it would have one pick."""

    name: str
    picks: tuple[str, ...]
    """Ids of lines, such as ``hlo-12``."""


@dataclass(frozen=True)
class Explanation:
    """Why some lines do not belong to the answer, or do, said to somebody who thought otherwise."""

    lines: tuple[str, ...]
    """Ids of lines; empty for all lines that no other explanation names."""
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


@dataclass(frozen=True)
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


class Named(Protocol):
    """Anything that is dealt as a round."""

    @property
    def id(self) -> str:
        """Stable."""

    @property
    def hash(self) -> str:
        """Of what it asks and of what it asks about."""


class Room(Protocol):
    """One page of a station: a program on a target, with its rounds."""

    @property
    def capture(self) -> str:
        """Id of the capture that it is read from."""

    @property
    def variant(self) -> str:
        """Of the program."""

    @property
    def target(self) -> str:
        """What the program was made for, or ran on."""

    @property
    def path(self) -> str:
        """Site path of its page."""

    @property
    def title(self) -> str:
        """Of its page, without the station's: ``mlp on TPU v6e``."""

    @property
    def captures(self) -> Sequence[str]:
        """Ids of all captures that it shows; empty where that is ``capture`` alone."""

    @property
    def rounds(self) -> Sequence[Named]:
        """The rounds that it deals."""


class Station(Protocol):
    """What pages ask of a station, whatever its kind."""

    @property
    def spec(self) -> Spec:
        """What its author says of it."""

    @property
    def rooms(self) -> Sequence[Room]:
        """Its pages."""

    @property
    def withheld(self) -> int:
        """Rounds left out because no second reading could confirm their key."""

    @property
    def card_rounds(self) -> Sequence[RoundName]:
        """Its rounds, for pages that say how a person stands."""


def round_hash(question: str, evidence: str) -> str:
    """Hash in two parts, so that a changed round can say which of the two changed."""
    parts = (hashlib.sha256(text.encode()).hexdigest()[:8] for text in (question, evidence))
    return ".".join(parts)
