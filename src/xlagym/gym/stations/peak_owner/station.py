"""GYM·20, who owns the peak: a live-range chart of one memory; which buffer owns its peak?"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from markupsafe import Markup

from xlagym.chips.names import chip_name
from xlagym.gym.rounds.choices import Asked, choice_round
from xlagym.gym.rounds.round import Choice, RoomFact, Round
from xlagym.gym.rounds.station import Room, Station, gather
from xlagym.gym.rounds.words import sentence
from xlagym.gym.stations.peak_owner.misreadings import PeakGuess, guesses
from xlagym.gym.stations.peak_owner.reveal import alive_table, reveal, why
from xlagym.gym.stations.peak_owner.scene import PeakScene, name_of, scene
from xlagym.keeping.kept import kept

if TYPE_CHECKING:
    from xlagym.captures.capture import Capture
    from xlagym.captures.store import Store
    from xlagym.evidence.memory.places import MemoryPlace
    from xlagym.gym.rounds.exhibits import LiveChart, Table
    from xlagym.gym.rounds.round import Round
    from xlagym.gym.rounds.spec import Spec
    from xlagym.numbers.evaluate import Evaluate

KIND = "peak-owner"
QUESTION = "Which buffer owns the peak of {}?"
_CHOICES = 6
_FEWEST = 1
"""Misreadings that lead to another buffer, under which nothing is asked."""


@dataclass(frozen=True, slots=True)
class _MemoryReading:
    """What the station reads of one memory of one program."""

    memory: str
    asked: Round
    chart: LiveChart
    revealed: tuple[LiveChart, Table]


def build(spec: Spec, store: Store, evaluate: Evaluate) -> Station:
    """Make the station from evidence. Raises ProblemError where a capture is missing or unfit."""
    make = partial(_room, spec, store, evaluate)
    rooms = gather(spec, spec.captures, make, "captures")
    return Station(spec, rooms, withheld=0, groups=tuple(spec.programs))


def _room(spec: Spec, store: Store, evaluate: Evaluate, id: str) -> Room:
    capture = store.get(id)
    variant, target = capture.manifest.variant, capture.target
    readings = _read(capture)
    slug = id.partition("@")[2].replace("+", "-")
    path = f"{spec.path}{variant}/{slug}/"
    whole = f"{variant} on {chip_name(target)}"
    each_chip = " Each chip of the pod has such memories." if capture.chip != target else ""
    return Room(
        capture=id,
        variant=variant,
        target=target,
        basis=capture.basis,
        title=whole,
        about=f"{sentence(spec.programs[variant])}.{each_chip}",
        path=path,
        rounds=tuple(_round(capture, each, path, evaluate) for each in readings),
    )


def _round(capture: Capture, reading: _MemoryReading, path: str, evaluate: Evaluate) -> Round:
    number = evaluate(
        f"{capture.id}/{reading.memory}",
        f'c.peak("{reading.memory}").bytes',
        let={"c": capture.id},
        page=path,
        show="MB",
        digits=2,
    )
    return replace(
        reading.asked,
        exhibits=(reading.chart,),
        revealed=reading.revealed,
        figures=(RoomFact("held at the peak", (number,), ("",)),),
    )


@kept
def _read(capture: Capture) -> tuple[_MemoryReading, ...]:
    spaces = sorted({each.space for each in capture.allocations})
    scenes = [drawn for space in spaces if (drawn := scene(capture, space)) is not None]
    found = [
        _MemoryReading(
            each.name, asked, each.chart(told=False), (each.chart(told=True), alive_table(each))
        )
        for each in scenes
        if (asked := _asked(each)) is not None
    ]
    if not found:
        raise ValueError(f"no memory of {capture.id} has a peak that one buffer owns for certain")
    return tuple(found)


def _reading(drawn: PeakScene, asked: Round) -> _MemoryReading:
    told = (drawn.chart(told=True), alive_table(drawn))
    return _MemoryReading(drawn.name, asked, drawn.chart(told=False), told)


def _asked(drawn: PeakScene) -> Round | None:
    owner = drawn.owner
    misread = [each for each in guesses(drawn) if each.place is not owner]
    chosen = _choices(drawn, misread)
    ids = {_address(each): f"buffer-{at}" for at, each in enumerate(chosen, start=1)}
    named: dict[str, PeakGuess] = {}
    for each in misread:
        if _address(each.place) in ids:
            named.setdefault(ids[_address(each.place)], each)
    if len(named) < _FEWEST:
        return None
    memory = "memory" if drawn.name == "memory" else drawn.name
    the = "this memory" if drawn.name == "memory" else drawn.name
    return choice_round(
        Asked(
            f"{drawn.capture.id}/{memory.lower()}",
            QUESTION,
            Markup(QUESTION).format(the),
            f"{owner.buffer} {owner.bytes} {drawn.step} {drawn.bytes}",
        ),
        [Choice(ids[_address(each)], name_of(each)) for each in chosen],
        [ids[_address(owner)]],
        {each.name: [id] for id, each in named.items()},
        {ids[_address(each)]: why(drawn, each) for each in chosen},
        {id: each.name for id, each in named.items()},
        reveal(drawn),
    )


def _choices(drawn: PeakScene, misread: Iterable[PeakGuess]) -> list[MemoryPlace]:
    """The owner, what misreadings lead to, and the largest of the rest, in the chart's order."""
    wanted = [drawn.owner, *(each.place for each in misread)]
    rest = sorted(drawn.shown, key=lambda each: -each.bytes)
    unique = list({_address(each): each for each in (*wanted, *rest)}.values())[:_CHOICES]
    return sorted(unique, key=lambda each: (each.first, -each.bytes, each.buffer))


def _address(place: MemoryPlace) -> str:
    """What tells one place of a capture from another."""
    return f"{place.values[0].space} {place.buffer}"
