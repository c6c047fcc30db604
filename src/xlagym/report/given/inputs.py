"""What was given: paths, folders and standard input, read whole, told by content, never raising.

Each thing that can't be used becomes a ``Problem`` beside what can: a report is made of the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from xlagym.captures.form import AnyForm
from xlagym.captures.forms import HLO, PROFILE, STABLEHLO
from xlagym.evidence.profile.formats.form import SIZE_LIMIT
from xlagym.inputs.problems import Problem
from xlagym.report.given.contents import HEAD, Unreadable, form_of_content, out_of_xz, text_of
from xlagym.report.given.folders import FolderFile, folder_files

if TYPE_CHECKING:
    from typing import BinaryIO

STDIN = "standard input"


@dataclass(frozen=True, slots=True)
class Given:
    """One file, whole."""

    name: str
    """As the person knows it."""
    form: AnyForm
    data: bytes = field(repr=False)
    group: str = ""
    """Files of one group belong to one module: those of a dump, or of one folder."""
    rank: int = 0
    """Among the HLO texts of a group, the lowest is the one to show."""

    @property
    def text(self) -> str:
        """Its text; what is no UTF-8 becomes U+FFFD."""
        return text_of(self.data)


@dataclass(slots=True)
class Inputs:
    """All that was given, and what of it can't be used."""

    files: list[Given] = field(default_factory=list)
    dumps: dict[str, list[Path]] = field(default_factory=dict)
    """By group, the texts that the compiler dumped between its passes; read when wanted."""
    problems: list[Problem] = field(default_factory=list)
    passed_over: dict[str, int] = field(default_factory=dict)
    """By folder, how many of its files are no evidence."""

    @property
    def any(self) -> bool:
        """Whether a report can be made of it."""
        return any(each.form in _ENOUGH for each in self.files)


_ENOUGH: Final[tuple[AnyForm, ...]] = (HLO, STABLEHLO, PROFILE)
"""Each of these is worth a report by itself; the rest says something about one of them."""


def read_inputs(paths: Sequence[str], stdin: BinaryIO | None = None) -> Inputs:
    """Read every path; ``-`` is ``stdin``. A path given twice is read once."""
    inputs = Inputs()
    for path in dict.fromkeys(paths):
        if path == "-" and stdin is not None:
            _take(inputs, STDIN, stdin)
        elif Path(path).is_dir():
            _take_folder(inputs, path)
        else:
            _take_path(inputs, path, Path(path), "", 0)
    if not inputs.any and inputs.files:
        _only_reports(inputs)
    return inputs


def _only_reports(inputs: Inputs) -> None:
    for each in inputs.files:
        inputs.problems.append(
            _problem(
                each.name,
                f"is a {each.form.name}, with no module that it belongs to",
                "give the optimized HLO with it, compiled.as_text() or …after_optimizations.txt",
            )
        )


def _take_path(inputs: Inputs, name: str, path: Path, group: str, rank: int) -> None:
    try:
        with path.open("rb") as stream:
            _take(inputs, name, stream, group, rank)
    except FileNotFoundError:
        inputs.problems.append(_problem(name, "there is no such file", "check the path"))
    except OSError as error:
        words = error.strerror or str(error)
        inputs.problems.append(_problem(name, f"can't be opened: {words}", "check the path"))


def _take(inputs: Inputs, name: str, stream: BinaryIO, group: str = "", rank: int = 0) -> None:
    data = out_of_xz(stream.read(SIZE_LIMIT + 1), SIZE_LIMIT)
    if len(data) > SIZE_LIMIT:
        inputs.problems.append(
            _problem(
                name,
                f"is larger than {SIZE_LIMIT:,} bytes, which is all that is read here; none of it "
                "was read",
                "of a profile, trace fewer steps; of a module, give one at a time",
            )
        )
        return
    try:
        form = form_of_content(data)
    except Unreadable as error:
        inputs.problems.append(_problem(name, error.message, error.advice))
        return
    inputs.files.append(Given(name, form, data, group, rank))


def _take_folder(inputs: Inputs, folder: str) -> None:
    before = len(inputs.files)
    found = list(folder_files(Path(folder)))
    told = [(each, form) for each, form in _told(found) if form is not None]
    told += [(each, HLO) for each in _last_dumps(found)]
    for each in _chosen(told):
        _take_path(inputs, str(each.path), each.path, each.group, each.rank)
    for each in found:
        if each.is_dump:
            inputs.dumps.setdefault(each.group, []).append(each.path)
    taken = {each.name for each in inputs.files[before:]}
    others = sum(not each.is_dump and str(each.path) not in taken for each in found)
    if others:
        inputs.passed_over[folder] = others
    if len(inputs.files) == before:
        _empty_folder(inputs, folder, found)


def _empty_folder(inputs: Inputs, folder: str, found: Sequence[FolderFile]) -> None:
    what = f"holds {len(found):,} files, and none is evidence" if found else "is an empty folder"
    inputs.problems.append(
        _problem(
            folder,
            what,
            "give a folder of dumps (XLA_FLAGS=--xla_dump_to=FOLDER), one that jax.profiler wrote, "
            "or files",
        )
    )


def _told(files: Iterable[FolderFile]) -> Iterator[tuple[FolderFile, AnyForm | None]]:
    """What each file of a folder is by its first bytes; dumps of passes wait."""
    for each in files:
        if each.is_dump:
            continue
        try:
            with each.path.open("rb") as stream:
                yield each, form_of_content(out_of_xz(stream.read(HEAD), HEAD))
        except (OSError, Unreadable):
            yield each, None


def _last_dumps(files: Iterable[FolderFile]) -> Iterator[FolderFile]:
    """Of each dumped module the text after its last pass: what there is if the end isn't."""
    last = {each.group: each for each in files if each.is_dump}
    yield from last.values()


def _chosen(told: Sequence[tuple[FolderFile, AnyForm]]) -> Iterator[FolderFile]:
    """Of the HLO texts of one module in a dump, that of the end of the compile; of others, all."""
    best: dict[str, int] = {}
    for each, form in told:
        if form is HLO and each.of_dump:
            best[each.group] = min(best.get(each.group, each.rank), each.rank)
    for each, form in told:
        if form is not HLO or not each.of_dump or each.rank == best[each.group]:
            yield each


def _problem(file: str, message: str, advice: str) -> Problem:
    return Problem(file, message, advice, rule="xray")
