"""The four accounts of what a program costs on a chip, each a number with its receipt, or none.

The cost model and the arithmetic speak of bytes, the backend's forecast of cycles, the timeline of
time. Time turns into bytes by the bandwidth that a copy achieved on that chip, where somebody has
measured one; cycles stay cycles, since no clock is cited.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Unpack

from xlagym.captures.accounts import NOT_RECORDED, timeline_account
from xlagym.inputs.problems import ProblemError
from xlagym.numbers.workbook import Workbook

if TYPE_CHECKING:
    from xlagym.captures.accounts import TimelineAccount
    from xlagym.numbers.evaluate import EvaluateHere, Writing
    from xlagym.numbers.number import Number

COST, ARITHMETIC, FORECAST, TIMELINE = "cost", "arithmetic", "forecast", "timeline"
NAMES = {
    COST: "the cost model",
    ARITHMETIC: "the arithmetic",
    FORECAST: "the forecast",
    TIMELINE: "the device timeline",
}
_ACHIEVED = "copy_bandwidth"


@dataclass(frozen=True, slots=True)
class Account:
    """One telling of a program's cost."""

    kind: str
    """``cost``, ``arithmetic``, ``forecast`` or ``timeline``."""
    says: str
    """How it comes to its figure."""
    number: Number | None
    """In its own unit."""
    as_bytes: Number | None
    """The same in bytes, where that can be said."""
    missing: str = ""
    """Why there is no number."""

    @property
    def name(self) -> str:
        """``the cost model``."""
        return NAMES[self.kind]


def four_accounts(
    workbook: Workbook,
    variant: str,
    target: str,
    *,
    prefix: str,
    page: str,
    file: str = "",
    line: int | None = None,
) -> tuple[Account, ...]:
    """The accounts of ``variant`` compiled for ``target``, in the order in which they are told.

    Numbers are called ``PREFIX/accounts.VARIANT.TARGET.KIND``. Raises ProblemError where a figure
    is there and can't be read; what is not there says why.
    """
    chip = "-".join(target.split("-")[:2])
    account = timeline_account(workbook.store, variant, chip)
    let = {"c": f"{variant}@{target}"}
    if account.capture is not None:
        let["t"] = account.capture.id

    def number(kind: str, expression: str, /, **writing: Unpack[Writing]) -> Number:
        return workbook.evaluate(
            f"{prefix}/accounts.{variant}.{target}.{kind}",
            expression,
            let={name: id for name, id in let.items() if name in _names(expression)},
            page=page,
            file=file,
            line=line,
            **writing,
        )

    return (
        _in_bytes(COST, number, "c.cost.bytes_accessed", "the compiler's own count of bytes moved"),
        _in_bytes(
            ARITHMETIC,
            number,
            "c.io_bytes + 2 * c.big.bytes",
            "arguments and results, and the big intermediate written once and read once",
        ),
        _forecast(number),
        _timeline(workbook, number, account, chip),
    )


def _names(expression: str) -> set[str]:
    return {name for name in ("c", "t") if f"{name}." in expression}


def _in_bytes(kind: str, number: EvaluateHere, expression: str, says: str) -> Account:
    try:
        found = number(kind, expression, show="MB", digits=1)
    except ProblemError as error:
        return Account(kind, says, None, None, error.problems[0].message)
    return Account(kind, says, found, found)


def _forecast(number: EvaluateHere) -> Account:
    says = "static cycles of all ops, estimated by the backend without running"
    try:
        return Account(FORECAST, says, number(FORECAST, "c.forecast.total"), None)
    except ProblemError as error:
        return Account(FORECAST, says, None, None, error.problems[0].message)


def _timeline(
    workbook: Workbook, number: EvaluateHere, account: TimelineAccount, chip: str
) -> Account:
    if account.capture is None:
        says = "nobody has measured it here, nor published it"
        return Account(TIMELINE, says, None, None, NOT_RECORDED)
    says = {
        "measured": "time of the ops that carry the big intermediate, the median of the runs",
        "published": "time of the ops that carry the big intermediate, as published",
    }[account.basis]
    into = "ms" if chip == "cpu" else "µs"
    try:
        time = number(TIMELINE, "t.timeline.carriers", show=into, digits=1)
    except ProblemError as error:
        return Account(TIMELINE, says, None, None, error.problems[0].message)
    if _ACHIEVED not in workbook.constants.chips.get(chip, {}):
        return Account(TIMELINE, says, time, None)
    moved = number(
        f"{TIMELINE}_bytes",
        f't.timeline.carriers * chip("{chip}").{_ACHIEVED}',
        unit="B",
        show="MB",
        digits=1,
    )
    return Account(TIMELINE, says, time, moved)
