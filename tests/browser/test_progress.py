"""Progress: kept, kept aside when damaged, due again, in two tabs, taken along as a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit

KEY = "xlagym.progress"
ROOM = "/gym/07-fusion-xray/attention-s1024/tpu-v6e/"
INDEX = "/gym/07-fusion-xray/"
CHAPTER = "/l/xla/05-fusion/"
DAY = 86_400_000


def stored(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(f"JSON.parse(localStorage.getItem('{KEY}'))")
    return found


def store(page: Page, value: object) -> None:
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [KEY, json.dumps(value)])


def attempt(page: Page, name: str, **changed: object) -> dict[str, object]:
    """An answer to a round of the page, right and just given, but for what is ``changed``."""
    digest = page.locator(f'[data-round="{name}"]').get_attribute("data-hash")
    now = page.evaluate("Date.now()")
    answer = {
        "round": name,
        "hash": digest,
        "skill": "reading-fusions",
        "right": True,
        "shown": False,
        "at": now,
    }
    return answer | changed


def kept(*attempts: dict[str, object]) -> dict[str, object]:
    return {"schema": 1, "attempts": list(attempts), "reads": []}


CARRY = "07/attention-s1024@tpu-v6e/carry"


def test_an_attempt_is_added_with_its_hash(visit: Visit) -> None:
    page = visit(ROOM)
    page.get_by_role("button", name="None of them").click()
    (answer,) = stored(page)["attempts"]
    assert answer["round"] == CARRY
    assert answer["hash"] == page.locator(".round").first.get_attribute("data-hash")
    assert (answer["right"], answer["shown"], answer["skill"]) == (False, False, "reading-fusions")
    page.get_by_role("button", name="Again").first.click()
    page.get_by_role("button", name="Show me").first.click()
    assert [each["shown"] for each in stored(page)["attempts"]] == [False, True]


def test_a_damaged_value_is_kept_aside_and_named(visit: Visit) -> None:
    page = visit(ROOM)
    page.evaluate(f"localStorage.setItem('{KEY}', '{{not json')")
    page.reload()
    notice = page.locator("[data-notice]")
    expect(notice).to_contain_text("Your progress could not be read (it is not JSON)")
    aside = page.evaluate("Object.keys(localStorage).filter(key => key.includes('kept-'))")
    assert len(aside) == 1
    expect(notice).to_contain_text(aside[0])
    assert page.evaluate("key => localStorage.getItem(key)", aside[0]) == "{not json"
    assert stored(page) == {"schema": 1, "attempts": [], "reads": []}
    page.get_by_role("button", name="None of them").click()
    assert len(stored(page)["attempts"]) == 1
    page.reload()
    expect(notice).not_to_be_visible()


def test_a_value_of_another_schema_is_kept_aside(visit: Visit) -> None:
    page = visit(ROOM)
    store(page, {"schema": 9, "attempts": []})
    page.reload()
    expect(page.locator("[data-notice]")).to_contain_text("it has the form 9, this page reads 1")


def test_a_missed_round_comes_back_in_minutes_and_a_known_one_in_days(visit: Visit) -> None:
    page = visit(ROOM)
    now = page.evaluate("Date.now()")
    missed = attempt(page, CARRY, right=False, at=now - 60_000)
    store(page, kept(missed))
    page.goto(page.url.replace("attention-s1024/tpu-v6e/", ""))
    standing = page.locator("[data-deal-standing]")
    expect(standing).to_contain_text("due 0 · 1 of")
    store(page, kept(missed | {"at": now - 11 * 60_000}))
    page.reload()
    expect(standing).to_contain_text("due 1")
    expect(page.locator("[data-deal-why]")).to_have_text("back because you missed it")
    known = missed | {"right": True}
    store(page, kept(known | {"at": now - 1.9 * DAY}))
    page.reload()
    expect(standing).to_contain_text("due 0")
    store(page, kept(known | {"at": now - 2.1 * DAY}))
    page.reload()
    expect(standing).to_contain_text("due 1")
    # Known once more, it stays away by a factor longer.
    store(page, kept(known | {"at": now - 6 * DAY}, known | {"at": now - 3.9 * DAY}))
    page.reload()
    expect(standing).to_contain_text("due 0")
    page.locator("[data-deal-link]").click()
    expect(page.locator("#xray")).to_be_visible()


def test_a_round_that_changed_comes_back_and_says_why(visit: Visit) -> None:
    page = visit(ROOM)
    question, evidence = str(attempt(page, CARRY)["hash"]).split(".")
    store(page, kept(attempt(page, CARRY, hash=f"{question}.00000000")))
    page.reload()
    streak = page.locator("[data-streak]")
    expect(streak).to_contain_text("back because the compiler now decides otherwise")
    store(page, kept(attempt(page, CARRY, hash=f"00000000.{evidence}")))
    page.reload()
    expect(streak).to_contain_text("back because the question has changed since you answered")


def test_what_is_due_is_dealt_first_and_a_seed_deals_it_again(visit: Visit) -> None:
    page = visit(ROOM)
    now = page.evaluate("Date.now()")
    due = attempt(page, CARRY, right=False, at=now - DAY)
    store(page, kept(due))
    page.goto(page.url.replace("attention-s1024/tpu-v6e/", "?deal"))
    page.wait_for_url("**/attention-s1024/tpu-v6e/?seed=*#carry")
    seed = page.evaluate("new URLSearchParams(location.search).get('seed')")
    other = visit(f"{INDEX}?seed={seed}")  # somebody else, with no progress
    other.wait_for_url(f"**/attention-s1024/tpu-v6e/?seed={seed}#carry")


def test_answering_again_before_it_is_due_adds_nothing_to_the_streak(visit: Visit) -> None:
    page = visit(ROOM)
    for _ in range(2):
        page.locator("#hlo-41 .pick").check()
        page.get_by_role("button", name="Check").first.click()
        expect(page.locator("[data-streak]")).to_contain_text("streak 1")
        page.get_by_role("button", name="Again").first.click()
    assert len(stored(page)["attempts"]) == 2


def test_two_tabs_know_of_each_other(visit: Visit) -> None:
    one = visit(ROOM)
    two = visit("/gym/", tab_of=one)
    card = two.locator('[data-standing="reading-fusions"]').first
    expect(card).to_contain_text("streak 0")
    one.locator("#hlo-41 .pick").check()
    one.get_by_role("button", name="Check").first.click()
    expect(card).to_contain_text("streak 1")


def test_progress_goes_along_as_a_file_and_comes_back(visit: Visit, tmp_path: Path) -> None:
    page = visit(ROOM)
    page.get_by_role("button", name="None of them").click()
    page.goto(page.url.split("/gym/")[0] + "/gym/")
    with page.expect_download() as download:
        page.get_by_role("button", name="Export").click()
    file = tmp_path / "progress.json"
    download.value.save_as(file)
    assert json.loads(file.read_text())["attempts"][0]["round"] == CARRY
    page.get_by_role("button", name="Clear all").click()
    page.get_by_role("button", name="Really clear all?").click()
    expect(page.locator("[data-safekeeping-says]")).to_have_text(
        "All progress in this browser is cleared."
    )
    assert stored(page)["attempts"] == []
    page.set_input_files("[data-import]", file)
    expect(page.locator("[data-safekeeping-says]")).to_contain_text("Added 1 answers and marks")
    page.set_input_files("[data-import]", file)
    expect(page.locator("[data-safekeeping-says]")).to_contain_text("nothing that is not here")
    assert len(stored(page)["attempts"]) == 1
    file.write_text('{"schema": 1, "attempts": [1], "reads": []}')
    page.set_input_files("[data-import]", file)
    expect(page.locator("[data-safekeeping-says]")).to_contain_text(
        "was not taken: its attempts are damaged."
    )


def test_a_second_browser_takes_the_file_and_goes_on(visit: Visit, tmp_path: Path) -> None:
    one = visit(ROOM)
    one.get_by_role("button", name="None of them").click()
    one.goto(one.url.split("/gym/")[0] + "/gym/")
    with one.expect_download() as download:
        one.get_by_role("button", name="Export").click()
    file = tmp_path / "progress.json"
    download.value.save_as(file)
    two = visit(ROOM)  # a profile of its own
    two.locator("#hlo-41 .pick").check()
    two.get_by_role("button", name="Check").first.click()
    two.goto(two.url.split("/gym/")[0] + "/gym/")
    two.set_input_files("[data-import]", file)
    expect(two.locator("[data-safekeeping-says]")).to_contain_text("Added 1 answers and marks")
    assert [each["right"] for each in stored(two)["attempts"]] == [False, True]
    card = two.locator("[data-card]", has_text="The fusion x-ray")
    expect(card).to_contain_text("due 0 · 1 of ")
    assert stored(one)["attempts"] == stored(two)["attempts"][:1]


def test_only_the_round_that_changed_comes_back(visit: Visit) -> None:
    page = visit(ROOM)
    question = str(attempt(page, CARRY)["hash"]).split(".")[0]
    spill = "07/attention-s1024@tpu-v6e/spill"
    store(page, kept(attempt(page, CARRY, hash=f"{question}.00000000"), attempt(page, spill)))
    page.goto(page.url.split("/gym/")[0] + INDEX)
    room = page.locator(f'a[data-room*="{CARRY}="]')
    states = [each.get_attribute("data-state") for each in room.locator("[data-dots] i").all()]
    assert states == ["due", "known"]
    expect(page.locator("[data-deal-why]")).to_have_text(
        "back because the compiler now decides otherwise"
    )
    expect(page.locator("[data-deal-standing]")).to_contain_text("due 1")


def test_two_tabs_answer_at_once_and_both_answers_stay(visit: Visit) -> None:
    one = visit(ROOM)
    two = visit("/gym/07-fusion-xray/mlp/tpu-v6e/", tab_of=one)
    one.get_by_role("button", name="None of them").click()
    two.get_by_role("button", name="Show me").first.click()
    rounds = [each["round"] for each in stored(two)["attempts"]]
    assert rounds == [CARRY, "07/mlp@tpu-v6e/carry"]
    assert stored(one) == stored(two)


def test_a_chapter_read_counts_everywhere(visit: Visit) -> None:
    page = visit(CHAPTER)
    count = page.locator(".count")
    expect(count).to_have_text("0/14")
    page.get_by_role("button", name="Mark as read").click()
    expect(count).to_have_text("1/14")
    page.goto(page.url.replace("05-fusion/", ""))
    expect(page.locator("progress")).to_have_js_property("value", 1)
    expect(page.locator('[data-chapter="/l/xla/05-fusion/"] [data-read]')).to_be_visible()
    page.goto(page.url + "05-fusion/")
    page.get_by_role("button", name="✓ Read").click()
    expect(count).to_have_text("0/14")
