"""The notebooks of ``labs/``: their number, title and cells, read as a page shows them.

A notebook is kept without outputs, begins with its number and title and a link to Colab, and names
in one cell, tagged ``parameters``, which programs it captures on which target. Its prose obeys the
rules of chapters: no typed figure, no comparison that the build can't hold true.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from xlagym.course.checks.comparisons import unclaimed
from xlagym.course.checks.digits import untraced
from xlagym.course.markdown.markdown import Markdown
from xlagym.course.markdown.pieces import pieces
from xlagym.inputs.problems import Problem, ProblemError

_HEAD = re.compile(r"# LAB·(?P<number>X\d+) · (?P<title>.+)")
_BADGE = re.compile(
    r"\[!\[[^\]]*\]\([^)]*\)\]\((?P<link>https://colab\.research\.google\.com/\S+)\)"
)
PARAMETERS = "parameters"


@dataclass(frozen=True, slots=True)
class NotebookCell:
    """One cell of a notebook."""

    kind: str
    """``code`` or ``prose``."""
    text: str


@dataclass(frozen=True, slots=True)
class LabNotebook:
    """A lab as its page shows it."""

    slug: str
    """Name of its file: ``capture-hlo``."""
    file: str
    """From the project's root: ``labs/capture-hlo.ipynb``."""
    number: str
    """``X1``."""
    title: str
    lede: str
    """The paragraph that says what it is about."""
    colab: str
    """Address that opens it on Colab."""
    needs: str
    """``TPU`` where it needs one, else empty."""
    programs: tuple[str, ...]
    target: str
    cells: tuple[NotebookCell, ...]
    """All but the head."""

    @property
    def path(self) -> str:
        """Site path: ``/labs/capture-hlo/``."""
        return f"/labs/{self.slug}/"

    @property
    def makes(self) -> tuple[str, ...]:
        """Ids of the captures that it makes."""
        return tuple(f"{program}@{self.target}" for program in self.programs)


def read_lab(text: str, slug: str, file: str) -> tuple[LabNotebook, list[Problem]]:
    """Read a notebook; ``file`` is its name for messages.

    Raises ProblemError where it is no notebook of ours; what is wrong with its prose comes beside
    it.
    """
    cells = _cells(text, file)
    head = _prose(cells[0]) if cells else ""
    title, badge = _HEAD.match(head), _BADGE.search(head)
    if title is None or badge is None:
        raise ProblemError(
            _problem(
                file,
                "its first cell has no number, title and Colab link",
                "begin with '# LAB·X1 · Title', then [![Open in Colab](…)](…)",
            )
        )
    parameters = _parameters(cells, file)
    lab = LabNotebook(
        slug=slug,
        file=file,
        number=title["number"],
        title=title["title"].strip(),
        lede=" ".join(head[badge.end() :].split()),
        colab=badge["link"],
        needs=str(json.loads(text)["metadata"].get("accelerator", "")),
        programs=tuple(parameters["PROGRAMS"]),
        target=parameters["TARGET"],
        cells=tuple(_cell(each) for each in cells[1:]),
    )
    return lab, [*_leftovers(cells, file), *_typed(lab, file)]


def _cells(text: str, file: str) -> list[dict[str, Any]]:
    try:
        cells = json.loads(text)["cells"]
        if all(isinstance("".join(each["source"]), str) for each in cells):
            return list(cells)
    except (ValueError, KeyError, TypeError):
        pass
    raise ProblemError(_problem(file, "it is no notebook", "save it as .ipynb, format 4"))


def _prose(cell: dict[str, Any]) -> str:
    return "".join(cell["source"])


def _cell(cell: dict[str, Any]) -> NotebookCell:
    return NotebookCell("code" if cell.get("cell_type") == "code" else "prose", _prose(cell))


def _parameters(cells: list[dict[str, Any]], file: str) -> dict[str, Any]:
    """What the tagged cell assigns: names to literals."""
    tagged = [cell for cell in cells if PARAMETERS in cell.get("metadata", {}).get("tags", ())]
    found: dict[str, Any] = {}
    try:
        for statement in ast.parse(_prose(tagged[0])).body if len(tagged) == 1 else ():
            if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
                found[statement.targets[0].id] = ast.literal_eval(statement.value)
    except (SyntaxError, ValueError):
        found = {}
    programs = found.get("PROGRAMS")
    if not isinstance(programs, list) or not isinstance(found.get("TARGET"), str):
        raise ProblemError(
            _problem(
                file,
                "no cell says which programs it captures",
                "tag one cell 'parameters' and assign a list to PROGRAMS, a text to TARGET",
            )
        )
    return found


def _leftovers(cells: list[dict[str, Any]], file: str) -> Iterator[Problem]:
    for place, cell in enumerate(cells, 1):
        if cell.get("outputs") or cell.get("execution_count"):
            yield _problem(
                file,
                f"cell {place} is saved with what it printed",
                "clear all outputs, then save: a notebook is kept as it is before it runs",
            )


def _typed(lab: LabNotebook, file: str) -> Iterator[Problem]:
    """Figures and comparisons that somebody typed into the prose."""
    markdown = Markdown()
    for text in (lab.title, lab.lede, *(cell.text for cell in lab.cells if cell.kind == "prose")):
        parts = list(pieces(markdown.parse(text, file).tokens))
        yield from untraced(parts, file, [])
        yield from unclaimed(parts, file, [])


def _problem(file: str, message: str, advice: str) -> Problem:
    return Problem(file, message, advice, rule="lab")
