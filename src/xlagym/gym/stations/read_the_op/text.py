"""One line, verbatim: which of the five texts of a program is it from?"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final

from markupsafe import Markup

from xlagym.captures import forms
from xlagym.evidence.text.lines import Lines
from xlagym.gym.rounds.choices import Asked
from xlagym.gym.rounds.exhibits import Table
from xlagym.gym.rounds.links import line_link
from xlagym.gym.rounds.round import Reveal, Round
from xlagym.gym.rounds.said import Said, said_round
from xlagym.gym.rounds.words import code, counted, sentence
from xlagym.gym.stations.read_the_op.line import Candidate

if TYPE_CHECKING:
    from xlagym.captures.capture import Capture
    from xlagym.captures.form import AnyForm

QUESTION = "Which text is this line from?"
PYTHON, JAXPR, STABLEHLO, HLO, MOSAIC = TEXTS = (
    "the Python program",
    "the jaxpr",
    "StableHLO",
    "optimized HLO",
    "a Mosaic kernel",
)
_FORMS: Final[Mapping[str, AnyForm]] = {
    PYTHON: forms.PROGRAM,
    JAXPR: forms.JAXPR,
    STABLEHLO: forms.STABLEHLO,
    HLO: forms.HLO,
}
_LONGEST: Final = 320
_AFTER: Final = "VARIANTS"
_OF: Final[Mapping[str, re.Pattern[str]]] = {
    PYTHON: re.compile(r"^\s+(?:return\b|\w[\w, ]*\s*=[^=]).+"),
    JAXPR: re.compile(r"^\s*\w+:\w+\[[^\]]*\](?:\{[^}]*\})? = \w+.*[^\[]$"),
    STABLEHLO: re.compile(r"^\s*%\S+ = (?:stablehlo|chlo|func|sdy)\.\w+ .+[^{(]$"),
    HLO: re.compile(r"^\s*(?:ROOT )?%\S+ = [^=]*?[\w-]+\(.*\).*$"),
    MOSAIC: re.compile(r"^\s*(?:%\S+ = )?(?:arith|vector|tpu|math|memref)\.\S+ .+[^{(]$"),
}
"""What a line of each text looks like that holds one op."""
_MARKS: Final[Mapping[str, str]] = {
    PYTHON: "it has no type of an array, and Python can run it.",
    JAXPR: "a name, a colon and a type with brackets come before the equals sign, and the op has "
    "no prefix.",
    STABLEHLO: "its op begins with the dialect's name, and its types read {}.",
    HLO: "the type is between the equals sign and the op, with its layout in braces where it has "
    "one.",
    MOSAIC: "its op is of a dialect that kernels are written in, and StableHLO is not.",
}


@dataclass(frozen=True, slots=True)
class _Found:
    """A line of one of the texts."""

    source: str
    text: str
    form: AnyForm
    """The form where it can be seen: of a kernel's line, that of its call."""
    line: int
    """There."""

    @property
    def name(self) -> str:
        """For its id, saying nothing of where it is from."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:6]


def candidates(capture: Capture) -> Iterator[Candidate]:
    """Lines that stand in one of the texts alone, in an order that says nothing."""
    found = list(_lines(capture))
    sources: dict[str, set[str]] = {}
    for each in found:
        sources.setdefault(each.text, set()).add(each.source)
    alone = [each for each in found if len(sources[each.text]) == 1]
    alone.sort(
        key=lambda each: (
            each.source != MOSAIC,
            _hash(capture.id, each.source),
            _hash(capture.id, each.text),
        )
    )
    for each in alone:
        yield Candidate(each.text, each.source, partial(_round, capture, each))


def _hash(*parts: str) -> bytes:
    return hashlib.sha256(" ".join(parts).encode()).digest()


def _lines(capture: Capture) -> Iterator[_Found]:
    for source, form in _FORMS.items():
        for number, line in enumerate(Lines(capture.text(form)), 1):
            if source == PYTHON and line.startswith(_AFTER):
                break  # What follows says which variants are captured, and is not traced.
            if len(line) <= _LONGEST and _OF[source].match(line):
                yield _Found(source, line.strip(), form, number)
    calls = {each.name: each.line for each in capture.hlo.instructions}
    for kernel in capture.kernels:
        for line in kernel.text.split("\n"):
            if len(line) <= _LONGEST and _OF[MOSAIC].match(line):
                yield _Found(MOSAIC, line.strip(), forms.HLO, calls[kernel.name])


def _op(text: str) -> str:
    """The name of the op, or of what is called in its place."""
    if "%" not in text and (called := re.search(r"[A-Za-z_][\w.]*(?=\()", text)):
        return called[0]
    behind = text.partition(" = ")[2] or text
    if "%" in text and (opcode := re.search(r"(?<=[\]})] )[a-z][\w-]*(?=\()", behind)):
        return opcode[0]
    word = re.search(r"[a-z_][\w.-]*(?=\(|\[)|[a-z_]+\.[\w.]+|[a-z_]\w*", behind)
    return word[0] if word else behind.split(" ")[0]


def _percent(text: str) -> str | None:
    return HLO if "%" in text else None


def _brackets(text: str) -> str | None:
    return JAXPR if re.search(r"\w+\[[\d,]*\]", text) else None


def _file_name(text: str) -> str | None:
    return PYTHON if ".py" in text else None


def _jax_name(text: str) -> str | None:
    """An op that jax.lax calls by the same name."""
    names = r"\b(?:dot_general|broadcast_in_dim|reduce_max|reduce_sum|convert|exp|tanh|select|iota)"
    return JAXPR if re.search(names, text) else None


def _mlir(text: str) -> str | None:
    return STABLEHLO if re.search(r" : .*(?:tensor|vector|memref|i32|index|f32)", text) else None


def _low(text: str) -> str | None:
    """Anything with a dotted name of an op."""
    return MOSAIC if re.search(r"\b[a-z]+\.[a-z_]+ %", text) else None


def _plain(text: str) -> str | None:
    return PYTHON if " = " in text and "%" not in text else None


def _letters(text: str) -> str | None:
    """A value that is named by a letter or two, as a jaxpr names them."""
    return JAXPR if re.match(r"[a-z]{1,2}(?:, [a-z]{1,2})* = ", text) else None


def _returns(text: str) -> str | None:
    return STABLEHLO if text.startswith("return ") else None


_LURES: Final[tuple[tuple[str, Callable[[str], str | None], str], ...]] = (
    (
        "a percent sign means HLO",
        _percent,
        "names have a percent sign in StableHLO and in kernels, too",
    ),
    (
        "brackets mean a jaxpr",
        _brackets,
        "HLO puts sizes in brackets, too, and Python puts indexes there",
    ),
    ("a file's name means Python", _file_name, "the name of a file is only where an op came from"),
    ("the op as jax calls it", _jax_name, "later texts have ops of the same name"),
    ("MLIR means StableHLO", _mlir, "kernels are MLIR too, in other dialects"),
    ("a dotted name means a kernel", _low, "StableHLO's ops have a dialect in front, too"),
    ("a letter for a name means a jaxpr", _letters, "Python may name a value by a letter, too"),
    (
        "a return means StableHLO",
        _returns,
        "a function ends like this in StableHLO, and in Python, too",
    ),
    ("an assignment means Python", _plain, "a jaxpr assigns, too"),
)
"""Name of a misreading, what it makes of a line, and what it forgets."""


def _round(capture: Capture, found: _Found) -> Round | None:
    key = Said(found.source, _mark(found.source))
    guesses: dict[str, Said] = {}
    for name, lure, forgets in _LURES:
        led = lure(found.text)
        if led is not None and led != found.source:
            guesses[name] = Said(led, Markup("{}. {}").format(forgets, _not(led, found)))
    if not guesses:
        return None
    others = [Said(text, _not(text, found)) for text in TEXTS]
    asked = Asked(
        f"{capture.id}/text-{found.name}",
        QUESTION,
        Markup(QUESTION),
        f"{found.source} {found.text}",
    )
    where = line_link(capture.id, found.form, found.line)
    reveal = Reveal(
        answer=Markup("{}.").format(sentence(found.source)),
        shows=Markup("See {} of {}, which carries it, encoded.").format(where, code(HLO))
        if found.source == MOSAIC
        else Markup("It is {} of {}.").format(where, code(found.form.file)),
        means=Markup("In its favor: {}").format(_mark(found.source)),
        further=_further(capture, found),
    )
    made = said_round(asked, key, guesses, reveal, others, order=TEXTS)
    shown = Table("The line", ("line",), ((code(found.text),),), "Verbatim, without its indent.")
    return None if made is None else replace(made, exhibits=(shown,))


def _further(capture: Capture, found: _Found) -> Markup:
    """Its op; of a line of Python, how many ops of StableHLO come from it."""
    if found.source != PYTHON:
        return Markup("Its op is {}.").format(code(_op(found.text)))
    made = [
        op.name
        for op in capture.stablehlo.ops
        if any(frame.line == found.line for frame in op.frames[:1])
    ]
    if not made:
        return Markup("")
    return Markup("StableHLO has {} from it, the first {}.").format(
        counted(len(made), "op"), code(made[0])
    )


def _mark(source: str) -> Markup:
    return Markup(_MARKS[source]).format(code("tensor<…>"))


def _not(source: str, found: _Found) -> Markup:
    """Why a line is none of that text."""
    told = {
        PYTHON: Markup("Python would name no type, and would call a function or use an operator"),
        JAXPR: Markup("A jaxpr would write a name, a colon and a type such as {} first").format(
            code("a:bf16[8]")
        ),
        STABLEHLO: Markup("StableHLO's op would begin with {}, and its types with {}").format(
            code("stablehlo."), code("tensor<")
        ),
        HLO: Markup("HLO would put the type between the equals sign and the op"),
        MOSAIC: Markup("A kernel's op would be of {}, {} or {}").format(
            code("arith"), code("vector"), code("tpu")
        ),
    }
    return Markup("{}. This line has {}.").format(told[source], code(_op(found.text)))
