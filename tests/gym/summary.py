"""The line of a station in the table at the end of the tests."""

from __future__ import annotations

from collections.abc import Iterator, Set

from xlagym.gym.rounds.station import Round, Station

type Row = tuple[str, int, int, int, int]


def summary(name: str, station: Station, confirmed: Set[str]) -> Row:
    """Station, rounds, keys confirmed, distractors, those proven wrong; all of them have to be.

    ``confirmed`` are the ids of the rounds whose key a second reading has come to as well.
    """
    rounds = list(_dealt(station))
    assert {each.id for each in rounds} == set(confirmed)
    distractors = [
        (frozenset(misreading.picks), frozenset(each.key))
        for each in rounds
        for misreading in each.misreadings
    ]
    proven = sum(bool(picks) and picks != key for picks, key in distractors)
    assert proven == len(distractors)
    return (name, len(rounds), len(confirmed), len(distractors), proven)


def _dealt(station: Station) -> Iterator[Round]:
    """The rounds themselves: some kinds deal them with choices and exhibits around them."""
    for room in station.rooms:
        for each in room.rounds:
            asked: object = getattr(each, "asked", each)
            dealt: object = getattr(asked, "dealt", asked)
            assert isinstance(dealt, Round)
            yield dealt
