"""A file of Python that is run to be compiled: what is wrong with it, told with its line.

Only child processes run one.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, NoReturn

from xlagym.inputs.problems import Problem, ProblemError

_LONGEST = 600
"""Characters of an error's message that are shown."""


@dataclass(frozen=True, slots=True)
class PythonFile:
    """A file, and how people call it."""

    path: Path
    """Absolute: as tracebacks have it."""
    shown: str
    """As messages have it."""

    def run(self) -> Any:
        """Run it as a module. Raises ProblemError with the line that could not be run."""
        if not self.path.is_file():
            self.fail("there is no such file", "check the path")
        spec = spec_from_file_location(self.path.stem, self.path)
        assert spec is not None and spec.loader is not None, "a .py file always has a loader"
        module, execute = module_from_spec(spec), spec.loader.exec_module
        sys.modules[self.path.stem] = module
        self.guarded("it can't be run", lambda: execute(module))
        return module

    def guarded[T](self, what: str, run: Callable[[], T]) -> T:
        """Run some of its code; errors become a problem at the line where they arose."""
        try:
            return run()
        except ProblemError:
            raise
        except (Exception, SystemExit) as error:
            line = error.lineno if isinstance(error, SyntaxError) else self._line_of(error)
            message = f"{what}: {type(error).__name__}: {words_of(error)}"
            raise ProblemError(self.problem(message, "mend it there", line)) from error

    def fail(self, message: str, advice: str) -> NoReturn:
        """Raise a ProblemError about the file as a whole."""
        raise ProblemError(self.problem(message, advice))

    def problem(self, message: str, advice: str, line: int | None = None) -> Problem:
        """A problem with the file."""
        return Problem(self.shown, message, advice, line, "program")

    def _line_of(self, error: BaseException) -> int | None:
        """The innermost line of the file that led to an error, or to what caused it."""
        found: BaseException | None = error
        while found is not None:
            line, trace = None, found.__traceback__
            while trace is not None:
                if trace.tb_frame.f_code.co_filename == str(self.path):
                    line = trace.tb_lineno
                trace = trace.tb_next
            if line is not None:
                return line
            found = found.__cause__ or found.__context__
        return None


def words_of(error: BaseException) -> str:
    """An error's message in one line, cut where it is long."""
    text = " ".join(str(error).split()) or "no message"
    return text if len(text) <= _LONGEST else text[:_LONGEST] + " …"
