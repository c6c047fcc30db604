"""Modules of the runtime on their own, in the browser: schedule, mix, chance, progress."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Visit

DAY = 86_400_000
MINUTE = 60_000


@pytest.fixture
def page(visit: Visit) -> Page:
    return visit("/404.html")


def call(page: Page, site: Path, module: str, name: str, *arguments: object) -> Any:
    """What a function of a module gives for arguments that can be told in JSON."""
    (file,) = site.glob(f"assets/{module}.*.js")
    return page.evaluate(
        "([path, name, args]) => import(path).then((module) => module[name](...args))",
        [f"/{file.relative_to(site).as_posix()}", name, arguments],
    )


def attempt(round: str, at: int, *, right: bool = True, hash: str = "a.b") -> dict[str, object]:
    return {
        "round": round,
        "hash": hash,
        "skill": "s",
        "right": right,
        "shown": False,
        "at": at,
    }


@pytest.mark.parametrize(
    ("answers", "due"),
    [
        ([], 0),
        ([(0, True)], 2 * DAY),
        ([(0, False)], 10 * MINUTE),
        ([(0, True), (2 * DAY, True)], 7 * DAY),
        ([(0, True), (DAY, True)], 2 * DAY),  # before it was due: nothing moves
        ([(0, True), (2 * DAY, False)], 2 * DAY + 10 * MINUTE),
        ([(0, False), (10 * MINUTE, True)], 10 * MINUTE + 2 * DAY),
    ],
)
def test_a_round_comes_back_later_each_time(
    page: Page, site: Path, answers: list[tuple[int, bool]], due: int
) -> None:
    given = [attempt("r", at, right=right) for at, right in answers]
    assert call(page, site, "schedule", "dueAfter", given) == due


def test_a_streak_breaks_and_its_best_stays(page: Page, site: Path) -> None:
    given = [attempt(name, at) for at, name in enumerate("abc")]
    given.append(attempt("d", 4, right=False))
    given.append(attempt("e", 5))
    assert call(page, site, "schedule", "streaks", given, "s") == {"now": 1, "best": 3}
    assert call(page, site, "schedule", "streaks", given, "t") == {"now": 0, "best": 0}


@pytest.mark.parametrize(
    ("hash", "state", "why"),
    [
        ("a.b", "known", ""),
        ("a.x", "due", "the compiler now decides otherwise"),
        ("x.b", "due", "the question has changed since you answered"),
    ],
)
def test_a_changed_round_says_what_changed(
    page: Page, site: Path, hash: str, state: str, why: str
) -> None:
    given = [attempt("r", 0, hash=hash)]
    stands = call(page, site, "schedule", "standing", given, {"id": "r", "hash": "a.b"}, MINUTE)
    assert (stands["state"], stands["why"]) == (state, why)


def deal(page: Page, site: Path, attempts: list[dict[str, object]], now: int) -> list[Any]:
    names = [f"{station}/{number}" for station in ("03", "07", "20") for number in range(9)]
    rounds = [{"name": {"id": name, "hash": "a.b"}, "station": name[:2]} for name in names]
    found: list[Any] = call(page, site, "mix", "dailyMix", rounds, attempts, now)
    return found


def test_a_mix_takes_turns_and_stays_the_same_all_day(page: Page, site: Path) -> None:
    noon = 20_000 * DAY + DAY // 2
    mix = deal(page, site, [], noon)
    stations = [each["round"]["station"] for each in mix]
    assert len(mix) == 10
    assert {frozenset(stations[at : at + 3]) for at in (0, 3, 6)} == {frozenset(("03", "07", "20"))}
    assert deal(page, site, [], noon + 60 * MINUTE) == mix
    assert deal(page, site, [], noon + DAY) != mix


def test_a_mix_asks_what_is_due_first_the_longest_due_before(page: Page, site: Path) -> None:
    noon = 20_000 * DAY + DAY // 2
    missed = [attempt("20/3", noon - DAY, right=False), attempt("07/1", noon - 9 * DAY)]
    mix = deal(page, site, missed, noon)
    assert [each["round"]["name"]["id"] for each in mix[:2]] == ["07/1", "20/3"]
    assert mix[1]["why"] == "back because you missed it"
    done = [attempt(f"03/{at}", noon - at) for at in range(9)]
    assert len(deal(page, site, done, noon)) == 1


def test_chance_is_the_same_for_the_same_seed(page: Page, site: Path) -> None:
    (file,) = site.glob("assets/chance.*.js")
    drawn = page.evaluate(
        "(path) => import(path).then(({ chance }) => { const next = chance(7);"
        " return [next(), next(), chance(7)(), chance(8)()]; })",
        f"/{file.relative_to(site).as_posix()}",
    )
    assert drawn[0] == drawn[2] != drawn[3]
    assert all(0 <= each < 1 for each in drawn)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "it is not JSON"),
        ("[]", "it is not a progress file"),
        ('{"schema": 2}', "it has the form 2, this page reads 1"),
        ('{"schema": 1, "attempts": [{}], "reads": []}', "its attempts are damaged"),
        ('{"schema": 1, "attempts": [], "reads": [1]}', "its chapters are damaged"),
    ],
)
def test_what_can_not_be_read_says_why(page: Page, site: Path, text: str, why: str) -> None:
    (file,) = site.glob("assets/progress.*.js")
    said = page.evaluate(
        "([path, text]) => import(path).then(({ read }) => { try { read(text); return ''; }"
        " catch (error) { return error.message; } })",
        [f"/{file.relative_to(site).as_posix()}", text],
    )
    assert said == why
