"""Rows for a drawing of a graph: each node below all that it reads from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def layers(reads: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """Nodes by their longest way from a source; ``reads`` has a node's sources, defined before it.

    Within a row nodes stand in the order of the mapping, which for a scheduled module is time.
    """
    depth: dict[str, int] = {}
    for node, sources in reads.items():
        depth[node] = max((depth[source] + 1 for source in sources if source in depth), default=0)
    rows: list[list[str]] = [[] for _ in range(max(depth.values(), default=-1) + 1)]
    for node, row in depth.items():
        rows[row].append(node)
    return rows
