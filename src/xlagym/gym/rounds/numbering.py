"""A station's number, in the ids of its rounds and of its numbers.

A kind names what it makes below its station, ``mlp@tpu-v6e/cost``. The number is put before that
here, so the spec alone says it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Unpack

if TYPE_CHECKING:
    from xlagym.gym.rounds.station import Station
    from xlagym.numbers.evaluate import Evaluate, Writing
    from xlagym.numbers.number import Number


@dataclass(frozen=True, slots=True)
class Numbering:
    """``Evaluate`` for one station: ids begin with ``gym/08/``."""

    evaluate: Evaluate
    number: int

    def __call__(
        self,
        id: str,
        expression: str,
        *,
        let: Mapping[str, str] | None = None,
        page: str = "",
        file: str = "",
        line: int | None = None,
        note: str = "",
        **writing: Unpack[Writing],
    ) -> Number:
        """Make a number. Raises ProblemError where the evidence does not hold what is asked."""
        return self.evaluate(
            f"gym/{self.number:02d}/{id}",
            expression,
            let=let,
            page=page,
            file=file,
            line=line,
            note=note,
            **writing,
        )


def numbered(station: Station) -> Station:
    """``station`` with its number before the ids of its rounds: ``08/mlp@tpu-v6e/cost``."""
    return replace(
        station,
        rooms=tuple(
            replace(
                room,
                rounds=tuple(
                    replace(each, id=f"{station.spec.number:02d}/{each.id}") for each in room.rounds
                ),
            )
            for room in station.rooms
        ),
    )
