"""HLO text: a module's computations and instructions, with the line and the text of each.

One pass over the lines; names, opcodes, shapes and operands are read, attributes wait until asked
for. Nothing here knows a list of opcodes or attributes, so new ones are read like the old. A line
that can't be read is kept in ``Module.unread`` with what is wrong, and the rest still reads.
"""

from __future__ import annotations

import re

from xlagym.evidence.attributes import parse_attributes, unquote
from xlagym.evidence.brackets import closing, split_commas, statement_end, without_comments
from xlagym.evidence.frames import SECTIONS, FrameTables
from xlagym.evidence.hlo_module import Computation, HloError, Module, Unread
from xlagym.evidence.instruction import HEAD, Instruction
from xlagym.evidence.lines import Lines
from xlagym.evidence.shapes import Shape, ShapeError, parse_shape

__all__ = ["Computation", "HloError", "Instruction", "Module", "Unread", "read_hlo"]

# Every line matches: one that is an instruction with plain operands has the groups, any other has
# none. That is the fast path, by far the most common in compilers' own output.
_LINE = re.compile(
    r"(?:" + HEAD.pattern + r"\(([^()\"\n]*+)\)(?=[,\s]|\Z)[^\n]*+|[^\n]*+)(?:\n|\Z)"
)
_MODULE = re.compile(r"^[ \t]*HloModule[ \t]+([^\s,]+)", re.MULTILINE)
_ENTRY = re.compile(r"^[ \t]*ENTRY\b", re.MULTILINE)
_STATEMENT = re.compile(
    r"^(?:[ \t]*+(?:ROOT[ \t]++)?+%?+\S++[ \t]++=[ \t]|\}|[^\n]*\{[ \t\r]*$)", re.M
)
_COMPUTATION = re.compile(r"[ \t]*+(ENTRY[ \t]++)?+%?+([^\s(){}\"=,]++)[ \t]*+")
_MARKED = re.compile(r"%([^\s,()]++)")
_WITHOUT_OPERANDS = frozenset(("constant", "parameter"))


def read_hlo(text: str) -> Module:
    """Read HLO text, whole or cut. Raises HloError if it has neither a header nor an ENTRY."""
    return _Reader(text).read()


class _Reader:
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
        self._shapes: dict[str, tuple[str, Shape]] = {}
        self._names: dict[str, str] = {}

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
        last = len(self._lines)
        if self._open is not None:
            self._open.end_line = last
            self._refuse(last, f"the text ends inside computation {self._open.name}: is it cut?")
        entry = next((each for each in self._computations.values() if each.is_entry), None)
        if entry is None:
            self._refuse(last, "the text has no ENTRY computation: is it cut?")
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
        first = self._text.count("\n", 0, start) + 1
        for line, match in enumerate(_LINE.finditer(self._text, start), first):
            root, name, shape, opcode, operands = match.groups()
            if name is None or line <= self._read_to or self._open is None:
                if line > self._read_to:
                    self._read_other(line, match.start(), match.end())
                continue
            if opcode in _WITHOUT_OPERANDS:
                found: tuple[str, ...] = ()
            elif "%" in operands:
                found = self._known(_MARKED.findall(operands))
            else:
                found = self._known(_bare(operands))
            self._add(line, root, name, shape, opcode, found)

    def _add(
        self,
        line: int,
        root: str | None,
        name: str,
        shape_text: str,
        opcode: str,
        operands: tuple[str, ...],
    ) -> None:
        known = self._shapes.get(shape_text)
        if known is None:
            try:
                known = self._shapes[shape_text] = (shape_text, parse_shape(shape_text))
            except ShapeError as error:
                self._refuse(line, str(error))
                return
        assert self._open is not None
        names = self._names
        self._open.instructions.append(
            Instruction(
                names.setdefault(name, name),
                names.setdefault(opcode, opcode),
                *known,
                operands,
                line,
                self._open.name,
                root is not None,
                self._lines,
            )
        )

    def _known(self, names: list[str]) -> tuple[str, ...]:
        """The names as a tuple, each the same string object as where it was met before."""
        known = self._names.setdefault
        return tuple([known(name, name) for name in names])

    def _read_other(self, line: int, start: int, end: int) -> None:
        """A line that isn't a plain instruction inside a computation."""
        text = self._text[start:end].strip()
        if not text or text.startswith("//"):
            return
        if text.startswith("}"):
            self._close(line, text)
        elif text.endswith("{") and self._opens(line, text):
            return
        elif self._open is None:
            self._read_outside(line, text)
        elif not self._read_slowly(line, start) and not self._continues(line):
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
        rest = text[match.end() : -1].strip()
        if rest and not (rest.startswith("(") and "->" in rest):
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
        return True

    def _close(self, line: int, text: str) -> None:
        if self._open is None:
            self._refuse(line, "this closes no computation")
            return
        self._open.end_line = line
        thread = parse_attributes(text[1:].lstrip(" ,")).get("execution_thread")
        self._open.thread = None if thread is None else unquote(thread)
        self._open = None

    def _read_slowly(self, line: int, start: int) -> bool:
        """An instruction whose operands hold brackets or strings, or go on over more lines."""
        head = HEAD.match(self._text, start)
        if head is None:
            return False
        line_end = self._text.find("\n", start)
        line_end = len(self._text) if line_end < 0 else line_end
        closed = closing(self._text, head.end(), line_end)
        if closed < 0:
            following = _STATEMENT.search(self._text, line_end + 1)
            limit = following.start() if following else len(self._text)
            closed = closing(self._text, head.end(), limit)
            if closed < 0:
                self._refuse(line, "its operands are not closed")
                return True
            self._read_to = line + self._text.count("\n", start, closed)
            self._lines.runs_to(line, self._read_to)
        root, name, shape, opcode = head.groups()
        operands = (
            [] if opcode in _WITHOUT_OPERANDS else _names(self._text[head.end() + 1 : closed])
        )
        self._add(line, root, name, shape, opcode, self._known(operands))
        return True

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
        text = self._lines[line - 1] if 0 < line <= len(self._lines) else ""
        self._unread.append(Unread(line, text, why))


def _bare(operands: str) -> list[str]:
    """Operands that ``%`` doesn't mark, from the text between the brackets."""
    if "[" in operands or "/*" in operands:
        return _names(operands)
    return operands.replace(",", " ").split()


def _names(operands: str) -> list[str]:
    """Operands' names, with or without ``%``, past shapes and comments before them."""
    parts = split_commas(without_comments(operands))
    return [part.rsplit(None, 1)[-1].removeprefix("%") for part in parts]
