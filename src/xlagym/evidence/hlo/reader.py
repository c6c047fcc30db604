"""HLO text: a module's computations and instructions, with the line and the text of each.

One pass over the lines; names, opcodes, shapes and operands are read, attributes wait until asked
for. Nothing here knows a list of opcodes or attributes, so new ones are read like the old. A line
that can't be read is kept in ``Module.unread`` with what is wrong, and the rest still reads.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from xlagym.evidence.hlo.attributes import parse_attributes, unquote
from xlagym.evidence.hlo.frames import SECTIONS, FrameTables
from xlagym.evidence.hlo.instruction import HEAD, Instruction, Surroundings, Typing
from xlagym.evidence.hlo.module import Computation, HloError, Module, Unread
from xlagym.evidence.hlo.shapes import Shape, ShapeError, parse_shape
from xlagym.evidence.text.brackets import closing, split_commas, statement_end, without_comments
from xlagym.evidence.text.lines import Lines

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Computation", "HloError", "Instruction", "Module", "Unread", "read_hlo"]

# Matches every line. An instruction as compilers print it, by far the most common, fills the groups
# root, name, shape and opcode, and operands (all plain, or else). Any other line is the last group.
# Explicit sets of characters, which the matcher tests by a bit, make it a tenth faster than ``\w``.
_WORD = r"[A-Za-z0-9_.\-]++"
_LINE = re.compile(
    rf"(?: *+(ROOT )?+%?+({_WORD}) = "
    rf"((?:[^ (\n][^ \n]*+|(?>\([^\n]*?\)(?= {_WORD}\())) {_WORD})"
    rf"\((?:%({_WORD}(?:, %{_WORD})*+)|([^()\"\n]*+))\)(?=[,\r\n])[^\n]*+|([^\n]*+))\n"
)
_CHUNK = 1 << 14
"""Characters that are cut into lines at a time: few enough that what is made of them is small."""
_MODULE = re.compile(r"^[ \t]*+HloModule[ \t]++([^\s,]++)", re.MULTILINE)
_ENTRY = re.compile(r"^[ \t]*+ENTRY\b", re.MULTILINE)
# What starts something of its own, and so ends an instruction that isn't closed: an instruction,
# a computation's end, the header of one. Lines of a literal start with brackets or digits.
_STATEMENT = re.compile(
    r"^(?:[ \t]*+(?:ROOT[ \t]++)?+%?+\S++[ \t]++=[ \t]|\}(?=[,\s]|\Z)"
    r"|[ \t]*+(?:ENTRY[ \t]++)?+%?+[A-Za-z_][^\n]*\{[ \t\r]*$)",
    re.MULTILINE,
)
_COMPUTATION = re.compile(r"[ \t]*+(ENTRY[ \t]++)?+%?+([^\s(){}\"=,]++)[ \t]*+")
_MARKED = re.compile(r"%([^\s,()#]++)")
_WITHOUT_OPERANDS = frozenset(("constant", "parameter"))


def read_hlo(text: str) -> Module:
    """Read HLO text, whole or cut. Raises HloError if it has neither a header nor an ENTRY."""
    return _HloReader(text).read()


class _HloReader:
    """Reads one text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._lines = Lines(text)
        self._frames = FrameTables()
        self._unread: list[Unread] = []
        self._computations: dict[str, Computation] = {}
        self._open: Computation | None = None
        self._section = ""
        self._read_to = 0  # lines up to this one are read already
        self._place: Surroundings | None = None  # of the open computation
        self._add: Callable[[Instruction], None] = _nowhere
        self._parsed: dict[int, dict[str, Any]] = {}
        self._types: dict[str, Typing] = {}
        self._shapes: dict[str, Shape] = {}

    def read(self) -> Module:
        """Read it all. Raises HloError if there is neither a header nor an ENTRY."""
        header = _MODULE.search(self._text)
        if header is None and not _ENTRY.search(self._text):
            raise HloError("no line starts with HloModule or ENTRY: this is not the text of HLO")
        start = end = 0
        if header is not None:
            start = header.start()
            end = statement_end(self._text, start, len(self._text))
            if end < 0:
                end = self._text.find("\n", start)
                end = len(self._text) if end < 0 else end
        self._read_lines(end)
        name = header[1].rstrip(":") if header is not None else ""
        return self._module(name, self._text[start:end].rstrip("\r"))

    def _module(self, name: str, header: str) -> Module:
        if self._open is not None:
            self._open.end_line = len(self._lines)
            self._refuse(
                len(self._lines), f"the text ends inside computation {self._open.name}: is it cut?"
            )
        entry = next((each for each in self._computations.values() if each.is_entry), None)
        if entry is None:
            self._refuse(len(self._lines), "the text has no ENTRY computation: is it cut?")
            entry = Computation("", True, 0, 0, self._lines)
        return Module(
            name=name,
            header=header,
            text=self._text,
            lines=self._lines,
            computations=self._computations,
            entry=entry,
            unread=self._unread,
            frames=self._frames,
        )

    def _read_lines(self, start: int) -> None:
        line = self._text.count("\n", 0, start)
        last = self._text.rfind("\n") + 1
        while start < last:
            end = self._text.find("\n", min(start + _CHUNK, last - 1)) + 1
            line = self._read_rows(line, _LINE.findall(self._text, start, end))
            start = end
        if start < len(self._text):
            self._read_rows(line, _LINE.findall(self._text[start:] + "\n"))

    def _read_rows(self, before: int, rows: list[tuple[str, str, str, str, str, str]]) -> int:
        """Read the lines after line ``before``, as ``_LINE`` cuts them; the last one's number."""
        line = before
        types = self._types
        place, add = self._place, self._add
        for line, (root, name, typed, marked, operands, other) in enumerate(rows, before + 1):
            if not name or place is None or line <= self._read_to:
                if line > self._read_to and (name or other):
                    self._read_other(line, self._lines[line - 1] if name else other)
                    place, add = self._place, self._add
                continue
            known = types.get(typed) or self._type(line, typed)
            if known is None:
                continue
            if marked:
                found = tuple(marked.split(", %"))
            elif not operands or known[0] in _WITHOUT_OPERANDS:
                found = ()
            else:
                found = _names(operands)
            add(Instruction(name, known, found, line, root != "", place))
        return line

    def _type(self, line: int, typed: str) -> Typing | None:
        """Opcode, shape's text and shape of ``shape opcode``, each text parsed only once."""
        shape_text, opcode = typed.rsplit(None, 1)
        shape = self._shapes.get(shape_text)
        if shape is None:
            try:
                shape = self._shapes[shape_text] = parse_shape(shape_text)
            except ShapeError as error:
                self._refuse(line, str(error))
                return None
        known = self._types[typed] = (opcode, shape_text, shape)
        return known

    def _read_other(self, line: int, text: str) -> None:
        """A line that isn't a plain instruction inside a computation."""
        stripped = text.strip()
        if not stripped or stripped.startswith("//"):
            return
        if stripped.startswith("}"):
            self._close(line, stripped)
        elif stripped.endswith("{") and self._opens(line, stripped):
            return
        elif self._open is None:
            self._read_outside(line, stripped)
        elif not self._read_slowly(line, text) and not self._continues(line):
            self._refuse(line, "this is neither an instruction nor the end of the computation")

    def _read_outside(self, line: int, text: str) -> None:
        if text in SECTIONS:
            self._section = text
        elif not self._section or self._computations:
            self._refuse(line, "this stands outside any computation")
        elif not self._frames.read_row(self._section, text):
            self._refuse(line, f"this is not a row of {self._section}")

    def _opens(self, line: int, text: str) -> bool:
        """Whether the line is a computation's header; if so, open it."""
        match = _COMPUTATION.match(text)
        if match is None:
            return False
        if match.end() < len(text) - 1 and not (text[match.end()] == "(" and "->" in text):
            return False
        if self._open is not None:
            self._refuse(line, f"computation {self._open.name} isn't closed before this")
            self._open.end_line = line - 1
        name = match[2]
        opened = Computation(name, match[1] is not None, line, line, self._lines)
        if name in self._computations:
            self._refuse(line, f"a second computation is called {name}: it isn't read")
        else:
            self._computations[name] = opened
        self._open = opened
        self._place = Surroundings(name, self._lines, self._parsed)
        self._add = opened.instructions.append
        return True

    def _close(self, line: int, text: str) -> None:
        if self._open is None:
            self._refuse(line, "this closes no computation")
            return
        self._open.end_line = line
        if "execution_thread=" in text:
            thread = parse_attributes(text[1:].lstrip(" ,")).get("execution_thread", "")
            self._open.thread = unquote(thread)
        self._open = self._place = None

    def _read_slowly(self, line: int, text: str) -> bool:
        """An instruction whose operands hold brackets or strings, or go on over more lines."""
        head = HEAD.match(text)
        if head is None or self._place is None:
            return False
        closed = closing(text, head.end(), len(text))
        if closed < 0:
            text = self._statement(line)
            closed = closing(text, head.end(), len(text))
            if closed < 0:
                self._refuse(line, "its operands are not closed")
                return True
            self._read_to = line + text.count("\n", 0, closed)
            self._lines.runs_to(line, self._read_to)
        rest = text[closed + 1 : closed + 41].lstrip()
        if rest and rest[0] not in ",/":
            self._refuse(line, f"after its operands stands {rest!r}")
            return True
        root, name, typed = head.groups()
        known = self._types.get(typed) or self._type(line, typed)
        if known is not None:
            plain = known[0] in _WITHOUT_OPERANDS
            operands = () if plain else _names(text[head.end() + 1 : closed])
            self._add(Instruction(name, known, operands, line, root is not None, self._place))
        return True

    def _statement(self, line: int) -> str:
        """The text from this line on, up to the next that starts something of its own."""
        start = self._lines.starts[line - 1]
        after = self._text.find("\n", start) + 1
        following = _STATEMENT.search(self._text, after) if after else None
        return self._text[start : following.start() if following else len(self._text)]

    def _continues(self, line: int) -> bool:
        """Whether the line goes on with the instruction before it; if so, note that it does."""
        assert self._open is not None
        if not self._open.instructions or not self._lines[line - 2].rstrip().endswith(","):
            return False
        last = self._open.instructions[-1]
        if self._lines.last_line(last.line) != line - 1:
            return False
        self._lines.runs_to(last.line, line)
        return True

    def _refuse(self, line: int, why: str) -> None:
        self._unread.append(Unread(line, self._lines[line - 1], why))


def _names(operands: str) -> tuple[str, ...]:
    """Operands' names, with or without ``%``, past shapes and comments before them."""
    if "%" in operands:
        return tuple(_MARKED.findall(operands))
    words = [part.rsplit(None, 1)[-1] for part in split_commas(without_comments(operands))]
    return tuple([word.partition("#")[0] or word for word in words])


def _nowhere(instruction: Instruction) -> None:
    """Where instructions go that no computation holds."""
