"""What is asked of the process that compiles a function of anybody's file."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import NoReturn

from xlagym.inputs.problems import Problem, ProblemError


@dataclass(frozen=True, slots=True)
class Ask:
    """What to compile, and for which target."""

    file: str
    """The path, absolute."""
    shown: str
    """The path as the person gave it."""
    function: str
    chip: str
    arguments: tuple[str, ...] | None
    """Shapes of the arguments; None where the file's ``example_args`` gives them."""
    folder: str
    """Where the person is: what the file opens, it opens from there."""

    def to_json(self) -> str:
        """Write it for the process that does it."""
        return json.dumps(asdict(self))

    @staticmethod
    def from_json(text: str) -> Ask:
        """Read what ``to_json`` wrote."""
        fields = json.loads(text)
        arguments = fields.pop("arguments")
        return Ask(**fields, arguments=None if arguments is None else tuple(arguments))

    def fail(self, message: str, advice: str, line: int | None = None) -> NoReturn:
        """Raise a ProblemError about the file."""
        raise ProblemError(Problem(self.shown, message, advice, line, "program"))
