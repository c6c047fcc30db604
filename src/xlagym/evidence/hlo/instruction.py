"""One HLO instruction: what the reader keeps of its line, and what is parsed when asked for."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from xlagym.evidence.hlo.attributes import (
    called,
    parse_attributes,
    parse_backend_config,
    parse_metadata,
    unquote,
)
from xlagym.evidence.text.brackets import closing

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from xlagym.evidence.hlo.shapes import Shape
    from xlagym.evidence.text.lines import Lines

HEAD = re.compile(
    r"[ \t]*+(ROOT[ \t]++)?+%?+(\S++)[ \t]++=[ \t]++"
    r"((?:[^\s(]\S*+|(?>\([^\n]*?\)(?=[ \t]++[\w.\-]++\()))[ \t]++[\w.\-]++)(?=\()"
)
"""An instruction's line up to the bracket that opens its operands: root, name, shape and opcode.

Atomic and possessive throughout: a line that doesn't match is left after one pass over it.
"""


_UNIQUE = re.compile(r"\d*|cloned?|remat\d*|sunk|update|call(?:-start|-update|-done)?")
"""What XLA puts behind a dot to keep names unique: numbers, and what was done to a copy."""


@dataclass(slots=True, eq=False)
class Surroundings:
    """What the instructions of one computation share: its name, the text, what was parsed of it."""

    computation: str
    lines: Lines
    parsed: dict[int, dict[str, Any]]
    """By line, what was asked for so far."""


type Typing = tuple[str, str, Shape]
"""An opcode, a shape's text and the shape: the same object for all instructions that share it."""


@dataclass(slots=True, eq=False, init=False)
class Instruction:
    """One instruction, as its line in the text has it. Compared by identity."""

    name: str
    """Without ``%``."""
    opcode: str
    shape_text: str
    """Verbatim."""
    shape: Shape
    operands: tuple[str, ...]
    """Names of instructions of the same computation, without ``%`` and without the ``#1`` by which
    pass dumps take a tuple's element."""
    line: int
    """1-based, in the file; the first line, where it runs over several."""
    is_root: bool
    place: Surroundings = field(repr=False)

    def __init__(
        self,
        name: str,
        typing: Typing,
        operands: tuple[str, ...],
        line: int,
        is_root: bool,
        place: Surroundings,
    ) -> None:
        # Written out because a module has a hundred thousand of these: this is the fastest way.
        self.name = name
        self.opcode, self.shape_text, self.shape = typing
        self.operands = operands
        self.line = line
        self.is_root = is_root
        self.place = place

    @property
    def stem(self) -> str:
        """Its name without what XLA puts behind it to keep names unique.

        ``all-reduce`` of ``all-reduce.4.cloned.1.call-start``.
        """
        parts = self.name.split(".")
        while len(parts) > 1 and _UNIQUE.fullmatch(parts[-1]):
            parts.pop()
        return ".".join(parts)

    @property
    def computation(self) -> str:
        """The name of the computation that it is in, without ``%``."""
        return self.place.computation

    @property
    def text(self) -> str:
        """Its line, verbatim; its lines, where it runs over several."""
        return self.place.lines.from_line(self.line)

    @property
    def argument(self) -> str:
        """What stands between the brackets: operands as written, a literal, a number."""
        text, start, end = self._brackets()
        return text[start + 1 : end].strip()

    @property
    def attributes(self) -> Mapping[str, str]:
        """Its attributes by name, with raw values."""
        found: dict[str, str] = self._once("attributes", self._read_attributes)
        return found

    @property
    def metadata(self) -> Mapping[str, str]:
        """``op_name``, ``source_file``, ``stack_frame_id``…, strings unescaped; {} without any."""
        found: dict[str, str] = self._once(
            "metadata", lambda: parse_metadata(self.attributes.get("metadata", ""))
        )
        return found

    @property
    def backend_config(self) -> Any | None:
        """The backend's configuration, from JSON; its text where it isn't JSON; None if absent."""
        value = self.attributes.get("backend_config")
        if value is None:
            return None
        return self._once("backend_config", lambda: parse_backend_config(value))

    @property
    def calls(self) -> tuple[str, ...]:
        """All computations that it names: called, applied, body, condition, branches."""
        found: tuple[str, ...] = self._once("calls", lambda: called(self.attributes))
        return found

    @property
    def fusion_kind(self) -> str | None:
        """``kLoop``, ``kInput``, ``kOutput``, ``kCustom``; None where no kind is given."""
        return self.attributes.get("kind")

    @property
    def custom_call_target(self) -> str | None:
        """The name by which the backend knows a custom call; None where there is none."""
        value = self.attributes.get("custom_call_target")
        return None if value is None else unquote(value)

    @property
    def parameter_number(self) -> int | None:
        """Which parameter it is, from 0; None if it isn't one."""
        number = self.argument if self.opcode == "parameter" else ""
        return int(number) if number.isdecimal() and len(number) < 10 else None

    def _once(self, what: str, parse: Callable[[], Any]) -> Any:
        known = self.place.parsed.setdefault(self.line, {})
        if what not in known:
            known[what] = parse()
        return known[what]

    def _brackets(self) -> tuple[str, int, int]:
        """Its text, and where its operands' brackets open and close in it."""
        text = self.text
        head = HEAD.match(text)
        start = head.end() if head else len(text)
        end = closing(text, start, len(text))
        return text, start, len(text) if end < 0 else end

    def _read_attributes(self) -> dict[str, str]:
        text, _, end = self._brackets()
        return parse_attributes(text[end + 1 :])
