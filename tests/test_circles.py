"""No circle of files: who reads one file needs not to have read another that needs it."""

from __future__ import annotations

from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter

import grimp
import pytest


def circle(imports: Mapping[str, set[str]]) -> list[str]:
    """Modules that import each other in turn; none where each stands above what it imports."""
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found
    return []


def test_no_files_import_each_other_in_a_circle() -> None:
    """Imports for types alone count, and those inside functions: they hide the order, too."""
    graph = grimp.build_graph("xlagym", exclude_type_checking_imports=False, cache_dir=None)
    imports = {name: set(graph.find_modules_directly_imported_by(name)) for name in graph.modules}
    assert sum(map(len, imports.values())) > 2_000
    assert circle(imports) == []


@pytest.mark.parametrize(
    ("imports", "expected"),
    [
        ({"a": {"b"}, "b": {"c"}, "c": set()}, []),
        ({"a": {"b"}, "b": {"a"}}, ["a", "b"]),
        ({"a": {"b"}, "b": {"c"}, "c": {"d"}, "d": {"b"}}, ["b", "c", "d"]),
    ],
)
def test_a_circle_is_named(imports: Mapping[str, set[str]], expected: list[str]) -> None:
    assert sorted(set(circle(imports))) == expected
