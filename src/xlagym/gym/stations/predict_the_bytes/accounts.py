"""All accounts of what a program moves, side by side: what each counts, and which is not there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup

from xlagym.captures.forms import COST, FORECAST, STABLEHLO
from xlagym.gym.rounds.exhibits import Table
from xlagym.gym.rounds.links import capture_link, line_link
from xlagym.gym.rounds.round import RoomFact
from xlagym.gym.rounds.words import code
from xlagym.gym.stations.predict_the_bytes.bytes import moved
from xlagym.numbers.units.scaled import exact

if TYPE_CHECKING:
    from xlagym.captures.accounts import TimelineAccount
    from xlagym.captures.capture import Capture
    from xlagym.numbers.evaluate import Evaluate, EvaluateHere

ABSENT = "not there"


def accounts(capture: Capture, timeline: TimelineAccount) -> Table:
    """A row for each account of a program on a target."""
    floor, big = moved(capture), capture.big
    rows: list[tuple[Markup | str, ...]] = [
        (
            "arithmetic",
            "arguments and results, once",
            exact(floor),
            line_link(capture.id, STABLEHLO, 1, "the types"),
        )
    ]
    if big is not None:
        rows.append(
            (
                "arithmetic",
                Markup("that, and {} out and back").format(code(big.plain)),
                exact(floor + 2 * big.bytes),
                line_link(capture.id, STABLEHLO, 1, "the types"),
            )
        )
    charged = capture.cost.bytes_accessed
    rows.append(
        (
            "cost model",
            "what each op takes and makes",
            ABSENT if charged is None else exact(int(charged)),
            line_link(capture.id, COST, 1, "compiled"),
        )
    )
    return Table(
        "The accounts, side by side",
        ("account", "counts", "says", "basis"),
        (*rows, _forecast(capture), _timeline(timeline)),
        "Cycles and times are not turned into bytes: that would take a clock or a bandwidth.",
    )


def _forecast(capture: Capture) -> tuple[Markup | str, ...]:
    forecast = capture.forecast
    if forecast is None:
        why = str(capture.manifest.forecast or "none was asked for")
        return "forecast", "static cycles of all ops", ABSENT, why
    link = line_link(capture.id, FORECAST, 1, "compiled")
    return "forecast", "static cycles of all ops", f"{forecast.total:,} cycles", link


def _timeline(timeline: TimelineAccount) -> tuple[Markup | str, ...]:
    capture = timeline.capture
    if capture is None:
        return "device timeline", "time on the device", ABSENT, "not recorded"
    link = capture_link(capture.id, capture.basis)
    return "device timeline", "time on the device", "the figure above", link


def account_figures(
    capture: Capture, timeline: TimelineAccount, number: EvaluateHere, evaluate: Evaluate, page: str
) -> tuple[RoomFact, ...]:
    """What the accounts say that are there, each with its receipt."""
    found = [
        RoomFact(
            "cost model",
            (
                number("charged", "c.cost.bytes_accessed", show="MB", digits=2),
                number("times", "c.cost.bytes_accessed / c.io_bytes", digits=2),
            ),
            ("", "times what goes in and out"),
        )
    ]
    if capture.forecast is not None:
        found.append(RoomFact("forecast", (number("forecast", "c.forecast.total"),), ("",)))
    if timeline.capture is not None:
        measured = timeline.basis == "measured"
        time = evaluate(
            f"{timeline.capture.id}/time",
            "t.timeline.envelope" if measured else "t.timeline.carriers",
            let={"t": timeline.capture.id},
            page=page,
            show="ms" if measured else "µs",
            digits=1,
        )
        what = "device timeline, median run" if measured else "device timeline, as published"
        found.append(RoomFact(what, (time,), ("",)))
    return tuple(found)
