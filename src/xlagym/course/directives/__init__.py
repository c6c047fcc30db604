"""Directives: blocks that an author places and the build fills, one a file.

All have the same signature, the same as a role's but for the block. A directive raises
ProblemError when it can't render; the page then shows a gap, and the check fails with what it says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from xlagym.course.directives import answer, details, exercise, figure, listing, matrix, program
from xlagym.course.markdown.place import SourcePlace
from xlagym.inputs.suggestions import nearest

if TYPE_CHECKING:
    from xlagym.course.context import ChapterContext
    from xlagym.course.markdown.block import Block, Fold
    from xlagym.inputs.problems import Problem

type Directive = Callable[[Block, SourcePlace, ChapterContext], str]
"""What was read, where it stands, the page: HTML."""


@dataclass(frozen=True, slots=True)
class DirectiveForm:
    """How a directive is written."""

    render: Directive
    fenced: bool
    """Between backticks, with options; else between colons, with Markdown inside."""
    options: tuple[str, ...] = ()
    required: tuple[str, ...] = ()


DIRECTIVES: Mapping[str, DirectiveForm] = {
    "listing": DirectiveForm(listing.render, True, listing.OPTIONS),
    "program": DirectiveForm(program.render, True, program.OPTIONS),
    "matrix": DirectiveForm(matrix.render, True, matrix.OPTIONS, matrix.REQUIRED),
    "figure": DirectiveForm(figure.render, True, figure.OPTIONS, figure.REQUIRED),
    "exercise": DirectiveForm(exercise.render, False),
    "answer": DirectiveForm(answer.render, False),
    "details": DirectiveForm(details.render, False),
}


def faults(fold: Fold, file: str) -> Iterator[Problem]:
    """What is wrong with the way a directive is written, before anything is looked up."""
    place = SourcePlace(file, fold.line)
    form = DIRECTIVES.get(fold.name)
    if form is None:
        message = f"there is no directive '{fold.name}'"
        yield place.problem("directive", message, nearest(fold.name, DIRECTIVES))
        return
    if form.fenced != fold.fenced:
        fence = "```" if form.fenced else ":::"
        yield place.problem(
            "directive",
            f"'{fold.name}' is written with the wrong fence",
            f"begin it with {fence}{{{fold.name}}}",
        )
    for key, option in fold.options.items():
        if key not in form.options:
            yield SourcePlace(file, option.line).problem(
                "directive",
                f"'{fold.name}' has no option '{key}'",
                nearest(key, form.options),
            )
    for key in form.required:
        if form.fenced == fold.fenced and not (key in fold.options and fold.options[key].text):
            yield place.problem(
                "alt" if key == "alt" else "directive",
                f"'{fold.name}' lacks the option '{key}'",
                f"add a line '{key}: …' below its first line",
            )
