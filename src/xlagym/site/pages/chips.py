"""All chips: for each program that all of them have, what their compilers decided."""

from __future__ import annotations

from collections.abc import Iterator

from xlagym.captures.capture import Capture
from xlagym.captures.generations import on_every_chip
from xlagym.chips.names import in_words
from xlagym.chips.table import CHIPS, generations
from xlagym.numbers.tables.chip_matrix import Matrix, chip_matrix
from xlagym.site.assembly.edition import Edition
from xlagym.site.assembly.plan import Plan, quote


def plan(edition: Edition) -> Iterator[Plan]:
    """The index, and a page for each program that is compiled for all of them."""
    matrices = [
        chip_matrix(variant, captures, edition.workbook.evaluate, f"/chips/{variant}/")
        for variant, captures in on_every_chip(edition.store).items()
    ]
    count = in_words(len(generations()))
    yield Plan(
        path="/chips/",
        template="pages/chips.html",
        title=f"{count.capitalize()} chips",
        description=f"One program, {count} generations of TPU: what their compilers decided.",
        nav="evidence",
        context={"matrices": matrices},
    )
    rooms = _rooms(edition)
    for matrix in matrices:
        yield _page(edition, matrix, matrices, rooms.get(matrix.variant, []))


def all_chips(edition: Edition, capture: Capture) -> str | None:
    """The page that compares a capture with the same program on other chips, if one does."""
    compared = on_every_chip(edition.store).get(capture.manifest.variant, ())
    return f"/chips/{capture.manifest.variant}/" if capture in compared else None


def _page(
    edition: Edition, matrix: Matrix, matrices: list[Matrix], rooms: list[dict[str, str]]
) -> Plan:
    count = in_words(len(matrix.targets))
    quoted = {number.id: quote(number) for number in matrix.numbers}
    captures = [edition.store.captures[id] for id in matrix.captures]
    others = [each.variant for each in matrices]
    return Plan(
        path=f"/chips/{matrix.variant}/",
        template="pages/chips_program.html",
        title=f"{matrix.variant} on {count} chips",
        description=(
            f"What the compiler decided for {matrix.variant} on {count} generations of TPU."
        ),
        nav="evidence",
        context={
            "matrix": matrix,
            "unforecast": [CHIPS[each].title for each in matrix.targets if CHIPS[each].no_forecast],
            "others": others,
            "quoted": quoted,
            "manifest_of": captures[0].manifest,
            "rooms": rooms,
        },
        receipts=list(quoted.values()),
    )


def _rooms(edition: Edition) -> dict[str, list[dict[str, str]]]:
    """By variant, the rooms of stations that show all chips."""
    found: dict[str, list[dict[str, str]]] = {}
    for station in edition.stations:
        if station.spec.kind != "which-chip":
            continue
        for room in station.rooms:
            there = {"path": room.path, "title": f"GYM·{station.spec.number} {station.spec.title}"}
            found.setdefault(room.variant, []).append(there)
    return found
