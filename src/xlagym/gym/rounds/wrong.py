"""Wrong answers, declared: what is misread, what that comes to, and why it is wrong.

A kind lists its own in tables, in its ``misreadings.py``. Each is run on the same evidence as the
key, so that no wrong answer is made up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from markupsafe import Markup


def _nothing(*_: object) -> tuple[object, ...]:
    return ()


@dataclass(frozen=True)  # slots would forbid to write ``Wrong[str, int](…)``
class Wrong[Evidence, Answer]:
    """One way to misread evidence."""

    name: str
    """What is misread, in a few words: ``results forgotten``."""
    comes_to: Callable[[Evidence], Answer | None]
    """The answer that it leads to; None where the evidence gives no occasion for it."""
    why: str
    """Why that is wrong: markup, with ``{}`` for each of ``told``."""
    told: Callable[[Evidence, Answer], tuple[object, ...]] = _nothing
    """What of the evidence, and of the wrong answer, is said of it."""


def misread[Evidence, Answer](
    table: Iterable[Wrong[Evidence, Answer]], evidence: Evidence
) -> Iterator[tuple[str, Answer, Markup]]:
    """The name of each misreading that has an occasion, what it comes to, and why that is wrong."""
    for each in table:
        answer = each.comes_to(evidence)
        if answer is not None:
            yield each.name, answer, Markup(each.why).format(*each.told(evidence, answer))
