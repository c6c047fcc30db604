"""YAML that remembers the line of every key, so that messages can name it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import yaml

from xlagym.problems import Problem, ProblemError

# The same loader in C, where PyYAML was built with it: ten times as fast.
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

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


def read_yaml(text: str, file: str) -> Document:
    """Parse ``text``; ``file`` is the name for messages.

    Raises ProblemError when it is not YAML, or when a mapping has one key twice.
    """
    loader = None
    try:
        loader = _LOADER(text)
        node = loader.get_single_node()
        lines: dict[Path, int] = {}
        if node is None:
            return Document(file, {}, {(): 1})
        _note_lines(node, (), lines, file)
        return Document(file, loader.construct_document(node), lines)
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
        raise ProblemError(
            Problem(file, f"not valid YAML: {error}", "mend the YAML of this file")
        ) from error
    finally:
        if loader is not None:
            loader.dispose()


def _note_lines(node: yaml.Node, path: Path, lines: dict[Path, int], file: str) -> None:
    lines.setdefault(path, node.start_mark.line + 1)
    if isinstance(node, yaml.MappingNode):
        seen: set[str] = set()
        for key, value in node.value:
            name = str(key.value)
            line = key.start_mark.line + 1
            if name in seen:
                raise ProblemError(
                    Problem(
                        file,
                        f"the key '{name}' stands twice in one mapping",
                        "rename or remove one of the two",
                        line=line,
                        rule="duplicate",
                    )
                )
            seen.add(name)
            lines[(*path, name)] = line
            _note_lines(value, (*path, name), lines, file)
    elif isinstance(node, yaml.SequenceNode):
        for index, item in enumerate(node.value):
            _note_lines(item, (*path, index), lines, file)
