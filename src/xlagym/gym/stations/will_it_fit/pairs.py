"""Rounds about two tiles that fit: which one does the forecast favor?"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from markupsafe import Markup

from xlagym.captures.forms import FORECAST
from xlagym.chips.names import chip_name
from xlagym.gym.rounds.choices import Asked, choice_round
from xlagym.gym.rounds.exhibits import Table
from xlagym.gym.rounds.links import line_link
from xlagym.gym.rounds.round import Choice, Reveal
from xlagym.gym.rounds.words import listed
from xlagym.gym.stations.will_it_fit.tile import mebibytes

if TYPE_CHECKING:
    from xlagym.gym.rounds.round import Round
    from xlagym.gym.stations.will_it_fit.tile import Tile

QUESTION = "Which of the two takes fewer cycles on {}, by the compiler's forecast?"
FIRST, SECOND, SAME = "first", "second", "same"
PERCENT = 1
"""Forecasts that differ by less are taken as equal."""
FAR = 2
"""Pairs whose forecasts differ by more than this factor are no question."""
EQUAL_WORK = "as much to multiply, so as many cycles"

_RULES: Mapping[str, tuple[Callable[[Tile], float], str]] = {
    "more VMEM in use is always faster": (lambda each: each.held.vmem_bytes, "takes more VMEM"),
    "a square tile is always faster": (lambda each: len(set(each.sizes)) == 1, "is square"),
    "fewer steps are always faster": (lambda each: -each.steps, "has fewer steps"),
    "a larger block of the result is always faster": (
        lambda each: each.sizes[0] * each.sizes[1],
        "makes more of the result at once",
    ),
    "deeper blocks are always faster": (lambda each: each.sizes[2], "goes deeper at a step"),
    "less to move is always faster": (lambda each: -each.moved, "moves less to and from HBM"),
}
"""A rule of thumb: what it looks at, higher being better, and how it says so."""


def pairs(tiles: Sequence[Tile]) -> list[tuple[Tile, Tile]]:
    """Those that fit, come near each other, and where a rule of thumb errs."""
    fit = [each for each in tiles if each.cycles is not None]
    return [
        (one, other)
        for one, other in combinations(fit, 2)
        if _ratio(one, other) <= FAR and any(_rules(one, other, key_of(one, other)))
    ]


def key_of(one: Tile, other: Tile) -> str:
    """Which choice is right."""
    if _ratio(one, other) < 1 + PERCENT / 100:
        return SAME
    return FIRST if _cycles(one) < _cycles(other) else SECOND


def pair_round(one: Tile, other: Tile) -> Round:
    """Which of two tiles takes fewer cycles."""
    key = key_of(one, other)
    errs = _rules(one, other, key)
    guesses = {name: [choice] for name, (choice, _) in errs.items()}
    if key != SAME:
        guesses[EQUAL_WORK] = [SAME]
    names = {choice: name for name, (choice,) in reversed(guesses.items())}
    texts = {
        FIRST: Markup("{} takes fewer.").format(one.name),
        SECOND: Markup("{} takes fewer.").format(other.name),
        SAME: Markup("Neither: they are within {} % of each other.").format(PERCENT),
    }
    offered = [each for each in texts if each == key or each in names]
    return choice_round(
        Asked(
            f"{one.slug}-{other.slug}@{one.chip}/faster",
            QUESTION,
            Markup(QUESTION).format(chip_name(one.chip)),
            f"{one.capture} {one.cycles} {other.capture} {other.cycles}",
        ),
        [Choice(each, texts[each]) for each in offered],
        [key],
        guesses,
        {each: _why(one, other, each, key, errs) for each in offered},
        {each: names[each] for each in offered if each != key},
        Reveal(
            answer=texts[key],
            shows=Markup("The forecasts say {} for {} and {} for {}.").format(
                _cited(one), one.name, _cited(other), other.name
            ),
            means=_means(one, other, key, errs),
            further=Markup(
                "A forecast is the compiler's own estimate, made without running: no device has "
                "confirmed it here."
            ),
        ),
    )


def compared(one: Tile, other: Tile) -> Table:
    """Both tiles by what rules of thumb look at, and by the forecast."""
    return Table(
        "The two, side by side",
        ("tile", "steps", "VMEM", "moved", "cycles", "cycles a step"),
        tuple(
            (
                each.unbroken,
                f"{each.steps:,}",
                mebibytes(each.held.vmem_bytes),
                mebibytes(each.moved),
                f"{_cycles(each):,}",
                f"{_cycles(each) / each.steps:,.0f}",
            )
            for each in (one, other)
        ),
        Markup(
            "Steps from the grid; VMEM, and what is moved to and from HBM, by arithmetic from the "
            "blocks; cycles from the forecast."
        ),
    )


def _rules(one: Tile, other: Tile, key: str) -> dict[str, tuple[str, str]]:
    """By the name of a rule that errs: what it chooses, and why."""
    found = {}
    for name, (score, because) in _RULES.items():
        mine, its = score(one), score(other)
        choice = FIRST if mine > its else SECOND
        if mine != its and choice != key:
            found[name] = (choice, because)
    return found


def _why(
    one: Tile, other: Tile, choice: str, key: str, errs: Mapping[str, tuple[str, str]]
) -> Markup:
    if choice == key:
        return Markup("{} cycles for {}, {} for {}.").format(
            f"{_cycles(one):,}", one.name, f"{_cycles(other):,}", other.name
        )
    if choice == SAME:
        return Markup("Both multiply as much, and yet the forecasts are {} % apart.").format(
            f"{(_ratio(one, other) - 1) * 100:.1f}"
        )
    reasons = [Markup(because) for chosen, because in errs.values() if chosen == choice]
    tile = one if choice == FIRST else other
    return Markup("{} {}. Its forecast is {} cycles all the same, against {}.").format(
        tile.name,
        listed(reasons),
        f"{_cycles(tile):,}",
        f"{_cycles(other if choice == FIRST else one):,}",
    )


def _means(one: Tile, other: Tile, key: str, errs: Mapping[str, tuple[str, str]]) -> Markup:
    apart = Markup("They are {} % apart.").format(f"{(_ratio(one, other) - 1) * 100:.1f}")
    if key == SAME or not errs:
        return apart
    reasons = [Markup(because) for _, because in errs.values()]
    loser = other if key == FIRST else one
    return Markup("{} It is {} that {}: no such rule holds for every pair.").format(
        apart, loser.name, listed(reasons)
    )


def _cited(tile: Tile) -> Markup:
    # The op stands on the line after the one that opens the file's only object.
    return line_link(tile.capture, FORECAST, 2, f"{_cycles(tile):,} cycles")


def _ratio(one: Tile, other: Tile) -> float:
    return max(_cycles(one), _cycles(other)) / min(_cycles(one), _cycles(other))


def _cycles(tile: Tile) -> int:
    if tile.cycles is None:
        raise ValueError(f"{tile.capture} has no forecast")
    return tile.cycles
