"""A notebook as a page shows it, and what is refused in one."""

from __future__ import annotations

import json

import pytest

from xlagym.course.content.labs import read_lab
from xlagym.inputs.problems import ProblemError

COLAB = "https://colab.research.google.com/github/a/b/blob/main/labs/x.ipynb"
HEAD = f"# LAB·X4 · Time it\n\n[![Open](https://x/badge.svg)]({COLAB})\n\nWhat it\nis about."
PARAMETERS = 'PROGRAMS = ["mlp", "rnn"]\nTARGET = "cpu"'


def cell(source: str, kind: str = "markdown", **more: object) -> dict[str, object]:
    lines = source.splitlines(keepends=True)
    return {"cell_type": kind, "metadata": {}, "source": lines, **more}


def notebook(*cells: dict[str, object], head: str = HEAD, parameters: str = PARAMETERS) -> str:
    tagged = cell(parameters, "code", metadata={"tags": ["parameters"]})
    data = {"cells": [cell(head), *cells, tagged], "metadata": {"accelerator": "TPU"}}
    return json.dumps(data)


def refusal(text: str) -> str:
    with pytest.raises(ProblemError) as raised:
        read_lab(text, "x", "labs/x.ipynb")
    (problem,) = raised.value.problems
    assert (problem.file, problem.rule) == ("labs/x.ipynb", "lab")
    return problem.message


def test_a_lab_as_its_page_shows_it() -> None:
    lab, problems = read_lab(notebook(cell("Look.")), "x", "labs/x.ipynb")
    assert problems == []
    assert (lab.number, lab.title, lab.lede) == ("X4", "Time it", "What it is about.")
    assert (lab.path, lab.colab, lab.needs) == ("/labs/x/", COLAB, "TPU")
    assert lab.makes == ("mlp@cpu", "rnn@cpu")
    assert [(each.kind, each.text) for each in lab.cells] == [
        ("prose", "Look."),
        ("code", PARAMETERS),
    ]


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"cells": [{"source": [1]}]}', '{"cells": 1}'])
def test_other_files(text: str) -> None:
    assert refusal(text) == "it is no notebook"


@pytest.mark.parametrize("head", ["# Time it", f"[![O](x)]({COLAB})", "# LAB·X4 · Time it"])
def test_a_head_that_lacks_something(head: str) -> None:
    assert refusal(notebook(head=head)) == "its first cell has no number, title and Colab link"


@pytest.mark.parametrize(
    "parameters",
    ["", 'PROGRAMS = "mlp"\nTARGET = "cpu"', "PROGRAMS = names()", 'PROGRAMS = ["mlp"]', "x ="],
)
def test_programs_that_can_not_be_read(parameters: str) -> None:
    assert refusal(notebook(parameters=parameters)) == "no cell says which programs it captures"


def test_saved_with_outputs() -> None:
    ran = cell("1 + 1", "code", outputs=[{"output_type": "stream"}], execution_count=3)
    _, (problem,) = read_lab(notebook(ran), "x", "labs/x.ipynb")
    assert problem.message == "cell 2 is saved with what it printed"


def test_prose_obeys_the_rules_of_chapters() -> None:
    text = notebook(cell("It takes 217.6 µs."), cell("This is twice as fast."))
    _, problems = read_lab(text, "x", "labs/x.ipynb")
    assert [(problem.rule, problem.file) for problem in problems] == [
        ("digit", "labs/x.ipynb"),
        ("comparison", "labs/x.ipynb"),
    ]


def test_labs_and_chips_may_be_named() -> None:
    _, problems = read_lab(notebook(cell("As in LAB·X1, on a TPU v6e.")), "x", "labs/x.ipynb")
    assert problems == []
