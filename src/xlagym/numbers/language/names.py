"""What the names of an expression mean: captures by id or glob, other numbers, chips."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from xlagym.inputs.suggestions import nearest
from xlagym.keeping.keeper import handle
from xlagym.numbers.facts.facts import Facts
from xlagym.numbers.language.expression import ExpressionError

if TYPE_CHECKING:
    from xlagym.numbers.language.outcome import Bound, ChipConstants
    from xlagym.numbers.sources import CaptureSources


class Names:
    """The scope of one evaluation."""

    def __init__(
        self,
        sources: CaptureSources,
        let: Mapping[str, str],
        numbers: Mapping[str, Any] | None = None,
        value_of: Callable[[str], Bound] | None = None,
        sha256: str = "",
    ) -> None:
        """``numbers`` holds the definitions of other numbers by name, ``value_of`` gives one.

        ``sha256`` is the hash of the file that they stand in.
        """
        self._sources = sources
        self.let = let
        self.sha256 = sha256
        self._numbers = numbers or {}
        self._value_of = value_of

    def __reduce__(self) -> tuple[Any, tuple[str, str]]:
        """What is kept of an expression counts for all names that mean the same."""
        return handle, ("names", self.meaning)

    @cached_property
    def meaning(self) -> str:
        """Hash of what the names mean, captures and constants aside."""
        numbers = {name: str(entry) for name, entry in self._numbers.items()}
        said = json.dumps([dict(self.let), numbers, self.sha256])
        return hashlib.sha256(said.encode()).hexdigest()

    def names(self) -> Iterable[str]:
        """All names, for suggestions."""
        return [*self.let, *self._numbers]

    def bound(self, name: str) -> Bound | None:
        """The captures or the number that ``name`` stands for."""
        from xlagym.numbers.language.outcome import Bound

        if name in self.let:
            meant = self.let[name]
            return Bound(self.captures(meant) if "*" in meant else self._capture(meant))
        if name in self._numbers and self._value_of is not None:
            return self._value_of(name)
        return None

    def captures(self, glob: str) -> list[Facts]:
        """The captures whose ids match, in order; at least one."""
        found = self._sources.store.matching(glob)
        if not found:
            raise ExpressionError(
                f"no capture matches '{glob}'", nearest(glob, self._sources.store.captures)
            )
        return [Facts(self._sources.of(capture)) for capture in found]

    def account(self, name: str) -> Facts:
        """The best timeline of ``VARIANT@CHIP``: measured, else published."""
        from xlagym.captures.accounts import timeline_account

        variant, _, chip = name.partition("@")
        found = timeline_account(self._sources.store, variant, chip)
        if found.capture is None:
            raise ExpressionError(
                f"the timeline of '{name}' is not recorded: nobody measured it, nor published it",
                "capture it where the device is: xlagym capture --trace, or a lab",
            )
        return Facts(self._sources.of(found.capture))

    def chip(self, name: str) -> ChipConstants:
        """The constants of a chip."""
        from xlagym.numbers.language.outcome import ChipConstants

        constants = self._sources.constants
        constants.read()
        if name not in constants.chips:
            raise ExpressionError(
                f"no constants are known of a chip '{name}'", nearest(name, constants.chips)
            )
        return ChipConstants(name, tuple(constants.chips[name]), constants.reading)

    def _capture(self, name: str) -> Facts:
        captures = self._sources.store.captures
        if name not in captures:
            raise ExpressionError(f"no capture '{name}'", nearest(name, captures))
        return Facts(self._sources.of(captures[name]))
