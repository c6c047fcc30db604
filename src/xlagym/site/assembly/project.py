"""Where the parts of a project lie: one place that knows the folder names."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from xlagym.inputs.problems import Problem, ProblemError
from xlagym.inputs.text_files import read_text
from xlagym.inputs.written_files import WrittenFiles


@dataclass(frozen=True)
class Project:
    """A checkout of the course: content, captures, labs, templates and static files."""

    root: Path

    @cached_property
    def files(self) -> WrittenFiles:
        """What people wrote in it."""
        return WrittenFiles(self.root)

    @property
    def content(self) -> Path:
        """What authors write: chapters, stations, glossary, sources, the lock."""
        return self.root / "content"

    @property
    def captures(self) -> Path:
        """The store of evidence."""
        return self.root / "captures"

    @property
    def labs(self) -> Path:
        """Programs, and the matrix of what is compiled for what."""
        return self.root / "labs"

    @property
    def templates(self) -> Path:
        """Jinja templates of the pages."""
        return self.root / "templates"

    @property
    def static(self) -> Path:
        """CSS, JavaScript and icons, as written."""
        return self.root / "static"

    @property
    def output(self) -> Path:
        """The built site."""
        return self.root / "site"

    @property
    def cache(self) -> Path:
        """What is kept between builds; safe to delete at any time."""
        return self.root / ".cache" / "kept"

    @property
    def lock(self) -> Path:
        """Accepted values of all numbers."""
        return self.content / "numbers.lock"

    def accepted(self) -> str:
        """The text of the lock, empty where nothing is accepted yet. Raises ProblemError."""
        return read_text(self.lock, self.name(self.lock)) if self.lock.exists() else ""

    def text(self, path: Path) -> tuple[str, str]:
        """The text of ``path``, and its name for messages. Raises ProblemError."""
        file = self.name(path)
        return self.files.text(file), file

    def name(self, path: Path) -> str:
        """``path`` as messages show it: relative to the project where it lies inside."""
        return (
            path.relative_to(self.root).as_posix() if path.is_relative_to(self.root) else str(path)
        )


def find_project(start: Path) -> Project:
    """The project that ``start`` lies in: the nearest folder with content/ and captures/.

    Raises ProblemError where there is none.
    """
    for folder in (start, *start.parents):
        if (folder / "content").is_dir() and (folder / "captures").is_dir():
            return Project(folder)
    raise ProblemError(
        Problem(
            str(start),
            "no xlagym project here or above: looked for content/ and captures/",
            "run this inside a checkout, or name one with --project",
        )
    )
