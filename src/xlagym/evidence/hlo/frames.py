"""Where in a program an instruction comes from: the frame tables of HLO text, and inline metadata.

Since jax 0.9 HLO carries four tables (FileNames, FunctionNames, FileLocations, StackFrames) and
each instruction a ``stack_frame_id``; before, metadata had ``source_file`` and ``source_line``.
Ids are renumbered by whoever prints the text, so they are resolved here and never shown.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from xlagym.evidence.hlo.attributes import unquote

if TYPE_CHECKING:
    from collections.abc import Mapping

SECTIONS = ("FileNames", "FunctionNames", "FileLocations", "StackFrames")
"""The titles of the tables, each alone on its line."""

_NAME_ROW = re.compile(r'[ \t]*(\d{1,9})[ \t]+("[^"\\]*+(?:\\.[^"\\]*+)*+")[ \t\r]*\Z')
_FIELDS_ROW = re.compile(r"[ \t]*(\d{1,9})[ \t]+\{([^{}]*)\}[ \t\r]*\Z")
_FIELD = re.compile(r"(?<!\w)(\w++)=(\d{1,9})(?!\d)")


@dataclass(frozen=True, slots=True)
class SourceFrame:
    """One place in a program's source.

    Lines count from 1, columns from 0 and in bytes, as JAX records them; 0 where none is recorded.
    """

    file: str
    function: str
    line: int
    end_line: int
    column: int
    end_column: int


@dataclass(slots=True)
class FrameTables:
    """The tables of one module, by id. ``resolve`` is what to ask."""

    files: dict[int, str] = field(default_factory=dict)
    functions: dict[int, str] = field(default_factory=dict)
    locations: dict[int, SourceFrame] = field(default_factory=dict)
    frames: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Frame id to its location's id and its parent's frame id, 0 for none."""

    def resolve(self, stack_frame_id: int) -> tuple[SourceFrame, ...]:
        """The frames of a stack, the leaf first; () for an id that the tables don't have."""
        found: list[SourceFrame] = []
        seen: set[int] = set()
        frame = stack_frame_id
        while frame in self.frames and frame not in seen:
            seen.add(frame)
            location, frame = self.frames[frame]
            if location in self.locations:
                found.append(self.locations[location])
        return tuple(found)

    def read_row(self, section: str, row: str) -> bool:
        """Take in one row of a table; False if it can't be read."""
        if section in ("FileNames", "FunctionNames"):
            return self._read_name(section, row)
        match = _FIELDS_ROW.match(row)
        if match is None:
            return False
        values = {key: int(value) for key, value in _FIELD.findall(match[2])}
        if section == "FileLocations":
            self.locations[int(match[1])] = self._location(values)
        else:
            # The text has the parent's id plus one, so that a root's 1 stands for none.
            parent = values.get("parent_frame_id", 1) - 1
            self.frames[int(match[1])] = (values.get("file_location_id", 0), max(parent, 0))
        return True

    def _read_name(self, section: str, row: str) -> bool:
        match = _NAME_ROW.match(row)
        if match is None:
            return False
        names = self.files if section == "FileNames" else self.functions
        names[int(match[1])] = unquote(match[2])
        return True

    def _location(self, values: Mapping[str, int]) -> SourceFrame:
        line = values.get("line", 0)
        column = values.get("column", 0)
        return SourceFrame(
            file=self.files.get(values.get("file_name_id", 0), ""),
            function=self.functions.get(values.get("function_name_id", 0), ""),
            line=line,
            end_line=values.get("end_line", line),
            column=column,
            end_column=values.get("end_column", column),
        )


def inline_frame(metadata: Mapping[str, str]) -> SourceFrame | None:
    """The frame that metadata holds itself, as before jax 0.9; None if it holds no file."""
    file = metadata.get("source_file")
    if not file:
        return None
    line = _number(metadata.get("source_line"))
    return SourceFrame(
        file=file,
        function="",
        line=line,
        end_line=_number(metadata.get("source_end_line")) or line,
        column=_number(metadata.get("source_column")),
        end_column=_number(metadata.get("source_end_column")),
    )


def frame_id(metadata: Mapping[str, str]) -> int:
    """The metadata's ``stack_frame_id``, 0 for none."""
    return _number(metadata.get("stack_frame_id"))


def _number(text: str | None) -> int:
    return int(text) if text and text.isdecimal() and len(text) < 10 else 0
