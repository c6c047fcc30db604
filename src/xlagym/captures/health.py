"""Whether a capture is fit to be quoted: what its target should have given, it has."""

from __future__ import annotations

from collections.abc import Iterator

from xlagym.captures.capture import Capture
from xlagym.captures.forms import FORMS, HLO, REFUSAL
from xlagym.captures.tensors import find_tensor
from xlagym.inputs.problems import ProblemError
from xlagym.keeping.kept import kept


@kept
def health(capture: Capture) -> list[str]:
    """Return what is wrong with a capture, in words; a healthy one gives an empty list.

    Numbers may not be quoted from a capture that isn't healthy.
    """
    try:
        return list(dict.fromkeys(_faults(capture)))
    except ProblemError as error:
        return [_said(capture, error)]


def _faults(capture: Capture) -> list[str]:
    if capture.basis == "published":
        return list(_figure_faults(capture))
    if capture.basis == "measured":
        from xlagym.captures.run_health import run_faults

        return [
            *_empty_files(capture),
            *_unread_files(capture),
            *_module_faults(capture),
            *_tensor_faults(capture),
            *run_faults(capture),
        ]
    if capture.refused:
        return list(_refusal_faults(capture))
    return [
        *_empty_files(capture),
        *_unread_files(capture),
        *_module_faults(capture),
        *_tensor_faults(capture),
        *_pass_faults(capture),
    ]


@kept
def remarks(capture: Capture) -> list[str]:
    """Return what must be said beside a capture's numbers, in words: one run only, for instance."""
    if capture.basis != "measured":
        return []
    from xlagym.captures.run_health import run_remarks

    return run_remarks(capture)


def _figure_faults(capture: Capture) -> Iterator[str]:
    try:
        capture.figures  # noqa: B018  # reading them is the check
    except ProblemError as error:
        yield from (problem.message for problem in error.problems)


def _refusal_faults(capture: Capture) -> Iterator[str]:
    if not capture.text(REFUSAL).strip():
        yield "the compiler's refusal has no message"


def _empty_files(capture: Capture) -> Iterator[str]:
    for entry in capture.manifest.files:
        if entry.size == 0:
            yield f"{entry.name} is empty"


def _unread_files(capture: Capture) -> Iterator[str]:
    """The small reports, whether anybody quotes them or not: their readers must know them."""
    for form in FORMS:
        entry = capture.manifest.entry(form.file) if form.strict else None
        if entry is None or entry.size == 0:
            continue
        try:
            capture.read(form)
        except ProblemError as error:
            yield _said(capture, error)


def _said(capture: Capture, error: ProblemError) -> str:
    """The first problem as a fault, with the file that it is in."""
    problem = error.problems[0]
    return f"{problem.file.removeprefix(f'{capture.shown}/')}: {problem.message}"


def _module_faults(capture: Capture) -> Iterator[str]:
    text = capture.text(HLO)
    if not text.rstrip().endswith("}"):
        yield f"{HLO.file} ends in the middle: its last line closes nothing"
        return
    for unread in capture.hlo.unread:
        yield f"{HLO.file}:{unread.line} can't be read: {unread.why}"


def _tensor_faults(capture: Capture) -> Iterator[str]:
    for name in capture.manifest.tensors:
        try:
            find_tensor(capture, name)
        except ProblemError as error:
            problem = error.problems[0]
            yield problem.message if problem.rule == "tensor" else _said(capture, error)


def _pass_faults(capture: Capture) -> Iterator[str]:
    passes = capture.passes
    if passes.total == 0:
        yield "no pass of the compile is recorded"
    elif passes.changed == 0:
        yield "no recorded pass changed the module"
