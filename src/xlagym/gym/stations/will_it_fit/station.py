"""GYM·19, will it fit: a tile of a kernel; how much VMEM, does it fit, which of two is faster?"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from markupsafe import Markup

from xlagym.captures.store import UnknownCaptureError
from xlagym.chips.names import chip_name
from xlagym.gym.rounds.round import RoomFact
from xlagym.gym.rounds.station import Room, Station, gather
from xlagym.gym.stations.will_it_fit.fits import explained, fits_round
from xlagym.gym.stations.will_it_fit.pairs import compared, pair_round, pairs
from xlagym.gym.stations.will_it_fit.tile import blocks_table, kernel, limit_of, read_tile, settings
from xlagym.gym.stations.will_it_fit.vmem import beside_round, vmem_round
from xlagym.inputs.problems import ProblemError
from xlagym.keeping.kept import kept
from xlagym.numbers.units.quantity import convert

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from xlagym.captures.capture import Capture
    from xlagym.captures.store import Store
    from xlagym.gym.rounds.exhibits import Excerpt
    from xlagym.gym.rounds.spec import Spec
    from xlagym.gym.stations.will_it_fit.tile import Tile
    from xlagym.numbers.evaluate import Evaluate
    from xlagym.numbers.number import Number

KIND = "will-it-fit"
ONE, TWO = "one tile", "two tiles"


@dataclass(frozen=True, slots=True)
class _Desk:
    """What every room needs."""

    spec: Spec
    evaluate: Evaluate
    tiles: tuple[Tile, ...]
    limit: float
    """MiB that one kernel may take."""
    says_limit: Tile
    """Whose refusal says so."""
    programs: Mapping[str, Excerpt]
    """By capture, the kernel and its blocks."""


def build(spec: Spec, store: Store, evaluate: Evaluate) -> Station:
    """Make the station from evidence. Raises ProblemError where a capture is missing or unfit."""
    desk = _desk(spec, store, evaluate)
    one = gather(spec, desk.tiles, partial(_tile_room, desk), "captures")
    two = gather(spec, pairs(desk.tiles), lambda pair: _pair_room(desk, *pair), "captures")
    withheld = sum(not explained(each, desk.limit) for each in desk.tiles)
    return Station(spec, (*one, *two), withheld, groups=(ONE, TWO))


def _desk(spec: Spec, store: Store, evaluate: Evaluate) -> _Desk:
    try:
        captures = [store.get(id) for id in spec.captures]
        tiles, programs = _read(captures)
        return _Desk(spec, evaluate, tiles, *limit_of(tiles), programs)
    except (UnknownCaptureError, ValueError) as error:
        raise ProblemError(
            spec.problem(str(error), "name other captures, or make them", "captures")
        ) from error


@kept
def _read(captures: Sequence[Capture]) -> tuple[tuple[Tile, ...], dict[str, Excerpt]]:
    """The tiles, and by capture the kernel and its blocks."""
    return tuple(map(read_tile, captures)), {each.id: kernel(each) for each in captures}


def _tile_room(desk: _Desk, tile: Tile) -> Room:
    path = f"{desk.spec.path}{tile.slug}/"
    limits = _limits(desk, tile.chip, path)
    chip = _mebibytes(limits[1].numbers[0])
    number = desk.evaluate(
        f"{tile.capture}/vmem",
        "c.pallas.vmem_bytes",
        let={"c": tile.capture},
        page=path,
        show="MiB",
    )
    takes = RoomFact("by the shapes of the blocks", (number,), ("",))
    told = (takes, *_wanted(desk, tile, path))
    rounds = [replace(vmem_round(tile), revealed=(blocks_table(tile),), figures=(takes,))]
    if explained(tile, desk.limit):
        rounds.append(replace(fits_round(tile, desk.limit, chip), figures=told))
    if beside := beside_round(tile, desk.limit):
        rounds.append(replace(beside, revealed=(blocks_table(tile),), figures=told))
    return Room(
        capture=tile.capture,
        variant=ONE,
        target=tile.chip,
        basis="compiled",
        title=f"{tile.unbroken} on {chip_name(tile.chip)}",
        label=tile.unbroken,
        about=Markup(
            "A matmul, its result made in tiles of {} × {}, from blocks that are {} deep."
        ).format(*tile.sizes),
        path=path,
        exhibits=(settings([tile]), desk.programs[tile.capture]),
        rounds=tuple(rounds),
        captures=tuple(dict.fromkeys((tile.capture, desk.says_limit.capture))),
        facts=limits,
    )


def _mebibytes(number: Number) -> float:
    """A number of bytes in MiB."""
    assert isinstance(number.value, int | float)
    return convert(number.value, number.unit, "MiB")


def _limits(desk: _Desk, target: str, path: str) -> tuple[RoomFact, RoomFact]:
    limit = desk.evaluate(
        f"{path.split('/')[-2]}/limit",
        "c.refusal.limit",
        let={"c": desk.says_limit.capture},
        page=path,
        show="MiB",
    )
    chip = desk.evaluate(
        f"{path.split('/')[-2]}/chip",
        f'chip("{target}").vmem_per_core',
        page=path,
        show="MiB",
    )
    return (
        RoomFact("VMEM that one kernel may take", (limit,), ("",)),
        RoomFact("VMEM of the chip", (chip,), ("",)),
    )


def _wanted(desk: _Desk, tile: Tile, path: str) -> tuple[RoomFact, ...]:
    if tile.refusal is None:
        return ()
    number = desk.evaluate(
        f"{tile.capture}/wanted",
        "c.refusal.wanted",
        let={"c": tile.capture},
        page=path,
        show="MiB",
        digits=2,
    )
    return (RoomFact("by the compiler", (number,), ("",)),)


def _pair_room(desk: _Desk, one: Tile, other: Tile) -> Room:
    name = f"{one.slug}-or-{other.slug}"
    path = f"{desk.spec.path}{name}/"
    figures = tuple(
        RoomFact(
            each.name,
            (
                desk.evaluate(
                    f"{name}/{each.slug}",
                    "c.forecast.total",
                    let={"c": each.capture},
                    page=path,
                ),
            ),
            ("",),
        )
        for each in (one, other)
    )
    return Room(
        capture=one.capture,
        variant=TWO,
        target=one.chip,
        basis="compiled",
        title=f"{one.unbroken} or {other.unbroken}",
        label=f"{one.unbroken} or {other.unbroken}",
        about=f"One matmul, cut in two ways. The compiler accepts both for {chip_name(one.chip)}.",
        path=path,
        exhibits=(settings([one, other]), desk.programs[one.capture]),
        rounds=(
            replace(pair_round(one, other), revealed=(compared(one, other),), figures=figures),
        ),
        captures=(one.capture, other.capture),
    )
