"""YAML that remembers the line of every key, so that messages can name it.

It may be anybody's: how deep it nests and how much its aliases unfold to is bounded, its tags are
those of plain data, and its keys are texts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import yaml
from yaml.constructor import ConstructorError
from yaml.reader import Reader

from xlagym.inputs.problems import Problem, ProblemError

# The same loader in C, where PyYAML was built with it: ten times as fast.
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

MAX_DEPTH = 32
MAX_PARTS = 100_000
"""Keys and values of a file, aliases unfolded: far more than anybody writes."""

_TAG = "tag:yaml.org,2002:"
_PLAIN = frozenset(
    _TAG + kind
    for kind in ("str", "int", "float", "bool", "null", "timestamp", "map", "seq", "merge")
)
_KEYS = frozenset({f"{_TAG}str", f"{_TAG}merge"})

type Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Document:
    """A parsed YAML file: plain data, and where each part of it stands."""

    file: str
    data: Any
    lines: dict[Path, int]

    def line(self, *path: str | int) -> int | None:
        """Line of the deepest part of ``path`` that exists (1-based)."""
        for length in range(len(path), -1, -1):
            if path[:length] in self.lines:
                return self.lines[path[:length]]
        return None


class _Loader(_LOADER):  # type: ignore[misc, valid-type]  # one of two classes
    """Names the line of a value that isn't what its form promises, such as the 13th month."""

    def construct_object(self, node: yaml.Node, deep: bool = False) -> Any:
        try:
            return super().construct_object(node, deep)
        except (ValueError, LookupError, AttributeError) as error:
            kind = node.tag.removeprefix(_TAG)
            shown = str(node.value)[:40]
            raise ConstructorError(
                None, None, f"'{shown}' can't be read as {kind}", node.start_mark
            ) from error


def read_yaml(text: str, file: str) -> Document:
    """Parse ``text``; ``file`` is the name for messages.

    Raises ProblemError when it is not YAML, when a mapping has one key twice, and for anything but
    plain data of a size that people write.
    """
    loader = None
    try:
        loader = _Loader(text)
        node = loader.get_single_node()
        if node is None:
            return Document(file, {}, {(): 1})
        survey = _Survey(file, {})
        survey.note(node, ())
        return Document(file, loader.construct_document(node), survey.lines)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise ProblemError(
            Problem(
                file,
                f"not valid YAML: {error.problem or error.context}",
                "mend the YAML at this line",
                line=None if mark is None else mark.line + 1,
            )
        ) from error
    except (yaml.YAMLError, ValueError) as error:
        raise ProblemError(_unreadable(text, file, error)) from error
    finally:
        if loader is not None:
            loader.dispose()


def _unreadable(text: str, file: str, error: Exception) -> Problem:
    """What is no YAML in any place: characters that it doesn't allow."""
    odd = Reader.NON_PRINTABLE.search(text)
    if odd is None:
        return Problem(file, f"not valid YAML: {error}", "mend the YAML of this file")
    return Problem(
        file,
        f"not valid YAML: it holds the character U+{ord(odd.group()):04X}",
        "remove it; the file should be plain text",
        line=text.count("\n", 0, odd.start()) + 1,
    )


@dataclass(slots=True)
class _Survey:
    """Walks the nodes before anything is made of them: notes lines, refuses what is no data."""

    file: str
    lines: dict[Path, int]
    parts: int = 0

    def note(self, node: yaml.Node, path: Path) -> None:
        """Note the lines of ``node`` and of all that it holds."""
        self.lines.setdefault(path, node.start_mark.line + 1)
        self.parts += 1
        if self.parts > MAX_PARTS:
            self._refuse(node, f"more than {MAX_PARTS:,} parts", "write out what it means")
        if len(path) > MAX_DEPTH:
            self._refuse(node, f"more than {MAX_DEPTH} levels, one in another", "make it flatter")
        if node.tag not in _PLAIN:
            tag = node.tag.removeprefix(_TAG)
            self._refuse(node, f"the tag '{tag}', which has no meaning here", "remove the tag")
        if isinstance(node, yaml.MappingNode):
            self._note_mapping(node, path)
        elif isinstance(node, yaml.SequenceNode):
            for index, item in enumerate(node.value):
                self.note(item, (*path, index))

    def _note_mapping(self, node: yaml.MappingNode, path: Path) -> None:
        seen: set[str] = set()
        for key, value in node.value:
            if key.tag not in _KEYS:
                shown = key.value if isinstance(key, yaml.ScalarNode) else "of several parts"
                self._refuse(key, f"a key that is no text: {shown}", "put it in quotes")
            name = str(key.value)
            line = key.start_mark.line + 1
            if name in seen:
                raise ProblemError(
                    Problem(
                        self.file,
                        f"the key '{name}' stands twice in one mapping",
                        "rename or remove one of the two",
                        line=line,
                        rule="duplicate",
                    )
                )
            seen.add(name)
            self.lines[(*path, name)] = line
            self.note(value, (*path, name))

    def _refuse(self, node: yaml.Node, what: str, advice: str) -> None:
        line = node.start_mark.line + 1
        raise ProblemError(Problem(self.file, f"it holds {what}", advice, line))
