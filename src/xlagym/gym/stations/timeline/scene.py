"""A timeline as its rounds ask about it: which ops work, what is in flight, which line is whose."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from markupsafe import Markup

from xlagym.evidence.timeline.timeline import BarKind, Flight, OpTime, Timeline
from xlagym.gym.rounds.links import line_link
from xlagym.gym.rounds.round import Choice
from xlagym.gym.rounds.words import code, named
from xlagym.gym.stations.timeline.ops import ShownOp, Teller
from xlagym.gym.stations.timeline.words import amount

if TYPE_CHECKING:
    from xlagym.captures.capture import Capture
    from xlagym.captures.form import AnyForm


@dataclass(frozen=True)
class TimelineScene:
    """A capture's timeline with its ops told."""

    capture: Capture
    timeline: Timeline
    shown: tuple[ShownOp, ...]
    """One for each op of the timeline, in its order."""

    @classmethod
    def of(cls, capture: Capture, timeline: Timeline) -> TimelineScene:
        """The scene of a capture. Raises KeyError where its HLO lacks an op of the timeline."""
        return cls(capture, timeline, Teller(capture).tell(timeline))

    @property
    def measured(self) -> bool:
        """Whether it ran: times are real ones."""
        return self.timeline.unit == "ps"

    @cached_property
    def spans(self) -> frozenset[int]:
        """Ops whose bar spans others: loops and calls."""
        bars = (bar for row in self.timeline.rows for bar in row.bars)
        return frozenset(bar.op for bar in bars if bar.kind is BarKind.SPAN)

    @cached_property
    def working(self) -> tuple[int, ...]:
        """Ops that do the work and take time, in the order of the run."""
        return tuple(
            at
            for at, op in enumerate(self.timeline.ops)
            if op.own and op.flight is None and at not in self.spans
        )

    @cached_property
    def flights(self) -> tuple[tuple[int, Flight], ...]:
        """What is in flight: the op that waits, and its flight."""
        return tuple(
            (at, op.flight) for at, op in enumerate(self.timeline.ops) if op.flight is not None
        )

    def op(self, at: int) -> OpTime:
        """The op of an index."""
        return self.timeline.ops[at]

    def id(self, at: int) -> str:
        """Its id on the page."""
        return self.shown[at].id

    def ids(self, indexes: tuple[int, ...]) -> tuple[str, ...]:
        """Ids of several."""
        return tuple(self.shown[at].id for at in indexes)

    def name(self, at: int) -> Markup:
        """Its name, leading to where the page tells it."""
        link = Markup('<a class="at" href="#{}">{}</a>')
        return link.format(self.id(at), named(self.timeline.ops[at].name))

    def choice(self, at: int) -> Choice:
        """It as a choice: what is in flight by both its names."""
        op = self.timeline.ops[at]
        text = named(op.name)
        if op.flight is not None:
            text = Markup("{} → {}").format(named(op.flight.start), named(op.name))
        return Choice(self.id(at), text, op=self.id(at))

    def amount(self, value: int) -> str:
        """An amount of the timeline's unit."""
        return amount(value, self.timeline.unit)

    def line(self, form: AnyForm, needle: str) -> Markup:
        """A file's line on the capture's page, as a link; the file's name where none holds it."""
        number = self.capture.line_of(form, needle)
        if number is None:
            return code(form.file)
        text = Markup("{}, line {}").format(code(form.file), number)
        return line_link(self.capture.id, form, number, text)
