"""The line of a station in the table at the end of the tests."""

from __future__ import annotations

from collections.abc import Set

from xlagym.gym.rounds.station import Station

type Row = tuple[str, int, int, int, int]


def summary(name: str, station: Station, confirmed: Set[str]) -> Row:
    """Station, rounds, keys confirmed, distractors, those proven wrong; all of them have to be.

    ``confirmed`` are the ids of the rounds whose key a second reading has come to as well.
    """
    rounds = station.rounds
    assert {each.id for each in rounds} == set(confirmed)
    distractors = [
        (frozenset(misreading.picks), frozenset(each.key))
        for each in rounds
        for misreading in each.misreadings
    ]
    proven = sum(bool(picks) and picks != key for picks, key in distractors)
    assert proven == len(distractors)
    return (name, len(rounds), len(confirmed), len(distractors), proven)
