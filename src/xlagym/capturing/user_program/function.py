"""A function of anybody's file, named for the process that compiles it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from xlagym.capturing.targets.targets import Target, target_named


@dataclass(frozen=True, slots=True)
class UserFunction:
    """What to compile, and for which target."""

    file: str
    """The path, absolute."""
    called: str
    """The path as the person gave it."""
    function: str
    target: str
    arguments: tuple[str, ...] | None
    """Shapes of the arguments; None where the file's ``example_args`` gives them."""
    folder: str
    """Where the person is: what the file opens, it opens from there."""

    @staticmethod
    def here(
        file: str, function: str, target: str, arguments: tuple[str, ...] | None
    ) -> UserFunction:
        """The function of a file that a person in the current folder calls ``file``."""
        path = Path(file)
        return UserFunction(
            str(path.resolve()), str(path), function, target, arguments, str(Path.cwd())
        )

    @property
    def on(self) -> Target:
        """The target, whose name is known: the command line has checked it."""
        return target_named(self.target)

    @property
    def options(self) -> Mapping[str, str]:
        """Compiler options: the defaults."""
        return {}

    @property
    def advice(self) -> str:
        """What a person can do where the compiler gives up."""
        return "try a smaller shape, or another chip"

    def to_json(self) -> str:
        """Write it for the process that compiles it."""
        return json.dumps(asdict(self))

    @staticmethod
    def from_json(text: str) -> UserFunction:
        """Read what ``to_json`` wrote."""
        fields = json.loads(text)
        arguments = fields.pop("arguments")
        return UserFunction(**fields, arguments=None if arguments is None else tuple(arguments))
