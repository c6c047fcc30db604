"""Which values of a StableHLO module depend on its arguments, and which are its results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

_NO_INFORMATION = frozenset({"stablehlo.constant", "stablehlo.iota", "stablehlo.create_token"})
"""Ops without operands whose value is in the program's text."""
_BRANCHES = frozenset({"stablehlo.case", "stablehlo.if", "sdy.manual_computation"})


@dataclass(frozen=True, slots=True)
class Flow:
    """For each op, in the order given."""

    operands: list[tuple[int | None, ...]]
    computed: list[bool]
    returned: list[tuple[bool, ...]]
    handed_on: list[tuple[bool, ...]]
    twins: list[tuple[int, ...]]


def trace_values(operations: Sequence[Any], functions: Mapping[str, Any], main: str) -> Flow:
    """Follow values through the ops, their regions and the calls between functions."""
    makers = {
        result: (index, number)
        for index, operation in enumerate(operations)
        for number, result in enumerate(operation.results)
    }
    operands: list[tuple[int | None, ...]] = []
    computed: list[bool] = []
    for operation in operations:
        made_by = tuple(
            makers[operand][0] if operand in makers else None for operand in operation.operands
        )
        operands.append(made_by)
        computed.append(_is_computed(operation, made_by, computed))
    results = _program_results(operations, functions, main, makers)
    returned = [
        tuple((index, number) in results for number in range(len(operation.results)))
        for index, operation in enumerate(operations)
    ]
    handed_on = [_handed_on(operation) for operation in operations]
    return Flow(operands, computed, returned, handed_on, _twins(operations, makers))


def _is_computed(operation: Any, made_by: tuple[int | None, ...], computed: Sequence[bool]) -> bool:
    if not made_by:
        return operation.name not in _NO_INFORMATION
    if operation.name == "func.call":
        return True
    return any(maker is None or maker >= len(computed) or computed[maker] for maker in made_by)


def _twins(
    operations: Sequence[Any], makers: Mapping[Any, tuple[int, int]]
) -> list[tuple[int, ...]]:
    """For each op, the others of its block that compute the same value from the same ones."""
    first: dict[tuple[object, ...], int] = {}
    same: dict[int, list[int]] = {}
    stands_for: list[int] = []
    for index, operation in enumerate(operations):
        values = []
        for operand in operation.operands:
            maker, number = makers.get(operand, (None, None))
            values.append(
                operand if maker is None or maker >= index else (stands_for[maker], number)
            )
        attributes = tuple((name, str(operation.attributes[name])) for name in operation.attributes)
        types = tuple(str(result.type) for result in operation.results)
        value = (operation.block, operation.name, attributes, types, *values)
        # An op with a region is itself alone: its region is not compared.
        twin = index if list(operation.regions) else first.setdefault(value, index)
        stands_for.append(twin)
        same.setdefault(twin, []).append(index)
    return [
        tuple(other for other in same[twin] if other != index)
        for index, twin in enumerate(stands_for)
    ]


def _program_results(
    operations: Sequence[Any],
    functions: Mapping[str, Any],
    main: str,
    makers: Mapping[Any, tuple[int, int]],
) -> set[tuple[int, int]]:
    """Walk back from what ``main`` returns, into calls, loop bodies and branches."""
    results: set[tuple[int, int]] = set()
    pending = list(_returned_by(functions[main].regions[0]))
    while pending:
        maker = makers.get(pending.pop())
        if maker is None or maker in results:
            continue
        results.add(maker)
        index, number = maker
        for region in _makers_within(operations[index], functions):
            values = _returned_by(region)
            pending.extend(values[number : number + 1])
    return results


def _handed_on(operation: Any) -> tuple[bool, ...]:
    """Results of a loop that its body returns as it took them."""
    if operation.name != "stablehlo.while":
        return (False,) * len(operation.results)
    body = operation.regions[1]
    arguments = list(body.blocks[0].arguments)
    return tuple(
        value == argument for value, argument in zip(_returned_by(body), arguments, strict=True)
    )


def _makers_within(operation: Any, functions: Mapping[str, Any]) -> list[Any]:
    """Regions whose n-th returned value is the n-th result of this op."""
    if operation.name == "func.call":
        callee = functions.get(operation.attributes["callee"].value)
        return [] if callee is None else list(callee.regions)
    if operation.name == "stablehlo.while":
        return [operation.regions[1]]
    return list(operation.regions) if operation.name in _BRANCHES else []


def _returned_by(region: Any) -> list[Any]:
    blocks = list(region.blocks)
    if not blocks:
        return []
    ends = list(blocks[-1].operations)
    return list(ends[-1].operation.operands) if ends else []
